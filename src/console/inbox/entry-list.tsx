import { Badge, Box, Group, Text } from '@mantine/core';
import {
  IconCheck,
  IconChecks,
  IconClock,
  IconSquare,
  IconSquareCheckFilled,
  IconX,
} from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, useEffect, useRef } from 'react';
import { Confidence, KindBadge } from '../parts/badges.tsx';
import { ago } from '../parts/instant.tsx';
import { StoredText } from '../parts/stored-text.tsx';
import { inWords } from '../parts/words.ts';
import type { Outcome } from './decision.ts';
import type { Entry, Subject } from './operations.ts';
import { reasonWords } from './ways.ts';

interface EntryListProps {
  readonly entries: readonly Entry[];
  readonly current: string | undefined;
  readonly selected: ReadonlySet<string>;
  outcomeOf(entry: Entry): Outcome | undefined;
  onOpen(id: string): void;
  onSelect(id: string): void;
  /** The end of what is loaded comes into view. */
  onEnd(): void;
}

const rowHeight = 84;

/** The inbox. Only the rows in view are in the document, however long it is. */
export function EntryList({
  entries,
  current,
  selected,
  outcomeOf,
  onOpen,
  onSelect,
  onEnd,
}: EntryListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: entries.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
  });
  const index = entries.findIndex(({ id }) => id === current);

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
      role="listbox"
      tabIndex={0}
      aria-label="Waiting"
      aria-activedescendant={current === undefined ? undefined : `row-${current}`}
      h="100%"
    >
      <Box pos="relative" h={rows.getTotalSize()}>
        {shown.map(({ index: at, start }) => {
          const entry = entries[at];
          if (entry === undefined) return null;
          const outcome = outcomeOf(entry);
          return (
            <Box
              key={entry.id}
              pos="absolute"
              top={start}
              left={0}
              right={0}
              h={rowHeight}
              className="row"
              id={`row-${entry.id}`}
              role="option"
              aria-selected={entry.id === current}
              aria-setsize={entries.length}
              aria-posinset={at + 1}
              data-decided={outcome !== undefined || undefined}
              px="sm"
              py={8}
              onClick={() => onOpen(entry.id)}
            >
              <Row entry={entry} outcome={outcome} selected={selected.has(entry.id)} onSelect={onSelect} />
            </Box>
          );
        })}
      </Box>
    </Box>
  );
}

/** The words by which an entry is known. */
export const titleOf = (subject: Subject): string => {
  switch (subject.__typename) {
    case 'Contradiction':
      return `${subject.itemA.content} ≠ ${subject.itemB.content}`;
    case 'WorkflowItem':
      return `${subject.extraction?.schemaName ?? 'An extraction'}: ${inWords(subject.routedFor)}`;
    case 'Quarantine':
      return subject.why;
    default:
      return subject.content;
  }
};

interface RowProps {
  readonly entry: Entry;
  readonly outcome: Outcome | undefined;
  readonly selected: boolean;
  onSelect(id: string): void;
}

const Row = memo(function Row({ entry, outcome, selected, onSelect }: RowProps) {
  const { subject } = entry;
  const Mark = selected ? IconSquareCheckFilled : IconSquare;
  const isItem = subject.__typename === 'Memory' || subject.__typename === 'Entity';
  const isCandidate = entry.reason === 'CANDIDATE' || entry.reason === 'GRADUATION';
  return (
    <Group wrap="nowrap" gap="xs" align="flex-start">
      <Mark
        size={18}
        role="img"
        aria-label={selected ? 'selected' : 'not selected'}
        color={selected ? 'var(--mantine-color-indigo-6)' : 'var(--mantine-color-dimmed)'}
        style={{ flex: 'none', marginTop: 3 }}
        onClick={(event) => {
          event.stopPropagation();
          onSelect(entry.id);
        }}
      />
      <Box miw={0} flex={1}>
        <Text size="sm" lineClamp={2} className="statement" lh={1.35} mih={38}>
          <StoredText>{titleOf(subject)}</StoredText>
        </Text>
        <Group gap={6} mt={2} wrap="nowrap">
          {outcome !== undefined && <OutcomeMark outcome={outcome} />}
          {!isCandidate && (
            <Badge color={entry.priority >= 65 ? 'red' : 'orange'} size="sm">
              {reasonWords[entry.reason].name}
            </Badge>
          )}
          {isItem && (
            <KindBadge
              kind={subject.__typename === 'Memory' ? subject.kind : undefined}
              entityType={subject.__typename === 'Entity' ? subject.entityType : undefined}
            />
          )}
          {isItem && isCandidate && <Confidence value={subject.confidence} />}
          {isItem && subject.stale && (
            <Badge color="red" size="sm">
              stale
            </Badge>
          )}
          {entry.claimedBy !== null && (
            <Badge color="grape" size="sm">
              {entry.claimedBy.name}
            </Badge>
          )}
          <Text size="xs" c="dimmed" ml="auto" truncate>
            {ago(entry.since)}
          </Text>
        </Group>
      </Box>
    </Group>
  );
});

const marks = {
  promoted: { icon: IconCheck, color: 'var(--mantine-color-teal-6)' },
  rejected: { icon: IconX, color: 'var(--mantine-color-red-6)' },
  snoozed: { icon: IconClock, color: 'var(--mantine-color-yellow-7)' },
  settled: { icon: IconChecks, color: 'var(--mantine-color-teal-6)' },
} as const;

function OutcomeMark({ outcome }: { readonly outcome: Outcome }) {
  const { icon: Mark, color } = marks[outcome];
  return <Mark size={16} color={color} role="img" aria-label={outcome} style={{ flex: 'none' }} />;
}
