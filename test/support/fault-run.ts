import fs, { mkdtempSync, realpathSync, renameSync, rmSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { inject } from 'vitest';
import { outageOf } from '#persistence/store/database-errors.ts';
import { type Orm, openOrm } from '#persistence/store/orm.ts';
import { readDump } from './databases.ts';
import { createTestGateway, people, type TestGateway } from './gateway.ts';
import { type RecordedDisk, recordDisk } from './power-cut.ts';
import { openSilentNetwork, type SilentNetwork } from './silent-network.ts';
import { createStore, type StoreKind, type TestStore } from './store.ts';

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

interface World {
  /** The one that lives; while none does, the one that comes next. */
  readonly gateway: () => Promise<TestGateway>;
  /** How often the process has died: what a dead one answers never leaves it. */
  readonly deaths: () => number;
  readonly rows: <Row extends object>(statement: string) => Promise<Row[]>;
  /** Breaks what it breaks; resolves when the store can be asked again. */
  readonly cut: () => Promise<void>;
  readonly silence: () => void;
  /** The process ends in order; another one comes. */
  readonly stop: () => Promise<void>;
  /** Breaks for a moment, and heals. */
  readonly full: () => Promise<void>;
  readonly failover: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** How often a client or the owner asks again, before the run fails. */
const attempts = 100;

/** Milliseconds that a full disk or a server without writes lasts. */
const moment = 300;

/** The disk of every folder has no space, for a moment. */
const fillDisk = async (): Promise<void> => {
  const real = fs.statfsSync;
  const none = (path: fs.PathLike) => ({ ...real(path), bavail: 0 });
  Object.assign(fs, { statfsSync: none });
  syncBuiltinESMExports();
  await sleep(moment);
  Object.assign(fs, { statfsSync: real });
  syncBuiltinESMExports();
};

const openEmbedded = async (chance: () => number): Promise<World> => {
  const parent = realpathSync(mkdtempSync(join(tmpdir(), 'vouch-faults-')));
  let number = 0;
  let folder = join(parent, 'store-0');
  await (await openOrm({ dataDir: folder, loadFrom: readDump(inject('pgliteDump')) })).close();
  let orm: Orm;
  let disk: RecordedDisk;
  const open = async (): Promise<TestGateway> => {
    disk = recordDisk(folder);
    orm = await openOrm({ dataDir: folder });
    const opened = orm;
    return createTestGateway({
      kind: 'pglite',
      address: { dataDir: folder },
      orm,
      asOwner: (statement, params = []) => opened.em.fork().execute(statement, [...params]),
      drop: async () => undefined,
    });
  };
  let gateway = open();
  await gateway;
  return {
    gateway: () => gateway,
    deaths: () => number,
    rows: (statement) => orm.em.fork().execute(statement),
    cut: async () => {
      number += 1;
      folder = join(parent, `store-${number}`);
      disk.cut(folder, chance);
      disk.stop();
      const dead = orm;
      gateway = open();
      await gateway;
      // Its clients know nothing, or what the disk knows: what it still does is in a folder that nobody opens again.
      await dead.close();
    },
    silence: () => undefined,
    stop: async () => {
      const stopping = await gateway;
      gateway = (async () => {
        await stopping.gateway.close();
        await orm.close();
        disk.stop();
        number += 1;
        const next = join(parent, `store-${number}`);
        renameSync(folder, next);
        folder = next;
        return open();
      })();
      await gateway;
    },
    full: fillDisk,
    failover: async () => undefined,
    close: async () => {
      disk.stop();
      await orm.close();
      rmSync(parent, { recursive: true, force: true });
    },
  };
};

/** Asks again through outages, where a second time has no second effect. */
const patiently = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await work();
    } catch (error) {
      if (outageOf(error) === null || attempt === attempts) throw error;
    }
};

const endConnections = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and application_name <> ''`;

const openServer = async (chance: () => number): Promise<World> => {
  const store: TestStore = await createStore('postgres');
  if (!('url' in store.address)) throw new Error('a server has an address');
  const { url } = store.address;
  const run = async (...statements: readonly string[]) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    for (const statement of statements) await client.query(statement);
    await client.end();
  };
  const network: SilentNetwork = await openSilentNetwork(url);
  // The owner's connections end with the others.
  const asOwner: TestStore['asOwner'] = (statement, params) =>
    patiently(() => store.asOwner(statement, params));
  let number = 0;
  let orm: Orm;
  const open = async (): Promise<TestGateway> => {
    orm = await openOrm({ url: network.throughIt(url), poolSize: 5, statementTimeoutMs: 30_000 });
    // A silence that no commit has met yet may meet the start.
    return patiently(() => createTestGateway({ ...store, orm, asOwner }));
  };
  let gateway = open();
  await gateway;
  return {
    gateway: () => gateway,
    deaths: () => number,
    rows: (statement) => asOwner(statement),
    cut: async () => {
      await run(endConnections);
      if (chance() < 0.5) return;
      // Its process dies with them.
      number += 1;
      const dead = orm;
      gateway = open();
      await gateway;
      await dead.close();
    },
    silence: () => network.silenceAt('commit'),
    stop: async () => {
      const stopping = await gateway;
      const ending = orm;
      number += 1;
      gateway = open();
      await gateway;
      await stopping.gateway.close();
      await ending.close();
    },
    full: async () => {
      await run(
        `create function full_disk() returns trigger language plpgsql as $$ begin
          raise exception 'could not extend file' using errcode = '53100'; end $$`,
        'create trigger full_disk before insert on memories for each row execute function full_disk()',
      );
      await sleep(moment);
      await run('drop function full_disk cascade');
    },
    failover: async () => {
      const database = new URL(url).pathname.slice(1);
      await run(`alter database ${database} set default_transaction_read_only = on`, endConnections);
      await sleep(moment);
      await run(
        'set default_transaction_read_only = off',
        `alter database ${database} reset default_transaction_read_only`,
      );
    },
    close: async () => {
      await orm.close();
      network.close();
      await store.drop();
    },
  };
};

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
 * Drives clients against a real gateway over a real store in which faults happen, and says after each step what is wrong; null: nothing.
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

  /** Asks until somebody answers; a gateway that is dead is replaced by the one that came after it. */
  const insist = async (person: (typeof people)[keyof typeof people], query: string, variables: object) => {
    for (let attempt = 1; attempt <= attempts; attempt += 1) {
      const gateway = await world.gateway();
      const life = world.deaths();
      const { data, errors } = await gateway.ask(person, query, variables);
      if (errors === undefined && world.deaths() === life) return data;
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
