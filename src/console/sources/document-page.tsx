import { Anchor, Badge, Grid, Group, Stack, Text, Title } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useMemo } from 'react';
import { useQuery } from 'urql';
import { useHasRole } from '../api/session.tsx';
import { Failure, Waiting } from '../parts/answer-state.tsx';
import { KindBadge, StatusBadge } from '../parts/badges.tsx';
import { GraphAnchor } from '../parts/graph-anchor.tsx';
import { HighlightedText, type Mark } from '../parts/highlighted-text.tsx';
import { Instant, onDate } from '../parts/instant.tsx';
import { Section } from '../parts/section.tsx';
import { StoredText } from '../parts/stored-text.tsx';
import { TextDiff } from '../parts/text-diff.tsx';
import { useTitle } from '../parts/title.ts';
import { inWords } from '../parts/words.ts';
import { NotFound } from '../shell/not-found.tsx';
import { DocumentDiffQuery, DocumentQuery, type SourceDocument } from './operations.ts';
import { ReportPanel } from './report-panel.tsx';

const ErasePanel = lazy(() => import('./erase-panel.tsx'));
const DocumentChain = lazy(() => import('./document-chain.tsx'));
const route = getRouteApi('/sources/$id');

type Statement = SourceDocument['candidates']['nodes'][number];

/** A document with every statement that was read from it marked in its text. */
export function DocumentPage() {
  const { id } = route.useParams();
  const { mark, since } = route.useSearch();
  const [{ data, error }, refresh] = useQuery({ query: DocumentQuery, variables: { id } });
  const document = data?.document;
  const reviews = useHasRole('reviewer');
  const administers = useHasRole('admin');
  useTitle(document?.path);
  const marks = useMemo(() => (document ? marksOf(document) : []), [document]);

  useEffect(() => {
    if (mark === undefined || marks.length === 0) return;
    window.document.querySelector(`[data-mark="${CSS.escape(mark)}"]`)?.scrollIntoView({ block: 'center' });
  }, [mark, marks]);

  if (!data) return error === undefined ? <Waiting /> : <Failure error={error} />;
  if (!document) return <NotFound />;
  const statements = document.candidates.nodes;
  return (
    <Stack p="lg">
      <div>
        <Group gap="xs" mb="xs">
          <Badge color="gray">{document.project.name}</Badge>
          <Text size="sm" c="dimmed">
            ingested <Instant at={document.createdAt} />, kind: {inWords(document.kind)}
            {document.kindGiven ? '' : ' (detected)'}
          </Text>
        </Group>
        <Title order={1} fz={22}>
          <StoredText>{document.path}</StoredText>
        </Title>
        <Group gap="md">
          <GraphAnchor id={document.id} />
          {reviews && (
            <Anchor component={Link} to={`/inbox?document=${document.id}`} size="sm">
              Review what is waiting from it
            </Anchor>
          )}
          {administers && document.erasedAt === null && (
            <Suspense>
              <ErasePanel document={document} onErased={() => refresh({ requestPolicy: 'network-only' })} />
            </Suspense>
          )}
        </Group>
        {document.erasedAt !== null && (
          <Text size="sm" c="dimmed">
            Its words were erased <Instant at={document.erasedAt} />.
          </Text>
        )}
        <RecordLinks says="Takes the place of" records={document.supersedes.nodes} />
        <RecordLinks says="Its place is taken by" records={document.supersededBy.nodes} />
      </div>
      <Suspense fallback={<Waiting />}>
        <DocumentChain document={document} />
      </Suspense>
      <Grid>
        <Grid.Col span={{ base: 12, lg: 7 }}>
          {since !== undefined && <Changes before={since} after={document.id} />}
          <Section title="Text">
            {document.content === null ? (
              <Text c="dimmed">Its text is not shown to you.</Text>
            ) : (
              <HighlightedText text={document.content} marks={marks} />
            )}
          </Section>
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 5 }}>
          <Stack>
            <Versions document={document} />
            <Section title={`First seen in this source (${document.candidates.totalCount})`}>
              <Stack gap="xs">
                {statements.map((statement) => (
                  <StatementLine key={statement.id} statement={statement} isHere={statement.id === mark} />
                ))}
                {statements.length === 0 && <Text c="dimmed">None that you can see.</Text>}
              </Stack>
            </Section>
            {document.wave?.report && (
              <Section title="Whole ingestion">
                <ReportPanel report={document.wave.report} />
              </Section>
            )}
          </Stack>
        </Grid.Col>
      </Grid>
    </Stack>
  );
}

type LinkedRecord = SourceDocument['supersedes']['nodes'][number];

/** The records that it supersedes, or that supersede it, as their texts say. */
function RecordLinks({
  says,
  records,
}: {
  readonly says: string;
  readonly records: readonly LinkedRecord[];
}) {
  if (records.length === 0) return null;
  return (
    <Text size="sm">
      {says}{' '}
      {records.map(({ id, path, title }, at) => (
        <span key={id}>
          {at > 0 && ', '}
          <Anchor component={Link} to={`/sources/${id}`} size="sm">
            <StoredText>{title ?? path}</StoredText>
          </Anchor>
        </span>
      ))}
      .
    </Text>
  );
}

/** The versions of its path, oldest first: each opens, and each is compared with this one. */
function Versions({ document }: { readonly document: SourceDocument }) {
  const versions = document.versions.nodes;
  if (versions.length < 2) return null;
  return (
    <Section title={`Versions (${versions.length})`}>
      {versions.map(({ id, createdAt, contributor }, at) => (
        <Group key={id} gap="xs" mih={26}>
          <Anchor component={Link} to={`/sources/${id}`} size="sm" fw={id === document.id ? 700 : 400}>
            Version {at + 1}
          </Anchor>
          <Text size="sm" c="dimmed">
            {onDate(createdAt)}, {contributor.name}
          </Text>
          {id !== document.id && (
            <Anchor component={Link} to={`/sources/${document.id}?since=${id}`} size="sm" ml="auto">
              compare
            </Anchor>
          )}
        </Group>
      ))}
    </Section>
  );
}

/** Difference between two versions, word by word; long unchanged parts are shortened. */
function Changes({ before, after }: { readonly before: string; readonly after: string }) {
  const [{ data, error }] = useQuery({ query: DocumentDiffQuery, variables: { id: before, to: after } });
  if (!data) return error === undefined ? <Waiting /> : <Failure error={error} />;
  const segments = data.document?.diff?.segments ?? [];
  return (
    <Section
      title="What differs from the version that was picked"
      aside={
        <Anchor component={Link} to={`/sources/${after}`} size="sm">
          close
        </Anchor>
      }
    >
      <TextDiff segments={segments} />
    </Section>
  );
}

const marksOf = ({ content, candidates }: SourceDocument): Mark[] =>
  candidates.nodes.flatMap(({ id, sourceSpan: span }) =>
    span !== null && content?.slice(span.start, span.end) === span.text
      ? [
          {
            key: id,
            start: span.start,
            end: span.end,
            wrap: (words) => (
              <Link to="/facts/$id" params={{ id }}>
                {words}
              </Link>
            ),
          },
        ]
      : [],
  );

function StatementLine({ statement, isHere }: { readonly statement: Statement; readonly isHere: boolean }) {
  return (
    <div>
      <Group gap={4}>
        <KindBadge item={statement} />
        <StatusBadge status={statement.status} />
        {statement.rule !== null && <Badge color="gray">{statement.rule}</Badge>}
      </Group>
      <Anchor
        component={Link}
        to={`/facts/${statement.id}`}
        size="sm"
        c="inherit"
        fw={isHere ? 700 : 400}
        className="statement"
      >
        <StoredText>{statement.content}</StoredText>
      </Anchor>
    </div>
  );
}
