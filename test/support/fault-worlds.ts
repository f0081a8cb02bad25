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
import { createTestGateway, gatewayOver, type TestGateway } from './gateway.ts';
import { type RecordedDisk, recordDisk } from './power-cut.ts';
import { openSilentNetwork, type SilentNetwork } from './silent-network.ts';
import { createStore, type TestStore } from './store.ts';

/** A gateway on a port. */
interface Listening extends TestGateway {
  readonly url: string;
}

/** A store with its gateway, and the faults that both can have. */
export interface World {
  /** The one that lives; while none does, the one that comes next. */
  readonly gateway: () => Promise<Listening>;
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
export const attempts = 100;

/** Milliseconds that a full disk or a server without writes lasts. */
const moment = 300;

const listen = async (tested: TestGateway): Promise<Listening> => ({
  ...tested,
  ...(await tested.gateway.listen()),
});

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

export const openEmbedded = async (chance: () => number): Promise<World> => {
  const parent = realpathSync(mkdtempSync(join(tmpdir(), 'vouch-faults-')));
  let number = 0;
  let deaths = 0;
  let folder = join(parent, 'store-0');
  await (await openOrm({ dataDir: folder, loadFrom: readDump(inject('pgliteDump')) })).close();
  let orm: Orm;
  let disk: RecordedDisk;
  const open = async (): Promise<Listening> => {
    disk = recordDisk(folder);
    orm = await openOrm({ dataDir: folder });
    return listen(await gatewayOver(orm));
  };
  let gateway = open();
  await gateway;
  return {
    gateway: () => gateway,
    deaths: () => deaths,
    rows: (statement) => orm.em.fork().execute(statement),
    cut: async () => {
      const dying = await gateway;
      number += 1;
      deaths += 1;
      folder = join(parent, `store-${number}`);
      disk.cut(folder, chance);
      disk.stop();
      const dead = orm;
      gateway = open();
      await gateway;
      // Its clients know nothing, or what the disk knows: what it still does is in a folder that nobody opens again.
      await dead.close();
      await dying.gateway.close();
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
      await (await gateway).gateway.close();
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

export const openServer = async (chance: () => number): Promise<World> => {
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
  let deaths = 0;
  let orm: Orm;
  const open = async (): Promise<Listening> => {
    orm = await openOrm({ url: network.throughIt(url), poolSize: 5, statementTimeoutMs: 30_000 });
    // A silence that no commit has met yet may meet the start.
    return listen(await patiently(() => createTestGateway({ ...store, orm, asOwner })));
  };
  let gateway = open();
  await gateway;
  return {
    gateway: () => gateway,
    deaths: () => deaths,
    rows: (statement) => asOwner(statement),
    cut: async () => {
      await run(endConnections);
      if (chance() < 0.5) return;
      // Its process dies with them.
      const dying = await gateway;
      deaths += 1;
      const dead = orm;
      gateway = open();
      await gateway;
      await dead.close();
      await dying.gateway.close();
    },
    silence: () => network.silenceAt('commit'),
    stop: async () => {
      const stopping = await gateway;
      const ending = orm;
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
      await (await gateway).gateway.close();
      await orm.close();
      network.close();
      await store.drop();
    },
  };
};
