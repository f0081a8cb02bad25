import { Alert, Badge, Button, Group, Kbd, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { lazy, memo, Suspense } from 'react';
import { Waiting } from '../parts/answer-state.tsx';
import { Instant, onDate } from '../parts/instant.tsx';
import { useKeySettings } from '../shell/keys.ts';
import type { Decision } from './decision.ts';
import { ItemPanel } from './item-panel.tsx';
import type { Entry } from './operations.ts';
import { type Outcomes, useOutcome } from './outcomes.ts';
import { type Seen, useSeenBox } from './seen.ts';
import { reasonWords } from './ways.ts';

// Most entries are candidates: what the others need is loaded with the first of them.
const ContradictionPanel = lazy(() => import('./contradiction-panel.tsx'));
const RecordPanel = lazy(() => import('./record-panel.tsx'));

interface EntryDetailProps {
  readonly entry: Entry;
  readonly outcomes: Outcomes;
  readonly seen: Seen;
  onResolve(decision: Decision): void;
  onSendAgain(): void;
}

/** One entry with all that its reviewer needs to decide, and why it waits at all. */
export const EntryDetail = memo(function EntryDetail({
  entry,
  outcomes,
  seen,
  onResolve,
  onSendAgain,
}: EntryDetailProps) {
  const { subject } = entry;
  const box = useSeenBox(seen, entry);
  return (
    <Stack gap="md" p="lg" ref={box}>
      <NotDecided entryId={entry.id} outcomes={outcomes} onSendAgain={onSendAgain} />
      <WhyItWaits entry={entry} />
      <Suspense fallback={<Waiting />}>
        {subject.__typename === 'Contradiction' ? (
          <ContradictionPanel id={subject.id} onResolve={onResolve} />
        ) : subject.__typename === 'Memory' || subject.__typename === 'Entity' ? (
          <ItemPanel item={subject} reason={entry.reason} />
        ) : (
          <RecordPanel id={subject.id} />
        )}
      </Suspense>
    </Stack>
  );
});

/** Why the decision on the entry failed, until it is sent again or another is taken. */
function NotDecided({
  entryId,
  outcomes,
  onSendAgain,
}: {
  readonly entryId: string;
  readonly outcomes: Outcomes;
  readonly onSendAgain: () => void;
}) {
  const { areOff, keyOf } = useKeySettings();
  const outcome = useOutcome(outcomes, entryId);
  if (outcome === undefined || typeof outcome === 'string') return null;
  const isUnsent = outcome.state === 'unsent';
  return (
    <Alert color="red" title={isUnsent ? 'Your decision did not arrive' : 'Your decision was refused'}>
      <Group justify="space-between">
        <Text size="sm">{outcome.message}</Text>
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
        {claimedBy !== null && `; ${claimedBy.name} works on it`}
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
