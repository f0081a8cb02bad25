import { Badge, Group, SegmentedControl, Select, Stack, Table, Text, Tooltip } from '@mantine/core';
import { useState } from 'react';
import { useQuery } from 'urql';
import type { ResultOf } from '../api/graphql.ts';
import { Failure, Waiting } from '../parts/answer-state.tsx';
import { ShareBar } from '../parts/share-bar.tsx';
import { counted, inWords, percent } from '../parts/words.ts';
import { QualityQuery } from './operations.ts';

type Quality = NonNullable<ResultOf<typeof QualityQuery>['extractionQuality']>[number];

const outcomes = [
  { name: 'promoted as they stood', color: 'var(--mantine-color-teal-6)', of: 'promotedUnchanged' },
  { name: 'promoted after an edit', color: 'var(--mantine-color-lime-5)', of: 'promotedEdited' },
  { name: 'rejected', color: 'var(--mantine-color-red-5)', of: 'rejected' },
  { name: 'pending', color: 'var(--mantine-color-gray-5)', of: 'pending' },
] as const;

const sources = [
  { value: '', label: 'All sources' },
  { value: 'DOCUMENT', label: 'Documents' },
  { value: 'INTERACTION', label: 'Conversations' },
];

/** Results of each rule's proposals, as plots. */
export function QualityTab() {
  const [project, setProject] = useState<string | null>(null);
  const [source, setSource] = useState('');
  const sourceKind = source === 'DOCUMENT' || source === 'INTERACTION' ? source : null;
  const [{ data, error }] = useQuery({ query: QualityQuery, variables: { project, sourceKind } });
  if (!data) return error === undefined ? <Waiting /> : <Failure error={error} />;
  if (data.extractionQuality === null) return <Failure error={error} />;
  const rows = data.extractionQuality;
  const most = Math.max(1, ...rows.map(({ proposed }) => proposed));
  return (
    <Stack>
      <Group justify="space-between" align="flex-end">
        <Group align="flex-end">
          <Select
            label="Project"
            placeholder="All projects"
            clearable
            data={data.projects?.nodes.map(({ name }) => name)}
            value={project}
            onChange={setProject}
          />
          <SegmentedControl aria-label="Source" data={sources} value={source} onChange={setSource} />
        </Group>
        <Group gap="md">
          {outcomes.map(({ name, color }) => (
            <Group key={name} gap={6} wrap="nowrap">
              <svg width="12" height="12" aria-hidden>
                <rect width="12" height="12" rx="3" fill={color} />
              </svg>
              <Text size="sm">{name}</Text>
            </Group>
          ))}
        </Group>
      </Group>
      {rows.length === 0 ? (
        <Text c="dimmed" py="xl" ta="center">
          No extractor has proposed anything here yet.
        </Text>
      ) : (
        <Table.ScrollContainer
          minWidth={860}
          scrollAreaProps={{ viewportProps: { tabIndex: 0, role: 'region', 'aria-label': 'Rules' } }}
        >
          <Table verticalSpacing="sm" className="stacks">
            <Table.Thead>
              <Table.Tr>
                <Table.Th w={190}>Rule</Table.Th>
                <Table.Th>What became of its proposals</Table.Th>
                <Table.Th w={260}>Kept</Table.Th>
                <Table.Th w={140}>Median time to a decision</Table.Th>
                <Table.Th w={190}>Later</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map((row) => (
                <QualityRow key={`${row.rule} ${row.extractorVersion}`} row={row} most={most} />
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </Stack>
  );
}

const inHours = (hours: number | null): string => {
  if (hours === null) return '–';
  if (hours * 60 < 1) return 'under a minute';
  if (hours < 1) return `about ${Math.round(hours * 60)} minutes`;
  return `about ${hours < 48 ? `${hours.toFixed(1)} hours` : `${(hours / 24).toFixed(1)} days`}`;
};

function QualityRow({ row, most }: { readonly row: Quality; readonly most: number }) {
  const kinds = row.rejectedByKind.map(
    ({ kind, count }) => `${count} rejected, ${kind === null ? 'no reason kind' : inWords(kind)}`,
  );
  return (
    <Table.Tr>
      <Table.Td data-wide>
        <Text size="sm" fw={600}>
          {row.rule}
        </Text>
        <Text size="xs" c="dimmed">
          {row.extractorVersion}
        </Text>
      </Table.Td>
      <Table.Td data-wide>
        <ShareBar
          most={most}
          shares={outcomes.map(({ name, color, of }) => ({ name, color, count: row[of] }))}
        />
        <Text size="xs" c="dimmed">
          {[`${row.proposed} proposed`, ...kinds].join('; ')}
        </Text>
      </Table.Td>
      <Table.Td data-wide data-label="Kept">
        <KeepRate row={row} />
      </Table.Td>
      <Table.Td data-label="Median time to a decision">
        <Text size="sm">{inHours(row.medianHoursToDecision)}</Text>
      </Table.Td>
      <Table.Td data-label="Later">
        <Group gap={4}>
          {row.contradictions > 0 && (
            <Badge color="orange">{counted(row.contradictions, 'contradiction')}</Badge>
          )}
          {row.endedWithin90Days > 0 && <Badge color="red">{row.endedWithin90Days} ended in 90 days</Badge>}
          {row.contradictions + row.endedWithin90Days === 0 && (
            <Text size="sm" c="dimmed">
              none ended or contradicted
            </Text>
          )}
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}

const [width, height] = [230, 22];
const x = (part: number) => 4 + part * (width - 8);

/** The share that was kept, with the interval in which it lies; the prior that follows, where enough was decided. */
function KeepRate({ row }: { readonly row: Quality }) {
  const { keepRate, suggestedPrior } = row;
  if (keepRate === null)
    return (
      <Text size="sm" c="dimmed">
        no decisions yet
      </Text>
    );
  const kept = row.promotedUnchanged + row.promotedEdited;
  const words = `${kept} of ${kept + row.rejected}: ${percent(keepRate.value)}, 95 % interval ${percent(keepRate.low)} to ${percent(keepRate.high)}`;
  const y = height / 2;
  return (
    <Tooltip
      label={
        suggestedPrior === null
          ? 'A prior is suggested after 20 decisions.'
          : `Suggested prior ${suggestedPrior.toFixed(2)}`
      }
    >
      <div>
        <svg
          viewBox={`0 0 ${width} ${height}`}
          width="100%"
          style={{ maxWidth: width }}
          role="img"
          aria-label={`Kept: ${words}`}
        >
          <line x1={x(0)} x2={x(1)} y1={y} y2={y} stroke="var(--mantine-color-default-border)" />
          <line
            x1={x(keepRate.low)}
            x2={x(keepRate.high)}
            y1={y}
            y2={y}
            stroke="var(--mantine-color-indigo-4)"
            strokeWidth="6"
            strokeLinecap="round"
          />
          <circle cx={x(keepRate.value)} cy={y} r="5" fill="var(--mantine-color-indigo-7)" />
        </svg>
        <Text size="xs" c="dimmed">
          {words}
        </Text>
      </div>
    </Tooltip>
  );
}
