import { Button, Group, Progress, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useClient, useQuery } from 'urql';
import { problemOf } from '../api/refusal.ts';
import { counted } from '../parts/words.ts';
import { ExtractMutation, StopMutation, type Wave, WaveQuery } from './operations.ts';

/** Documents that one call reads, so that each is answered in seconds. */
const documentsPerCall = 100;
const askedAgainAfter = 2_000;

/** Progress of an ingestion that is not read whole, by any process, with the ways to read on and to stop. */
export default function WaveProgress({ wave }: { readonly wave: Omit<Wave, 'report'> }) {
  const client = useClient();
  const { id, unreadDocuments: unread } = wave;
  const all = wave.documents.totalCount;
  const [, ask] = useQuery({ query: WaveQuery, variables: { id }, pause: true });
  const [isReading, setReading] = useState(false);
  const [message, setMessage] = useState<string | null>(null);
  const isStopped = useRef(false);

  useEffect(() => {
    const timer = setInterval(() => ask({ requestPolicy: 'network-only' }), askedAgainAfter);
    return () => clearInterval(timer);
  }, [ask]);

  const readOn = async () => {
    setReading(true);
    setMessage(null);
    isStopped.current = false;
    for (let isDone = false; !isDone; ) {
      const input = { waveId: id, maxDocuments: documentsPerCall };
      const { data, error } = await client.mutation(ExtractMutation, { input }).toPromise();
      const outcome = data?.extractWave;
      const problem = problemOf(error, outcome);
      if (problem !== null) setMessage(problem);
      const isWhole =
        outcome?.__typename === 'ExtractionReportPayload' && outcome.report?.finishedAt !== null;
      isDone = problem !== null || isWhole || isStopped.current;
    }
    setReading(false);
  };
  const stop = async () => {
    isStopped.current = true;
    const { data, error } = await client.mutation(StopMutation, { input: { waveId: id } }).toPromise();
    setMessage(problemOf(error, data?.stopExtraction) ?? 'Stopped: what was read stays read.');
  };

  return (
    <Group>
      <Progress
        value={all === 0 ? 0 : (100 * (all - unread)) / all}
        animated={isReading}
        flex={1}
        miw={120}
        aria-label="Documents read"
      />
      <Text size="sm" role="status">
        {all - unread} of {counted(all, 'document')} read. {message}
      </Text>
      {!isReading && (
        <Button variant="default" size="xs" onClick={readOn}>
          Read the rest
        </Button>
      )}
      <Button variant="default" size="xs" onClick={stop}>
        Stop reading
      </Button>
    </Group>
  );
}
