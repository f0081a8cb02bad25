import { Button, Container, Group, MultiSelect, Select, Stack, Text, TextInput } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useQuery } from 'urql';
import { ask } from '../api/client.ts';
import type { VariablesOf } from '../api/graphql.ts';
import { ProjectNamesQuery } from '../api/project-names.ts';
import { useSession } from '../api/session.tsx';
import { readAll, withRows } from '../explore/download.ts';
import { Failure, Nothing, Waiting } from '../parts/answer-state.tsx';
import { CsvButton } from '../parts/csv-button.tsx';
import { useFoldedFilters } from '../parts/folded-filters.tsx';
import { beginOf, dayOf, endOf } from '../parts/instant.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { SavedViews } from '../parts/saved-views.tsx';
import { Section } from '../parts/section.tsx';
import { counted, inWords } from '../parts/words.ts';
import { type ChangesSearch, changeKinds } from '../shell/search.ts';
import { ChangeLine } from './change-line.tsx';
import { DocumentsLine, ProposalsLine } from './folded-line.tsx';
import { foldChanges } from './folding.ts';
import { type Change, ChangesQuery } from './operations.ts';

const route = getRouteApi('/changes');
const day = 86_400_000;

/** Changes of a project between two days, newest first. */
export function ChangesPage() {
  const search = route.useSearch();
  const navigate = useNavigate({ from: '/changes' });
  const { areShown, button } = useFoldedFilters([search.since, search.until, search.kinds]);
  const [{ data, error }] = useQuery({ query: ProjectNamesQuery });
  if (!data?.projects) return error === undefined ? <Waiting /> : <Failure error={error} />;
  const names = data.projects.nodes.map(({ name }) => name);
  const project = search.project ?? names[0];
  const from = search.since ?? dayOf(new Date(Date.now() - 7 * day));
  const to = search.until ?? dayOf(new Date());
  const choose = (chosen: Partial<ChangesSearch>) =>
    navigate({ search: (before) => ({ ...before, ...chosen }), replace: true });
  return (
    <Container size="lg" p="lg">
      <PageHead title="Changes">
        {button}
        <SavedViews />
      </PageHead>
      <Group align="flex-end" my="md">
        <Select
          label="Project"
          w={200}
          data={names}
          value={project ?? null}
          allowDeselect={false}
          searchable
          onChange={(name) => choose({ project: name ?? undefined })}
        />
        {areShown && (
          <>
            <TextInput
              label="First day"
              type="date"
              max={to}
              value={from}
              onChange={({ currentTarget }) => choose({ since: currentTarget.value || undefined })}
            />
            <TextInput
              label="Last day"
              type="date"
              min={from}
              value={to}
              onChange={({ currentTarget }) => choose({ until: currentTarget.value || undefined })}
            />
            <MultiSelect
              label="Kinds"
              placeholder={search.kinds === undefined ? 'all' : undefined}
              w={320}
              clearable
              data={changeKinds.map((value) => ({ value, label: inWords(value) }))}
              value={[...(search.kinds ?? [])]}
              onChange={(chosen) =>
                choose({
                  kinds:
                    chosen.length === 0 ? undefined : changeKinds.filter((kind) => chosen.includes(kind)),
                })
              }
            />
          </>
        )}
      </Group>
      {project === undefined ? (
        <Text c="dimmed">There is no project that you can see.</Text>
      ) : to < from ? (
        <Text c="dimmed">The last day is before the first.</Text>
      ) : (
        <Days
          // Other days begin with their first page.
          key={JSON.stringify([project, from, to, search.kinds])}
          project={project}
          from={beginOf(from).toISOString()}
          to={endOf(to).toISOString()}
          kinds={search.kinds}
        />
      )}
    </Container>
  );
}

interface Span {
  readonly project: string;
  readonly from: string;
  readonly to: string;
  readonly kinds?: ChangesSearch['kinds'];
}

const dayNames = new Intl.DateTimeFormat('en', { dateStyle: 'full' });

const columns = ['at', 'change', 'actor', 'item', 'content', 'before', 'after', 'reason'] as const;

/** The changes of the days, as rows of a file. */
const readRows = async (session: string, variables: Omit<VariablesOf<typeof ChangesQuery>, 'after'>) => {
  const changes = await readAll<Change>(
    async (after) => (await ask(session, ChangesQuery, { ...variables, after })).changes,
  );
  return withRows(changes, (change) => ({
    at: change.at,
    change: change.__typename.replace(/Event$/, ''),
    actor: change.actor?.name,
    item: change.candidate?.id,
    content: change.candidate?.content,
    ...(change.__typename === 'DecisionEvent'
      ? { before: change.from, after: change.to, reason: change.reason }
      : {}),
    ...(change.__typename === 'RevisionEvent'
      ? { before: change.previous?.content, after: change.wording?.content }
      : {}),
    ...(change.__typename === 'StateEvent' ? { before: change.stateBefore, after: change.stateAfter } : {}),
  }));
};

/** Changes, day by day, as far as they were asked for. */
function Days({ kinds, ...span }: Span) {
  const { id: session } = useSession();
  const [after, setAfter] = useState<string | null>(null);
  const variables = { ...span, kinds: kinds && [...kinds] };
  const [{ data, error, fetching }] = useQuery({
    query: ChangesQuery,
    variables: { ...variables, after },
  });
  if (!data?.changes) return fetching ? <Waiting /> : <Failure error={error} />;
  const { nodes, totalCount, pageInfo } = data.changes;
  if (nodes.length === 0)
    return <Nothing title="Nothing changed">Nothing that you can see changed in these days.</Nothing>;
  const days = Map.groupBy(nodes, ({ at }) => dayNames.format(new Date(at)));
  return (
    <Stack>
      <Group justify="space-between">
        <Text size="sm" c="dimmed" role="status">
          {counted(totalCount, 'change')}
        </Text>
        <CsvButton name="changes" columns={columns} read={() => readRows(session, variables)} />
      </Group>
      {[...days].map(([name, changes]) => {
        // The oldest day goes on where the list does.
        const goesOn = pageInfo.hasNextPage && changes.at(-1) === nodes.at(-1);
        return (
          <Section
            key={name}
            title={name}
            aside={!goesOn && <Text size="sm">{counted(changes.length, 'change')}</Text>}
          >
            <Stack gap="sm">
              {foldChanges(changes, goesOn).map((line, at) =>
                'proposals' in line ? (
                  // biome-ignore lint/suspicious/noArrayIndexKey: events have no id, and their order stays
                  <ProposalsLine key={at} {...line} />
                ) : 'documents' in line ? (
                  // biome-ignore lint/suspicious/noArrayIndexKey: as above
                  <DocumentsLine key={at} {...line} />
                ) : (
                  // biome-ignore lint/suspicious/noArrayIndexKey: as above
                  <ChangeLine key={at} change={line} />
                ),
              )}
            </Stack>
          </Section>
        );
      })}
      {pageInfo.hasNextPage && (
        <Button variant="default" onClick={() => setAfter(pageInfo.endCursor)}>
          Show older
        </Button>
      )}
    </Stack>
  );
}
