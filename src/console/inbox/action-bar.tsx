import { Box, Button, Group, Kbd, Text } from '@mantine/core';
import { IconArrowBackUp, IconCheck, IconClock, IconCopy, IconPencil, IconX } from '@tabler/icons-react';
import type { Review } from './review.ts';

/** The decisions, each with its key. */
export function ActionBar({ review, selected }: { readonly review: Review; readonly selected: number }) {
  const actions = [
    {
      key: '1',
      label: 'Promote',
      icon: IconCheck,
      color: 'teal.9',
      run: () => review.take({ action: 'PROMOTE' }),
    },
    ...(selected > 0
      ? []
      : [{ key: '2', label: 'Edit', icon: IconPencil, color: 'gray', run: () => review.openDialog('edit') }]),
    { key: '3', label: 'Reject', icon: IconX, color: 'red', run: () => review.openDialog('reject') },
    ...(selected > 0
      ? []
      : [
          { key: 'd', label: 'Duplicate', icon: IconCopy, color: 'gray', run: () => review.openDuplicates() },
        ]),
    { key: 'h', label: 'Snooze', icon: IconClock, color: 'gray', run: () => review.openDialog('snooze') },
    { key: 'u', label: 'Undo', icon: IconArrowBackUp, color: 'gray', run: () => review.undo() },
  ];
  return (
    <Box
      pos="sticky"
      top={0}
      bg="var(--mantine-color-body)"
      px="lg"
      py={8}
      style={{ zIndex: 2, borderBottom: '1px solid var(--mantine-color-default-border)' }}
    >
      <Group gap="xs" role="toolbar" aria-label="Decisions">
        {actions.map(({ key, label, icon: Icon, color, run }) => (
          <Button
            key={key}
            size="xs"
            variant={color === 'teal.9' ? 'filled' : 'default'}
            color={color}
            leftSection={
              <Icon
                size={15}
                color={color === 'red' ? 'var(--mantine-color-red-6)' : undefined}
                aria-hidden
              />
            }
            rightSection={<Kbd size="xs">{key}</Kbd>}
            onClick={run}
          >
            {label}
          </Button>
        ))}
        {selected > 0 && (
          <Text size="sm" fw={600} role="status">
            {selected} selected
          </Text>
        )}
      </Group>
    </Box>
  );
}
