import { Alert, Center, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconInbox, IconLock, IconPlugX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { CombinedError } from 'urql';

/**
 * Why there is no answer: the role may not ask, or the gateway cannot be reached. A field that is null without an
 * error was refused before.
 */
export function Failure({ error }: { readonly error: Pick<CombinedError, 'graphQLErrors'> | undefined }) {
  const first = error?.graphQLErrors[0];
  const forbidden = error === undefined || first?.extensions.code === 'FORBIDDEN';
  return (
    <Alert
      m="md"
      color={forbidden ? 'gray' : 'red'}
      icon={forbidden ? <IconLock /> : <IconPlugX />}
      title={forbidden ? 'Your role does not give you access to this' : 'The gateway did not answer'}
    >
      {first?.message ?? (forbidden ? null : 'The gateway cannot be reached. Reload the page in a moment.')}
    </Alert>
  );
}

interface NotShownProps {
  readonly error: CombinedError | undefined;
  readonly isAsked: boolean;
}

/** Stands in the place of a thing as of an instant: it is asked for, or there is no answer, or it was not there yet. */
export function NotShown({ error, isAsked }: NotShownProps) {
  if (isAsked) return <Waiting />;
  if (error !== undefined) return <Failure error={error} />;
  return (
    <Title order={1} fz={24}>
      It was not there yet
    </Title>
  );
}

/** An empty list, and why it is empty. */
export function Nothing({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Center mih={200} p="md">
      <Stack align="center" gap={4} maw={460}>
        <IconInbox size={28} stroke={1.4} color="var(--mantine-color-dimmed)" aria-hidden />
        <Text fw={600}>{title}</Text>
        <Text size="sm" c="dimmed" ta="center">
          {children}
        </Text>
      </Stack>
    </Center>
  );
}

/** The shape of a page or of a part of it, until its answer is there. */
export function Waiting() {
  return (
    <Stack gap="sm" p="md" mih={200} role="status" aria-label="Loading">
      <Skeleton h={24} w="35%" />
      {['90%', '75%', '85%', '60%'].map((width) => (
        <Skeleton key={width} h={16} w={width} />
      ))}
    </Stack>
  );
}
