import { Button, FileButton, Group, Paper, Progress, Stack, Text, TextInput } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { type DragEvent, useState } from 'react';
import { useClient } from 'urql';
import { problemOf } from '../api/refusal.ts';
import { counted } from '../parts/words.ts';
import { batchesOf, readDocument } from './batches.ts';
import { IngestMutation, type Report } from './operations.ts';
import { ReportPanel } from './report-panel.tsx';

/** Files dropped here become documents of a project, in as many calls as the limits of the API ask for. */
export function IngestPanel({ project, onDone }: { readonly project: string | undefined; onDone(): void }) {
  const client = useClient();
  const [target, setTarget] = useState(project ?? '');
  const [over, setOver] = useState(false);
  const [done, setDone] = useState<number | null>(null);
  const [message, setMessage] = useState<string | null>(null);
  const [reports, setReports] = useState<readonly Report[]>([]);

  const ingest = async (files: readonly File[]) => {
    if (target.trim() === '' || files.length === 0) {
      setMessage(files.length === 0 ? 'No file was chosen.' : 'Name the project first.');
      return;
    }
    setReports([]);
    setMessage(null);
    setDone(0);
    let read = 0;
    let unchanged = 0;
    for (const batch of batchesOf(await Promise.all(files.map(readDocument)))) {
      const input = { project: target.trim(), documents: batch, idempotencyKey: crypto.randomUUID() };
      const { data, error } = await client.mutation(IngestMutation, { input }).toPromise();
      const outcome = data?.ingestDocuments;
      const refusal = problemOf(error, outcome);
      if (outcome?.__typename !== 'IngestDocumentsPayload') {
        setMessage(refusal ?? 'It was refused.');
        break;
      }
      const { wave } = outcome;
      if (wave?.report) setReports((before) => [...before, wave.report].filter((report) => report !== null));
      unchanged += outcome.unchanged;
      read += batch.length;
      setDone((100 * read) / files.length);
    }
    if (read > 0) setMessage(`${counted(read, 'file')} read, ${unchanged} of them unchanged.`);
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
        {done !== null && <Progress value={done} animated aria-label="Files read" />}
        {message !== null && (
          <Text size="sm" role="status">
            {message}
          </Text>
        )}
        {reports.map((report) => (
          <ReportPanel key={report.createdAt} report={report} />
        ))}
      </Stack>
    </Paper>
  );
}
