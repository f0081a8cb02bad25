import { Box, Button, Group, Kbd, Text } from '@mantine/core';
import { IconArrowBackUp, IconClock, IconFilter, IconHandGrab } from '@tabler/icons-react';
import { memo } from 'react';
import { useKeySettings } from '../shell/keys.ts';
import type { Entry } from './operations.ts';
import type { ReviewActions } from './review.ts';
import { type Way, waysOf } from './ways.ts';

/** The ways to settle the open entry, or those that are selected, each with its key. */
export const ActionBar = memo(function ActionBar({
  entry,
  review,
  selected,
}: {
  readonly entry: Entry;
  readonly review: ReviewActions;
  readonly selected: number;
}) {
  const { areOff, keyOf } = useKeySettings();
  const actions: readonly (Pick<Way, 'key' | 'label' | 'icon' | 'tone'> & { readonly run: () => unknown })[] =
    [
      ...waysOf[entry.reason]
        .filter((way) => selected === 0 || isForMany(way))
        .map((way) => ({ ...way, run: () => review.follow(way) })),
      { key: 'h', label: 'Snooze', icon: IconClock, run: review.askHowLong },
      {
        key: 'c',
        label: entry.claimedBy === null ? 'Claim' : 'Release',
        icon: IconHandGrab,
        run: review.claim,
      },
      ...('rule' in entry.subject
        ? [{ key: 'l', label: 'Like this', icon: IconFilter, run: review.narrowToLike }]
        : []),
      { key: 'u', label: 'Undo', icon: IconArrowBackUp, run: review.undo },
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
      <Group gap={4} className="decisions" role="toolbar" aria-label="Decisions">
        {actions.map(({ key, label, icon: Icon, tone, run }) => (
          <Button
            key={key}
            size="compact-sm"
            fz="xs"
            px={6}
            variant={tone === 'go' ? 'filled' : 'default'}
            color={tone === 'go' ? 'teal.9' : 'gray'}
            leftSection={
              tone && (
                <Icon
                  size={15}
                  color={tone === 'stop' ? 'var(--mantine-color-red-6)' : undefined}
                  aria-hidden
                />
              )
            }
            rightSection={!areOff && <Kbd size="xs">{keyOf(key)}</Kbd>}
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
});

/** Words are edited, and duplicates and merges chosen, one at a time. */
export const isForMany = (way: Way): boolean => 'decision' in way || ('asks' in way && way.asks === 'reason');
