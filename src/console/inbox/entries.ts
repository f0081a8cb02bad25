import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import type { ResultOf } from '../api/graphql.ts';
import { usePages } from '../api/pages.ts';
import type { InboxSearch } from '../shell/search.ts';
import { type Entry, InboxQuery, SearchQuery } from './operations.ts';

const pageSize = 100;
const route = getRouteApi('/inbox');

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
  const { project = null, search = null, item, reason, mine, snoozed } = route.useSearch();
  const navigate = useNavigate({ from: '/inbox' });
  const filter = useMemo(
    () => ({ project, mine: mine ?? null, snoozed: snoozed ?? null }),
    [project, mine, snoozed],
  );
  const chosen = useMemo(
    () => ({ project: project ?? undefined, search: search ?? undefined, reason, mine, snoozed }),
    [project, search, reason, mine, snoozed],
  );
  const inbox = usePages(
    InboxQuery,
    { first: pageSize, filter: { ...filter, reasons: reason === undefined ? null : [reason] } },
    { pause: search !== null, connectionOf: (data) => data.inbox },
  );
  const found = usePages(
    SearchQuery,
    { first: pageSize, filter: { search, project, due: snoozed === true ? null : true } },
    { pause: search === null, connectionOf: (data) => data.candidates },
  );
  const list = search === null ? inbox : found;
  const searched = useMemo(() => found.nodes.map(toEntry), [found.nodes]);
  const entries: readonly Entry[] = search === null ? inbox.nodes : searched;
  const index = Math.max(
    0,
    entries.findIndex(({ id }) => id === item),
  );

  const change = useCallback(
    (part: InboxSearch) =>
      navigate({ search: (before) => ({ ...before, item: undefined, ...part }), replace: true }),
    [navigate],
  );
  const open = useCallback(
    async (id: string | undefined) => {
      if (id !== undefined) await navigate({ search: (before) => ({ ...before, item: id }), replace: true });
    },
    [navigate],
  );

  return {
    entries,
    error: list.error,
    isRefused: list.isRefused || (!list.isThere && list.error !== undefined),
    loading: !list.isThere,
    filter,
    chosen,
    index,
    current: entries[index],
    open,
    change,
    loadMore: list.loadMore,
    reload: list.reload,
  };
};

export type Entries = ReturnType<typeof useEntries>;
