import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Instant, onDate } from '../parts/instant.tsx';
import { ContradictionPanel } from './contradiction-panel.tsx';
import type { Decision } from './decision.ts';
import { ItemPanel } from './item-panel.tsx';
import type { Entry } from './operations.ts';
import { QuarantinePanel, RoutingPanel } from './other-panels.tsx';
import { reasonWords } from './ways.ts';

interface EntryDetailProps {
  readonly entry: Entry;
  onResolve(decision: Decision): void;
}

/** One entry with all that its reviewer needs to decide, and why it waits at all. */
export function EntryDetail({ entry, onResolve }: EntryDetailProps) {
  const { subject } = entry;
  return (
    <Stack gap="md" p="lg">
      <WhyItWaits entry={entry} />
      {subject.__typename === 'Contradiction' ? (
        <ContradictionPanel id={subject.id} onResolve={onResolve} />
      ) : subject.__typename === 'WorkflowItem' ? (
        <RoutingPanel id={subject.id} />
      ) : subject.__typename === 'Quarantine' ? (
        <QuarantinePanel id={subject.id} />
      ) : (
        <ItemPanel item={subject} reason={entry.reason} />
      )}
    </Stack>
  );
}

/** Where an entry's subject has a page of its own. */
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
        Since <Instant at={since} />
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
