import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { useQuery } from 'urql';
import { ask } from '../api/client.ts';
import type { VariablesOf } from '../api/graphql.ts';
import { useSession } from '../api/session.tsx';
import { lengthOf } from '../parts/words.ts';
import type { ExploreSearch } from '../shell/search.ts';
import { readAll } from './download.ts';
import { EntitiesQuery, MemoriesAsOfQuery, MemoriesQuery } from './operations.ts';

type MemoryFilter = NonNullable<VariablesOf<typeof MemoriesQuery>['filter']>;
type EntityFilter = NonNullable<VariablesOf<typeof EntitiesQuery>['filter']>;

const pageSize = 100;
/** Rows of a download; a longer one is for a script. */
const most = 10_000;

const route = getRouteApi('/explore');

const memoryFilter = ({ search, project, status, kind, label }: ExploreSearch): MemoryFilter => ({
  search: search ?? null,
  project: { eq: project ?? null },
  status: { eq: status ?? null } as MemoryFilter['status'],
  kind: { eq: kind ?? null } as MemoryFilter['kind'],
  label: { eq: label ?? null },
});

const entityFilter = ({ search, project, status, kind }: ExploreSearch): EntityFilter => ({
  search: search ?? null,
  project: { eq: project ?? null },
  status: { eq: status ?? null } as EntityFilter['status'],
  entityType: { eq: kind ?? null } as EntityFilter['entityType'],
});

/** The rows that the address asks for, page by page, and all of them for a download. */
export const useRows = () => {
  const search = route.useSearch();
  const { id: session } = useSession();
  const [after, setAfter] = useState<string | null>(null);
  const key = JSON.stringify(search);
  const [shownKey, setShownKey] = useState(key);
  if (shownKey !== key) {
    setShownKey(key);
    setAfter(null);
  }
  const isEntities = search.list === 'entities';
  const forMemories = useMemo(() => memoryFilter(search), [search]);
  const forEntities = useMemo(() => entityFilter(search), [search]);
  const orderBy = search.search === undefined ? ({ field: 'UPDATED_AT', direction: 'DESC' } as const) : null;
  const [memories] = useQuery({
    query: MemoriesQuery,
    variables: { first: pageSize, after, filter: forMemories, orderBy },
    pause: isEntities || search.asOf !== undefined,
  });
  const [entities] = useQuery({
    query: EntitiesQuery,
    variables: { first: pageSize, after, filter: forEntities },
    pause: !isEntities,
  });
  const past = useRowsAsOf(session, isEntities ? undefined : search.asOf, forMemories);
  const shown = isEntities
    ? entities.data?.entities
    : search.asOf === undefined
      ? memories.data?.memories
      : past;
  const error = isEntities ? entities.error : memories.error;

  return {
    rows: shown?.nodes,
    count: shown ? lengthOf(shown) : '0',
    error: shown === undefined ? error : undefined,
    loadMore: () => {
      if (shown?.pageInfo.hasNextPage) setAfter(shown.pageInfo.endCursor);
    },
    readEverything: () =>
      isEntities
        ? readAll(
            async (from) =>
              (await ask(session, EntitiesQuery, { first: pageSize, after: from, filter: forEntities }))
                .entities,
            most,
          )
        : readAll(
            async (from) =>
              search.asOf === undefined
                ? (
                    await ask(session, MemoriesQuery, {
                      first: pageSize,
                      after: from,
                      filter: forMemories,
                      orderBy,
                    })
                  ).memories
                : (
                    await ask(session, MemoriesAsOfQuery, {
                      first: pageSize,
                      after: from,
                      filter: forMemories,
                      asOf: search.asOf,
                    })
                  ).memories,
            most,
          ),
  };
};

type Past = Awaited<ReturnType<typeof askAsOf>>;

const askAsOf = async (session: string, filter: MemoryFilter, asOf: string) =>
  (await ask(session, MemoriesAsOfQuery, { first: pageSize, after: null, filter, asOf })).memories;

/** Loads beliefs as of an instant past the cache, which holds the present. */
const useRowsAsOf = (session: string, asOf: string | undefined, filter: MemoryFilter): Past | undefined => {
  const [past, setPast] = useState<Past>();
  useEffect(() => {
    setPast(undefined);
    if (asOf === undefined) return;
    let current = true;
    askAsOf(session, { ...filter, search: null }, asOf).then(
      (answer) => current && setPast(answer),
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [session, asOf, filter]);
  return past;
};
