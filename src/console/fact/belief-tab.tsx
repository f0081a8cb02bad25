import { Badge, Group, SimpleGrid, Stack, Table, Text } from '@mantine/core';
import { useQuery } from 'urql';
import { isSnapshot } from '../parts/addresses.ts';
import { Failure, Waiting } from '../parts/answer-state.tsx';
import { Instant } from '../parts/instant.tsx';
import { Section } from '../parts/section.tsx';
import { StoredText } from '../parts/stored-text.tsx';
import { inWords, percent } from '../parts/words.ts';
import { DecayPlot } from './decay-plot.tsx';
import { BeliefQuery, type MemoryBelief } from './operations.ts';

/** How far it is believed, part by part, and what speaks for it. */
export function BeliefTab({ id }: { readonly id: string }) {
  const [{ data, error }] = useQuery({ query: BeliefQuery, variables: { id } });
  if (!data) return error === undefined ? <Waiting /> : <Failure error={error} />;
  const node = data.node;
  if (node?.__typename !== 'Memory')
    return <Text c="dimmed">An entity is as certain as the memory that it came from.</Text>;
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }}>
      <Sum belief={node} when={isSnapshot(id) ? 'then' : 'now'} />
      <Evidence belief={node} />
    </SimpleGrid>
  );
}

function Sum({ belief, when }: { readonly belief: MemoryBelief; readonly when: 'now' | 'then' }) {
  const { effectiveConfidence: parts, confidenceBreakdown: written, votes } = belief;
  const sum = parts.base + parts.modifiers.reduce((before, { delta }) => before + delta, 0);
  const total = `confidence ${when}`;
  const rows: readonly [string, string][] = [
    ...(written === null
      ? []
      : [
          [
            'as proposed',
            `${written.prior.toFixed(2)} × ${written.structuralSignalMultiplier.toFixed(2)} × ${written.freshnessBonus.toFixed(2)} = ${written.final.toFixed(3)}`,
          ] as [string, string],
        ]),
    ['base', parts.base.toFixed(3)],
    ...parts.modifiers.map(({ name, delta }): [string, string] => [
      inWords(name),
      `${delta >= 0 ? '+' : ''}${delta.toFixed(3)}`,
    ]),
    ['decay', `× ${parts.decay.toFixed(3)}`],
    ['floor', parts.floor.toFixed(2)],
    [total, parts.value.toFixed(3)],
  ];
  return (
    <Section
      title="Belief"
      aside={
        <Group gap={4}>
          <Badge color="teal">{votes.up} for</Badge>
          <Badge color="red">{votes.down} against</Badge>
        </Group>
      }
    >
      <DecayPlot sum={sum} floor={parts.floor} decay={parts.decay} value={parts.value} when={when} />
      <Table>
        <Table.Tbody>
          {rows.map(([name, value]) => (
            <Table.Tr key={name}>
              <Table.Th fw={name === total ? 700 : 400}>{name}</Table.Th>
              <Table.Td ta="right" ff="monospace" fw={name === total ? 700 : 400}>
                {value}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Section>
  );
}

function Evidence({ belief }: { readonly belief: MemoryBelief }) {
  const evidence = belief.evidence.nodes;
  return (
    <Section title={`Evidence (${evidence.length})`}>
      {evidence.length === 0 && (
        <Text size="sm" c="dimmed">
          Nobody has confirmed or corrected it. Without age, its confidence is{' '}
          {percent(belief.effectiveConfidence.base)}, as proposed.
        </Text>
      )}
      <Stack gap="sm">
        {evidence.map(({ id, detectionType, createdAt, userQuote, sourceRef, sourceUser }) => (
          <div key={id}>
            <Group gap="xs">
              <Badge>{inWords(detectionType)}</Badge>
              {sourceUser !== null && <Text size="sm">{sourceUser.name}</Text>}
              <Text size="xs" c="dimmed">
                <Instant at={createdAt} />
              </Text>
            </Group>
            <Text size="sm" className="statement">
              <StoredText>{userQuote ?? sourceRef ?? ''}</StoredText>
            </Text>
          </div>
        ))}
      </Stack>
    </Section>
  );
}
