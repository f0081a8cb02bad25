import { Alert, Anchor, Button, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useSession, useSessionControl } from '../api/session.tsx';
import { useStops } from './tour.tsx';

/** The first page of a new browser in local mode: who looks, through whose eyes else, and where to go on. */
export default function Welcome() {
  const { viewer } = useSession();
  const { settings, signIn } = useSessionControl();
  const stops = useStops();
  const others = settings.personas.filter(({ user }) => user !== viewer.user);
  return (
    <Alert title="Welcome to Vouch">
      <Text size="sm">
        You are {viewer.user} ({viewer.roles.join(', ')}), one of the sample people of local mode. Below is a
        fact from the sample: its words, and its path from the document it came from to where it was used.
      </Text>
      <Group gap="xs" mt="xs">
        <Text size="sm">View as</Text>
        {others.map(({ user, role, token }) => (
          <Button key={user} size="compact-sm" variant="default" onClick={() => signIn(token)}>
            {user} ({role})
          </Button>
        ))}
      </Group>
      <Group gap="sm" mt="xs" role="group" aria-label="Tour">
        <Text size="sm">Two minutes through Vouch</Text>
        {stops.map(({ to, name, sentence }) => (
          <Anchor key={to} component={Link} to={to} size="sm" c="inherit" title={sentence} underline="always">
            {name}
          </Anchor>
        ))}
      </Group>
    </Alert>
  );
}
