import { Box, Center, Grid, Stack, Text, Title } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { Failure, Waiting } from '../parts/answer-state.tsx';
import { ActionBar } from './action-bar.tsx';
import { CandidateDetail } from './candidate-detail.tsx';
import { CandidateList } from './candidate-list.tsx';
import { useQueue } from './queue.ts';
import { QueueHeader } from './queue-header.tsx';
import { useReview } from './review.ts';
import { ReviewDialogs } from './review-dialogs.tsx';

/** The queue of candidates: one is open, all are decided by keys. */
export function InboxPage() {
  const navigate = useNavigate();
  const queue = useQueue();
  const review = useReview(queue);
  const searchField = useRef<HTMLInputElement>(null);
  const { current, open } = queue;

  useHotkeys(
    review.dialog !== null
      ? []
      : [
          ['j', () => open(queue.following?.id)],
          ['k', () => open(queue.previous?.id)],
          ['ArrowDown', () => open(queue.following?.id)],
          ['ArrowUp', () => open(queue.previous?.id)],
          ['1', () => review.take({ action: 'PROMOTE' })],
          ['2', () => review.openDialog('edit')],
          ['3', () => review.openDialog('reject')],
          ['d', review.openDuplicates],
          ['h', () => review.openDialog('snooze')],
          ['x', () => current && queue.select(current.id)],
          ['Escape', queue.selectNone],
          ['u', review.undo],
          ['l', review.acceptLabels],
          ['o', () => current && navigate({ to: '/facts/$id', params: { id: current.id } })],
          ['/', () => searchField.current?.focus()],
        ],
  );

  if (queue.isRefused) return <Failure error={queue.error} />;
  if (queue.loading) return <Waiting />;

  return (
    <Grid gap={0}>
      <Grid.Col span={{ base: 12, md: 4, xl: 3 }} p={0}>
        <Stack
          gap={0}
          className="pane"
          style={{ borderRight: '1px solid var(--mantine-color-default-border)', overflow: 'hidden' }}
        >
          <QueueHeader ref={searchField} queue={queue} decided={review.count} />
          <Box flex={1} mih={0}>
            <CandidateList
              items={queue.items}
              current={current?.id}
              selected={queue.selected}
              onOpen={open}
              onSelect={queue.select}
              onEnd={queue.loadMore}
            />
          </Box>
        </Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 8, xl: 9 }} p={0}>
        {current === undefined ? (
          <NothingWaits />
        ) : (
          <Box className="pane">
            <ActionBar review={review} selected={queue.chosen.length} />
            <CandidateDetail
              key={current.id}
              item={current}
              onAcceptLabels={review.acceptLabels}
              onDismissLabels={review.dismissLabels}
            />
          </Box>
        )}
      </Grid.Col>
      <ReviewDialogs queue={queue} review={review} />
    </Grid>
  );
}

function NothingWaits() {
  return (
    <Center h={320}>
      <Stack align="center" gap={4}>
        <Title order={1} fz="lg">
          Nothing waits
        </Title>
        <Text c="dimmed">Everything that you may decide has been decided.</Text>
      </Stack>
    </Center>
  );
}
