import { Alert } from '@mantine/core';
import { useNetwork } from '@mantine/hooks';
import { IconPlugX } from '@tabler/icons-react';

/** Shown as long as the browser has no network. */
export function OfflineBanner() {
  const { online } = useNetwork();
  if (online) return null;
  return (
    <Alert className="offline" color="orange" variant="filled" py={6} icon={<IconPlugX />} role="status">
      You are offline. Decisions stay marked in the inbox until they are sent again.
    </Alert>
  );
}
