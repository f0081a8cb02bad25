import {
  Anchor,
  Badge,
  Button,
  Container,
  Group,
  Select,
  Stack,
  Table,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useQuery } from 'urql';
import { useHasRole } from '../api/session.tsx';
import { addressAsOf, cameBy, isAfter } from '../parts/addresses.ts';
import { Failure, Nothing, Waiting } from '../parts/answer-state.tsx';
import { AsOfField } from '../parts/as-of-field.tsx';
import { AsOfNote } from '../parts/as-of-note.tsx';
import { useChangesLater } from '../parts/changes-later.ts';
import { Instant } from '../parts/instant.tsx';
import { isAnswerTo } from '../parts/is-answer-to.ts';
import { Section } from '../parts/section.tsx';
import { StoredText } from '../parts/stored-text.tsx';
import { counted, lengthOf } from '../parts/words.ts';
import type { SourcesSearch } from '../shell/search.ts';
import { IngestPanel } from './ingest-panel.tsx';
import { SourcesQuery, WavesQuery } from './operations.ts';
import { ReportPanel } from './report-panel.tsx';

const WaveProgress = lazy(() => import('./wave-progress.tsx'));
const route = getRouteApi('/sources');

/** The documents that the viewer sees, what was read from them, and a place to drop more. */
export function SourcesPage() {
  const { project, path, wave, asOf } = route.useSearch();
  const navigate = useNavigate({ from: '/sources' });
  const contributes = useHasRole('contributor');
  const [after, setAfter] = useState<string | null>(null);
  const filter = {
    project: { eq: project ?? null },
    path: { contains: path ?? null },
    waveId: { eq: wave ?? null },
    createdAt: cameBy(asOf) ?? null,
  };
  const variables = { filter, first: 50, after, asOf: asOf ?? null };
  const [answer, refresh] = useQuery({ query: SourcesQuery, variables });
  const { data, error } = answer;
  const change = useChangesLater((part: Partial<SourcesSearch>) => {
    setAfter(null);
    navigate({ search: (before) => ({ ...before, ...part }), replace: true });
  }, 200);
  if (!data?.documents) return error === undefined ? <Waiting /> : <Failure error={error} />;
  const { nodes, pageInfo } = data.documents;
  const isOld = !isAnswerTo(answer, variables);
  return (
    <Container fluid p="lg">
      <Stack>
        <Title order={1} fz={22}>
          Sources
        </Title>
        {contributes && asOf === undefined && (
          <IngestPanel project={project} onDone={() => refresh({ requestPolicy: 'network-only' })} />
        )}
        <Group align="flex-end">
          <Select
            label="Project"
            placeholder="All projects"
            clearable
            data={data.projects?.nodes.map(({ name }) => name)}
            value={project ?? null}
            onChange={(chosen) => change({ project: chosen ?? undefined })}
          />
          <TextInput
            label="Path"
            placeholder="part of the path"
            defaultValue={path ?? ''}
            onChange={({ currentTarget: { value } }) => change({ path: value === '' ? undefined : value })}
          />
          {wave !== undefined && (
            <Button variant="default" onClick={() => change({ wave: undefined })}>
              Show every ingestion
            </Button>
          )}
          <AsOfField asOf={asOf} onChange={(instant) => change({ asOf: instant })} />
          <Text size="sm" c="dimmed" role="status">
            {isOld ? 'Searching' : counted(lengthOf(data.documents), 'document')}
          </Text>
        </Group>
        {asOf !== undefined && (
          <AsOfNote
            asOf={asOf}
            ofNow="Names are as they are now."
            onNow={() => change({ asOf: undefined })}
          />
        )}
        {nodes.length === 0 ? (
          <Nothing title="No documents">
            {project === undefined && path === undefined && wave === undefined
              ? `Nothing that you can see ${asOf === undefined ? 'has been ingested yet' : 'had been ingested then'}.`
              : 'No document that you can see matches the filters.'}
          </Nothing>
        ) : (
          <Table.ScrollContainer minWidth={720} aria-busy={isOld} opacity={isOld ? 0.5 : undefined}>
            <Table verticalSpacing="xs" highlightOnHover className="stacks">
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>Path</Table.Th>
                  <Table.Th>Title</Table.Th>
                  <Table.Th w={130}>Project</Table.Th>
                  <Table.Th w={140}>First seen here</Table.Th>
                  <Table.Th w={150}>Ingested</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {nodes.map((document) => (
                  <Table.Tr key={document.id}>
                    <Table.Td data-wide>
                      <Anchor component={Link} to={addressAsOf('/sources', document.id, asOf)} size="sm">
                        <StoredText>{document.path}</StoredText>
                      </Anchor>
                      {document.nextVersion !== null && (
                        <Badge color="gray" size="sm" ml={8}>
                          former version
                        </Badge>
                      )}
                    </Table.Td>
                    <Table.Td fz="sm" data-wide>
                      <StoredText>{document.title ?? ''}</StoredText>
                    </Table.Td>
                    <Table.Td fz="sm" data-label="Project">
                      {document.project.name}
                    </Table.Td>
                    <Table.Td fz="sm" data-label="First seen here">
                      {document.candidates.totalCount}
                    </Table.Td>
                    <Table.Td fz="sm" data-label="Ingested">
                      <Instant at={document.createdAt} />
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        )}
        {pageInfo.hasNextPage && (
          <Button variant="default" onClick={() => setAfter(pageInfo.endCursor)}>
            Show more: {nodes.length} of {lengthOf(data.documents)} shown
          </Button>
        )}
        <Waves key={asOf} project={project} asOf={asOf} />
      </Stack>
    </Container>
  );
}

function Waves({ project, asOf }: Pick<SourcesSearch, 'project' | 'asOf'>) {
  const contributes = useHasRole('contributor');
  const reviews = useHasRole('reviewer');
  const [{ data }] = useQuery({
    query: WavesQuery,
    variables: { filter: { project: { eq: project ?? null }, startedAt: cameBy(asOf) ?? null } },
  });
  return (
    <Stack>
      {data?.ingestionWaves?.nodes.map(({ report, ...wave }) => (
        <Section
          key={wave.id}
          isOneOfMany
          title={`Ingestion of ${counted(wave.documents.totalCount, 'document')}`}
          aside={
            <Text size="sm" c="dimmed">
              <Instant at={wave.startedAt} />
            </Text>
          }
        >
          {wave.unreadDocuments > 0 && asOf === undefined && (contributes || reviews) && (
            <Suspense>
              <WaveProgress wave={wave} />
            </Suspense>
          )}
          {report === null ? (
            <Text size="sm" c="dimmed">
              Nothing was extracted from it yet.
            </Text>
          ) : isAfter(report.createdAt, asOf) ? (
            <Text size="sm" c="dimmed">
              Its last pass came later; what a pass before it did is not kept.
            </Text>
          ) : (
            <ReportPanel report={report} />
          )}
        </Section>
      ))}
    </Stack>
  );
}
