import { getRouteApi } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useQuery } from 'urql';
import { ask } from '../api/client.ts';
import type { VariablesOf } from '../api/graphql.ts';
import { useSession } from '../api/session.tsx';
import { isAnswerTo } from '../parts/is-answer-to.ts';
import { lengthOf } from '../parts/words.ts';
import type { ExploreSearch } from '../shell/search.ts';
import { readAll } from './download.ts';
import { EntitiesQuery, MemoriesQuery } from './operations.ts';

type MemoryFilter = NonNullable<VariablesOf<typeof MemoriesQuery>['filter']>;
type EntityFilter = NonNullable<VariablesOf<typeof EntitiesQuery>['filter']>;

const pageSize = 100;

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
  // A snapshot has an id of its own: views of other times share a cache with the present.
  const asOf = search.asOf ?? null;
  const memoryVariables = { first: pageSize, after, filter: forMemories, orderBy, asOf };
  const [memories] = useQuery({ query: MemoriesQuery, variables: memoryVariables, pause: isEntities });
  const entityVariables = { first: pageSize, after, filter: forEntities, asOf };
  const [entities] = useQuery({ query: EntitiesQuery, variables: entityVariables, pause: !isEntities });
  const isOld = isEntities ? !isAnswerTo(entities, entityVariables) : !isAnswerTo(memories, memoryVariables);
  const shown = (isEntities ? entities.data?.entities : memories.data?.memories) ?? undefined;
  const error = isEntities ? entities.error : memories.error;
  const end = shown?.pageInfo.endCursor;
  // A rare filter may find nothing in the first pages.
  if (shown?.nodes.length === 0 && shown.pageInfo.hasNextPage && end != null && end !== after) setAfter(end);

  return {
    rows: shown?.nodes,
    /** The rows are those of the address before. */
    isOld,
    count: shown && !isOld ? lengthOf(shown) : undefined,
    error: shown === undefined ? error : undefined,
    loadMore: () => {
      if (shown?.pageInfo.hasNextPage) setAfter(shown.pageInfo.endCursor);
    },
    readEverything: () => {
      const page = { first: pageSize, asOf };
      return isEntities
        ? readAll(
            async (from) =>
              (await ask(session, EntitiesQuery, { ...page, after: from, filter: forEntities })).entities,
          )
        : readAll(
            async (from) =>
              (await ask(session, MemoriesQuery, { ...page, after: from, filter: forMemories, orderBy }))
                .memories,
          );
    },
  };
};
