import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import { useQuery } from 'urql';
import type { ResultOf } from '../api/graphql.ts';
import type { InboxSearch } from '../shell/search.ts';
import { type Entry, InboxQuery, SearchQuery } from './operations.ts';

const pageSize = 100;
const route = getRouteApi('/inbox');

const nothing: readonly Entry[] = [];

type Found = NonNullable<ResultOf<typeof SearchQuery>['candidates']>['nodes'][number];

/** A candidate that was searched for, as the entry that the inbox has for it. */
const toEntry = (found: Found): Entry => {
  const isGraduation = found.__typename === 'Entity' && found.graduatedFrom !== null;
  const reason = isGraduation ? 'GRADUATION' : 'CANDIDATE';
  return {
    id: `inb_${reason}.${found.id}`,
    reason,
    since: found.pendingSince ?? '',
    priority: 0,
    claimedBy: null,
    snoozedUntil: null,
    subject: found as Entry['subject'],
  };
};

/** What the list holds: the inbox under its filters or, where words are searched for, the candidates that they find. */
export const useEntries = () => {
  const { project, search, item, reason, mine, snoozed } = route.useSearch();
  const navigate = useNavigate({ from: '/inbox' });
  const [after, setAfter] = useState<string | null>(null);
  const isSearch = search !== undefined;
  const filter = useMemo(
    () => ({ project: project ?? null, mine: mine ?? null, snoozed: snoozed ?? null }),
    [project, mine, snoozed],
  );
  const [inbox, refreshInbox] = useQuery({
    query: InboxQuery,
    variables: {
      first: pageSize,
      after,
      filter: { ...filter, reasons: reason === undefined ? null : [reason] },
    },
    pause: isSearch,
  });
  const [found, refreshFound] = useQuery({
    query: SearchQuery,
    variables: {
      first: pageSize,
      after,
      filter: { search: search ?? null, project: project ?? null, due: true },
    },
    pause: !isSearch,
  });
  const { data, error, fetching } = isSearch ? found : inbox;
  const candidates = found.data?.candidates?.nodes;
  const searched = useMemo(() => candidates?.map(toEntry), [candidates]);
  const entries = (isSearch ? searched : inbox.data?.inbox?.nodes) ?? nothing;
  const pageInfo = isSearch ? found.data?.candidates?.pageInfo : inbox.data?.inbox?.pageInfo;
  const isRefused = isSearch ? found.data?.candidates === null : inbox.data?.inbox === null;
  const index = Math.max(
    0,
    entries.findIndex(({ id }) => id === item),
  );

  const change = useCallback(
    (part: InboxSearch) => {
      setAfter(null);
      navigate({ search: (before) => ({ ...before, item: undefined, ...part }), replace: true });
    },
    [navigate],
  );
  const open = useCallback(
    (id: string | undefined) => {
      if (id !== undefined) navigate({ search: (before) => ({ ...before, item: id }), replace: true });
    },
    [navigate],
  );
  const loadMore = useCallback(() => {
    if (!fetching && pageInfo?.hasNextPage && pageInfo.endCursor) setAfter(pageInfo.endCursor);
  }, [fetching, pageInfo]);
  const reload = useCallback(() => {
    setAfter(null);
    (isSearch ? refreshFound : refreshInbox)({ requestPolicy: 'network-only' });
  }, [isSearch, refreshFound, refreshInbox]);

  return {
    entries,
    error,
    isRefused: isRefused || (!data && error !== undefined),
    loading: !data,
    filter,
    chosen: { project, search, reason, mine, snoozed },
    index,
    current: entries[index],
    open,
    change,
    loadMore,
    reload,
  };
};

export type Entries = ReturnType<typeof useEntries>;
