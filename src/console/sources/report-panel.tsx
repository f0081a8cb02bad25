import { Badge, Group, ScrollArea, Stack, Table, Text } from '@mantine/core';
import { StoredText } from '../parts/stored-text.tsx';
import { counted, inWords } from '../parts/words.ts';
import type { Report } from './operations.ts';

interface ReasonCount {
  readonly reason: string;
  readonly count: number;
}

/** `12 code, 3 no statement`, the most first; nothing for no counts. */
const listed = (counts: readonly ReasonCount[]): string =>
  counts
    .toSorted((one, other) => other.count - one.count)
    .map(({ reason, count }) => `${count} ${inWords(reason)}`)
    .join(', ');

/** Report of an extraction pass: first the sums, then what was dropped. */
export function ReportPanel({ report }: { readonly report: Report }) {
  return (
    <Stack gap="xs">
      <Group gap={6}>
        <Badge color="teal">{report.persisted} proposed</Badge>
        {report.byRule.map(({ rule, count }) => (
          <Badge key={rule} color="indigo">
            {rule} {count}
          </Badge>
        ))}
      </Group>
      <Text size="sm">
        {counted(report.found, 'statement')} found: {report.persisted} proposed, {report.waiting} waiting,{' '}
        {report.dropped} dropped
        {report.dropped > 0 && ` (${listed(report.droppedByReason)})`}.
        {report.reinforced > 0 && ` ${counted(report.reinforced, 'known item')} seen again.`}
      </Text>
      <Text size="sm">
        {counted(report.sections, 'section')} with text: {report.readSections} with statements,{' '}
        {report.sections - report.readSections} without
        {report.sections > report.readSections && ` (${listed(report.unreadByReason)})`}.
      </Text>
      {report.unreadPassagesByReason.length > 0 && (
        <Text size="sm">
          Other passages of the sections with statements: {listed(report.unreadPassagesByReason)}.
        </Text>
      )}
      {report.errors.map((error) => (
        <Text size="sm" c="red" key={error}>
          {error}
        </Text>
      ))}
      {report.droppedCandidates.length > 0 && (
        <ScrollArea.Autosize
          mah={260}
          viewportProps={{ tabIndex: 0, role: 'group', 'aria-label': 'Dropped statements' }}
        >
          <Table verticalSpacing={4}>
            <Table.Tbody>
              {report.droppedCandidates.map(({ content, reason, rule }) => (
                <Table.Tr key={`${rule}-${content}`}>
                  <Table.Td className="statement" fz="sm">
                    <StoredText>{content}</StoredText>
                  </Table.Td>
                  <Table.Td fz="sm" c="dimmed" w={150}>
                    {inWords(reason)}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </ScrollArea.Autosize>
      )}
    </Stack>
  );
}
