import { Anchor, Box, Table, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import { factAddress } from '../parts/addresses.ts';
import { Confidence, KindBadge, LabelBadges, StatusBadge } from '../parts/badges.tsx';
import { Instant } from '../parts/instant.tsx';
import { useIsNarrow } from '../parts/narrow.ts';
import { StoredText } from '../parts/stored-text.tsx';
import { columnTitle } from './columns.ts';
import { asText } from './download.ts';
import type { EntityRow, MemoryRow } from './operations.ts';

type AnyRow = MemoryRow | EntityRow;

/** Pixels of a row as in `console.css`, and about as many of one in a narrow window, whose cells stand below each other. */
const [rowHeight, stackedHeight] = [48, 120];

/** A table of which only the rows in view are in the document. */
export function RowTable({
  rows,
  columns,
  onEnd,
}: {
  readonly rows: readonly AnyRow[];
  readonly columns: readonly string[];
  onEnd(): void;
}) {
  const scroller = useRef<HTMLDivElement>(null);
  const isNarrow = useIsNarrow();
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => (isNarrow ? stackedHeight : rowHeight),
    overscan: 10,
  });
  const shown = virtual.getVirtualItems();
  const last = shown.at(-1)?.index ?? -1;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what comes into view asks for more
  useEffect(() => {
    if (last >= rows.length - 10) onEnd();
  }, [last, rows.length]);
  const above = shown[0]?.start ?? 0;
  const below = virtual.getTotalSize() - (shown.at(-1)?.end ?? 0);
  return (
    <Box
      ref={scroller}
      h="calc(100dvh - 290px)"
      mih={300}
      style={{ overflow: 'auto' }}
      tabIndex={0}
      role="region"
      aria-label="Results"
    >
      <Table
        stickyHeader
        highlightOnHover
        layout="fixed"
        className="stacks"
        miw={isNarrow ? 0 : 760}
        aria-rowcount={rows.length}
      >
        <Table.Thead>
          <Table.Tr>
            {columns.map((column, index) => (
              <Table.Th key={column} w={index === 0 ? '44%' : undefined}>
                {columnTitle(column)}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {above > 0 && <tr style={{ height: above }} />}
          {shown.map(({ index }) => {
            const row = rows[index];
            return (
              row !== undefined && (
                <Table.Tr
                  key={row.id}
                  ref={virtual.measureElement}
                  data-index={index}
                  className="row-of-cells"
                  aria-rowindex={index + 1}
                >
                  {columns.map((column, at) => (
                    <Table.Td
                      key={column}
                      {...(at === 0 ? { 'data-wide': true } : { 'data-label': columnTitle(column) })}
                    >
                      <Cell row={row} column={column} opens={at === 0} />
                    </Table.Td>
                  ))}
                </Table.Tr>
              )
            );
          })}
          {below > 0 && <tr style={{ height: below }} />}
        </Table.Tbody>
      </Table>
    </Box>
  );
}

function Cell({
  row,
  column,
  opens,
}: {
  readonly row: AnyRow;
  readonly column: string;
  readonly opens: boolean;
}) {
  const value: unknown = Object.entries(row).find(([name]) => name === column)?.[1];
  const content = <CellContent row={row} column={column} value={value} />;
  return opens ? (
    <Anchor component={Link} to={factAddress(row.id)} c="inherit" size="sm">
      {content}
    </Anchor>
  ) : (
    content
  );
}

function CellContent({
  row,
  column,
  value,
}: {
  readonly row: AnyRow;
  readonly column: string;
  readonly value: unknown;
}) {
  switch (column) {
    case 'status':
      return <StatusBadge status={row.status} />;
    case 'kind':
    case 'entityType':
      return <KindBadge item={row} />;
    case 'confidence':
      return <Confidence value={row.confidence} />;
    case 'sensitivityLabels':
      return <LabelBadges labels={row.sensitivityLabels} />;
    case 'createdAt':
    case 'updatedAt':
      return (
        <Text size="sm" span>
          <Instant at={String(value)} />
        </Text>
      );
    default:
      return (
        <Text size="sm" truncate span display="block">
          <StoredText>{asText(value, ', ')}</StoredText>
        </Text>
      );
  }
}
