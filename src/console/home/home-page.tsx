import { Badge, Card, Container, Group, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useQuery } from 'urql';
import { graphql } from '../api/graphql.ts';
import { useHasRole, useSession } from '../api/session.tsx';
import { capitalized, inWords, lengthOf } from '../parts/words.ts';
import { usePlaces } from '../shell/places.ts';
import { roleSentences } from '../shell/roles.ts';
import { Tour } from './tour.tsx';

const CommentsForYou = lazy(() => import('./comments-for-you.tsx'));
const WaitingForYou = lazy(() => import('./waiting-for-you.tsx'));

const HomeQuery = graphql(`
  query Home {
    memoryStats {
      total
      pendingReview
      openContradictions
      byStatus { status count }
    }
  }
`);

/** Counts of the inbox, for viewers who may open it. */
const WaitingQuery = graphql(`
  query HomeInbox {
    inbox(first: 0) { totalCount totalCountIsExact }
  }
`);

export function HomePage() {
  const { viewer } = useSession();
  const [{ data }] = useQuery({ query: HomeQuery });
  const reviews = useHasRole('reviewer');
  const [{ data: inbox }] = useQuery({ query: WaitingQuery, pause: !reviews });
  const places = usePlaces().filter(({ to }) => to !== '/');
  const stats = data?.memoryStats;
  const figures: readonly (readonly [label: string, to: string, figure: number | string | undefined])[] = [
    reviews
      ? ['Waiting in the inbox', '/inbox', inbox?.inbox ? lengthOf(inbox.inbox) : undefined]
      : ['Candidates that you can see', '/explore?status=CANDIDATE', stats?.pendingReview],
    ['Open contradictions', '/contradictions', stats?.openContradictions],
    ['Memories that you can see', '/explore', stats?.total],
  ];
  return (
    <Container size="lg" py="xl">
      <Stack gap="lg">
        <div>
          <Title order={1} fz={26}>
            Good to see you, {viewer.user}
          </Title>
          <Text c="dimmed">
            {viewer.roles.map((role) => `${capitalized(role)}. ${roleSentences[role] ?? ''}`).join(' ')}
          </Text>
        </div>
        <Suspense>
          {!reviews && <WaitingForYou />}
          <CommentsForYou />
        </Suspense>
        <Tour />
        <SimpleGrid cols={{ base: 1, sm: 3 }}>
          {figures.map(([label, to, figure]) => (
            <Card withBorder key={label} component={Link} to={to}>
              <Text size="sm" c="dimmed">
                {label}
              </Text>
              {figure === undefined ? (
                <Skeleton h={36} w={60} />
              ) : (
                <Text fz={30} fw={700} lh={1.2}>
                  {figure}
                </Text>
              )}
            </Card>
          ))}
        </SimpleGrid>
        <Group gap="xs">
          {stats?.byStatus.map(({ status, count }) => (
            <Badge key={status} color="gray">
              {count} {inWords(status)}
            </Badge>
          ))}
        </Group>
        <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
          {places.map(({ to, label, sentence, icon: Icon }) => (
            <Card withBorder key={to} component={Link} to={to}>
              <Group wrap="nowrap" align="flex-start">
                <Icon
                  size={24}
                  stroke={1.5}
                  style={{ flex: 'none' }}
                  color="var(--mantine-color-indigo-6)"
                  aria-hidden
                />
                <div>
                  <Text fw={600}>{label}</Text>
                  <Text size="sm" c="dimmed">
                    {sentence}
                  </Text>
                </div>
              </Group>
            </Card>
          ))}
        </SimpleGrid>
      </Stack>
    </Container>
  );
}
