import { useCallback, useMemo, useState } from 'react';
import type { Entry } from './operations.ts';

/** The entries that are meant together. */
export const useSelection = (entries: readonly Entry[]) => {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  return {
    selected,
    chosen: useMemo(
      () => (selected.size === 0 ? [] : entries.filter(({ id }) => selected.has(id))),
      [entries, selected],
    ),
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
  };
};

export type Selection = ReturnType<typeof useSelection>;
