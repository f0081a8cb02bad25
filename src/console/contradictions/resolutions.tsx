import {
  Alert,
  Badge,
  Button,
  Card,
  Group,
  List,
  SimpleGrid,
  Stack,
  Text,
  Textarea,
  TextInput,
  Title,
} from '@mantine/core';
import { useEffect, useState } from 'react';
import { ask } from '../api/client.ts';
import type { ResultOf, VariablesOf } from '../api/graphql.ts';
import { refusalOf } from '../api/refusal.ts';
import { useSession } from '../api/session.tsx';
import { StoredText } from '../parts/stored-text.tsx';
import { inWords } from '../parts/words.ts';
import { type ContradictionFields, PreviewResolution, type ResolveMutation } from './operations.ts';

type Action = VariablesOf<typeof ResolveMutation>['input']['action'];
/** The way out that somebody took, with its words. */
export interface Chosen {
  readonly as: Action;
  readonly mergedContent?: string;
  readonly note?: string;
}

type Preview = ResultOf<typeof PreviewResolution>['resolveContradiction'];

const actions: readonly { readonly action: Action; readonly title: string }[] = [
  { action: 'KEPT_A', title: 'A is right' },
  { action: 'KEPT_B', title: 'B is right' },
  { action: 'MERGE', title: 'Merge into one' },
  { action: 'BOTH_VALID', title: 'Both are valid' },
];

/** Each way out with what it would do, asked of the API as a dry run. */
export function Resolutions({
  contradiction,
  busy,
  onResolve,
}: {
  readonly contradiction: ContradictionFields;
  readonly busy: boolean;
  onResolve(chosen: Chosen): void;
}) {
  const { itemA, itemB, suggestedResolution: suggested } = contradiction;
  const [merged, setMerged] = useState(suggested?.mergedContent ?? `${itemA.content} ${itemB.content}`);
  const [note, setNote] = useState('');
  const inputOf = (action: Action) => ({
    id: contradiction.id,
    action,
    expectedRevision: contradiction.revision,
    ...(action === 'MERGE' ? { mergedContent: merged } : {}),
  });
  const previews = usePreviews(inputOf, contradiction.revision, merged);

  const run = (as: Action) =>
    onResolve({
      as,
      ...(as === 'MERGE' ? { mergedContent: merged } : {}),
      ...(note.trim() === '' ? {} : { note: note.trim() }),
    });

  return (
    <Stack gap="sm">
      <Title order={2} fz="lg">
        Resolve
      </Title>
      {suggested !== null && (
        <Alert title={`Suggested: ${inWords(suggested.action)}`} color="blue">
          <StoredText>{suggested.justification ?? 'No reason was given.'}</StoredText>
        </Alert>
      )}
      <TextInput
        label="Note"
        description="Kept with the resolution."
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <SimpleGrid cols={{ base: 1, sm: 2, xl: 4 }}>
        {actions.map(({ action, title }) => (
          <Card withBorder key={action} role="group" aria-label={title}>
            <Stack h="100%" gap="xs">
              <Group justify="space-between">
                <Title order={3} fz="md">
                  {title}
                </Title>
                {suggested?.action === action && <Badge color="blue">suggested</Badge>}
              </Group>
              {action === 'MERGE' && (
                <Textarea
                  aria-label="The words of the merged fact"
                  autosize
                  value={merged}
                  onChange={(event) => setMerged(event.currentTarget.value)}
                />
              )}
              <Effect preview={previews[action]} contradiction={contradiction} />
              <Button
                mt="auto"
                variant={suggested?.action === action ? 'filled' : 'default'}
                loading={busy}
                disabled={refusalOf(previews[action]) !== null}
                onClick={() => run(action)}
              >
                {title}
              </Button>
            </Stack>
          </Card>
        ))}
      </SimpleGrid>
    </Stack>
  );
}

/** Previews of each action from the API; the merge is asked for again when its words rest. */
const usePreviews = (
  inputOf: (action: Action) => VariablesOf<typeof PreviewResolution>['input'],
  revision: number,
  merged: string,
): Partial<Record<Action, Preview>> => {
  const { id: session } = useSession();
  const [previews, setPreviews] = useState<Partial<Record<Action, Preview>>>({});
  // biome-ignore lint/correctness/useExhaustiveDependencies: the input follows from the revision and the words
  useEffect(() => {
    let current = true;
    const timer = setTimeout(() => {
      for (const { action } of actions)
        ask(session, PreviewResolution, { input: { ...inputOf(action), dryRun: true } }).then(
          ({ resolveContradiction: preview }) => {
            if (current) setPreviews((before) => ({ ...before, [action]: preview }));
          },
          () => undefined, // The button stays; the API answers when it is pressed.
        );
    }, 250);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [session, revision, merged]);
  return previews;
};

function Effect({
  preview,
  contradiction,
}: {
  readonly preview: Preview | undefined;
  readonly contradiction: ContradictionFields;
}) {
  if (preview === undefined)
    return (
      <Text size="sm" c="dimmed">
        …
      </Text>
    );
  if (preview.__typename !== 'ResolveContradictionPayload')
    return (
      <Text size="sm" c="red">
        {refusalOf(preview)?.message}
      </Text>
    );
  const sides = [
    { name: 'A', before: contradiction.itemA.status, after: preview.contradiction?.itemA.status },
    { name: 'B', before: contradiction.itemB.status, after: preview.contradiction?.itemB.status },
  ];
  return (
    <List size="sm" spacing={2}>
      {sides.map(({ name, before, after }) => (
        <List.Item key={name}>
          {name}{' '}
          {after === undefined || after === before ? `stays ${inWords(before)}` : `becomes ${inWords(after)}`}
        </List.Item>
      ))}
      {preview.merged !== null && (
        <List.Item>
          a new fact, {inWords(preview.merged.status)}
          {preview.merged.sensitivityLabels.length > 0 &&
            `, labelled ${preview.merged.sensitivityLabels.join(', ')}`}
          {preview.merged.audience.length > 0 && `, for ${preview.merged.audience.join(', ')}`}
        </List.Item>
      )}
    </List>
  );
}
