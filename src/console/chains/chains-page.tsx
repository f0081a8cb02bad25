import {
  Anchor,
  Badge,
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
import { Failure, Nothing, Waiting } from '../parts/answer-state.tsx';
import { StoredText } from '../parts/stored-text.tsx';
import { TabRow } from '../parts/tab-row.tsx';
import { useTitle } from '../parts/title.ts';
import { counted, inWords, lengthOf } from '../parts/words.ts';
import { gateSentence } from './gate.ts';
import { PathwaysQuery } from './operations.ts';
import { StateTab } from './state-tab.tsx';

/** Each pathway, whether it may still be replayed, and the newest versions of its traces. */
function TracesTab() {
  const [after, setAfter] = useState<string | null>(null);
  const [{ data, error }] = useQuery({ query: PathwaysQuery, variables: { first: 25, after } });
  if (!data?.pathways) return error === undefined ? <Waiting /> : <Failure error={error} />;
  const { nodes, pageInfo } = data.pathways;
  return (
    <Stack>
      {nodes.map((pathway) => (
        <Card withBorder key={pathway.id} component="article" aria-label={pathway.taskClass}>
          <Group gap="xs">
            <Text fw={600}>
              <StoredText>{pathway.taskClass}</StoredText>
            </Text>
            <Badge color="gray">{pathway.filePrefix}</Badge>
            {pathway.signalClass !== null && <Badge color="gray">{inWords(pathway.signalClass)}</Badge>}
            {pathway.retired && <Badge color="red">retired</Badge>}
          </Group>
          <Group gap="sm" my={6}>
            <Progress
              w={180}
              aria-label="Replays that succeeded"
              color={pathway.retired ? 'red' : 'teal'}
              value={100 * pathway.successRate}
            />
            <Text size="sm">
              {pathway.replayCount > 0 &&
                `${pathway.replaysSucceeded} of ${counted(pathway.replayCount, 'replay')} succeeded. `}
              {gateSentence(pathway)}
            </Text>
          </Group>
          <Group gap="md">
            {pathway.traces.nodes.map(({ id, traceUid, version }) => (
              <Anchor key={id} component={Link} to={`/chains/${id}`} size="sm">
                Trace {traceUid.slice(-6)}, version {version}
              </Anchor>
            ))}
          </Group>
        </Card>
      ))}
      {nodes.length === 0 && (
        <Nothing title="No traces">
          No agent has recorded how a run went. `insertTrace` of the API records one.
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

const route = getRouteApi('/chains');

/** Changes step by step: the traces of runs, and the trusted state of projects. */
export function ChainsPage() {
  const { tab = 'traces', project } = route.useSearch();
  const navigate = useNavigate({ from: '/chains' });
  const audits = useHasRole('auditor');
  useTitle(tab === 'state' ? ['Project state', project].filter(Boolean).join(' of ') : undefined);
  return (
    <Container size="lg" p="lg">
      <Title order={1} fz={22} mb="sm">
        Version chains
      </Title>
      <Tabs
        value={tab}
        keepMounted={false}
        onChange={(chosen) => navigate({ search: { tab: chosen === 'state' ? 'state' : undefined } })}
      >
        <TabRow open={tab}>
          <Tabs.Tab value="traces">Traces</Tabs.Tab>
          <Tabs.Tab value="state">Project state</Tabs.Tab>
        </TabRow>
        <Tabs.Panel value="traces">
          <TracesTab />
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
