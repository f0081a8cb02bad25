import { useCallback, useEffect, useMemo, useState } from 'react';
import type { Entries } from './entries.ts';

/** A call decides so many at once. */
const most = 100;

interface Selected {
  readonly ids: ReadonlySet<string>;
  /** The entry that was selected last: a range goes from there. */
  readonly last: string | null;
  /** True: everything that is listed, and that is loaded next, up to what a call decides. */
  readonly isAll: boolean;
}

const none: Selected = { ids: new Set(), last: null, isAll: false };

/** The entries that are meant together. */
export const useSelection = ({
  entries,
  hasMore,
  loadMore,
}: Pick<Entries, 'entries' | 'hasMore' | 'loadMore'>) => {
  const [{ ids, isAll }, setSelected] = useState(none);
  useEffect(() => {
    if (isAll && hasMore && entries.length < most) loadMore();
  }, [isAll, hasMore, entries.length, loadMore]);
  const selected: ReadonlySet<string> = useMemo(
    () => (isAll ? new Set(entries.slice(0, most).map(({ id }) => id)) : ids),
    [isAll, entries, ids],
  );
  return {
    selected,
    chosen: useMemo(
      () => (selected.size === 0 ? [] : entries.filter(({ id }) => selected.has(id))),
      [entries, selected],
    ),
    select: useCallback(
      (id: string) =>
        setSelected((before) => {
          const now = new Set(before.isAll ? selected : before.ids);
          if (!now.delete(id)) now.add(id);
          return { ids: now, last: id, isAll: false };
        }),
      [selected],
    ),
    /** Selects all from the entry that was selected last to this one. */
    selectTo: useCallback(
      (id: string) =>
        setSelected((before) => {
          const places = [before.last ?? id, id].map((one) => entries.findIndex((entry) => entry.id === one));
          const range = entries.slice(Math.min(...places), Math.max(...places) + 1);
          return { ids: new Set([...before.ids, ...range.map((one) => one.id)]), last: id, isAll: false };
        }),
      [entries],
    ),
    selectAll: useCallback(() => setSelected({ ...none, isAll: true }), []),
    selectNone: useCallback(() => setSelected(none), []),
  };
};

export type Selection = ReturnType<typeof useSelection>;
