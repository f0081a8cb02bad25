import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { readSearch } from '#domain/input/search.ts';
import type { Viewer } from '#domain/privacy/viewer.ts';
import { countMemories, type MemoryListQuery, pageOfMemories } from '#persistence/review/items.ts';
import { countQueue, pageOfQueue } from '#persistence/review/queue.ts';
import { similarItems } from '#persistence/review/similar-items.ts';
import { migrate } from '#persistence/store/migrate.ts';
import { openOrm } from '#persistence/store/orm.ts';
import { openReadSession, type ReadSession } from '#persistence/store/viewer-session.ts';
import { startPostgres } from '#test/support/databases.ts';
import { figure, heading, medianOf, secondsOf } from './measure.ts';

/**
 * `node bench/search.ts [memories …]`: a page of a search with its count, of words that all, some or no memories
 * have, and possible duplicates, at
 * 20,000 and at 1,000,000 memories. Starts a PostgreSQL of its own.
 */

const sizes = process.argv.slice(2).map(Number);
const reader: Viewer = { tenant: 'bench', user: 'rita', roles: ['reader'], groups: ['crew'] };
const reviewer: Viewer = { ...reader, user: 'bob', roles: ['reviewer'] };

/**
 * Every memory holds "readings", one of a hundred "salinity", three "mooring"; the older half, which is of other
 * projects, holds "buoy".
 */
const fill = `insert into memories (id, tenant, project, contributor, audience, is_personal, hand_authored, visibility_key, status, revision,
    content, confidence, pending_since, created_at, updated_at, kind)
  select 'mem_' || lpad(g::text, 12, '0'), 'bench', case when g > $1::int / 2 then 'p' else 'old' end || g % 20, 'u' || g % 50,
    case when g % 5 = 0 then array[case when g % 2 = 0 then 'board' else 'crew' end] else '{}' end, g % 40 = 0, true, 'shared',
    (array['ACTIVE', 'ACTIVE', 'CANDIDATE', 'ACTIVE', 'SUPERSEDED'])[1 + g % 5], 1,
    'We will keep the readings of gauge ' || g || case when g % 100 = 1 then ' and its salinity' when g in (21, $1::int / 2 + 1, $1::int - 9) then ' and its mooring' else '' end
      || case when g <= $1::int / 2 then ' by the buoy' else '' end,
    0.5, now(), now() - ($1::int - g) * interval '1 second', now(), 'DECISION'
  from generate_series(1, $1::int) g`;

const searches = [
  ['a word that all hold', reader, 'readings', null],
  ['the same in a project', reader, 'readings', 'p3'],
  ['the same in a project of old', reader, 'readings', 'old3'],
  ['a word that the older half holds', reader, 'buoy', null],
  ['a word that one of a hundred holds', reader, 'salinity', null],
  ['a word that three hold', reader, 'mooring', null],
  ['a word that is nearly right', reader, 'salinty', null],
  ['the beginning that all have, and no such word', reader, 'gaugxy', null],
  ['a word that none holds', reader, 'quetzalcoatl', null],
] as const;

const measure = async (size: number): Promise<ReadonlyMap<string, number>> => {
  const folder = mkdtempSync(join(tmpdir(), 'vouch-bench-'));
  chmodSync(folder, 0o777);
  const { url, stop } = await startPostgres(folder);
  const orm = await openOrm({ url });
  const owner = new pg.Client({ connectionString: url });
  const found = new Map<string, number>();
  try {
    await migrate(orm, { url });
    await owner.connect();
    heading(`${size} memories`);
    await owner.query('set session_replication_role = replica');
    // Indexes of texts are built after a bulk load; indexes that no query here uses are dropped.
    const { rows: indexes } = await owner.query<{ name: string; definition: string }>(
      `select indexname as name, indexdef as definition from pg_indexes where tablename = 'memories' and indexname <> 'memories_pkey' and indexdef not like '%UNIQUE%'`,
    );
    for (const { name } of indexes) await owner.query(`drop index ${name}`);
    const filled = await secondsOf(() => owner.query(fill, [size]));
    figure('written in bulk', `${filled.toFixed(1)} s`);
    await owner.query(`set maintenance_work_mem = '512MB'`);
    const built = await secondsOf(async () => {
      for (const { name, definition } of indexes)
        if (/_(searched|labels|queue)_index$/.test(name)) await owner.query(definition);
    });
    figure('indexes built', `${built.toFixed(1)} s`);
    await owner.query('vacuum analyze memories');

    const timed = async (name: string, viewer: Viewer, work: (session: ReadSession) => Promise<unknown>) => {
      const times: number[] = [];
      for (let round = 0; round < 9; round += 1) {
        const session = openReadSession(orm, viewer);
        await session.db();
        times.push(1_000 * (await secondsOf(() => work(session))));
        await session.close();
      }
      const time = medianOf(times);
      found.set(name, time);
      figure(name, `${time.toFixed(1)} ms`);
    };
    const page = { size: 25, after: null };
    for (const [name, viewer, words, project] of searches) {
      const query: MemoryListQuery = {
        filter: { search: readSearch(words), project: { eq: project } },
        orderBy: { field: 'RANK', direction: 'DESC' },
        excludePersonal: null,
        asOf: null,
      };
      await timed(`${name}: a page`, viewer, (session) => pageOfMemories(session, query, page));
      await timed(`${name}: the count`, viewer, (session) => countMemories(session, query));
    }
    const queue = { search: readSearch('readings') };
    await timed('the queue, by a word that all hold: a page', reviewer, (session) =>
      pageOfQueue(session, queue, page),
    );
    await timed('the queue, by a word that all hold: the count', reviewer, (session) =>
      countQueue(session, queue),
    );
    const alike = Array.from(
      { length: 25 },
      (_, index) => `mem_${String(size - index * 20).padStart(12, '0')}`,
    );
    await timed('possible duplicates of 25 memories of one project', reviewer, (session) =>
      similarItems(session).loadMany(alike.map((id) => ({ id, meant: [] }))),
    );
  } finally {
    await owner.end();
    await orm.close();
    await stop();
    rmSync(folder, { recursive: true, force: true });
  }
  return found;
};

const [small = 20_000, ...larger] = sizes.length > 0 ? sizes : [20_000, 1_000_000];
const before = await measure(small);
for (const size of larger) {
  const after = await measure(size);
  heading(`${size} memories beside ${small}`);
  for (const [name, time] of after) figure(name, `× ${(time / (before.get(name) ?? Number.NaN)).toFixed(1)}`);
}
process.exit();
