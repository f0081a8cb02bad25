import { Alert } from '@mantine/core';
import { useNetwork } from '@mantine/hooks';
import { IconPlugX } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { isRetrying, retries } from '../api/retrying-fetch.ts';

const subscribe = (listener: () => void) => {
  retries.addEventListener('change', listener);
  return () => retries.removeEventListener('change', listener);
};

/** Shown as long as the browser has no network, or the gateway does not answer and is asked again. */
export function ConnectionBanner() {
  const { online } = useNetwork();
  const isTryingAgain = useSyncExternalStore(subscribe, isRetrying);
  if (online && !isTryingAgain) return null;
  return (
    <Alert className="offline" color="orange" variant="filled" py={6} icon={<IconPlugX />} role="status">
      {online
        ? 'The gateway does not answer. Trying again.'
        : 'You are offline. Decisions stay marked in the inbox until they are sent again.'}
    </Alert>
  );
}
