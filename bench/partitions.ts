import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import type { Viewer } from '#domain/privacy/viewer.ts';
import { migrate } from '#persistence/store/migrate.ts';
import { currentRelease } from '#persistence/store/migration-plan.ts';
import { openOrm } from '#persistence/store/orm.ts';
import { startPostgres, withDatabase } from '#test/support/databases.ts';
import { beginning, createTestGateway } from '#test/support/gateway.ts';
import { heading, medianOf, secondsOf } from './measure.ts';
import { fillStore, largeTenant } from './million-rows.ts';
import { readServerCpu, serverCpuBetween } from './peers/server-cpu.ts';

/**
 * `node bench/partitions.ts [memories] [--partitions 16] [--rounds 60]`: a page, a memory by id and a promotion on a store of one table
 * each and on one with partitions by hash of the tenant, in turns, by one connection: median milliseconds, and the CPU of PostgreSQL. At
 * last a screen of another tenant each time, and the memory that the connection has taken for the statements that it keeps.
 */
const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    partitions: { type: 'string', default: '16' },
    rounds: { type: 'string', default: '60' },
  },
});
const size = Number(positionals[0] ?? 20_000);
const rounds = Number(flags.rounds);
/** Rounds that are not counted: they fill caches, and from the sixth time on a connection may keep a plan for all values. */
const warmUp = 10;

const person = (role: Viewer['roles'][number], tenant = largeTenant): Viewer => ({
  tenant,
  user: role,
  roles: [role],
  groups: ['crew'],
});

const questions = {
  'a page': '{ memories(first: 25) { nodes { id content status kind project { id } } } }',
  'a page with provenance':
    '{ memories(first: 25) { nodes { id content evidence(first: 5) { totalCount nodes { id } } revisions(first: 5) { nodes { revision } } contradictions(first: 5) { nodes { id } } source { ... on Chunk { id document { id } } } } } }',
  'a memory by id':
    '{ memory(id: "mem_000000000100") { id content effectiveConfidence { value } evidence { totalCount } } }',
  'a search': '{ memories(first: 25, filter: { search: "salinity" }) { nodes { id content } } }',
  'the inbox': '{ inbox(first: 25) { nodes { id reason since } counts { reason count } } }',
} as const;
const screen =
  '{ candidates(first: 10) { totalCount nodes { id possibleDuplicates { similarity } } } memories(first: 10, filter: { search: "salinity" }) { nodes { id } } projects(first: 10) { nodes { name } } }';
const promotion = (id: string) =>
  `mutation { promoteCandidate(input: { id: "${id}" }) { __typename ... on UserError { code } } }`;

/** Megabytes that the one connection of the gateway takes on the server, beside what all connections share. */
const memoryOf = async (owner: pg.Client): Promise<number> => {
  const { rows } = await owner.query<{ pid: number }>(
    `select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
  );
  const kilobytes = rows.map(({ pid }) =>
    Number(/RssAnon:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]),
  );
  return Math.max(...kilobytes) / 1_024;
};

const openStore = async (server: string, partitions: number) => {
  const root = new pg.Client({ connectionString: server });
  await root.connect();
  const name = `vouch_partitions_${partitions}`;
  await root.query(`create database ${name}`);
  await root.end();
  const url = withDatabase(server, name);
  const orm = await openOrm({ url, poolSize: 1 });
  const release = partitions === 0 ? currentRelease : { ...currentRelease, partitions };
  const made = await secondsOf(() => migrate(orm, { url }, null, release));
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  const filled = await secondsOf(() => fillStore(owner, size, beginning));
  heading(`${partitions} partitions: made in ${made.toFixed(1)} s, filled in ${filled.toFixed(0)} s`);
  const { ask } = await createTestGateway({
    kind: 'postgres',
    address: { url },
    orm,
    asOwner: (statement, params = []) => orm.em.fork().execute(statement, [...params]),
    drop: () => orm.close(),
  });
  const { rows } = await owner.query<{ id: string }>(
    `select id from memories where tenant = '${largeTenant}' and status = 'CANDIDATE' and not is_personal and not hand_authored and audience = '{}' order by id desc limit ${warmUp + rounds}`,
  );
  return { owner, orm, ask, candidates: rows.map(({ id }) => id) };
};

const folder = mkdtempSync(join(tmpdir(), 'vouch-bench-'));
chmodSync(folder, 0o777);
const { url, stop } = await startPostgres(folder);
try {
  const stores = [await openStore(url, 0), await openStore(url, Number(flags.partitions))];
  const asked = [
    ...Object.entries(questions).map(([name, query]) => ({
      name,
      whoOf: (_round: number) => person('reviewer'),
      queryOf: (_id: string): string => query,
    })),
    { name: 'a promotion', whoOf: () => person('reviewer'), queryOf: promotion },
    {
      name: 'another tenant each time',
      whoOf: (round: number) => person('reviewer', `tenant-${round}`),
      queryOf: () => screen,
    },
  ];
  heading(
    `${size} memories, ${rounds} rounds: milliseconds (CPU of PostgreSQL), load ${loadavg()[0]?.toFixed(1)}`,
  );
  for (const { name, whoOf, queryOf } of asked) {
    const taken = stores.map(() => ({ times: [] as number[], cpu: [] as number[] }));
    for (let round = 0; round < warmUp + rounds; round += 1)
      for (const [place, { ask, owner, candidates }] of stores.entries()) {
        const before = await readServerCpu(owner);
        const seconds = await secondsOf(async () => {
          const { errors, data } = await ask(whoOf(round), queryOf(candidates[round] ?? ''));
          const text = JSON.stringify(data);
          if (errors || text.includes('"code"'))
            throw new Error(`${name}: ${JSON.stringify(errors ?? data)}`);
        });
        const cpu = serverCpuBetween(before, await readServerCpu(owner));
        if (round < warmUp) continue;
        taken[place]?.times.push(seconds * 1_000);
        taken[place]?.cpu.push(cpu ?? 0);
      }
    const cells = taken.map(
      ({ times, cpu }) => `${medianOf(times).toFixed(2).padStart(8)} (${medianOf(cpu).toFixed(2)})`,
    );
    const [plain = 0, divided = 0] = taken.map(({ cpu }) => medianOf(cpu));
    process.stdout.write(`  ${name.padEnd(26)}${cells.join('')}  CPU × ${(divided / plain).toFixed(2)}\n`);
  }
  const memories = await Promise.all(stores.map(({ owner }) => memoryOf(owner)));
  process.stdout.write(
    `  memory of the connection: ${memories.map((size) => `${size.toFixed(0)} MB`).join(', ')}\n`,
  );
  for (const { owner, orm } of stores) {
    await owner.end();
    await orm.close();
  }
} finally {
  await stop();
  rmSync(folder, { recursive: true, force: true });
}
process.exit();
