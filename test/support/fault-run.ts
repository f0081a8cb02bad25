import { setTimeout as sleep } from 'node:timers/promises';
import { attempts, openEmbedded, openServer } from './fault-worlds.ts';
import { type GraphQLAnswer, people } from './gateway.ts';
import type { StoreKind } from './store.ts';

export const faults = ['none', 'cut', 'silence', 'stop', 'full', 'failover'] as const;

/** Next step of a run. The clients write at once; the fault comes among their calls. */
export interface FaultStep {
  readonly clients: number;
  /**
   * `none` · `cut`: the power of the embedded store, or every connection that the server has · `silence`: the network,
   * at the next commit · `stop`: the process, in order · `full`: the disk, for a moment · `failover`: the server accepts no writes for a
   * moment, and every connection ends; the embedded store has none.
   */
  readonly fault: (typeof faults)[number];
  /** After so many of the calls were answered. */
  readonly after: number;
  /** True when every third call ingests a document. */
  readonly ingests: boolean;
  /** True when the last item of the step before is edited meanwhile. */
  readonly edits: boolean;
  /** True when the last acknowledged item is promoted. */
  readonly promotes: boolean;
  /** Milliseconds that the clock jumps before the step; a process that comes anew begins with the first clock again. */
  readonly passes: number;
}

/** Counts of a run, for its last line. */
export interface FaultTally {
  acknowledged: number;
  faults: number;
  lost: number;
}

/** Codes with which a client is asked to try again; any other is wrong. */
const passing = ['SERVICE_UNAVAILABLE', 'OUTCOME_UNKNOWN', 'DATABASE_READ_ONLY', 'STORAGE_FULL'];

type Person = (typeof people)[keyof typeof people];

const create = `mutation ($key: String!) { createMemory(input: { kind: FACT, project: "p", content: $key, idempotencyKey: $key }) {
  ... on MemoryPayload { memory { id } } ... on UserError { code } } }`;
const promote = `mutation ($id: ID!, $key: String!) { promoteCandidate(input: { id: $id, idempotencyKey: $key }) {
  ... on ItemPayload { item { id status } } ... on UserError { code } } }`;
const edit = `mutation ($id: ID!, $content: String!) { editItem(input: { id: $id, content: $content, idempotencyKey: $content }) {
  ... on ItemPayload { item { id } } ... on UserError { code } } }`;
const ingest = `mutation ($path: String!, $content: String!) { ingestDocuments(input: {
  project: "p", documents: [{ path: $path, content: $content }], idempotencyKey: $path }) {
  ... on IngestDocumentsPayload { wave { report { candidates { nodes { id content } } } } } ... on UserError { code } } }`;

/**
 * Drives clients over HTTP against a real gateway over a real store in which faults happen, and says after each step what is wrong;
 * null: nothing.
 * A client that is answered with an outage asks again under the same key, until there is an answer.
 */
export const runFaults = async (
  kind: StoreKind,
  steps: readonly FaultStep[],
  chance: () => number,
  tally: FaultTally,
): Promise<string | null> => {
  const world = kind === 'pglite' ? await openEmbedded(chance) : await openServer(chance);
  /** The words that each acknowledged item has to have. */
  const acknowledged = new Map<string, string>();
  const paths: string[] = [];
  let edits = 0;
  const promoted = new Set<string>();
  let keys = 0;

  /** Asks once, over HTTP; null: a gateway that died or stopped gave no answer. */
  const ask = async (person: Person, query: string, variables: object): Promise<GraphQLAnswer | null> => {
    const gateway = await world.gateway();
    const life = world.deaths();
    const answer = await fetch(`${gateway.url}/graphql`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${await gateway.tokenOf(person)}`,
      },
      body: JSON.stringify({ query, variables }),
    }).then(
      (response) => response.json() as Promise<GraphQLAnswer>,
      () => null,
    );
    return world.deaths() === life ? answer : null;
  };

  /** Asks until somebody answers; a gateway that is dead is replaced by the one that came after it. */
  const insist = async (person: Person, query: string, variables: object) => {
    for (let attempt = 1; attempt <= attempts; attempt += 1) {
      const { data, errors } = (await ask(person, query, variables)) ?? { errors: [] };
      if (errors === undefined) return data;
      const wrong = errors.find(({ extensions }) => !passing.includes(extensions?.code ?? ''));
      if (wrong) throw new Error(`A client was answered ${JSON.stringify(wrong)}.`);
      await sleep(100);
    }
    throw new Error('A client was given no answer.');
  };

  const check = async (): Promise<string | null> => {
    const memories = await world.rows<{ id: string; content: string; status: string }>(
      'select id, content, status from memories',
    );
    const byId = new Map(memories.map((memory) => [memory.id, memory]));
    const lost = [...acknowledged].filter(([id, content]) => byId.get(id)?.content !== content);
    tally.lost += lost.length;
    if (lost.length > 0) return `lost: ${lost.length} of ${acknowledged.size} acknowledged`;
    if (new Set(memories.map(({ content }) => content)).size < memories.length)
      return 'two effects of one key';
    if ([...promoted].some((id) => byId.get(id)?.status !== 'ACTIVE')) return 'a promotion was lost';
    const documents = await world.rows<{ path: string }>('select path from documents order by path');
    if (String(documents.map(({ path }) => path)) !== String(paths.toSorted()))
      return 'a document was lost, or is there twice';
    const [audit] = await world.rows<{ created: number; edited: number; promoted: number; active: number }>(
      `select count(*) filter (where action in ('memory.created', 'memory.extracted'))::int as created,
        count(*) filter (where action = 'memory.edited')::int as edited,
        count(*) filter (where action = 'memory.promoted')::int as promoted,
        (select count(*)::int from memories where status = 'ACTIVE') as active from audit_events`,
    );
    if (audit?.created !== memories.length || audit.edited !== edits || audit.promoted !== audit.active)
      return 'the audit is not what was done';
    const { verifyAuditChain } = await insist(people.auditor, '{ verifyAuditChain { valid } }', {});
    if (!verifyAuditChain.valid) return 'the chain is broken';
    const { memories: seen } = await insist(
      people.reader,
      '{ memories(filter: { status: { eq: CANDIDATE } }) { nodes { id } } }',
      {},
    );
    return seen.nodes.length === 0 ? null : 'a reader sees what is hidden';
  };

  const bringIn = async (number: number, ingests: boolean): Promise<void> => {
    if (!ingests || number % 3 > 0) {
      const key = `statement number ${number} of this run`;
      const { createMemory } = await insist(people.contributor, create, { key });
      acknowledged.set(createMemory.memory.id, key);
      return;
    }
    const path = `decisions/${number}.md`;
    const content = `# ${number}. Anchors\n\n## Decision\n\nWe will use anchors of size ${number} at pier ${number}.\n`;
    const { ingestDocuments } = await insist(people.contributor, ingest, { path, content });
    paths.push(path);
    for (const item of ingestDocuments.wave.report.candidates.nodes) acknowledged.set(item.id, item.content);
  };

  const editOne = async (id: string, number: number): Promise<void> => {
    const content = `the words number ${number} of an edit`;
    const { editItem } = await insist(people.contributor, edit, { id, content });
    if (editItem.item === undefined) throw new Error(`An edit was refused: ${editItem.code}.`);
    acknowledged.set(id, content);
    edits += 1;
  };

  const act = async ({
    clients,
    fault,
    after,
    ingests,
    edits,
    promotes,
    passes,
  }: FaultStep): Promise<void> => {
    (await world.gateway()).pass(passes);
    let answered = 0;
    const reached = Promise.withResolvers<void>();
    if (fault === 'silence') world.silence();
    const edited = [...acknowledged.keys()].filter((id) => !promoted.has(id)).at(-1);
    const calls = Array.from({ length: clients }, async () => {
      keys += 1;
      await bringIn(keys, ingests);
      tally.acknowledged += 1;
      answered += 1;
      if (answered >= after) reached.resolve();
    });
    if (edits && edited !== undefined) calls.push(editOne(edited, keys));
    if (fault !== 'none' && fault !== 'silence') {
      await Promise.race([reached.promise, Promise.all(calls)]);
      await world[fault]();
    }
    if (fault !== 'none') tally.faults += 1;
    await Promise.all(calls);
    const last = [...acknowledged.keys()].at(-1);
    if (!promotes || last === undefined || promoted.has(last)) return;
    const { promoteCandidate } = await insist(people.reviewer, promote, { id: last, key: `promote ${last}` });
    if (promoteCandidate.item) promoted.add(last);
  };

  try {
    for (const step of steps) {
      await act(step);
      const wrong = await check();
      if (wrong !== null) return wrong;
    }
    return null;
  } finally {
    await world.close();
  }
};
