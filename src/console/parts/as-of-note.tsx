import { Alert, Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { onDate } from './instant.tsx';

interface AsOfNoteProps {
  readonly asOf: string;
  onNow(): void;
  /** Sentence on what the page shows as it is now; absent: that of pages of facts. */
  readonly ofNow?: string | undefined;
  /** True: the page does not keep the past, and shows now. */
  readonly isOfNow?: boolean;
  /** Further words on then; absent: none. */
  readonly children?: ReactNode;
}

/** Says that a page shows an earlier time, or that it cannot, and leads back to now. */
export function AsOfNote({ asOf, onNow, ofNow, isOfNow = false, children }: AsOfNoteProps) {
  return (
    <Alert
      color="yellow"
      title={
        <Group gap="sm">
          {isOfNow ? 'This page is of now, not of' : 'As it stood on'} {onDate(asOf)}
          <Button size="compact-xs" variant="default" onClick={onNow}>
            Back to now
          </Button>
        </Group>
      }
    >
      <Text size="sm">
        {isOfNow ? '' : 'As far as you may see it today. '}
        {ofNow ?? 'Sources and names are as they are now.'}
      </Text>
      {children}
    </Alert>
  );
}
