import { Button, FileButton, Group, Paper, Progress, Stack, Text, TextInput } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { type DragEvent, useRef, useState } from 'react';
import { useClient } from 'urql';
import { newKey } from '../api/new-key.ts';
import { problemOf } from '../api/refusal.ts';
import { StoredText } from '../parts/stored-text.tsx';
import { counted } from '../parts/words.ts';
import { batchesOf, type DocumentInput, placeOf, type RefusedFile, readDocument } from './batches.ts';
import { IngestMutation, type Report } from './operations.ts';
import { ReportPanel } from './report-panel.tsx';

/** Files dropped here become documents of a project, in as many calls as the limits of the API ask for. */
export function IngestPanel({ project, onDone }: { readonly project: string | undefined; onDone(): void }) {
  const client = useClient();
  const [target, setTarget] = useState(project ?? '');
  const [over, setOver] = useState(false);
  const [done, setDone] = useState<{ readonly read: number; readonly files: number } | null>(null);
  const isStopped = useRef(false);
  const [message, setMessage] = useState<string | null>(null);
  const [refused, setRefused] = useState<readonly RefusedFile[]>([]);
  const [reports, setReports] = useState<readonly Report[]>([]);

  const ingest = async (files: readonly File[]) => {
    if (target.trim() === '' || files.length === 0) {
      setMessage(files.length === 0 ? 'No file was chosen.' : 'Name the project first.');
      return;
    }
    setReports([]);
    setMessage(null);
    setRefused([]);
    setDone({ read: 0, files: files.length });
    isStopped.current = false;
    const found = await Promise.all(files.map(readDocument));
    const notRead = found.filter((file): file is RefusedFile => 'reason' in file);
    const documents = found.filter((file): file is DocumentInput => 'content' in file);
    let [read, unchanged, forOwners] = [0, 0, 0];
    let stopped: string | null = null;
    /** Sends a batch; a document that is refused by its place is taken out, and the others are sent again. */
    const send = async (batch: DocumentInput[]): Promise<void> => {
      if (batch.length === 0) return;
      const input = { project: target.trim(), documents: batch, idempotencyKey: newKey() };
      const { data, error } = await client.mutation(IngestMutation, { input }).toPromise();
      const outcome = data?.ingestDocuments;
      if (outcome?.__typename === 'IngestDocumentsPayload') {
        const { wave, waiting } = outcome;
        if (wave?.report)
          setReports((before) => [...before, wave.report].filter((report) => report !== null));
        unchanged += outcome.unchanged;
        forOwners += waiting.length;
        read += batch.length;
        setDone({ read, files: files.length });
        return;
      }
      const reason = problemOf(error, outcome) ?? 'It was refused.';
      const place = outcome?.__typename === 'UserError' ? placeOf(outcome.path) : null;
      const bad = place === null ? undefined : batch[place];
      if (bad === undefined) {
        stopped = reason;
        return;
      }
      notRead.push({ path: bad.path, reason });
      await send(batch.filter((document) => document !== bad));
    };
    for (const batch of batchesOf(documents)) {
      if (isStopped.current) stopped = 'you stopped it. Drop them again to go on.';
      if (stopped !== null) break;
      await send(batch);
    }
    const left = files.length - read - notRead.length;
    setMessage(
      [
        `${counted(read, 'file')} read, ${unchanged} of them unchanged.`,
        forOwners > 0
          ? `${counted(forOwners, 'version')} of other people's sources wait for the owners.`
          : '',
        left > 0 ? `${counted(left, 'file')} not sent: ${stopped ?? 'it was refused.'}` : '',
      ]
        .filter((part) => part !== '')
        .join(' '),
    );
    setRefused(notRead);
    setDone(null);
    onDone();
  };

  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void ingest([...event.dataTransfer.files]);
  };

  return (
    <Paper
      withBorder
      p="md"
      component="section"
      aria-label="Ingest"
      bd={
        over ? '2px dashed var(--mantine-color-indigo-6)' : '2px dashed var(--mantine-color-default-border)'
      }
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Stack gap="sm">
        <Group align="flex-end">
          <TextInput
            label="Into the project"
            value={target}
            onChange={(event) => setTarget(event.currentTarget.value)}
          />
          <FileButton multiple accept=".md,.markdown,.txt,text/*" onChange={ingest}>
            {(props) => (
              <Button {...props} variant="default" leftSection={<IconUpload size={16} aria-hidden />}>
                Choose files
              </Button>
            )}
          </FileButton>
          <Text size="sm" c="dimmed">
            or drop Markdown and text files here
          </Text>
        </Group>
        {done !== null && (
          <Group>
            <Progress value={(100 * done.read) / done.files} animated flex={1} aria-label="Files read" />
            <Text size="sm">
              {done.read} of {counted(done.files, 'file')}
            </Text>
            <Button variant="default" size="xs" onClick={() => (isStopped.current = true)}>
              Stop
            </Button>
          </Group>
        )}
        {message !== null && (
          <Text size="sm" role="status">
            {message}
          </Text>
        )}
        {refused.map(({ path, reason }) => (
          <Text size="sm" c="red" key={path}>
            Not read: <StoredText>{path}</StoredText>. {reason}
          </Text>
        ))}
        {reports.map((report) => (
          <ReportPanel key={report.createdAt} report={report} />
        ))}
      </Stack>
    </Paper>
  );
}
