import { Anchor, Button, Group, List, Modal, Stack, Text, Textarea } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useClient } from 'urql';
import { problemOf } from '../api/refusal.ts';
import { StoredText } from '../parts/stored-text.tsx';
import { counted, inWords } from '../parts/words.ts';
import { EraseMutation, type Erasure, type SourceDocument } from './operations.ts';

/** The way for an admin to remove the words of a document for good, after a look at what that would do. */
export default function ErasePanel({
  document,
  onErased,
}: {
  readonly document: SourceDocument;
  onErased(): void;
}) {
  const client = useClient();
  const [isOpen, dialog] = useDisclosure();
  const [reason, setReason] = useState('');
  const [preview, setPreview] = useState<Erasure | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const send = async (dryRun: boolean): Promise<Erasure | null> => {
    setBusy(true);
    const input = { documentId: document.id, reason, dryRun };
    const { data, error } = await client.mutation(EraseMutation, { input }).toPromise();
    const outcome = data?.eraseDocument;
    setBusy(false);
    setProblem(problemOf(error, outcome));
    return outcome?.__typename === 'EraseDocumentPayload' ? outcome : null;
  };
  const erase = async () => {
    if ((await send(false)) === null) return;
    dialog.close();
    onErased();
  };

  return (
    <>
      <Anchor component="button" size="sm" c="red" onClick={dialog.open}>
        Erase its words
      </Anchor>
      <Modal opened={isOpen} onClose={dialog.close} title="Erase the words of this document" size="lg">
        <Stack>
          <Text size="sm">
            All its versions lose their words, and statements that nobody ever promoted are erased with them.
            There is no way back.
          </Text>
          <Textarea
            label="Reason"
            description="It stays in the audit log, so it must not repeat the words."
            value={reason}
            onChange={({ currentTarget: { value } }) => {
              setReason(value);
              setPreview(null);
            }}
          />
          {preview !== null && <Effect erasure={preview} statements={document.candidates.nodes} />}
          {problem !== null && (
            <Text size="sm" c="red" role="alert">
              {problem}
            </Text>
          )}
          <Group>
            {preview === null ? (
              <Button
                variant="default"
                loading={busy}
                disabled={reason.trim() === ''}
                onClick={async () => setPreview(await send(true))}
              >
                See what it would do
              </Button>
            ) : (
              <Button color="red.9" loading={busy} onClick={erase}>
                Erase for good
              </Button>
            )}
          </Group>
        </Stack>
      </Modal>
    </>
  );
}

const keptWords = {
  BELIEVED: 'somebody promoted it',
  SAID_ELSEWHERE: 'another source says it, too',
} as const;

/** The extent of an erasure: what loses its words, and which statements stay and why. */
function Effect({
  erasure: { documentIds, erasedIds, kept, places },
  statements,
}: {
  readonly erasure: Erasure;
  readonly statements: SourceDocument['candidates']['nodes'];
}) {
  const contentOf = (itemId: string) => statements.find(({ id }) => id === itemId)?.content;
  return (
    <section aria-label="What it would do">
      <Text size="sm" fw={600}>
        {counted(documentIds.length, 'version')} would lose all words,{' '}
        {counted(erasedIds.length, 'statement')} would be erased, and {kept.length} would stay.
      </Text>
      <List size="sm">
        {kept.map(({ itemId, reason }) => (
          <List.Item key={itemId}>
            <Anchor component={Link} to={`/facts/${itemId}`} size="sm">
              <StoredText>{contentOf(itemId) ?? 'A statement of another version'}</StoredText>
            </Anchor>{' '}
            stays: {keptWords[reason]}.
          </List.Item>
        ))}
      </List>
      <Text size="sm" c="dimmed">
        Changed records: {places.map(({ where, count }) => `${count} ${inWords(where)}`).join(', ')}.
      </Text>
    </section>
  );
}
