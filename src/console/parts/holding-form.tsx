import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { beginOf, dayOf, endOf } from './instant.tsx';

/** Instants since which and until which an item holds; null: without one. */
export interface Holding {
  readonly holdsFrom: string | null;
  readonly holdsUntil: string | null;
}

const firstDayOf = (from: string | null) => (from === null ? '' : dayOf(new Date(from)));
/** The day in which the last instant before the end lies. */
const lastDayOf = (until: string | null) => (until === null ? '' : dayOf(new Date(Date.parse(until) - 1)));

/** An instant whose day was left as it was is kept. */
const unlessSame = (before: string | null, dayBefore: string, day: string, instant: () => Date) =>
  day === dayBefore ? before : day === '' ? null : instant().toISOString();

/** The first and the last day on which an item holds, where the viewer is. */
export function HoldingForm({
  before,
  onAnswer,
}: {
  readonly before: Holding;
  onAnswer(holding: Holding): void;
}) {
  const [firstBefore, lastBefore] = [firstDayOf(before.holdsFrom), lastDayOf(before.holdsUntil)];
  const [first, setFirst] = useState(firstBefore);
  const [last, setLast] = useState(lastBefore);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onAnswer({
          holdsFrom: unlessSame(before.holdsFrom, firstBefore, first, () => beginOf(first)),
          holdsUntil: unlessSame(before.holdsUntil, lastBefore, last, () => endOf(last)),
        });
      }}
    >
      <Stack gap="sm">
        <TextInput
          label="Last day"
          description="After it, no agent is given the statement, and it waits in the inbox. Empty: it has no end."
          type="date"
          min={first}
          data-autofocus
          value={last}
          onChange={(event) => setLast(event.currentTarget.value)}
        />
        <TextInput
          label="First day"
          description="Empty: nobody knows."
          type="date"
          value={first}
          onChange={(event) => setFirst(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button type="submit">Set</Button>
        </Group>
      </Stack>
    </form>
  );
}
