import { Badge, Group, ScrollArea, Stack, Table, Text } from '@mantine/core';
import { StoredText } from '../parts/stored-text.tsx';
import { inWords } from '../parts/words.ts';
import type { Report } from './operations.ts';

/** Report of an extraction pass: taken, dropped, and why. */
export function ReportPanel({ report }: { readonly report: Report }) {
  return (
    <Stack gap="xs">
      <Group gap={6}>
        <Badge color="teal">{report.persisted} proposed</Badge>
        <Badge color="blue">{report.reinforced} seen again</Badge>
        <Badge color="gray">{report.dropped} dropped</Badge>
        {report.byRule.map(({ rule, count }) => (
          <Badge key={rule} color="indigo">
            {rule} {count}
          </Badge>
        ))}
      </Group>
      {report.droppedByReason.map(({ reason, count }) => (
        <Text size="sm" key={reason}>
          {count} {inWords(reason)}
        </Text>
      ))}
      {report.errors.map((error) => (
        <Text size="sm" c="red" key={error}>
          {error}
        </Text>
      ))}
      {report.droppedCandidates.length > 0 && (
        <ScrollArea.Autosize
          mah={260}
          viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': 'Dropped statements' }}
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
