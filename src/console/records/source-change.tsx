import { Alert, Anchor, Badge, Group, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useQuery } from 'urql';
import { Failure, Waiting } from '../parts/answer-state.tsx';
import { Instant } from '../parts/instant.tsx';
import { Section } from '../parts/section.tsx';
import { StoredText } from '../parts/stored-text.tsx';
import { TextDiff } from '../parts/text-diff.tsx';
import { segmentsBetween } from '../parts/word-diff.tsx';
import { changeTitle, counted, inWords } from '../parts/words.ts';
import { ImpactOfQuery, type RecordOf, VersionInForceQuery } from './operations.ts';

type Change = RecordOf<'SourceChange'>;

/** A version or a withdrawal that somebody sent for a source of others: its difference, and the beliefs at stake. */
export function SourceChangeDetail({ change }: { readonly change: Change }) {
  const { changeKind, path, project, sentBy, sentAt, owners, verdict, declined } = change;
  const [{ data, error }] = useQuery({
    query: VersionInForceQuery,
    variables: { project: project.name, path },
  });
  const inForce = data?.documents?.nodes[0];
  return (
    <>
      <Stack gap={2}>
        <Title order={1} fz={22} className="statement">
          <StoredText>{changeTitle(changeKind, path)}</StoredText>
        </Title>
        <Text size="sm" c="dimmed">
          {sentBy.name} sent it <Instant at={sentAt} />. The source belongs to{' '}
          {owners.map(({ name }) => name).join(', ') || 'nobody that you can see'}.
        </Text>
        <Group gap="xs">
          <Badge color="gray">{project.name}</Badge>
          {verdict !== null && <Badge>{inWords(verdict)}</Badge>}
          {inForce !== undefined && (
            <Anchor component={Link} to={`/sources/${inForce.id}`} size="sm">
              The version in force
            </Anchor>
          )}
        </Group>
        {declined !== null && (
          <Text size="sm">
            Declined: <StoredText>{declined}</StoredText>
          </Text>
        )}
      </Stack>
      {verdict === null && inForce !== undefined && <AtStake documentId={inForce.id} kind={changeKind} />}
      {!data && (error === undefined ? <Waiting /> : <Failure error={error} />)}
      {data && changeKind === 'VERSION' && (
        <NewText before={verdict === null ? inForce?.content : undefined} after={change.changedText} />
      )}
    </>
  );
}

/** Beliefs that came from the version in force. */
function AtStake({ documentId, kind }: { readonly documentId: string; readonly kind: Change['changeKind'] }) {
  const [{ data }] = useQuery({ query: ImpactOfQuery, variables: { documentId } });
  const believed = data?.impact?.counts
    .filter(({ status }) => status === 'ACTIVE')
    .reduce((sum, { count }) => sum + count, 0);
  if (believed === undefined || believed === 0) return null;
  return (
    <Alert color={kind === 'WITHDRAWAL' ? 'orange' : 'blue'}>
      {counted(believed, 'believed statement')} came from the version in force.{' '}
      {kind === 'WITHDRAWAL'
        ? 'After a withdrawal they wait here as source drift.'
        : 'Those that the new version does not say any more wait here as source drift.'}
    </Alert>
  );
}

/** The text that was sent, as a difference from the version in force where there is one. */
function NewText({
  before,
  after,
}: {
  readonly before: string | null | undefined;
  readonly after: string | null;
}) {
  const segments = useMemo(
    () => (before == null || after === null ? null : segmentsBetween(before, after)),
    [before, after],
  );
  if (after === null) return <Text c="dimmed">Its text is not shown to you.</Text>;
  if (segments !== null)
    return (
      <Section title="What it changes">
        <TextDiff segments={segments} />
      </Section>
    );
  return (
    <Section title="Text">
      <div className="source-text" dir="auto">
        <StoredText>{after}</StoredText>
      </div>
    </Section>
  );
}
