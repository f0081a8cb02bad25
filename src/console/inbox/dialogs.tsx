import { Alert, Button, Group, Kbd, Modal, Radio, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useState } from 'react';
import { StoredText } from '../parts/stored-text.tsx';
import { WordDiff } from '../parts/word-diff.tsx';
import type { CandidateRow } from './operations.ts';

interface DialogProps<Answer> {
  onAnswer(answer: Answer): void;
  onClose(): void;
}

const reasons = [
  'It is not a statement.',
  'It is wrong.',
  'It is out of date.',
  'It is too vague to be used.',
  'It does not belong to this project.',
] as const;

/** Why a candidate is rejected: a number and Enter, or words. */
export function RejectDialog({ count, onAnswer, onClose }: DialogProps<string> & { readonly count: number }) {
  const [reason, setReason] = useState('');
  return (
    <Modal opened onClose={onClose} title={count === 1 ? 'Reject' : `Reject ${count} items`}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (reason.trim() !== '') onAnswer(reason.trim());
        }}
      >
        <Stack gap="sm">
          <TextInput
            label="Reason"
            description="1 to 5 takes a ready one; Enter rejects."
            data-autofocus
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
            onKeyDown={(event) => {
              const ready = reasons[Number(event.key) - 1];
              if (reason !== '' || ready === undefined) return;
              event.preventDefault();
              setReason(ready);
            }}
          />
          <Group gap={6}>
            {reasons.map((ready, index) => (
              <Button key={ready} size="compact-xs" variant="default" onClick={() => onAnswer(ready)}>
                <Kbd size="xs" mr={6}>
                  {index + 1}
                </Kbd>
                {ready}
              </Button>
            ))}
          </Group>
          <Group justify="flex-end">
            <Button type="submit" color="red" disabled={reason.trim() === ''}>
              Reject
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

/** New words for a statement, and what they change. */
export function EditDialog({
  item,
  onAnswer,
  onClose,
}: DialogProps<string> & { readonly item: CandidateRow }) {
  const [content, setContent] = useState(item.content);
  const submit = () => {
    if (content.trim() !== '') onAnswer(content.trim());
  };
  return (
    <Modal opened onClose={onClose} title="Edit and promote" size="lg">
      <Stack gap="sm">
        <Textarea
          label="Statement"
          description="Ctrl Enter promotes it in these words."
          data-autofocus
          autosize
          minRows={3}
          value={content}
          onChange={(event) => setContent(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit();
          }}
        />
        {content !== item.content && <WordDiff before={item.content} after={content} />}
        <Group justify="flex-end">
          <Button onClick={submit} disabled={content.trim() === ''}>
            Promote
          </Button>
        </Group>
      </Stack>
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
      <Stack gap="xs">
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

export interface DuplicateChoice {
  readonly id: string;
  readonly content: string;
}

/** Which item it repeats. */
export function DuplicateDialog({
  choices,
  onAnswer,
  onClose,
}: DialogProps<DuplicateChoice> & { readonly choices: readonly DuplicateChoice[] }) {
  const [chosen, setChosen] = useState(choices[0]?.id ?? '');
  const choice = choices.find(({ id }) => id === chosen);
  return (
    <Modal opened onClose={onClose} title="Reject as a duplicate">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (choice !== undefined) onAnswer(choice);
        }}
      >
        <Stack gap="sm">
          {choices.length === 0 ? (
            <Text size="sm">Nothing that you see says nearly the same.</Text>
          ) : (
            <Radio.Group label="It repeats" value={chosen} onChange={setChosen}>
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
            <Button type="submit" color="red" disabled={choice === undefined}>
              Reject (Enter)
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

export interface BulkPreview {
  readonly applied: number;
  readonly refused: readonly { readonly content: string; readonly message: string }[];
}

/** What a decision on many would do, before it is done. */
export function BulkDialog({
  verb,
  preview,
  onAnswer,
  onClose,
}: DialogProps<true> & { readonly verb: string; readonly preview: BulkPreview }) {
  return (
    <Modal opened onClose={onClose} title={`${verb}: what it would do`} size="lg">
      <Stack gap="sm">
        <Text>
          {verb} <b>{preview.applied}</b> {preview.applied === 1 ? 'item' : 'items'}.
        </Text>
        {preview.refused.length > 0 && (
          <Alert color="orange" title={`${preview.refused.length} would be refused and stay as they are`}>
            {preview.refused.map(({ content, message }) => (
              <Text key={content} size="sm" lineClamp={2}>
                <StoredText>{content}</StoredText>: {message}
              </Text>
            ))}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Leave it
          </Button>
          <Button data-autofocus disabled={preview.applied === 0} onClick={() => onAnswer(true)}>
            {verb} {preview.applied}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
