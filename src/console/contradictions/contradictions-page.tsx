import { Badge, Button, Card, Center, Container, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useQuery } from 'urql';
import { addressIn, cameBy } from '../parts/addresses.ts';
import { Failure, Waiting } from '../parts/answer-state.tsx';
import { AsOfBar } from '../parts/as-of-bar.tsx';
import { AsTheyStood } from '../parts/as-they-stood.tsx';
import { StatusBadge } from '../parts/badges.tsx';
import { Instant } from '../parts/instant.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { WordDiff } from '../parts/word-diff.tsx';
import { inWords, lengthOf } from '../parts/words.ts';
import type { AsOfSearch } from '../shell/search.ts';
import {
  type ContradictionFilter,
  type ContradictionRow,
  ContradictionsQuery,
  ContradictionsThenQuery,
} from './operations.ts';

const route = getRouteApi('/contradictions');

/** Selects a status, now or as of an instant. */
const filterOf = (status: 'OPEN' | 'RESOLVED', asOf: string | undefined): ContradictionFilter => {
  const by = cameBy(asOf);
  if (by === undefined) return { status: { eq: status } };
  return status === 'RESOLVED'
    ? { resolvedAt: by }
    : { detectedAt: by, or: [{ status: { eq: 'OPEN' } }, { resolvedAt: { gte: by.lt } }] };
};

/** The contradictions that the viewer sees, newest first, as differences. */
export function ContradictionsPage() {
  const { status = 'OPEN', asOf } = route.useSearch();
  const navigate = useNavigate({ from: '/contradictions' });
  return (
    <Container size="lg" py="lg">
      <Stack>
        <PageHead title="Contradictions">
          <SegmentedControl
            aria-label="Status"
            value={status}
            onChange={(chosen) =>
              navigate({ search: { asOf, status: chosen === 'RESOLVED' ? 'RESOLVED' : undefined } })
            }
            data={[
              { value: 'OPEN', label: 'Open' },
              { value: 'RESOLVED', label: 'Resolved' },
            ]}
          />
        </PageHead>
        <AsOfBar
          asOf={asOf}
          onChange={(instant) => navigate({ search: (before) => ({ ...before, asOf: instant }) })}
        />
        {asOf !== undefined && (
          <Text size="sm">
            One that was reopened since is listed as open: its former resolution is not kept.
          </Text>
        )}
        <Rows key={`${status}@${asOf}`} status={status} asOf={asOf} />
      </Stack>
    </Container>
  );
}

interface RowsProps extends AsOfSearch {
  readonly status: 'OPEN' | 'RESOLVED';
}

function Rows({ status, asOf }: RowsProps) {
  const [after, setAfter] = useState<string | null>(null);
  const [{ data, error }] = useQuery({
    query: ContradictionsQuery,
    variables: { first: 25, after, filter: filterOf(status, asOf) },
  });
  if (!data?.contradictions)
    return error === undefined && data === undefined ? <Waiting /> : <Failure error={error} />;
  const { nodes, pageInfo } = data.contradictions;
  return (
    <>
      {asOf === undefined ? (
        nodes.map((row) => <Row key={row.id} row={row} opens={status === 'OPEN' ? 'Resolve' : 'Open'} />)
      ) : (
        <AsTheyStood
          query={ContradictionsThenQuery}
          rows={nodes}
          asOf={asOf}
          draw={(row) => row.__typename === 'Contradiction' && <Row key={row.id} row={row} opens="Open" />}
        />
      )}
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
    </>
  );
}

function Row({ row, opens }: { readonly row: ContradictionRow; readonly opens: string }) {
  const { id, severity, detectedAt, explanation, itemA, itemB } = row;
  return (
    <Card withBorder component="article" aria-label={explanation}>
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
          to={addressIn('/contradictions', id)}
          size="compact-sm"
          variant="light"
          ml="auto"
        >
          {opens}
        </Button>
      </Group>
      <WordDiff before={itemA.content} after={itemB.content} />
      <Text size="sm" c="dimmed">
        {explanation}
      </Text>
    </Card>
  );
}
