import { Alert, Badge, Button, Group, Kbd, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { lazy, memo, Suspense } from 'react';
import { Waiting } from '../parts/answer-state.tsx';
import { Instant, onDate } from '../parts/instant.tsx';
import { useKeySettings } from '../shell/keys.ts';
import { ItemPanel } from './item-panel.tsx';
import type { Entry } from './operations.ts';
import { type Outcomes, useOutcome } from './outcomes.ts';
import type { ReviewActions } from './review.ts';
import { type Seen, useSeenBox } from './seen.ts';
import { finalWords, reasonWords, type Way } from './ways.ts';

// Most entries are candidates: what the others need is loaded with the first of them.
const ContradictionPanel = lazy(() => import('./contradiction-panel.tsx'));
const WhoDecided = lazy(() => import('./who-decided.tsx'));
const RecordPanel = lazy(() => import('./record-panel.tsx'));

interface EntryDetailProps {
  readonly entry: Entry;
  readonly outcomes: Outcomes;
  readonly seen: Seen;
  readonly review: ReviewActions;
  /** The way that is asked about; null: none. */
  readonly way: Way | null;
}

/** One entry with all that its reviewer needs to decide, and why it waits at all. */
export const EntryDetail = memo(function EntryDetail({
  entry,
  outcomes,
  seen,
  review,
  way,
}: EntryDetailProps) {
  const { subject } = entry;
  const box = useSeenBox(seen, entry);
  return (
    <Stack gap="md" p="lg" ref={box}>
      <NotDecided entry={entry} outcomes={outcomes} onSendAgain={review.sendAgain} />
      <WhyItWaits entry={entry} />
      {finalWords[entry.reason] && (
        <Text size="sm" c="dimmed" maw={720}>
          {finalWords[entry.reason]}
        </Text>
      )}
      <Suspense fallback={<Waiting />}>
        {subject.__typename === 'Contradiction' ? (
          <ContradictionPanel id={subject.id} onResolve={review.take} />
        ) : subject.__typename === 'Memory' || subject.__typename === 'Entity' ? (
          <ItemPanel entryId={entry.id} item={subject} reason={entry.reason} way={way} review={review} />
        ) : (
          <RecordPanel id={subject.id} />
        )}
      </Suspense>
    </Stack>
  );
});

/** Why the decision on the entry failed, until it is sent again or another is taken. */
function NotDecided({
  entry,
  outcomes,
  onSendAgain,
}: {
  readonly entry: Entry;
  readonly outcomes: Outcomes;
  readonly onSendAgain: () => void;
}) {
  const { areOff, keyOf } = useKeySettings();
  const outcome = useOutcome(outcomes, entry.id);
  if (outcome === undefined || typeof outcome === 'string') return null;
  const isUnsent = outcome.state === 'unsent';
  return (
    <Alert color="red" title={isUnsent ? 'Your decision did not arrive' : 'Your decision was refused'}>
      <Group justify="space-between">
        <div>
          {outcome.isLate ? (
            <Suspense>
              <WhoDecided id={entry.subject.id} otherwise={outcome.message} />
            </Suspense>
          ) : (
            <Text size="sm">{outcome.message}</Text>
          )}
        </div>
        {isUnsent && (
          <Button
            size="compact-sm"
            color="red.9"
            rightSection={!areOff && <Kbd size="xs">{keyOf('r')}</Kbd>}
            onClick={onSendAgain}
          >
            Send again
          </Button>
        )}
      </Group>
    </Alert>
  );
}

/** Page of an entry's subject, where it has one. */
const pageOf = ({ subject }: Entry): string => {
  if (subject.__typename === 'Contradiction') return `/contradictions/${subject.id}`;
  if (subject.__typename === 'Memory' || subject.__typename === 'Entity') return `/facts/${subject.id}`;
  return `/records/${subject.id}`;
};

function WhyItWaits({ entry }: { readonly entry: Entry }) {
  const { reason, since, claimedBy, snoozedUntil } = entry;
  return (
    <Group gap="xs">
      <Badge color={entry.priority >= 65 ? 'red' : 'indigo'}>{reasonWords[reason].name}</Badge>
      <Text size="sm">{reasonWords[reason].sentence}</Text>
      <Text size="sm" c="dimmed">
        <Instant at={since} />
        {claimedBy !== null && `; ${claimedBy.name} is working on it`}
        {snoozedUntil !== null &&
          Date.parse(snoozedUntil) > Date.now() &&
          `; snoozed until ${onDate(snoozedUntil)}`}
      </Text>
      <Button component={Link} to={pageOf(entry)} size="compact-xs" variant="subtle" ml="auto">
        Open its page
      </Button>
    </Group>
  );
}
