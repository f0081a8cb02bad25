import {
  Anchor,
  Badge,
  Button,
  Card,
  Center,
  Container,
  Group,
  Progress,
  Stack,
  Text,
  Title,
} from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useQuery } from 'urql';
import { Failure, Waiting } from '../parts/answer-state.tsx';
import { StoredText } from '../parts/stored-text.tsx';
import { percent } from '../parts/words.ts';
import { PathwaysQuery } from './operations.ts';

/** Replays that a pathway needs before it may be served, and the share of them that must have succeeded. */
const gate = { replays: 3, rate: 0.8 };

const gateSentence = (pathway: {
  retired: boolean;
  eligibleForReplay: boolean;
  replayCount: number;
  successRate: number;
}) => {
  if (pathway.retired)
    return `Retired: after ${pathway.replayCount} replays ${percent(pathway.successRate)} had succeeded, and ${percent(gate.rate)} are needed.`;
  if (pathway.replayCount < gate.replays)
    return `${gate.replays - pathway.replayCount} more replays until the gate of ${percent(gate.rate)} is asked.`;
  return pathway.eligibleForReplay ? 'It may be replayed.' : 'It is not replayed.';
};

/** Each pathway, whether it may still be replayed, and the newest versions of its traces. */
export function ChainsPage() {
  const [after, setAfter] = useState<string | null>(null);
  const [{ data, error }] = useQuery({ query: PathwaysQuery, variables: { first: 25, after } });
  if (!data) return error === undefined ? <Waiting /> : <Failure error={error} />;
  const { nodes, totalCount, pageInfo } = data.pathways;
  return (
    <Container size="lg" p="lg">
      <Title order={1} fz={22} mb="sm">
        Version chains
      </Title>
      <Stack>
        {nodes.map((pathway) => (
          <Card withBorder key={pathway.id} component="article" aria-label={pathway.taskClass}>
            <Group gap="xs">
              <Text fw={600}>
                <StoredText>{pathway.taskClass}</StoredText>
              </Text>
              <Badge color="gray">{pathway.filePrefix}</Badge>
              {pathway.signalClass !== null && <Badge color="gray">{pathway.signalClass}</Badge>}
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
                {pathway.replaysSucceeded} of {pathway.replayCount} replays succeeded. {gateSentence(pathway)}
              </Text>
            </Group>
            <Group gap="md">
              {pathway.traces.nodes.map(({ id, traceUid, version }) => (
                <Anchor key={id} component={Link} to={`/chains/${id}`} size="sm">
                  {traceUid.slice(0, 8)}, version {version}
                </Anchor>
              ))}
            </Group>
          </Card>
        ))}
        {nodes.length === 0 && (
          <Center h={200}>
            <Text c="dimmed">No trace was recorded yet.</Text>
          </Center>
        )}
        {pageInfo.hasNextPage && (
          <Button variant="default" onClick={() => setAfter(pageInfo.endCursor)}>
            Next of {totalCount}
          </Button>
        )}
      </Stack>
    </Container>
  );
}
