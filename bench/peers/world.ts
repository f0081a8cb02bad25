import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import pg from 'pg';
import { migrate } from '#persistence/store/migrate.ts';
import { openOrm } from '#persistence/store/orm.ts';
import { storeParts } from '#persistence/store/store-parts.ts';
import { withDatabase } from '#test/support/databases.ts';
import { countedContradictions, countedItems } from '../counting.ts';
import { listing } from '../inbox-listing.ts';
import { asker } from './asker.ts';
import { postgraphileFunctions } from './postgraphile/functions.ts';
import { seedsOf } from './seeds.ts';

/** The data of a round; every peer reads the same rows. */

/** The login of every peer: no owner, no superuser, so that the policies hold for it. */
const login = 'vouch_peers';

export interface World {
  /** URL of the peers' login. */
  readonly url: string;
  readonly memories: number;
  /** Connection of the owner, whom no policy restricts. */
  readonly owner: pg.Client;
}

/** Rows that triggers would have kept: gateways read names, counts and the inbox there. */
const kept = [...countedItems, ...countedContradictions, ...listing];

/** Names a world by what it is made of: one that was made otherwise is another. */
const nameOf = (memories: number): string => {
  const made = [
    ...storeParts.map(({ checksum }) => checksum),
    ...seedsOf(memories).map(({ text }) => text),
    ...kept,
    ...postgraphileFunctions,
  ].join();
  return `vouch_peers_${memories}_${createHash('sha256').update(made).digest('hex').slice(0, 8)}`;
};

/** Neither triggers nor foreign keys: they would check row by row what is right as it is written. */
const unguarded = 'set session_replication_role = replica';

const connectOwner = async (connectionString: string): Promise<pg.Client> => {
  const owner = new pg.Client({ connectionString });
  await owner.connect();
  await owner.query(unguarded);
  return owner;
};

const sliceOf = 50_000;

/** Every row, by as many writers as the machine has cores. */
const fill = async (url: string, memories: number, report: (line: string) => void): Promise<void> => {
  const begun = performance.now();
  const slices = seedsOf(memories).flatMap(({ last, text }) =>
    Array.from({ length: Math.ceil(last / sliceOf) }, (_, place) => ({
      text,
      serials: [place * sliceOf + 1, Math.min(last, (place + 1) * sliceOf)],
    })),
  );
  const waiting = [...slices];
  const write = async (): Promise<void> => {
    const owner = await connectOwner(url);
    await owner.query(`set gin_pending_list_limit = '64MB'`);
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      await owner.query(next.text, next.serials);
      const done = slices.length - waiting.length;
      if (done % Math.ceil(slices.length / 10) === 0)
        report(
          `  ${Math.round((100 * done) / slices.length)} % of the slices, ${((performance.now() - begun) / 1_000).toFixed(0)} s`,
        );
    }
    await owner.end();
  };
  await Promise.all(Array.from({ length: availableParallelism() }, write));
};

const make = async (url: string, memories: number, report: (line: string) => void): Promise<void> => {
  const orm = await openOrm({ url });
  await migrate(orm, { url }, login);
  await orm.close();
  await fill(url, memories, report);
  const owner = await connectOwner(url);
  // The functions that list items plan once, and would scan tables that have no statistics.
  await owner.query('analyze');
  for (const text of [...kept, ...postgraphileFunctions]) await owner.query(text);
  report('  vacuum analyze');
  await owner.query(`set maintenance_work_mem = '256MB'`);
  await owner.query('vacuum analyze');
  await owner.end();
};

/** The world of so many memories on a server, made unless it stands there already; `report` hears how far its making is. */
export const makeWorld = async (
  serverUrl: string,
  memories: number,
  report: (line: string) => void,
): Promise<World> => {
  const name = nameOf(memories);
  const server = new pg.Client({ connectionString: serverUrl });
  await server.connect();
  const { rowCount } = await server.query('select 1 from pg_database where datname = $1', [name]);
  if (rowCount === 0) {
    report(`Making a world of ${memories.toLocaleString('en')} memories.`);
    // Under another name until it is whole.
    const making = `${name}_making`;
    await server.query(`drop database if exists ${making}`);
    await server.query(`create database ${making}`);
    await server.query(
      `do $$ begin create role ${login} login password '${login}'; exception when duplicate_object then null; end $$`,
    );
    await make(withDatabase(serverUrl, making), memories, report);
    await server.query(`alter database ${making} rename to ${name}`);
  }
  await server.end();
  const ownerUrl = withDatabase(serverUrl, name);
  const owner = await connectOwner(ownerUrl);
  const url = new URL(ownerUrl);
  url.username = login;
  url.password = login;
  return { url: url.href, memories, owner };
};

/** Memories that the asker promoted are the candidates again that they were. */
export const unpromote = async ({ owner }: World, ids: readonly string[]): Promise<void> => {
  await owner.query('delete from revisions where memory_id = any($1) and edited_by = $2', [ids, asker.user]);
  await owner.query(
    `update memories m set status = 'CANDIDATE', reviewed_by = 'carol', reviewed_at = created_at, updated_at = created_at, valid_from = null,
      revision = (select count(*) from revisions r where r.tenant = m.tenant and r.memory_id = m.id) where id = any($1) and reviewed_by = $2`,
    [ids, asker.user],
  );
};
