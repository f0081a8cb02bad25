import { Button, Center, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';

/** The same for what is hidden and for what does not exist. */
export function NotFound() {
  return (
    <Center mih={320}>
      <Stack align="center" gap="xs">
        <Title order={1} fz="xl">
          There is nothing here
        </Title>
        <Text c="dimmed">It does not exist, or it is not for you to see.</Text>
        <Button component={Link} to="/" variant="light">
          Home
        </Button>
      </Stack>
    </Center>
  );
}
