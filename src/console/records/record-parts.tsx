import { Anchor, Badge, Code, Group, Progress, SimpleGrid, Stack, Table, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { sourceOf } from '../api/item-fields.ts';
import { addressAsOf, factAddress } from '../parts/addresses.ts';
import { KindBadge, StatusBadge } from '../parts/badges.tsx';
import { Instant } from '../parts/instant.tsx';
import { Section } from '../parts/section.tsx';
import { StoredText } from '../parts/stored-text.tsx';
import { inWords, percent } from '../parts/words.ts';
import type { AsOfSearch } from '../shell/search.ts';
import type { ItemLine, RecordedExtraction, RecordOf, RoutedItem } from './operations.ts';

/** Memories and entities, each a link to its page. */
export function ItemList({ items }: { readonly items: readonly ItemLine[] }) {
  if (items.length === 0)
    return (
      <Text size="sm" c="dimmed">
        None that you can see.
      </Text>
    );
  return (
    <Stack gap="xs">
      {items.map((item) => (
        <div key={item.id}>
          <Group gap={4}>
            <KindBadge item={item} />
            <StatusBadge status={item.status} />
          </Group>
          <Anchor component={Link} to={factAddress(item.id)} size="sm" c="inherit" className="statement">
            <StoredText>{item.content}</StoredText>
          </Anchor>
        </div>
      ))}
    </Stack>
  );
}

/** How an extraction was routed, and who decided since. */
export function Routing({ item }: { readonly item: RoutedItem }) {
  const rows: readonly (readonly [string, string])[] = [
    ['status', inWords(item.workflowStatus)],
    ['reason', inWords(item.routedFor)],
    ['flags', item.guardrailFlags.join(', ') || 'none'],
    ['threshold', percent(item.threshold)],
    ['routing version', item.routingVersion],
  ];
  return (
    <Section
      title="Routing"
      aside={
        <Text size="sm" c="dimmed">
          <Instant at={item.createdAt} />
        </Text>
      }
    >
      <Table variant="vertical" layout="fixed">
        <Table.Tbody>
          {rows.map(([name, value]) => (
            <Table.Tr key={name}>
              <Table.Th w={160}>{name}</Table.Th>
              <Table.Td>{value}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {item.decidedAt !== null && (
        <Text size="sm" mt="xs">
          Decided by {item.decidedBy?.name ?? 'somebody'} <Instant at={item.decidedAt} />
          {item.decisionNote !== null && (
            <>
              : <StoredText>{item.decisionNote}</StoredText>
            </>
          )}
        </Text>
      )}
    </Section>
  );
}

/** Extracted fields with their confidence, and the text that they were read from. */
export function Payload({ extraction, asOf }: AsOfSearch & { readonly extraction: RecordedExtraction }) {
  const { payload, fieldConfidence, source } = extraction;
  const chunk = sourceOf('Chunk', source);
  const interaction = sourceOf('Interaction', source);
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }}>
      <Section title="What was extracted">
        <Code block className="statement">
          <StoredText>{JSON.stringify(payload, null, 2)}</StoredText>
        </Code>
        {fieldConfidence.map(({ field, confidence }) => (
          <Group key={field} gap="xs" mt={6} wrap="nowrap">
            <Text size="sm" w={140} truncate>
              <StoredText>{field}</StoredText>
            </Text>
            <Progress flex={1} value={100 * confidence} aria-label={`Confidence in ${field}`} />
            <Text size="xs" w={44} ta="right">
              {percent(confidence)}
            </Text>
          </Group>
        ))}
      </Section>
      <Stack>
        {chunk !== null && (
          <Section
            title="Read from"
            aside={
              chunk.document && (
                <Anchor component={Link} to={addressAsOf('/sources', chunk.document.id, asOf)} size="sm">
                  <StoredText>{chunk.document.path}</StoredText>
                </Anchor>
              )
            }
          >
            <div className="source-text">
              <StoredText>{chunk.text}</StoredText>
            </div>
          </Section>
        )}
        {interaction !== null && (
          <Section title="Read from">
            <Anchor component={Link} to={addressAsOf('/records', interaction.id, asOf)} size="sm">
              {interaction.capturedIn ?? 'A conversation'}
            </Anchor>{' '}
            <Text span size="sm" c="dimmed">
              <Instant at={interaction.occurredAt} />
            </Text>
          </Section>
        )}
        <Section
          title="What came of it"
          aside={<Badge color="gray">{extraction.candidates.totalCount}</Badge>}
        >
          <ItemList items={extraction.candidates.nodes} />
        </Section>
      </Stack>
    </SimpleGrid>
  );
}

/** Documents that were sent in one wave; of a long one the first hundred. */
export function SentTogether({ documents }: Pick<RecordOf<'IngestionWave'>, 'documents'>) {
  const { nodes, totalCount } = documents;
  return (
    <Section title={`Sent together (${totalCount})`}>
      {nodes.map(({ id, path }) => (
        <Anchor key={id} component={Link} to={`/sources/${id}`} size="sm" display="block">
          <StoredText>{path}</StoredText>
        </Anchor>
      ))}
      {nodes.length < totalCount && (
        <Text size="sm" c="dimmed">
          Its first {nodes.length} documents.
        </Text>
      )}
    </Section>
  );
}
