import { Anchor, Badge, Button, Code, Group, Stack, Table, Text, Title } from '@mantine/core';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useQuery } from 'urql';
import { addressAsOf, factAddress, idAsOf, isAfter } from '../parts/addresses.ts';
import { Failure, NotShown, Waiting } from '../parts/answer-state.tsx';
import { AsOfNote } from '../parts/as-of-note.tsx';
import { GraphAnchor } from '../parts/graph-anchor.tsx';
import { HighlightedText } from '../parts/highlighted-text.tsx';
import { Instant } from '../parts/instant.tsx';
import { Section } from '../parts/section.tsx';
import { StoredText } from '../parts/stored-text.tsx';
import { useTitle } from '../parts/title.ts';
import { changeTitle, counted, inWords } from '../parts/words.ts';
import { NotFound } from '../shell/not-found.tsx';
import type { AsOfSearch } from '../shell/search.ts';
import { type FoundRecord, ReceiptQuery, type RecordOf, RecordQuery, ReplayQuery } from './operations.ts';
import { ItemList, Payload, Routing, SentTogether } from './record-parts.tsx';
import { SourceChangeDetail } from './source-change.tsx';

const route = getRouteApi('/records/$id');

/** Record behind a fact: an extraction, its routing, a conversation, a bundle's receipt, a change of a source, a wave, a quarantine. */
export function RecordPage() {
  const { asOf } = route.useSearch();
  return <Shown key={asOf} asOf={asOf} />;
}

/** Words on the past of a record, by its type. The types that are left out keep no past: their pages are of now. */
const wordsOnThen: Readonly<Partial<Record<string, string>>> = {
  Extraction: 'What was extracted never changes.',
  WorkflowItem: 'What was extracted never changes.',
  Interaction: 'The words of a conversation never change.',
  Quarantine: 'Names are as they are now.',
};

/** When a record came that has no snapshots; of others, nothing. */
const cameAt = (found: FoundRecord): string | undefined =>
  'recordedAt' in found ? found.recordedAt : found.__typename === 'Extraction' ? found.createdAt : undefined;

function Shown({ asOf }: AsOfSearch) {
  const { id } = route.useParams();
  const navigate = useNavigate({ from: '/records/$id' });
  const shownId = /^(wfi|qua)_/.test(id) ? idAsOf(id, asOf) : id;
  const [{ data, error }] = useQuery({ query: RecordQuery, variables: { id: shownId, asOf: asOf ?? null } });
  if (!data) return error === undefined ? <Waiting /> : <Failure error={error} />;
  const found = data.node;
  if (found === null && shownId === id) return <NotFound />;
  const isThere = found !== null && !isAfter(cameAt(found), asOf);
  const onThen = wordsOnThen[found?.__typename ?? ''];
  return (
    <Stack p="lg">
      {asOf !== undefined && (
        <AsOfNote
          asOf={asOf}
          isOfNow={isThere && onThen === undefined}
          ofNow={onThen ?? 'What it was then is not kept.'}
          onNow={() => navigate({ search: {} })}
        />
      )}
      {isThere ? <Found found={found} asOf={asOf} /> : <NotShown error={error} isAsked={false} />}
    </Stack>
  );
}

function Found({ found, asOf }: AsOfSearch & { readonly found: FoundRecord }) {
  switch (found.__typename) {
    case 'Extraction':
      return (
        <Frame what="extraction" title={found.schemaName} project={found.project.name} at={found.createdAt}>
          {found.workflowItem &&
            (asOf === undefined ? (
              <Routing item={found.workflowItem} />
            ) : (
              <Anchor component={Link} to={addressAsOf('/records', found.workflowItem.id, asOf)} size="sm">
                How it was routed
              </Anchor>
            ))}
          {asOf === undefined && <Replay extractionId={found.id} />}
          <Payload extraction={found} asOf={asOf} />
        </Frame>
      );
    case 'WorkflowItem':
      return (
        <Frame
          what="routing"
          title={found.extraction?.schemaName ?? 'An extraction'}
          project={found.extraction?.project.name}
          at={found.createdAt}
        >
          <Routing item={found} />
          {found.extraction && asOf === undefined && <Replay extractionId={found.extraction.id} />}
          {found.extraction && <Payload extraction={found.extraction} asOf={asOf} />}
        </Frame>
      );
    case 'Interaction':
      return <Conversation found={found} asOf={asOf} />;
    case 'BundleReceipt':
      return <Receipt found={found} />;
    case 'SourceChange':
      return <ChangedSource found={found} />;
    case 'IngestionWave':
      return (
        <Frame
          what="wave"
          title={`${counted(found.documents.totalCount, 'document')} sent together`}
          project={found.inProject?.name}
          at={found.startedAt}
        >
          {found.unreadDocuments > 0 && (
            <Text size="sm">{counted(found.unreadDocuments, 'document')} not read yet.</Text>
          )}
          <SentTogether documents={found.documents} />
        </Frame>
      );
    case 'Quarantine':
      return (
        <Frame what="quarantine" title={found.why} at={found.setAt}>
          <Text size="sm">
            Set by {found.setBy.name}.{' '}
            {found.endedAt === null ? (
              `It ${asOf === undefined ? 'is' : 'was'} in force.`
            ) : (
              <>
                Released <Instant at={found.endedAt} />.
              </>
            )}
          </Text>
          <Section title={`Withheld (${found.items.totalCount})`}>
            <ItemList items={found.items.nodes} />
          </Section>
        </Frame>
      );
    default:
      return <NotFound />;
  }
}

interface FrameProps {
  readonly what: string;
  readonly title: string;
  readonly project?: string | undefined;
  readonly at: string;
  readonly children: ReactNode;
}

function Frame({ what, title, project, at, children }: FrameProps) {
  useTitle(`${title} (${what})`);
  return (
    <>
      <div>
        <Group gap="xs" mb="xs">
          <Badge>{what}</Badge>
          {project !== undefined && <Badge color="gray">{project}</Badge>}
          <Text size="sm" c="dimmed">
            <Instant at={at} />
          </Text>
        </Group>
        <Title order={1} fz={22} className="statement">
          <StoredText>{title}</StoredText>
        </Title>
      </div>
      {children}
    </>
  );
}

function ChangedSource({ found }: { readonly found: RecordOf<'SourceChange'> }) {
  useTitle(`${changeTitle(found.changeKind, found.path)} (source change)`);
  return <SourceChangeDetail change={found} />;
}

/** The routing decided again from what was recorded: whether it would be the same today. */
function Replay({ extractionId }: { readonly extractionId: string }) {
  const [{ data }] = useQuery({ query: ReplayQuery, variables: { id: extractionId } });
  const replay = data?.replayRouting;
  if (replay == null) return null;
  return (
    <Text size="sm">
      Routed again from what was recorded: <b>{inWords(replay.status)}</b>, {inWords(replay.reason)} (
      {replay.routingVersion}).
      {replay.matchesStored === true && ' This matches what is stored.'}
      {replay.matchesStored === false && ' What is stored differs, as it does after a person has decided.'}
    </Text>
  );
}

function Conversation({ found, asOf }: AsOfSearch & { readonly found: RecordOf<'Interaction'> }) {
  const { content, candidates } = found;
  const marks = candidates.nodes.flatMap(({ id, sourceSpan: span }) =>
    span !== null && content.slice(span.start, span.end) === span.text
      ? [
          {
            key: id,
            start: span.start,
            end: span.end,
            wrap: (words: ReactNode) => <Link to={factAddress(id)}>{words}</Link>,
          },
        ]
      : [],
  );
  return (
    <Frame
      what="conversation"
      title={found.capturedIn ?? 'A conversation'}
      project={found.project.name}
      at={found.occurredAt}
    >
      <Text size="sm" c="dimmed">
        Recorded by {found.contributor.name}.{found.isPersonal && ' It is personal.'}{' '}
        <GraphAnchor id={idAsOf(found.id, asOf)} />
      </Text>
      <Section title="Text">
        <HighlightedText text={content} marks={marks} />
      </Section>
      <Section title={`Statements (${candidates.totalCount})`}>
        <ItemList items={candidates.nodes} />
      </Section>
    </Frame>
  );
}

function Receipt({ found }: { readonly found: RecordOf<'BundleReceipt'> }) {
  const [{ data }] = useQuery({ query: ReceiptQuery, variables: { id: found.id } });
  const check = data?.verifyReceipt;
  const project = found.receiptProject?.name;
  const rows: readonly (readonly [string, string])[] = [
    ['context', found.contextHash],
    ['policy', found.policyHash],
    ['signature', found.signature],
  ];
  return (
    <Frame what="receipt" title={`Delivered to ${found.user.name}`} project={project} at={found.issuedAt}>
      {check != null && (
        <Group gap="xs">
          <Badge color={check.validSignature ? 'teal' : 'red'}>
            {check.validSignature ? 'the signature is valid' : 'the signature is not valid'}
          </Badge>
          <Badge color={check.isUnchanged ? 'teal' : 'orange'}>
            {check.isUnchanged ? 'all of it still stands' : `${check.changes.length} changed since`}
          </Badge>
        </Group>
      )}
      {check != null && check.changes.length > 0 && (
        <Section title="What has changed since">
          {check.changes.map(({ itemId, change, memory }) => (
            <Text size="sm" key={itemId}>
              <Badge color="orange">{inWords(change)}</Badge>{' '}
              {memory === null ? (
                itemId
              ) : (
                <Anchor component={Link} to={`/facts/${memory.id}`} size="sm">
                  <StoredText>{memory.content}</StoredText>
                </Anchor>
              )}
            </Text>
          ))}
        </Section>
      )}
      <Section title={`Delivered (${found.delivered.totalCount}, budget ${found.tokenBudget} tokens)`}>
        <ItemList items={found.delivered.nodes} />
      </Section>
      <Section title="Fingerprints">
        <Table variant="vertical" layout="fixed">
          <Table.Tbody>
            {rows.map(([name, value]) => (
              <Table.Tr key={name}>
                <Table.Th w={110}>{name}</Table.Th>
                <Table.Td>
                  <Code className="statement">{value}</Code>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Section>
      <Button component={Link} to="/bundle" variant="default" w="fit-content">
        What would be delivered now
      </Button>
    </Frame>
  );
}
