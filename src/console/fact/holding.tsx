import { Anchor, Modal, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useMutation } from 'urql';
import { problemOf } from '../api/refusal.ts';
import { useHasRole } from '../api/session.tsx';
import { SetHoldingMutation } from '../inbox/mutations.ts';
import { instantOf, isSnapshot } from '../parts/addresses.ts';
import { HoldingForm } from '../parts/holding-form.tsx';
import { onDay } from '../parts/instant.tsx';
import type { Fact } from './operations.ts';

/** Days on which it holds; over at the instant that is shown. */
const sentenceOf = ({ id, holdsFrom, holdsUntil }: Fact): string => {
  const from = holdsFrom === null ? '' : ` from ${onDay(holdsFrom)}`;
  if (holdsUntil === null) return from === '' ? '' : `It holds${from}, without an end.`;
  const last = onDay(new Date(Date.parse(holdsUntil) - 1).toISOString());
  const instant = instantOf(id);
  const at = instant === undefined ? Date.now() : Date.parse(instant);
  const isOver = Date.parse(holdsUntil) <= at;
  return `It holds${from} to ${last}${isOver ? `, which ${instant === undefined ? 'is' : 'was'} over` : ''}.`;
};

/** The days on which the fact holds in the world; a reviewer sets them. */
export function HoldingLine({ fact }: { readonly fact: Fact }) {
  const [isOpen, dialog] = useDisclosure();
  const reviews = useHasRole('reviewer');
  const [, set] = useMutation(SetHoldingMutation);
  const sentence = sentenceOf(fact);
  const maySet = reviews && !isSnapshot(fact.id) && (fact.status === 'ACTIVE' || fact.status === 'CANDIDATE');
  if (sentence === '' && !maySet) return null;
  return (
    <Text size="sm" c="dimmed" mt={4} component="div">
      {sentence}{' '}
      {maySet && (
        <Anchor component="button" size="sm" onClick={dialog.open}>
          {sentence === '' ? 'Set the days on which it holds' : 'Change'}
        </Anchor>
      )}
      <Modal opened={isOpen} onClose={dialog.close} title="When it holds">
        <HoldingForm
          before={fact}
          onAnswer={async (holding) => {
            const input = { id: fact.id, expectedRevision: fact.revision, ...holding };
            const { data, error } = await set({ input });
            const problem = problemOf(error, data?.setHolding);
            if (problem === null) dialog.close();
            else notifications.show({ color: 'red', message: problem });
          }}
        />
      </Modal>
    </Text>
  );
}
