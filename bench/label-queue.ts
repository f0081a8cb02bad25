import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import type { Viewer } from '#domain/privacy/viewer.ts';
import { type LabelQueueFilter, pageOfLabelQueue } from '#persistence/labels/labels.ts';
import { sql } from '#persistence/reading/sql.ts';
import { migrate } from '#persistence/store/migrate.ts';
import { openOrm } from '#persistence/store/orm.ts';
import { openReadSession, type ReadSession } from '#persistence/store/viewer-session.ts';
import { startPostgres } from '#test/support/databases.ts';
import { figure, heading, medianOf, secondsOf } from './measure.ts';

/**
 * `node bench/label-queue.ts [--memories 100000]`: a page of the label queue with its count beside the same query without
 * row-level security (at most 1.5 times its time), with both plans. Starts a PostgreSQL of its own.
 */

const { values: flags } = parseArgs({ options: { memories: { type: 'string', default: '100000' } } });
const memories = Number(flags.memories);
const reviewer: Viewer = { tenant: 'bench', user: 'bob', roles: ['reviewer'], groups: ['crew'] };

/** One of a hundred has a suggestion, one of five an audience, one of forty is personal; four words of each are its own. */
const fill = `insert into memories (id, tenant, project, contributor, audience, is_personal, hand_authored, visibility_key, status, revision,
    content, confidence, pending_since, created_at, updated_at, kind, suggested_labels, subject_id)
  select 'mem_' || lpad(g::text, 12, '0'), case when g % 10 = 0 then 'other' else 'bench' end, 'p' || g % 20, 'u' || g % 50,
    case when g % 5 = 0 then array[case when g % 2 = 0 then 'board' else 'crew' end] else '{}' end, g % 40 = 0, true, 'shared',
    (array['ACTIVE', 'CANDIDATE', 'ACTIVE', 'INVALID', 'SUPERSEDED'])[1 + g % 5], 1,
    'We will keep the readings of gauge ' || g || ' for ' || g % 90 + 2 || ' years, as '
      || (select string_agg(substr(md5((g * 7 + w)::text), 1, 8), ' ') from generate_series(1, 4) w),
    0.5, now(), now() - g * interval '1 second', now(), 'DECISION',
    case when g % 100 = 1 then array[(array['pii.email', 'pii.phone', 'financial.card', 'secret.token'])[1 + g / 100 % 4]] else '{}' end,
    's' || g % 1000
  from generate_series(1, $1::int) g`;

const folder = mkdtempSync(join(tmpdir(), 'vouch-bench-'));
chmodSync(folder, 0o777);
const { url, stop } = await startPostgres(folder);
const orm = await openOrm({ url });
const owner = new pg.Client({ connectionString: url });

/** Median milliseconds of `work` in a session of its own, opened before. */
const timeOf = async (work: (session: ReadSession) => Promise<unknown>, rounds = 15): Promise<number> => {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const session = openReadSession(orm, reviewer);
    await session.db();
    times.push((await secondsOf(() => work(session))) * 1_000);
    await session.close();
  }
  return medianOf(times);
};
const milliseconds = (value: number): string => `${value.toFixed(1)} ms`;
const seconds = (value: number): string => `${value.toFixed(1)} s`;

const plainConditions = `m.suggested_labels && $1 and m.tenant = 'bench' and not m.is_personal`;
const plainPage = `select m.id, m.created_at from memories m where ${plainConditions} order by m.created_at, m.id limit 26`;
const plainCount = `select count(*) from memories m where ${plainConditions}`;

/** Prints the plans of the statements that run within `statement`, too. */
const printPlans = async (
  title: string,
  prepare: readonly string[],
  statement: string,
  params: readonly unknown[],
) => {
  heading(title);
  const lines: string[] = [];
  const listen = ({ message }: { message?: string | undefined }) => lines.push(message ?? '');
  owner.on('notice', listen);
  await owner.query('begin');
  for (const setting of prepare) await owner.query(setting);
  await owner.query(statement, [...params]);
  await owner.query('rollback');
  owner.off('notice', listen);
  for (const line of lines.flatMap((text) => text.split('\n')))
    if (/->|Index Cond|Limit|Aggregate|Scan/.test(line)) process.stdout.write(`    ${line.slice(0, 170)}\n`);
};

try {
  await migrate(orm, { url });
  await owner.connect();
  heading(`${memories} memories`);
  await owner.query('set session_replication_role = replica');
  // Indexes of texts are built after a bulk load.
  const { rows: indexes } = await owner.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes where indexname = 'memories_searched_index'`,
  );
  for (const { name } of indexes) await owner.query(`drop index ${name}`);
  figure('written in bulk', seconds(await secondsOf(() => owner.query(fill, [memories]))));
  await owner.query(`set maintenance_work_mem = '512MB'`);
  for (const { name, definition } of indexes)
    figure(`${name} built`, seconds(await secondsOf(() => owner.query(definition))));
  await owner.query('set session_replication_role = origin');
  await owner.query('vacuum analyze memories');

  const filters: readonly (readonly [string, LabelQueueFilter])[] = [
    [
      'any label',
      {
        labels: ['financial.card', 'pii.email', 'pii.phone', 'secret.token'],
        subjectId: null,
      },
    ],
    ['one label', { labels: ['pii.email'], subjectId: null }],
  ];
  heading('The label queue: a page and its count, and the same without row-level security');
  for (const [name, filter] of filters) {
    // In turn, so that what else runs on the machine costs both the same.
    const policedTimes: number[] = [];
    const plainTimes: number[] = [];
    for (let round = 0; round < 25; round += 1) {
      policedTimes.push(
        await timeOf((session) => pageOfLabelQueue(session, filter, { size: 25, after: null }), 1),
      );
      plainTimes.push(
        (await secondsOf(async () => {
          await owner.query(plainPage, [filter.labels]);
          await owner.query(plainCount, [filter.labels]);
        })) * 1_000,
      );
    }
    const policed = medianOf(policedTimes);
    const plain = medianOf(plainTimes);
    figure(`${name}: under row-level security`, milliseconds(policed));
    figure(`${name}: without it`, milliseconds(plain));
    figure('', `× ${(policed / plain).toFixed(2)}`);
  }

  const explaining = [
    `load 'auto_explain'`,
    `set local auto_explain.log_min_duration = 0`,
    `set local auto_explain.log_nested_statements = on`,
    `set local auto_explain.log_analyze = on`,
    `set local client_min_messages = log`,
  ];
  const asReviewer = [
    `select set_config('vouch.tenant', 'bench', true), set_config('vouch.user', 'bob', true), set_config('vouch.roles', '{reviewer}', true), set_config('vouch.groups', '{crew}', true), set_config('vouch.denied_labels', '0 & !0', true), set_config('vouch.withheld_labels', '0 & !0', true)`,
    'set local role vouch_viewer',
  ];
  const one = [['pii.email']];
  await printPlans('Without row-level security', explaining, plainCount, one);
  await printPlans(
    'Under row-level security',
    [...explaining, ...asReviewer],
    `select * from items_with_suggested_labels($1, null, null, null, null, null, false, false, 26)`,
    one,
  );

  const { rows } = await sql<{ name: string; size: string }>`select c.relname::text as name,
      pg_size_pretty(pg_relation_size(c.oid)) as size from pg_class c
    where c.relname in ('memories', 'memories_searched_index', 'memories_suggested_labels_index')`.execute(
    orm.em.fork().getKysely(),
  );
  heading('Sizes');
  for (const { name, size } of rows) figure(name, size);
} finally {
  await owner.end();
  await orm.close();
  await stop();
  rmSync(folder, { recursive: true, force: true });
}
