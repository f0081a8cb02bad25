import {
  Anchor,
  Badge,
  Box,
  Button,
  Card,
  Container,
  Group,
  Progress,
  Stack,
  Tabs,
  Text,
  Title,
} from '@mantine/core';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useQuery } from 'urql';
import { useHasRole } from '../api/session.tsx';
import { addressIn, cameBy, isSnapshot } from '../parts/addresses.ts';
import { Failure, Nothing, Waiting } from '../parts/answer-state.tsx';
import { AsOfBar } from '../parts/as-of-bar.tsx';
import { AsTheyStood } from '../parts/as-they-stood.tsx';
import { StoredText } from '../parts/stored-text.tsx';
import { TabRow } from '../parts/tab-row.tsx';
import { useTitle } from '../parts/title.ts';
import { counted, inWords, lengthOf } from '../parts/words.ts';
import type { AsOfSearch } from '../shell/search.ts';
import { gateSentence } from './gate.ts';
import { type PathwayLine, PathwaysQuery, PathwaysThenQuery } from './operations.ts';
import { StateTab } from './state-tab.tsx';

/** Each pathway, whether it may still be replayed, and the newest versions of its traces. */
function TracesTab({ asOf }: AsOfSearch) {
  const [after, setAfter] = useState<string | null>(null);
  const [{ data, error }] = useQuery({
    query: PathwaysQuery,
    variables: { first: 25, after, filter: { createdAt: cameBy(asOf) ?? null } },
  });
  if (!data?.pathways) return error === undefined ? <Waiting /> : <Failure error={error} />;
  const { nodes, pageInfo } = data.pathways;
  return (
    <Stack>
      {asOf === undefined ? (
        nodes.map((pathway) => <PathwayCard key={pathway.id} pathway={pathway} />)
      ) : (
        <>
          <Text size="sm">Replays are counted until today: earlier counts are not kept.</Text>
          <AsTheyStood
            query={PathwaysThenQuery}
            rows={nodes}
            asOf={asOf}
            draw={(node) => node.__typename === 'Pathway' && <PathwayCard key={node.id} pathway={node} />}
          />
        </>
      )}
      {nodes.length === 0 && (
        <Nothing title="No traces">
          {asOf === undefined
            ? 'No agent has recorded how a run went. `insertTrace` of the API records one.'
            : 'No agent had recorded yet how a run went.'}
        </Nothing>
      )}
      {pageInfo.hasNextPage && (
        <Button variant="default" onClick={() => setAfter(pageInfo.endCursor)}>
          Show more: {nodes.length} of {lengthOf(data.pathways)} shown
        </Button>
      )}
    </Stack>
  );
}

function PathwayCard({ pathway }: { readonly pathway: PathwayLine }) {
  const { taskClass, filePrefix, signalClass, retired, replayCount, replaysSucceeded } = pathway;
  return (
    <Card withBorder component="article" aria-label={taskClass}>
      <Group gap="xs">
        <Text fw={600}>
          <StoredText>{taskClass}</StoredText>
        </Text>
        <Badge color="gray">{filePrefix}</Badge>
        {signalClass !== null && <Badge color="gray">{inWords(signalClass)}</Badge>}
        {retired && <Badge color="red">retired</Badge>}
      </Group>
      <Group gap="sm" my={6}>
        <Progress
          w={180}
          aria-label="Replays that succeeded"
          color={retired ? 'red' : 'teal'}
          value={100 * pathway.successRate}
        />
        <Text size="sm">
          {replayCount > 0 && `${replaysSucceeded} of ${counted(replayCount, 'replay')} succeeded. `}
          {!isSnapshot(pathway.id) && gateSentence(pathway)}
        </Text>
      </Group>
      <Group gap="md">
        {pathway.traces.nodes.map(({ id, traceUid, version }) => (
          <Anchor key={id} component={Link} to={addressIn('/chains', id)} size="sm">
            Trace {traceUid.slice(-6)}, version {version}
          </Anchor>
        ))}
      </Group>
    </Card>
  );
}

const route = getRouteApi('/chains');

/** Changes step by step: the traces of runs, and the trusted state of projects. */
export function ChainsPage() {
  const { tab = 'traces', project, asOf } = route.useSearch();
  const navigate = useNavigate({ from: '/chains' });
  const audits = useHasRole('auditor');
  useTitle(tab === 'state' ? ['Project state', project].filter(Boolean).join(' of ') : undefined);
  return (
    <Container size="lg" p="lg">
      <Title order={1} fz={22} mb="sm">
        Version chains
      </Title>
      <Box mb="md">
        <AsOfBar
          asOf={asOf}
          ofNow="Names are as they are now."
          onChange={(instant) =>
            navigate({ search: (before) => ({ ...before, asOf: instant }), replace: true })
          }
        />
      </Box>
      <Tabs
        value={tab}
        keepMounted={false}
        onChange={(chosen) => navigate({ search: { tab: chosen === 'state' ? 'state' : undefined, asOf } })}
      >
        <TabRow open={tab}>
          <Tabs.Tab value="traces">Traces</Tabs.Tab>
          <Tabs.Tab value="state">Project state</Tabs.Tab>
        </TabRow>
        <Tabs.Panel value="traces">
          <TracesTab key={asOf} asOf={asOf} />
        </Tabs.Panel>
        <Tabs.Panel value="state">
          <StateTab />
        </Tabs.Panel>
      </Tabs>
      <Text size="sm" c="dimmed" mt="lg">
        Documents have their versions on their own pages, in{' '}
        <Anchor component={Link} to="/sources" underline="always">
          Sources
        </Anchor>
        ; facts under Revisions
        {audits && (
          <>
            ; the label policy in{' '}
            <Anchor component={Link} to="/governance?tab=policy" underline="always">
              Governance
            </Anchor>
          </>
        )}
        .
      </Text>
    </Container>
  );
}
