import { client } from './client.ts';
import { changes, edit, promotion, provenance, queue } from './documents.ts';
import { whenConnected } from './live.ts';

interface Candidate {
  readonly __typename: 'Memory' | 'Entity';
  readonly id: string;
}

/** Reads the cache as a component does. */
const statusInCache = (id: string) =>
  client.readQuery({ query: queue }, true)?.candidates?.nodes.find((node) => node.id === id)?.status;

/** The promotion shows at once; a refusal takes it back. */
const promote = async ({ __typename, id }: Candidate, expectedRevision: number) => {
  const shown = [statusInCache(id)];
  const answer = client.mutate({
    mutation: promotion,
    variables: { input: { id, expectedRevision } },
    optimisticResponse: {
      promoteCandidate: {
        __typename: 'ItemPayload',
        item: { __typename, id, status: 'ACTIVE', revision: expectedRevision + 1 },
      },
    },
  });
  shown.push(statusInCache(id));
  const { data } = await answer;
  shown.push(statusInCache(id));
  const result = data?.promoteCandidate;
  return { shown, refused: result && 'code' in result ? result.code : null };
};

const reword = (id: string, content: string) =>
  client.mutate({ mutation: edit, variables: { input: { id, content } } });

/** The first change to this candidate's words after the cursor; null: from now on. `ready` is called once the stream is open. */
const nextUpdate = (id: string, after: string | null, ready: () => void) =>
  new Promise<{ readonly cursor: string; readonly content: string }>((resolve, reject) => {
    const subscription = client.subscribe({ query: changes, variables: { after } }).subscribe({
      next: ({ data }) => {
        const change = data?.candidatesChanged;
        if (change?.__typename !== 'CandidateUpdated' || change.candidate.id !== id) return;
        subscription.unsubscribe();
        resolve({ cursor: change.cursor, content: change.candidate.content });
      },
      error: reject,
    });
    whenConnected(ready);
  });

const { data: fact } = await client.query({ query: provenance });
console.log(
  JSON.stringify({ provenance: fact?.memories?.nodes.find(({ source }) => source?.__typename === 'Chunk') }),
);

const { data: listed } = await client.query({ query: queue });
const [first, second] = listed?.candidates?.nodes ?? [];
if (!first || !second) throw new Error('The queue holds no two candidates.');
console.log(JSON.stringify({ refused: await promote(first, first.revision + 100) }));
console.log(JSON.stringify({ promoted: await promote(first, first.revision) }));

const seen = await nextUpdate(second.id, null, () => reword(second.id, `${second.content} (seen)`));
await reword(second.id, `${second.content} (missed)`);
const missed = await nextUpdate(second.id, seen.cursor, () => {});
console.log(JSON.stringify({ live: [seen.content, missed.content] }));
process.exit(0);
