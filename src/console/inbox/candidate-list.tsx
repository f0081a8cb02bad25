import { Badge, Box, Group, Text } from '@mantine/core';
import { IconCheck, IconClock, IconSquare, IconSquareCheckFilled, IconX } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import { Confidence, KindBadge } from '../parts/badges.tsx';
import { ago } from '../parts/instant.tsx';
import { StoredText } from '../parts/stored-text.tsx';
import { isDecided } from './decisions.ts';
import type { CandidateRow } from './operations.ts';

interface CandidateListProps {
  readonly items: readonly CandidateRow[];
  readonly current: string | undefined;
  readonly selected: ReadonlySet<string>;
  onOpen(id: string): void;
  onSelect(id: string): void;
  /** The end of what is loaded comes into view. */
  onEnd(): void;
}

const rowHeight = 84;

/** The queue. Only the rows in view are in the document, however long it is. */
export function CandidateList({ items, current, selected, onOpen, onSelect, onEnd }: CandidateListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
  });
  const index = items.findIndex(({ id }) => id === current);

  useEffect(() => {
    if (index >= 0) rows.scrollToIndex(index, { align: 'auto' });
  }, [index, rows]);

  const shown = rows.getVirtualItems();
  const last = shown.at(-1)?.index ?? -1;
  useEffect(() => {
    if (last >= items.length - 10) onEnd();
  }, [last, items.length, onEnd]);

  return (
    <Box
      ref={scroller}
      className="pane"
      role="listbox"
      tabIndex={0}
      aria-label="Candidates"
      aria-activedescendant={current === undefined ? undefined : `row-${current}`}
      h="100%"
    >
      <Box pos="relative" h={rows.getTotalSize()}>
        {shown.map(({ index: at, start }) => {
          const item = items[at];
          if (item === undefined) return null;
          return (
            <Box
              key={item.id}
              pos="absolute"
              top={start}
              left={0}
              right={0}
              h={rowHeight}
              className="row"
              id={`row-${item.id}`}
              role="option"
              aria-selected={item.id === current}
              aria-setsize={items.length}
              aria-posinset={at + 1}
              data-decided={isDecided(item) || undefined}
              px="sm"
              py={8}
              onClick={() => onOpen(item.id)}
            >
              <Row item={item} selected={selected.has(item.id)} onSelect={onSelect} />
            </Box>
          );
        })}
      </Box>
    </Box>
  );
}

function Row({
  item,
  selected,
  onSelect,
}: {
  readonly item: CandidateRow;
  readonly selected: boolean;
  onSelect(id: string): void;
}) {
  const Mark = selected ? IconSquareCheckFilled : IconSquare;
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
          onSelect(item.id);
        }}
      />
      <Box miw={0} flex={1}>
        <Text size="sm" lineClamp={2} className="statement" lh={1.35} mih={38}>
          <StoredText>{item.content}</StoredText>
        </Text>
        <Group gap={6} mt={2} wrap="nowrap">
          <Outcome item={item} />
          {item.__typename === 'Memory' ? (
            <KindBadge kind={item.kind} />
          ) : (
            <KindBadge entityType={item.__typename === 'Entity' ? item.entityType : undefined} />
          )}
          <Confidence value={item.confidence} />
          {item.stale && (
            <Badge color="red" size="sm">
              stale
            </Badge>
          )}
          <Text size="xs" c="dimmed" ml="auto" truncate>
            {item.pendingSince === null ? '' : ago(item.pendingSince)}
          </Text>
        </Group>
      </Box>
    </Group>
  );
}

function Outcome({ item }: { readonly item: CandidateRow }) {
  if (item.status === 'ACTIVE')
    return <IconCheck size={16} color="var(--mantine-color-teal-6)" role="img" aria-label="promoted" />;
  if (item.status === 'INVALID')
    return <IconX size={16} color="var(--mantine-color-red-6)" role="img" aria-label="rejected" />;
  if (isDecided(item))
    return <IconClock size={16} color="var(--mantine-color-yellow-7)" role="img" aria-label="snoozed" />;
  return null;
}
