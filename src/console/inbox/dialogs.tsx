import { Alert, Button, Group, Kbd, List, Modal, Radio, Stack, Text, TextInput } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useState } from 'react';
import { StoredText } from '../parts/stored-text.tsx';
import { counted } from '../parts/words.ts';
import { titleOf } from './entry-row.tsx';
import type { Entry } from './operations.ts';
import type { ReadyReason } from './ways.ts';

interface DialogProps<Answer> {
  onAnswer(answer: Answer): void;
  onClose(): void;
}

/** Why: the number of a ready reason, or words. A number alone is no reason, so that no key acts in the field. */
export function ReasonDialog({
  verb,
  count,
  ready,
  onAnswer,
  onClose,
}: DialogProps<ReadyReason> & {
  readonly verb: string;
  readonly count: number;
  readonly ready: readonly ReadyReason[];
}) {
  const [typed, setTyped] = useState('');
  const words = typed.trim();
  const chosen = /^\d$/.test(words) ? ready[Number(words) - 1] : undefined;
  return (
    <Modal opened onClose={onClose} title={count === 1 ? verb : `${verb} ${count} items`}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (words !== '') onAnswer(chosen ?? { words });
        }}
      >
        <Stack gap="sm">
          <TextInput
            label="Reason"
            description={`Your words, or 1 to ${ready.length} for one of these; Enter decides.`}
            data-autofocus
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <Stack gap={4} align="flex-start">
            {ready.map((known, index) => (
              <Button
                key={known.words}
                size="compact-sm"
                variant={known === chosen ? 'light' : 'subtle'}
                color={known === chosen ? undefined : 'gray'}
                aria-pressed={known === chosen}
                leftSection={<Kbd size="xs">{index + 1}</Kbd>}
                onClick={() => onAnswer(known)}
              >
                {known.words}
              </Button>
            ))}
          </Stack>
          <Group justify="flex-end">
            <Button type="submit" color="red" disabled={words === ''}>
              {verb}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

const day = 86_400_000;
const waits: readonly [string, number][] = [
  ['Tomorrow', day],
  ['In three days', 3 * day],
  ['Next week', 7 * day],
  ['Next month', 30 * day],
];

/** Until when an item is out of the queue: a number is enough. */
export function SnoozeDialog({ count, onAnswer, onClose }: DialogProps<string> & { readonly count: number }) {
  const answer = (wait: number) => onAnswer(new Date(Date.now() + wait).toISOString());
  useHotkeys(waits.map(([, wait], index) => [String(index + 1), () => answer(wait)]));
  return (
    <Modal opened onClose={onClose} title={count === 1 ? 'Snooze' : `Snooze ${count} items`} size="sm">
      {/* The ring of the button that has the focus. */}
      <Stack gap="xs" pt={4}>
        {waits.map(([label, wait], index) => (
          <Button
            key={label}
            variant="default"
            justify="space-between"
            data-autofocus={index === 0 || undefined}
            rightSection={<Kbd>{index + 1}</Kbd>}
            onClick={() => answer(wait)}
          >
            {label}
          </Button>
        ))}
      </Stack>
    </Modal>
  );
}

/** Asks before the decision on an entry that somebody else works on. */
export function TakeOverDialog({
  by,
  verb,
  onAnswer,
  onClose,
}: DialogProps<true> & { readonly by: string; readonly verb: string }) {
  return (
    <Modal opened onClose={onClose} title={`${by} is working on it`}>
      <Stack gap="sm">
        <Text>If you decide, you take it over from {by}, who will see your decision.</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Leave it to {by}
          </Button>
          <Button data-autofocus onClick={() => onAnswer(true)}>
            Take over: {verb.toLowerCase()}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

export interface ItemChoice {
  readonly id: string;
  readonly content: string;
}

/** Dialog that asks which of some items is meant. */
export function ChoiceDialog({
  title,
  label,
  verb,
  color,
  nothing,
  choices,
  onAnswer,
  onClose,
}: DialogProps<ItemChoice> & {
  readonly title: string;
  readonly label: string;
  readonly verb: string;
  readonly color?: string;
  /** Said where there is no choice. */
  readonly nothing: string;
  readonly choices: readonly ItemChoice[];
}) {
  const [chosen, setChosen] = useState(choices[0]?.id ?? '');
  const choice = choices.find(({ id }) => id === chosen);
  return (
    <Modal opened onClose={onClose} title={title}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (choice !== undefined) onAnswer(choice);
        }}
      >
        <Stack gap="sm">
          {choices.length === 0 ? (
            <Text size="sm">{nothing}</Text>
          ) : (
            <Radio.Group label={label} value={chosen} onChange={setChosen}>
              <Stack gap="xs" mt="xs">
                {choices.map(({ id, content }, index) => (
                  <Radio
                    key={id}
                    value={id}
                    data-autofocus={index === 0 || undefined}
                    label={<StoredText>{content}</StoredText>}
                  />
                ))}
              </Stack>
            </Radio.Group>
          )}
          <Group justify="flex-end">
            <Button type="submit" color={color} disabled={choice === undefined}>
              {verb} (Enter)
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

export interface BulkPreview {
  readonly applied: readonly Entry[];
  readonly refused: readonly { readonly entry: Entry; readonly message: string }[];
  /** How many were selected that wait for another reason, or that somebody else works on. */
  readonly otherwise: number;
}

/** Preview of a decision on many entries. */
export function BulkDialog({
  verb,
  preview,
  onAnswer,
  onClose,
}: DialogProps<true> & { readonly verb: string; readonly preview: BulkPreview }) {
  return (
    <Modal opened onClose={onClose} title="What it would do" size="lg">
      <Stack gap="sm">
        <Text>
          {verb} <b>{counted(preview.applied.length, 'item')}</b>.
        </Text>
        <List size="sm" spacing={4} mah={320} style={{ overflow: 'auto' }} tabIndex={0} aria-label={verb}>
          {preview.applied.map(({ id, subject }) => (
            <List.Item key={id} className="statement">
              <StoredText>{titleOf(subject)}</StoredText>
            </List.Item>
          ))}
        </List>
        {preview.otherwise > 0 && (
          <Text size="sm" c="dimmed">
            {preview.otherwise} more stay as they are: they wait for another reason, or somebody else is
            working on them.
          </Text>
        )}
        {preview.refused.length > 0 && (
          <Alert color="orange" title={`${preview.refused.length} would be refused and stay as they are`}>
            {preview.refused.map(({ entry, message }) => (
              <Text key={entry.id} size="sm" lineClamp={2}>
                <StoredText>{titleOf(entry.subject)}</StoredText>: {message}
              </Text>
            ))}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Leave it
          </Button>
          <Button data-autofocus disabled={preview.applied.length === 0} onClick={() => onAnswer(true)}>
            {verb} {preview.applied.length}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
