import { Anchor, Button, Card, Group, List, Text, Title } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { useHasRole } from '../api/session.tsx';

interface Stop {
  /** True: a reader has nothing to do there. */
  readonly isForReviewers?: true;
  readonly to: string;
  readonly name: string;
  readonly sentence: string;
}

const stops: readonly Stop[] = [
  {
    isForReviewers: true,
    to: '/inbox',
    name: 'Inbox',
    sentence: 'Press 1 to promote, 3 to reject, u to take it back, ? for all keys.',
  },
  {
    to: '/sources',
    name: 'Sources',
    sentence: 'Open a document: what was read from it is marked in its text.',
  },
  {
    to: '/explore',
    name: 'Explore',
    sentence: 'Open a fact: the graph leads back to its document.',
  },
  {
    isForReviewers: true,
    to: '/contradictions',
    name: 'Contradictions',
    sentence: 'See what each resolution would do before you choose.',
  },
  { to: '/bundle', name: 'Bundle', sentence: 'See what an agent would be given, and why.' },
];

/** The places of the tour that the viewer's roles may use. */
export const useStops = (): readonly Stop[] => {
  const reviews = useHasRole('reviewer');
  return stops.filter(({ isForReviewers }) => reviews || !isForReviewers);
};

/** Two minutes through the console, for the first visit; put away, it stays away in this browser. */
export function Tour() {
  const [isAway, putAway] = useLocalStorage({
    key: 'vouch.tour-is-away',
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  const shown = useStops();
  if (isAway) return null;
  return (
    <Card withBorder component="section" aria-label="Tour">
      <Group justify="space-between">
        <Title order={2} fz="md">
          Two minutes through Vouch
        </Title>
        <Button variant="subtle" size="compact-sm" onClick={() => putAway(true)}>
          Skip
        </Button>
      </Group>
      <List type="ordered" mt="xs" spacing={4}>
        {shown.map(({ to, name, sentence }) => (
          <List.Item key={to}>
            <Anchor component={Link} to={to} underline="always">
              {name}
            </Anchor>
            <Text span>: {sentence}</Text>
          </List.Item>
        ))}
      </List>
    </Card>
  );
}
