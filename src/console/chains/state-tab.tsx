import { Badge, Group, Select, Stack, Text } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useQuery } from 'urql';
import { ProjectNamesQuery } from '../api/project-names.ts';
import { Failure, Waiting } from '../parts/answer-state.tsx';
import { onDate } from '../parts/instant.tsx';
import { Section } from '../parts/section.tsx';
import { type TextVersion, VersionChain } from '../parts/version-chain.tsx';
import type { AsOfSearch } from '../shell/search.ts';
import { type StateEntry, StateQuery } from './operations.ts';

const route = getRouteApi('/chains');

/** The trusted state of a project, entry by entry, with every value that it had. */
export function StateTab() {
  const { project, asOf } = route.useSearch();
  const navigate = useNavigate({ from: '/chains' });
  const [{ data, error }] = useQuery({ query: ProjectNamesQuery });
  if (!data?.projects) return error === undefined ? <Waiting /> : <Failure error={error} />;
  const names = data.projects.nodes.map(({ name }) => name);
  const chosen = project ?? names[0];
  return (
    <Stack>
      <Select
        label="Project"
        maw={260}
        data={names}
        value={chosen ?? null}
        allowDeselect={false}
        onChange={(name) =>
          navigate({ search: { tab: 'state', project: name ?? undefined, asOf }, replace: true })
        }
      />
      {chosen === undefined ? (
        <Text c="dimmed">There is no project that you can see.</Text>
      ) : (
        <Entries key={`${chosen}@${asOf}`} project={chosen} asOf={asOf} />
      )}
    </Stack>
  );
}

const versionsOf = ({ id, value, version, setAt, setBy, history }: StateEntry): TextVersion[] =>
  [...history, { value, version, setAt, setBy }]
    .filter(({ version: number }, at, all) => all.findIndex((one) => one.version === number) === at)
    .sort((one, other) => one.version - other.version)
    .map((one) => ({
      id: `${id}-${one.version}`,
      title: `Version ${one.version}`,
      detail: `${onDate(one.setAt)}, ${one.setBy.name}`,
      text: one.value,
    }));

function Entries({ project, asOf }: AsOfSearch & { readonly project: string }) {
  const [{ data, error }] = useQuery({ query: StateQuery, variables: { project, asOf: asOf ?? null } });
  if (!data?.projectState) return error === undefined ? <Waiting /> : <Failure error={error} />;
  if (data.projectState.length === 0)
    return (
      <Text c="dimmed">
        No curator {asOf === undefined ? 'has set anything' : 'had set anything then'} for this project.
      </Text>
    );
  return data.projectState.map((entry) => (
    <Section
      key={entry.id}
      title={`${entry.category} / ${entry.key}`}
      aside={
        <Group gap={4}>
          <Badge color="teal">trust {entry.trust.toLowerCase()}</Badge>
          <Badge color="gray">version {entry.version}</Badge>
        </Group>
      }
    >
      <VersionChain versions={versionsOf(entry)} label={`The versions of ${entry.key}`} />
    </Section>
  ));
}
