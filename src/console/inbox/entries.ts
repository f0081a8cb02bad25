import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import { useQuery } from 'urql';
import type { ResultOf } from '../api/graphql.ts';
import { usePages } from '../api/pages.ts';
import type { InboxSearch } from '../shell/search.ts';
import { itemFilterOf, type Narrowing, narrowingOf, orderOf } from './narrowing.ts';
import { type Entry, InboxQuery, SearchQuery } from './operations.ts';
import { useReadingOrder } from './reading.ts';

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

/**
 * The entry that the page was opened with, or that was named since, where it is not among those that are listed: it stands
 * before them as long as `under`, what they are listed by, stays the same.
 */
const useNamed = (listed: readonly Entry[] | undefined, item: string | undefined, under: string) => {
  const [last, name] = useState({ item, under });
  const named = last.under === under ? last.item : undefined;
  const isMissing = named !== undefined && listed?.every(({ id }) => id !== named) === true;
  const [{ data }] = useQuery({
    query: InboxQuery,
    variables: { first: 1, filter: { id: { in: named === undefined ? [] : [named] }, snoozed: true } },
    pause: !isMissing,
  });
  const entries: readonly Entry[] = useMemo(
    () => (isMissing ? [...(data?.inbox?.nodes ?? []), ...(listed ?? [])] : (listed ?? [])),
    [isMissing, data, listed],
  );
  return { entries, name: (id: string) => name({ item: id, under }) };
};

/** Entries of the list: the inbox under its filters or, in a search, the matching candidates. */
export const useEntries = () => {
  const asked = route.useSearch();
  const { project = null, search = null, item, reason, mine, snoozed, sort = 'urgent', dense } = asked;
  const narrowed = JSON.stringify(narrowingOf(asked));
  const narrowing = useMemo((): Narrowing => JSON.parse(narrowed), [narrowed]);
  const navigate = useNavigate({ from: '/inbox' });
  const filter = useMemo(
    () => ({
      project: { eq: project },
      mine: mine ?? null,
      snoozed: snoozed ?? null,
      item: itemFilterOf(narrowing),
    }),
    [project, mine, snoozed, narrowing],
  );
  const chosen = useMemo(
    () => ({
      project: project ?? undefined,
      search: search ?? undefined,
      reason,
      mine,
      snoozed,
      ...narrowing,
    }),
    [project, search, reason, mine, snoozed, narrowing],
  );
  // Kinds are an alternative, which a search does not take.
  const { or: _, ...searched } = filter.item ?? {};
  const inbox = usePages(
    InboxQuery,
    {
      first: pageSize,
      filter: { ...filter, reason: { eq: reason } },
      orderBy: orderOf[sort],
    },
    { pause: search !== null, connectionOf: (data) => data.inbox },
  );
  const found = usePages(
    SearchQuery,
    {
      first: pageSize,
      filter: { search, project: { eq: project }, due: snoozed === true ? null : true, ...searched },
    },
    { pause: search === null, connectionOf: (data) => data.candidates },
  );
  const list = search === null ? inbox : found;
  const matching = useMemo(() => found.nodes.map(toEntry), [found.nodes]);
  const waiting = useNamed(inbox.isThere ? inbox.nodes : undefined, item, JSON.stringify(chosen));
  const entries = useReadingOrder(
    search === null ? waiting.entries : matching,
    sort === 'urgent' ? narrowing.document : undefined,
  );
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
    narrowing,
    sort,
    isDense: dense === true,
    /** True when the address names the entry that is open. */
    isNamed: item !== undefined,
    index,
    current: entries[index],
    open,
    /** Opens an entry that came back, listed or not. */
    openNamed: (id: string) => {
      waiting.name(id);
      return open(id);
    },
    change,
    hasMore: list.hasMore,
    loadMore: list.loadMore,
    reload: list.reload,
  };
};

export type Entries = ReturnType<typeof useEntries>;
