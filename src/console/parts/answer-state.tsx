import { Alert, Center, Loader } from '@mantine/core';
import { IconLock, IconPlugX } from '@tabler/icons-react';
import type { CombinedError } from 'urql';

/** Why there is no answer: the role may not ask, or the gateway cannot be reached. A field that is null without an error was refused before. */
export function Failure({
  error,
}: {
  readonly error: Pick<CombinedError, 'graphQLErrors' | 'message'> | undefined;
}) {
  const first = error?.graphQLErrors[0];
  const forbidden = error === undefined || first?.extensions.code === 'FORBIDDEN';
  return (
    <Alert
      m="md"
      color={forbidden ? 'gray' : 'red'}
      icon={forbidden ? <IconLock /> : <IconPlugX />}
      title={forbidden ? 'Your roles may not ask this' : 'There is no answer'}
    >
      {first?.message ?? error?.message}
    </Alert>
  );
}

export function Waiting() {
  return (
    <Center h={200}>
      <Loader role="status" aria-label="Loading" />
    </Center>
  );
}
