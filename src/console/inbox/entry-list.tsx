import { Box } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, useEffect, useMemo, useRef } from 'react';
import { denseRowHeight, EntryRow, rowHeight } from './entry-row.tsx';
import type { Entry } from './operations.ts';
import type { Outcomes } from './outcomes.ts';

export const entryListId = 'entries';

interface EntryListProps {
  readonly entries: readonly Entry[];
  readonly current: string | undefined;
  readonly selected: ReadonlySet<string>;
  /** Decisions made in this window. */
  readonly outcomes: Outcomes;
  /** Entries that somebody else settled. */
  readonly left: ReadonlySet<string>;
  onOpen(id: string): void;
  onSelect(id: string): void;
  /** Selects all from the last one to this one. */
  onSelectTo(id: string): void;
  /** Rows of one line. */
  readonly isDense: boolean;
  /** The end of what is loaded comes into view. */
  onEnd(): void;
}

/** The inbox. Only the rows in view are in the document, however long it is. */
export const EntryList = memo(function EntryList({
  entries,
  current,
  selected,
  outcomes,
  left,
  onOpen,
  onSelect,
  onSelectTo,
  isDense,
  onEnd,
}: EntryListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const height = isDense ? denseRowHeight : rowHeight;
  const rows = useVirtualizer({
    count: entries.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 4,
    // A render of the rows may wait for the next frame: scrolling does not wait for it.
    useFlushSync: false,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another height measures all rows anew
  useEffect(() => rows.measure(), [rows, height]);
  const index = useMemo(() => entries.findIndex(({ id }) => id === current), [entries, current]);

  useEffect(() => {
    if (index >= 0) rows.scrollToIndex(index, { align: 'auto' });
  }, [index, rows]);

  const shown = rows.getVirtualItems();
  const last = shown.at(-1)?.index ?? -1;
  useEffect(() => {
    if (last >= entries.length - 10) onEnd();
  }, [last, entries.length, onEnd]);

  return (
    <Box
      ref={scroller}
      className="pane"
      id={entryListId}
      role="listbox"
      tabIndex={0}
      aria-label="Waiting"
      aria-activedescendant={current === undefined ? undefined : `row-${current}`}
      h="100%"
    >
      <Box pos="relative" h={rows.getTotalSize()}>
        {shown.map(({ index: at, start }) => {
          const entry = entries[at];
          return (
            entry !== undefined && (
              <EntryRow
                key={entry.id}
                entry={entry}
                start={start}
                place={at + 1}
                count={entries.length}
                isOpen={entry.id === current}
                isSelected={selected.has(entry.id)}
                outcomes={outcomes}
                hasLeft={left.has(entry.id)}
                onOpen={onOpen}
                onSelect={onSelect}
                onSelectTo={onSelectTo}
                isDense={isDense}
              />
            )
          );
        })}
      </Box>
    </Box>
  );
});
