import { Button, Group, Progress, Stack, Text, TextInput, Title } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import type { Ref } from 'react';
import { useNewcomers } from './newcomers.ts';
import type { Queue } from './queue.ts';

interface QueueHeaderProps {
  readonly ref: Ref<HTMLInputElement>;
  readonly queue: Queue;
  readonly decided: number;
}

/** What the list shows, how much of it is done, and what has come in since. */
export function QueueHeader({ ref, queue, decided }: QueueHeaderProps) {
  const newcomers = useNewcomers(queue.items);
  const { view } = queue;
  const lookFor = useDebouncedCallback(
    (words: string) => queue.change({ search: words === '' ? undefined : words }),
    300,
  );
  return (
    <Stack gap={6} p="sm">
      <Group justify="space-between" wrap="nowrap">
        <Title order={2} fz="md">
          {view === 'deferred' ? 'Snoozed' : 'To review'}
        </Title>
        <Button
          size="compact-xs"
          variant="subtle"
          onClick={() => queue.change({ view: view === 'deferred' ? undefined : 'deferred' })}
        >
          {view === 'deferred' ? 'Show what is due' : 'Show what is snoozed'}
        </Button>
      </Group>
      <TextInput
        ref={ref}
        size="xs"
        aria-label="Search the queue"
        placeholder="Search ( / )"
        defaultValue={queue.search}
        onChange={(event) => lookFor(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
      />
      <Group gap="xs" wrap="nowrap">
        <Progress
          flex={1}
          size="sm"
          aria-label="Decided"
          value={(100 * decided) / Math.max(1, decided + queue.waiting)}
        />
        <Text size="xs" c="dimmed" role="status">
          {decided} decided, {queue.waiting}
          {queue.isWhole ? '' : '+'} to go
        </Text>
      </Group>
      {newcomers.count > 0 && (
        <Button
          size="compact-sm"
          variant="light"
          onClick={() => {
            newcomers.clear();
            queue.reload();
          }}
        >
          {newcomers.count} new: show
        </Button>
      )}
    </Stack>
  );
}
