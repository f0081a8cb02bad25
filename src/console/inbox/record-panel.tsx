import { Badge, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from 'urql';
import { Failure, Waiting } from '../parts/answer-state.tsx';
import { Instant } from '../parts/instant.tsx';
import { Section } from '../parts/section.tsx';
import { StoredText } from '../parts/stored-text.tsx';
import { counted, inWords } from '../parts/words.ts';
import { RecordQuery } from '../records/operations.ts';
import { ItemList, Payload, Routing, SentTogether } from '../records/record-parts.tsx';
import { SourceChangeDetail } from '../records/source-change.tsx';

/** A recorded extraction with the reason for its review; a change of a source, with its text; unread or withheld things. */
export default function RecordPanel({ id }: { readonly id: string }) {
  const [{ data, error }] = useQuery({ query: RecordQuery, variables: { id } });
  if (!data) return error === undefined ? <Waiting /> : <Failure error={error} />;
  const found = data.node;
  if (found?.__typename === 'WorkflowItem')
    return (
      <>
        <Group gap="xs">
          <Title order={1} fz={22}>
            <StoredText>{found.extraction?.schemaName ?? 'An extraction'}</StoredText>
          </Title>
          <Badge color="orange">{inWords(found.routedFor)}</Badge>
        </Group>
        <Routing item={found} />
        {found.extraction && <Payload extraction={found.extraction} />}
      </>
    );
  if (found?.__typename === 'SourceChange') return <SourceChangeDetail change={found} />;
  if (found?.__typename === 'Quarantine')
    return (
      <>
        <Stack gap={2}>
          <Title order={1} fz={22}>
            <StoredText>{found.why}</StoredText>
          </Title>
          <Text size="sm" c="dimmed">
            set by {found.setBy.name} <Instant at={found.setAt} />
          </Text>
        </Stack>
        <Section title={`Withheld (${found.items.totalCount})`}>
          <ItemList items={found.items.nodes} />
        </Section>
      </>
    );
  if (found?.__typename === 'IngestionWave')
    return (
      <>
        <Stack gap={2}>
          <Title order={1} fz={22}>
            {counted(found.unreadDocuments, 'unread document')}
          </Title>
          <Text size="sm" c="dimmed">
            stored <Instant at={found.startedAt} /> in {found.inProject?.name ?? 'a project'}
          </Text>
        </Stack>
        <SentTogether documents={found.documents} />
      </>
    );
  return null;
}
