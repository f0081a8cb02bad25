import { Anchor, Badge, Grid, Group, Stack, Text, Title } from '@mantine/core';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useMemo } from 'react';
import { useQuery } from 'urql';
import { useHasRole } from '../api/session.tsx';
import { addressAsOf, factAddress, idAsOf, isAfter, itemIdOf } from '../parts/addresses.ts';
import { Failure, NotShown, Waiting } from '../parts/answer-state.tsx';
import { AsOfBar } from '../parts/as-of-bar.tsx';
import { KindBadge, StatusBadge } from '../parts/badges.tsx';
import { GraphAnchor } from '../parts/graph-anchor.tsx';
import { HighlightedText, type Mark } from '../parts/highlighted-text.tsx';
import { Instant, onDate } from '../parts/instant.tsx';
import { isAnswerTo } from '../parts/is-answer-to.ts';
import { Section } from '../parts/section.tsx';
import { StoredText } from '../parts/stored-text.tsx';
import { TextDiff } from '../parts/text-diff.tsx';
import { useTitle } from '../parts/title.ts';
import { inWords } from '../parts/words.ts';
import { NotFound } from '../shell/not-found.tsx';
import type { AsOfSearch } from '../shell/search.ts';
import { DocumentDiffQuery, DocumentQuery, type SourceDocument } from './operations.ts';
import { ReportPanel } from './report-panel.tsx';

const ErasePanel = lazy(() => import('./erase-panel.tsx'));
const DocumentChain = lazy(() => import('./document-chain.tsx'));
const route = getRouteApi('/sources/$id');

type Statement = SourceDocument['candidates']['nodes'][number];

/** A document with every statement that was read from it marked in its text, now or as of an instant. */
export function DocumentPage() {
  const { id } = route.useParams();
  const { asOf } = route.useSearch();
  const navigate = useNavigate({ from: '/sources/$id' });
  const variables = { id, asOf: asOf ?? null };
  const [answer, refresh] = useQuery({ query: DocumentQuery, variables });
  const { data, error } = answer;
  const isAsked = error === undefined && !isAnswerTo(answer, variables);
  const document = isAsked ? undefined : data?.document;
  useTitle(document?.path);
  if (document === null) return <NotFound />;
  const wasThere = document !== undefined && !isAfter(document.createdAt, asOf);
  return (
    <Stack p="lg">
      {wasThere ? (
        <Head document={document} asOf={asOf} onErased={() => refresh({ requestPolicy: 'network-only' })} />
      ) : (
        <NotShown error={error} isAsked={isAsked} />
      )}
      <AsOfBar
        asOf={asOf}
        ofNow="The words of a version never change, unless they are erased. Which records it took the place of then is not kept."
        onChange={(instant) =>
          navigate({ search: (before) => ({ ...before, asOf: instant }), replace: true })
        }
      />
      {wasThere && <Body document={document} asOf={asOf} />}
    </Stack>
  );
}

interface ShownProps extends AsOfSearch {
  readonly document: SourceDocument;
}

function Body({ document, asOf }: ShownProps) {
  const { mark, since } = route.useSearch();
  const marks = useMemo(() => marksOf(document), [document]);

  useEffect(() => {
    if (mark === undefined || marks.length === 0) return;
    window.document.querySelector(`[data-mark="${CSS.escape(mark)}"]`)?.scrollIntoView({ block: 'center' });
  }, [mark, marks]);

  const statements = document.candidates.nodes;
  const report = document.wave?.report;
  return (
    <>
      {asOf === undefined && (
        <Suspense fallback={<Waiting />}>
          <DocumentChain document={document} />
        </Suspense>
      )}
      <Grid>
        <Grid.Col span={{ base: 12, lg: 7 }}>
          {since !== undefined && <Changes before={since} after={document.id} asOf={asOf} />}
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
            <Versions document={document} asOf={asOf} />
            <Section title={`First seen in this source (${document.candidates.totalCount})`}>
              <Stack gap="xs">
                {statements.map((statement) => (
                  <StatementLine
                    key={statement.id}
                    statement={statement}
                    isHere={itemIdOf(statement.id) === mark}
                  />
                ))}
                {statements.length === 0 && <Text c="dimmed">None that you can see.</Text>}
              </Stack>
            </Section>
            {report && !isAfter(report.createdAt, asOf) && (
              <Section title="Whole ingestion">
                <ReportPanel report={report} />
              </Section>
            )}
          </Stack>
        </Grid.Col>
      </Grid>
    </>
  );
}

interface HeadProps extends ShownProps {
  onErased(): void;
}

function Head({ document, asOf, onErased }: HeadProps) {
  const reviews = useHasRole('reviewer');
  const administers = useHasRole('admin');
  const isNow = asOf === undefined;
  return (
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
        <GraphAnchor id={idAsOf(document.id, asOf)} />
        {reviews && isNow && (
          <Anchor component={Link} to={`/inbox?document=${document.id}`} size="sm">
            Review what is waiting from it
          </Anchor>
        )}
        {administers && isNow && document.erasedAt === null && (
          <Suspense>
            <ErasePanel document={document} onErased={onErased} />
          </Suspense>
        )}
      </Group>
      {document.erasedAt !== null && (
        <Text size="sm" c="dimmed">
          Its words were erased <Instant at={document.erasedAt} />.
        </Text>
      )}
      {isNow && (
        <>
          <RecordLinks says="Takes the place of" records={document.supersedes.nodes} />
          <RecordLinks says="Its place is taken by" records={document.supersededBy.nodes} />
        </>
      )}
    </div>
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

/** The versions of its path that had come, oldest first: each opens, and each is compared with this one. */
function Versions({ document, asOf }: ShownProps) {
  const versions = document.versions.nodes.filter(({ createdAt }) => !isAfter(createdAt, asOf));
  if (versions.length < 2) return null;
  return (
    <Section title={`Versions (${versions.length})`}>
      {versions.map(({ id, createdAt, contributor }, at) => (
        <Group key={id} gap="xs" mih={26}>
          <Anchor
            component={Link}
            to={addressAsOf('/sources', id, asOf)}
            size="sm"
            fw={id === document.id ? 700 : 400}
          >
            Version {at + 1}
          </Anchor>
          <Text size="sm" c="dimmed">
            {onDate(createdAt)}, {contributor.name}
          </Text>
          {id !== document.id && (
            <Anchor
              size="sm"
              ml="auto"
              renderRoot={(props) => (
                <Link
                  {...props}
                  to="/sources/$id"
                  params={{ id: document.id }}
                  search={{ since: id, asOf }}
                />
              )}
            >
              compare
            </Anchor>
          )}
        </Group>
      ))}
    </Section>
  );
}

/** Difference between two versions, word by word; long unchanged parts are shortened. */
function Changes({ before, after, asOf }: AsOfSearch & { readonly before: string; readonly after: string }) {
  const [{ data, error }] = useQuery({ query: DocumentDiffQuery, variables: { id: before, to: after } });
  if (!data) return error === undefined ? <Waiting /> : <Failure error={error} />;
  const segments = data.document?.diff?.segments ?? [];
  return (
    <Section
      title="What differs from the version that was picked"
      aside={
        <Anchor component={Link} to={addressAsOf('/sources', after, asOf)} size="sm">
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
            key: itemIdOf(id),
            start: span.start,
            end: span.end,
            wrap: (words) => <Link to={factAddress(id)}>{words}</Link>,
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
        to={factAddress(statement.id)}
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
