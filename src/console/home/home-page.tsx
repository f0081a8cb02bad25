import { Badge, Card, Container, Group, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useQuery } from 'urql';
import { graphql } from '../api/graphql.ts';
import { useSession } from '../api/session.tsx';
import { usePlaces } from '../shell/places.ts';
import { roleSentences } from '../shell/roles.ts';
import { Tour } from './tour.tsx';

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

export function HomePage() {
  const { viewer } = useSession();
  const [{ data }] = useQuery({ query: HomeQuery });
  const places = usePlaces().filter(({ to }) => to !== '/');
  const stats = data?.memoryStats;
  const figures: readonly [string, number | undefined][] = [
    ['Memories that you see', stats?.total],
    ['Waiting for review', stats?.pendingReview],
    ['Open contradictions', stats?.openContradictions],
  ];
  return (
    <Container size="lg" py="xl">
      <Stack gap="lg">
        <div>
          <Title order={1} fz={26}>
            Good to see you, {viewer.user}
          </Title>
          <Text c="dimmed">{viewer.roles.map((role) => roleSentences[role]).join(' ')}</Text>
        </div>
        <Tour />
        <SimpleGrid cols={{ base: 1, sm: 3 }}>
          {figures.map(([label, figure]) => (
            <Card withBorder key={label}>
              <Text size="sm" c="dimmed">
                {label}
              </Text>
              {figure === undefined ? (
                <Skeleton h={36} w={60} />
              ) : (
                <Text fz={30} fw={700}>
                  {figure}
                </Text>
              )}
            </Card>
          ))}
        </SimpleGrid>
        <Group gap="xs">
          {stats?.byStatus.map(({ status, count }) => (
            <Badge key={status} color="gray">
              {count} {status.toLowerCase()}
            </Badge>
          ))}
        </Group>
        <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
          {places.map(({ to, label, sentence, icon: Icon }) => (
            <Card withBorder key={to} component={Link} to={to}>
              <Group wrap="nowrap" align="flex-start">
                <Icon size={24} stroke={1.5} color="var(--mantine-color-indigo-6)" aria-hidden />
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
