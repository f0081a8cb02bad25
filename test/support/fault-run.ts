import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { inject } from 'vitest';
import { type Orm, openOrm } from '#persistence/store/orm.ts';
import { readDump } from './databases.ts';
import { createTestGateway, people, type TestGateway } from './gateway.ts';
import { type RecordedDisk, recordDisk } from './power-cut.ts';
import { openSilentNetwork, type SilentNetwork } from './silent-network.ts';
import { createStore, type StoreKind, type TestStore } from './store.ts';

/** Next step of a run. The clients write at once; the fault comes among their calls. */
export interface FaultStep {
  readonly clients: number;
  /**
   * `none` · `cut`: the power of the embedded store, or every connection that the server has · `silence`: the network,
   * at the next commit.
   */
  readonly fault: 'none' | 'cut' | 'silence';
  /** After so many of the calls were answered. */
  readonly after: number;
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
  readonly close: () => Promise<void>;
}

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
    close: async () => {
      disk.stop();
      await orm.close();
      rmSync(parent, { recursive: true, force: true });
    },
  };
};

const openServer = async (chance: () => number): Promise<World> => {
  const store: TestStore = await createStore('postgres');
  if (!('url' in store.address)) throw new Error('a server has an address');
  const { url } = store.address;
  const network: SilentNetwork = await openSilentNetwork(url);
  let number = 0;
  let orm: Orm;
  const open = async (): Promise<TestGateway> => {
    orm = await openOrm({ url: network.throughIt(url), poolSize: 5, statementTimeoutMs: 30_000 });
    return createTestGateway({ ...store, orm });
  };
  let gateway = open();
  await gateway;
  return {
    gateway: () => gateway,
    deaths: () => number,
    rows: (statement) => store.asOwner(statement),
    cut: async () => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      await client.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and application_name <> ''`,
      );
      await client.end();
      if (chance() < 0.5) return;
      // Its process dies with them.
      number += 1;
      const dead = orm;
      gateway = open();
      await gateway;
      await dead.close();
    },
    silence: () => network.silenceAt('commit'),
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

const attempts = 30;

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
  const acknowledged = new Map<string, string>();
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
    const lost = [...acknowledged].filter(([key, id]) => byId.get(id)?.content !== key);
    tally.lost += lost.length;
    if (lost.length > 0) return `lost: ${lost.length} of ${acknowledged.size} acknowledged`;
    if (new Set(memories.map(({ content }) => content)).size < memories.length)
      return 'two effects of one key';
    if ([...promoted].some((id) => byId.get(id)?.status !== 'ACTIVE')) return 'a promotion was lost';
    const [audit] = await world.rows<{ created: number; promoted: number; active: number }>(
      `select count(*) filter (where action = 'memory.created')::int as created,
        count(*) filter (where action = 'memory.promoted')::int as promoted,
        (select count(*)::int from memories where status = 'ACTIVE') as active from audit_events`,
    );
    if (audit?.created !== memories.length || audit.promoted !== audit.active)
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

  const act = async ({ clients, fault, after, promotes, passes }: FaultStep): Promise<void> => {
    (await world.gateway()).pass(passes);
    let answered = 0;
    const reached = Promise.withResolvers<void>();
    if (fault === 'silence') world.silence();
    const calls = Array.from({ length: clients }, async () => {
      keys += 1;
      const key = `statement number ${keys} of this run`;
      const { createMemory } = await insist(people.contributor, create, { key });
      acknowledged.set(key, createMemory.memory.id);
      tally.acknowledged += 1;
      answered += 1;
      if (answered >= after) reached.resolve();
    });
    if (fault === 'cut') {
      await Promise.race([reached.promise, Promise.all(calls)]);
      await world.cut();
    }
    if (fault !== 'none') tally.faults += 1;
    await Promise.all(calls);
    const last = [...acknowledged.values()].at(-1);
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
