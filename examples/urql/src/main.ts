import { client } from './client.ts';
import { changes, edit, promotion, provenance, queue } from './documents.ts';
import { whenConnected } from './live.ts';

/** The promotion shows at once; a refusal takes it back. `shown` is each status that a component was given, in turn. */
const promote = async (id: string, expectedRevision: number) => {
  const shown: (string | undefined)[] = [];
  const watching = client.query(queue, {}).subscribe(({ data }) => {
    const status = data?.candidates?.nodes.find((node) => node.id === id)?.status;
    if (status !== shown.at(-1)) shown.push(status);
  });
  const { data } = await client.mutation(promotion, { input: { id, expectedRevision } }).toPromise();
  watching.unsubscribe();
  const result = data?.promoteCandidate;
  return { shown, refused: result && 'code' in result ? result.code : null };
};

const reword = (id: string, content: string) => client.mutation(edit, { input: { id, content } }).toPromise();

/** The first change to this candidate's words after the cursor; null: from now on. `ready` is called once the stream is open. */
const nextUpdate = (id: string, after: string | null, ready: () => void) =>
  new Promise<{ readonly cursor: string; readonly content: string }>((resolve, reject) => {
    whenConnected(ready);
    const subscription = client.subscription(changes, { after }).subscribe(({ data, error }) => {
      if (error) reject(error);
      const change = data?.candidatesChanged;
      if (change?.__typename !== 'CandidateUpdated' || change.candidate.id !== id) return;
      subscription.unsubscribe();
      resolve({ cursor: change.cursor, content: change.candidate.content });
    });
  });

const { data: fact, error } = await client.query(provenance, {}).toPromise();
if (error) throw error;
console.log(
  JSON.stringify({ provenance: fact?.memories?.nodes.find(({ source }) => source?.__typename === 'Chunk') }),
);

const { data: listed } = await client.query(queue, {}).toPromise();
const [first, second] = listed?.candidates?.nodes ?? [];
if (!first || !second) throw new Error('The queue holds no two candidates.');
console.log(JSON.stringify({ refused: await promote(first.id, first.revision + 100) }));
console.log(JSON.stringify({ promoted: await promote(first.id, first.revision) }));

const seen = await nextUpdate(second.id, null, () => reword(second.id, `${second.content} (seen)`));
await reword(second.id, `${second.content} (missed)`);
const missed = await nextUpdate(second.id, seen.cursor, () => {});
console.log(JSON.stringify({ live: [seen.content, missed.content] }));
process.exit(0);
