import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { migrate } from '#persistence/store/migrate.ts';
import { openOrm } from '#persistence/store/orm.ts';
import { startPostgres } from '#test/support/databases.ts';
import { figure, heading } from './measure.ts';

/**
 * `node bench/status-change.ts [memories]`: what a memory's change of status costs PostgreSQL, without the triggers
 * after it, in all and with each part of the index of its words left out. CPU of the backend, the least of the rounds,
 * which take all variants in turn.
 */

const memories = Number(process.argv[2] ?? 20_000);
const rounds = 5;
const changed = 600;
const sampleFolder = new URL('../src/server/sample/corpus/', import.meta.url).pathname;
const sentences = readdirSync(sampleFolder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .flatMap((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8').split(/(?<=\.)\s+/))
  .filter((sentence) => sentence.length > 40 && sentence.length < 200);

const fill = `insert into memories (id, tenant, project, contributor, hand_authored, visibility_key, status, revision, content, confidence, pending_since, created_at, updated_at, kind)
  select 'mem_' || g, 'bench', 'p' || g % 20, 'u' || g % 50, true, 'shared', 'CANDIDATE', 1,
    ($1::text[])[1 + g % cardinality($1)] || ' ' || ($1::text[])[1 + g * 7919 % cardinality($1)] || ' Gauge ' || g || '.', 0.5, now(), now(), now(), 'DECISION'
  from generate_series(0, $2::int - 1) g`;

const change = (from: number) => `do $$ begin for g in ${from}..${from + changed - 1} loop
    update memories set status = case status when 'CANDIDATE' then 'ACTIVE' else 'CANDIDATE' end, reviewed_by = 'bob', reviewed_at = now(), updated_at = clock_timestamp(), valid_from = now()
      where tenant = 'bench' and id = 'mem_' || g;
  end loop; end $$`;

const index = 'memories_searched_index';
const folder = mkdtempSync(join(tmpdir(), 'vouch-bench-'));
chmodSync(folder, 0o777);
const { url, stop } = await startPostgres(folder);
const orm = await openOrm({ url });
const owner = new pg.Client({ connectionString: url });
try {
  await migrate(orm, { url });
  await owner.connect();
  const rowsOf = async <Row>(statement: string) => (await owner.query(statement)).rows as Row[];
  await owner.query('set session_replication_role = replica');
  await owner.query(fill, [sentences, memories]);
  const [whole] = await rowsOf<{ definition: string }>(
    `select indexdef as definition from pg_indexes where indexname = '${index}'`,
  );
  const definition = whole?.definition ?? '';
  const parts = await rowsOf<{ part: string }>(
    `select pg_get_indexdef(indexrelid, at::int, true) || case when opcdefault then '' else ' ' || opcname end as part
      from pg_index, unnest(indclass) with ordinality c (class, at) join pg_opclass o on o.oid = class
      where indexrelid = '${index}'::regclass order by at`,
  );
  const indexOf = (chosen: readonly string[]) =>
    definition.replace(/ USING gin \(.*\) WITH /, ` USING gin (${chosen.join(', ')}) WITH `);
  const all = parts.map(({ part }) => part);
  // The trigger does nothing; that there is one has every update compute the words of the text anew.
  await owner.query('create function keep() returns trigger language plpgsql as $$ begin return new; end $$');
  const before =
    'create trigger before_updates before update on memories for each row when (false) execute function keep()';
  const variants = [
    ['as it is', indexOf(all), null],
    ['with a trigger before updates', indexOf(all), before],
    ...all.map(
      (part) => [`without ${part.slice(0, 40)}`, indexOf(all.filter((one) => one !== part)), null] as const,
    ),
    ['without the index', null, null],
  ] as const;
  const [{ pid } = { pid: 0 }] = await rowsOf<{ pid: number }>('select pg_backend_pid() as pid');
  const microseconds = () => Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1_000;
  const least = new Map<string, number>();
  let turn = 0;
  for (let round = 0; round < rounds; round += 1)
    for (const [name, made, trigger] of variants) {
      await owner.query(`drop index if exists ${index}`);
      await owner.query('drop trigger if exists before_updates on memories');
      if (made !== null) await owner.query(made);
      if (trigger !== null) await owner.query(trigger);
      await owner.query('vacuum analyze memories');
      const begun = microseconds();
      await owner.query(change((turn * changed) % (memories - changed)));
      least.set(name, Math.min(least.get(name) ?? Infinity, (microseconds() - begun) / changed));
      turn += 1;
    }
  heading(`A change of status among ${memories} memories, CPU of PostgreSQL`);
  for (const [name, time] of least) figure(name, `${time.toFixed(0)} µs`);
} finally {
  await owner.end();
  await orm.close();
  await stop();
  rmSync(folder, { recursive: true, force: true });
}
