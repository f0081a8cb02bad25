import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { ask } from './gateway-process.ts';
import type { Answered, OverloadClient } from './overload-client.ts';

/** Requests of the measurements of overload. */

export const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length * share)] ?? Number.NaN;
export const millisecondsOf = (answers: readonly Answered[]): number[] =>
  answers.map(({ milliseconds }) => milliseconds);
/** The requests, and what becomes of one that was not carried out. */
export interface Work {
  readonly next: () => string;
  readonly failed: (request: string) => void;
}

/** So many clients, each of which asks again when it is answered. */
export const askInTurn = async (
  client: OverloadClient,
  { next, failed }: Work,
  clients: number,
  duration: number,
): Promise<Answered[]> => {
  const answers: Answered[] = [];
  const until = performance.now() + duration;
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (performance.now() < until) {
        const request = next();
        const answer = await client.ask(request);
        if (answer === null) return;
        if (!answer.isGood) failed(request);
        answers.push(answer);
      }
    }),
  );
  return answers;
};

export const read = `query Provenance($id: ID!) { memory(id: $id) { id kind status content confidence contributor { name } rule sourceSpan { start end }
  source { ... on Chunk { id text document { id path } } } revisions { nodes { revision content editedAt } } } }`;
export const list = `query Page { memories(first: 20) { totalCount nodes { id kind status content confidence contributor { name } rule sourceSpan { start end }
  source { ... on Chunk { id text document { id path } } } revisions { nodes { revision content editedAt } } } } }`;
export const promote = `mutation Promote($id: ID!) { promoteCandidate(input: { id: $id }) { ... on ItemPayload { item { id status } } ... on UserError { code } } }`;
export const ingest = `mutation ($documents: [DocumentInput!]!) { ingestDocuments(input: { project: "p", documents: $documents }) { __typename } }`;

const words = (seed: number): string =>
  Array.from({ length: 9 }, (_, at) => ((seed + 1) * (at + 7) * 7_919).toString(36)).join(' ');

/** So many candidates, or a few more, read from documents. */
export const writeCandidates = async (url: string, token: string, wanted: number): Promise<void> => {
  for (let call = 0; call * 50 < wanted; call += 1)
    await ask(url, token, ingest, {
      documents: Array.from({ length: 50 }, (_, at) => ({
        path: `records/${call}-${at}.md`,
        content: `# Decision: ${words(call * 50 + at)}\n\nWe decided to keep ${words(call * 50 + at)}.\n`,
      })),
    });
};

export const listCandidates = async (url: string, token: string, wanted: number): Promise<string[]> => {
  const ids: string[] = [];
  for (let after: string | null = null; ; ) {
    const { memories } = await ask(
      url,
      token,
      'query ($after: String) { memories(first: 100, after: $after, filter: { status: { eq: CANDIDATE } }) { nodes { id } pageInfo { hasNextPage endCursor } } }',
      { after },
    );
    ids.push(...memories.nodes.map(({ id }: { id: string }) => id));
    if (!memories.pageInfo.hasNextPage || ids.length >= wanted) return ids;
    after = memories.pageInfo.endCursor;
  }
};

/** New memories are judged in the background. */
export const untilJudged = async (url: string): Promise<void> => {
  for (let before = -1; ; ) {
    const text = await (await fetch(`${url}/metrics`)).text();
    const judged = [...text.matchAll(/judgings_total\{.*\} (\d+)/g)].reduce(
      (sum, [, count]) => sum + Number(count),
      0,
    );
    if (judged === before) return;
    before = judged;
    await setTimeout(3_000);
  }
};

/** Until the database knows what was written: a page costs half then. The embedded store learns it in its upkeep, every minute. */
export const untilAnalyzed = async (databaseUrl: string | undefined): Promise<void> => {
  if (databaseUrl === undefined) return setTimeout(61_000);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('vacuum analyze');
  await client.end();
};
