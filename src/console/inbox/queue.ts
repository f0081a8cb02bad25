import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useClient, useQuery } from 'urql';
import { isDecided } from './decisions.ts';
import { CandidateQuery, type CandidateRow, InboxQuery } from './operations.ts';

const pageSize = 100;
const route = getRouteApi('/inbox');

const nothing: readonly CandidateRow[] = [];

/** The list that is on the screen: what is loaded of it, which item is open, and which are selected. */
export const useQueue = () => {
  const { project, search, item, view } = route.useSearch();
  const navigate = useNavigate({ from: '/inbox' });
  const client = useClient();
  const [after, setAfter] = useState<string | null>(null);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const filter = useMemo(
    () => ({ project: project ?? null, search: search ?? null, due: view !== 'deferred' }),
    [project, search, view],
  );
  const [{ data, error, fetching }, refresh] = useQuery({
    query: InboxQuery,
    variables: { first: pageSize, after, filter },
  });
  const items = data?.candidates?.nodes ?? nothing;
  const found = items.findIndex(({ id }) => id === item);
  const index = Math.max(0, found);

  // The next two are there before they are opened.
  useEffect(() => {
    for (const { id } of items.slice(index + 1, index + 3)) client.query(CandidateQuery, { id }).toPromise();
  }, [client, items, index]);

  const change = useCallback(
    (search: { item?: string; search?: string; view?: 'deferred' }) => {
      setAfter(null);
      navigate({ search: (before) => ({ ...before, item: undefined, ...search }), replace: true });
    },
    [navigate],
  );
  const open = useCallback(
    (id: string | undefined) => {
      if (id !== undefined) navigate({ search: (before) => ({ ...before, item: id }), replace: true });
    },
    [navigate],
  );
  const pageInfo = data?.candidates?.pageInfo;
  const loadMore = useCallback(() => {
    if (!fetching && pageInfo?.hasNextPage && pageInfo.endCursor) setAfter(pageInfo.endCursor);
  }, [fetching, pageInfo]);

  return {
    items,
    error,
    isRefused: data?.candidates === null || (!data && error !== undefined),
    loading: !data,
    totalCount: data?.candidates?.totalCount ?? 0,
    isWhole: pageInfo?.hasNextPage === false,
    search: search ?? '',
    view,
    current: items[index],
    previous: items[index - 1],
    following: items[index + 1],
    /** The next that waits; when none does, the next one. */
    nextWaiting: items.slice(index + 1).find((one) => !isDecided(one)) ?? items[index + 1],
    waiting: items.filter((one) => !isDecided(one)).length,
    chosen: items.filter(({ id }) => selected.has(id)),
    selected,
    open,
    change,
    loadMore,
    select: useCallback(
      (id: string) =>
        setSelected((before) => {
          const now = new Set(before);
          if (!now.delete(id)) now.add(id);
          return now;
        }),
      [],
    ),
    selectNone: useCallback(() => setSelected(new Set()), []),
    reload: useCallback(() => {
      setAfter(null);
      refresh({ requestPolicy: 'network-only' });
    }, [refresh]),
  };
};

export type Queue = ReturnType<typeof useQueue>;
