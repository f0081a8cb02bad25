import { Alert, Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { onDate } from './instant.tsx';

interface AsOfNoteProps {
  readonly asOf: string;
  onNow(): void;
  /** Further words on then; absent: none. */
  readonly children?: ReactNode;
}

/** Says that a page shows an earlier time, and leads back to now. */
export function AsOfNote({ asOf, onNow, children }: AsOfNoteProps) {
  return (
    <Alert
      color="yellow"
      title={
        <Group gap="sm">
          As it stood on {onDate(asOf)}
          <Button size="compact-xs" variant="default" onClick={onNow}>
            Back to now
          </Button>
        </Group>
      }
    >
      <Text size="sm">As far as you may see it today. Sources and names are as they are now.</Text>
      {children}
    </Alert>
  );
}
