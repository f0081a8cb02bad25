import {
  Badge,
  Button,
  Card,
  Center,
  Container,
  Group,
  SegmentedControl,
  Stack,
  Text,
  Title,
} from '@mantine/core';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useQuery } from 'urql';
import { Failure, Waiting } from '../parts/answer-state.tsx';
import { StatusBadge } from '../parts/badges.tsx';
import { Instant } from '../parts/instant.tsx';
import { WordDiff } from '../parts/word-diff.tsx';
import { inWords, lengthOf } from '../parts/words.ts';
import { ContradictionsQuery } from './operations.ts';

const route = getRouteApi('/contradictions');

/** The contradictions that the viewer sees, newest first, as differences. */
export function ContradictionsPage() {
  const { status = 'OPEN' } = route.useSearch();
  const navigate = useNavigate({ from: '/contradictions' });
  const [after, setAfter] = useState<string | null>(null);
  const [{ data, error }] = useQuery({
    query: ContradictionsQuery,
    variables: { first: 25, after, filter: { status: { eq: status } } },
  });
  if (!data) return error === undefined ? <Waiting /> : <Failure error={error} />;
  if (data.contradictions === null) return <Failure error={error} />;
  const { nodes, pageInfo } = data.contradictions;
  return (
    <Container size="lg" py="lg">
      <Group justify="space-between" mb="md">
        <Title order={1} fz={22}>
          Contradictions
        </Title>
        <SegmentedControl
          aria-label="Status"
          value={status}
          onChange={(chosen) => {
            setAfter(null);
            navigate({ search: { status: chosen === 'RESOLVED' ? 'RESOLVED' : undefined } });
          }}
          data={[
            { value: 'OPEN', label: 'Open' },
            { value: 'RESOLVED', label: 'Resolved' },
          ]}
        />
      </Group>
      <Stack>
        {nodes.map(({ id, severity, detectedAt, explanation, itemA, itemB }) => (
          <Card key={id} withBorder component="article" aria-label={explanation}>
            <Group gap="xs" mb={4}>
              <Badge color={severity === 'HARD' ? 'red' : 'orange'}>{inWords(severity ?? 'unrated')}</Badge>
              <Badge color="gray">{itemA.project.name}</Badge>
              <StatusBadge status={itemA.status} />
              <StatusBadge status={itemB.status} />
              <Text size="xs" c="dimmed">
                <Instant at={detectedAt} />
              </Text>
              <Button
                component={Link}
                to={`/contradictions/${id}`}
                size="compact-sm"
                variant="light"
                ml="auto"
              >
                {status === 'OPEN' ? 'Resolve' : 'Open'}
              </Button>
            </Group>
            <WordDiff before={itemA.content} after={itemB.content} />
            <Text size="sm" c="dimmed">
              {explanation}
            </Text>
          </Card>
        ))}
        {nodes.length === 0 && (
          <Center h={200}>
            <Text c="dimmed">
              {status === 'OPEN' ? 'No contradiction is open.' : 'None has been resolved yet.'}
            </Text>
          </Center>
        )}
        {pageInfo.hasNextPage && (
          <Button variant="default" onClick={() => setAfter(pageInfo.endCursor)}>
            Show more: {nodes.length} of {lengthOf(data.contradictions)} shown
          </Button>
        )}
      </Stack>
    </Container>
  );
}
