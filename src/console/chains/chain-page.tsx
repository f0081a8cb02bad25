import { Anchor, Badge, Container, Group, SimpleGrid, Stack, Table, Text, Title } from '@mantine/core';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useMemo } from 'react';
import { useQuery } from 'urql';
import { columnTitle } from '../explore/columns.ts';
import { addressIn, idAsOf, isSnapshot } from '../parts/addresses.ts';
import { Failure, NotShown, Waiting } from '../parts/answer-state.tsx';
import { AsOfBar } from '../parts/as-of-bar.tsx';
import { FromTo } from '../parts/from-to.tsx';
import { GraphAnchor } from '../parts/graph-anchor.tsx';
import { ago, onDate } from '../parts/instant.tsx';
import { Section } from '../parts/section.tsx';
import { ShareBar } from '../parts/share-bar.tsx';
import { StoredText } from '../parts/stored-text.tsx';
import { useTitle } from '../parts/title.ts';
import { WordDiff } from '../parts/word-diff.tsx';
import { counted, percent } from '../parts/words.ts';
import { NotFound } from '../shell/not-found.tsx';
import { gateSentence } from './gate.ts';
import { ChainQuery, HotswapQuery, type TraceChain, type Version } from './operations.ts';

const FlowGraph = lazy(() =>
  import('../parts/flow-graph.tsx').then((module) => ({ default: module.FlowGraph })),
);
const route = getRouteApi('/chains/$id');

/** One chain of versions, two of them picked, and what differs. */
export function ChainPage() {
  const { id } = route.useParams();
  const { asOf } = route.useSearch();
  const navigate = useNavigate({ from: '/chains/$id' });
  const shownId = idAsOf(id, asOf);
  const [{ data, error, fetching }] = useQuery({ query: ChainQuery, variables: { id: shownId } });
  const node = data?.node;
  const found = node?.__typename === 'PathwayTrace' && node.id === shownId ? node : undefined;
  useTitle(found?.chain.nodes[0]?.taskClass);
  if (found === undefined && asOf === undefined && !fetching)
    return error === undefined ? <NotFound /> : <Failure error={error} />;
  return (
    <Container fluid p="lg">
      <Stack>
        <AsOfBar
          asOf={asOf}
          onChange={(instant) =>
            navigate({ search: (before) => ({ ...before, asOf: instant }), replace: true })
          }
        />
        {found === undefined ? <NotShown error={error} isAsked={fetching} /> : <Chain trace={found} />}
      </Stack>
    </Container>
  );
}

function Chain({ trace }: { readonly trace: TraceChain }) {
  const { from, to } = route.useSearch();
  const navigate = useNavigate({ from: '/chains/$id' });
  const versions = useMemo(
    () => [...trace.chain.nodes].sort((one, other) => one.version - other.version),
    [trace],
  );
  const after = versions.find(({ version }) => version === to) ?? versions.at(-1);
  const before = versions.find(({ version }) => version === from) ?? versions.at(-2) ?? after;
  const { steps, links } = useMemo(
    () => ({
      steps: versions.map(({ id, version, createdAt, replayCount, successRate, supersededAt }) => ({
        id,
        what: supersededAt === null ? 'head' : 'superseded',
        title: `Version ${version}`,
        detail: `${ago(createdAt)}; ${replayCount === 0 ? 'not replayed' : `${counted(replayCount, 'replay')}, ${percent(successRate)}`}`,
        to: addressIn('/chains', id),
        isHere: id === trace.id,
      })),
      links: versions
        .slice(1)
        .map(({ id }, at) => ({ from: versions[at]?.id ?? id, to: id, says: 'revised' })),
    }),
    [versions, trace.id],
  );
  if (before === undefined || after === undefined) return <NotFound />;
  const choices = versions.map(({ version, createdAt }) => ({
    value: String(version),
    label: `${version}, ${onDate(createdAt)}`,
  }));
  return (
    <>
      <Group gap="xs">
        <Title order={1} fz={22}>
          {after.taskClass}
        </Title>
        <Badge color="gray">{after.filePath}</Badge>
        {trace.pathway?.retired && <Badge color="red">retired</Badge>}
        {trace.pathway && !isSnapshot(trace.id) && (
          <Text size="sm" c="dimmed">
            {gateSentence(trace.pathway)}
          </Text>
        )}
        <GraphAnchor id={trace.id} />
      </Group>
      <Suspense fallback={<Waiting />}>
        <FlowGraph steps={steps} links={links} label="The chain of versions" />
      </Suspense>
      <SimpleGrid cols={{ base: 1, lg: 2 }}>
        <Section title="What differs">
          <FromTo
            choices={choices}
            from={before.version}
            to={after.version}
            onChoose={(chosen) => navigate({ search: (search) => ({ ...search, ...chosen }), replace: true })}
          />
          <Differences before={before} after={after} />
        </Section>
        <Section title="Replays by version">
          {isSnapshot(trace.id) && <Text size="sm">Counted until today: earlier counts are not kept.</Text>}
          <Replays versions={versions} />
        </Section>
        {!isSnapshot(trace.id) && <Hotswap version={after} />}
      </SimpleGrid>
    </>
  );
}

const compared = [
  'finalVerdict',
  'reducerSummary',
  'filePath',
  'taskClass',
  'signalClass',
  'semanticFlags',
] as const;

const asText = (value: Version[(typeof compared)[number]]): string =>
  value === null ? '' : Array.isArray(value) ? value.join(', ') : String(value);

function Differences({ before, after }: { readonly before: Version; readonly after: Version }) {
  const changed = compared.filter((field) => asText(before[field]) !== asText(after[field]));
  if (changed.length === 0) return <Text c="dimmed">Nothing that you may see differs.</Text>;
  return (
    <Table>
      <Table.Tbody>
        {changed.map((field) => (
          <Table.Tr key={field}>
            <Table.Th w={150}>{columnTitle(field)}</Table.Th>
            <Table.Td>
              <WordDiff before={asText(before[field])} after={asText(after[field])} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

/** Trace that a run like this one would be served, or the reason for none. */
function Hotswap({ version: { taskClass, filePath, signalClass } }: { readonly version: Version }) {
  const [{ data }] = useQuery({ query: HotswapQuery, variables: { taskClass, filePath, signalClass } });
  if (!data?.queryForHotswap) return null;
  return (
    <Section title="Served to a run like this">
      {data.queryForHotswap.length === 0 && (
        <Text size="sm" c="dimmed">
          Nothing: no version in force of this pathway may be served.
        </Text>
      )}
      {data.queryForHotswap.map((trace) => (
        <Text size="sm" key={trace.id}>
          <Anchor component={Link} to={`/chains/${trace.id}`} size="sm" underline="always">
            Trace {trace.traceUid.slice(-6)}, version {trace.version}
          </Anchor>
          :{' '}
          {trace.replayCount === 0
            ? 'not replayed yet'
            : `${percent(trace.successRate)} of ${counted(trace.replayCount, 'replay')} succeeded`}
          {trace.finalVerdict !== null && (
            <>
              ; <StoredText>{trace.finalVerdict}</StoredText>
            </>
          )}
        </Text>
      ))}
    </Section>
  );
}

/** A bar for each version: all replays, and those that succeeded. */
function Replays({ versions }: { readonly versions: readonly Version[] }) {
  const most = Math.max(1, ...versions.map(({ replayCount }) => replayCount));
  return (
    <Table>
      <Table.Tbody>
        {versions.map(({ id, version, replayCount, replaysSucceeded }) => (
          <Table.Tr key={id}>
            <Table.Th w={60}>{version}</Table.Th>
            <Table.Td>
              <ShareBar
                most={most}
                shares={[
                  {
                    name: 'replays succeeded',
                    count: replaysSucceeded,
                    color: 'var(--mantine-color-teal-6)',
                  },
                  {
                    name: 'failed',
                    count: replayCount - replaysSucceeded,
                    color: 'var(--mantine-color-red-4)',
                  },
                ]}
              />
            </Table.Td>
            <Table.Td w={80}>{replayCount === 0 ? 'none' : `${replaysSucceeded} of ${replayCount}`}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
