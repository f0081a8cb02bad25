import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { inboxReasons } from '#domain/inbox/inbox.ts';
import type { Viewer } from '#domain/privacy/viewer.ts';
import { countInbox } from '#persistence/inbox/counts.ts';
import { type InboxFilter, inboxCursor, pageOfInbox } from '#persistence/inbox/inbox.ts';
import { countedAtMost } from '#persistence/reading/count.ts';
import { type RawBuilder, sql } from '#persistence/reading/sql.ts';
import { migrate } from '#persistence/store/migrate.ts';
import { openOrm } from '#persistence/store/orm.ts';
import { openReadSession, type ReadSession } from '#persistence/store/viewer-session.ts';
import { startPostgres } from '#test/support/databases.ts';
import { unionOf } from '#test/support/inbox-union.ts';
import { readingNodes } from '#test/support/reading-nodes.ts';
import { waitingItems } from '#test/support/waiting-items.ts';
import { listing } from './inbox-listing.ts';
import { figure, heading, medianOf, secondsOf } from './measure.ts';

/**
 * `node bench/inbox.ts [items …]`: a page of the inbox, the page after it, and its counts, at 20,000 and at 1,000,000 items, with the nodes
 * of their plans; in turns with them the same by a union over the tables that the reasons depend on; and what writes cost with and
 * without the trigger that keeps the entries. Of a hundred items one waits for each reason. Starts a PostgreSQL of its own.
 */

const sizes = process.argv.slice(2).map(Number);
const reviewer: Viewer = { tenant: 'bench', user: 'bob', roles: ['reviewer'], groups: ['crew'] };

const filters = (now: Date): readonly (readonly [string, InboxFilter])[] => {
  const all = {
    reasons: null,
    project: null,
    owner: null,
    item: null,
    mine: false,
    snoozed: false,
    entries: null,
    now,
  };
  return [
    ['everything', all],
    ...inboxReasons.map((reason) => [reason.toLowerCase(), { ...all, reasons: [reason] }] as const),
  ];
};

/** Indexes that the union needs, and the store has no more. */
const indexesOfUnion = [
  ...['memories', 'graph_entities'].flatMap((table) =>
    [
      ['verify_by', 'verify_by'],
      ['holds_until', 'holds_until'],
      ['reviewed_at', 'wording_by'],
      ...(table === 'memories'
        ? ['disputed_since', 'personal_requested_at'].map((name) => [name, name])
        : []),
    ].map(
      ([time, what]) =>
        `create index ${table}_union_${what} on ${table} (tenant, ${time}, id) where ${what} is not null`,
    ),
  ),
  'create index on source_drifts (tenant, drifted_at, id) where drifted_at is not null',
  `create index on workflow_items (tenant, updated_at, id) where status = 'REJECTED'`,
];

const partsOfUnion = (session: ReadSession, filter: InboxFilter) =>
  unionOf(session, filter).map(({ reason, priority, from, id, since, where }) => ({
    entries: sql`(select ${sql.lit(`inb_${reason}.`)} || ${id} as entry_id, ${sql.lit(priority)}::int as priority, ${since} as since
      from ${from} where ${where} order by ${since}, ${id} limit 26)`,
    count: sql`select ${countedAtMost(sql`from ${from} where ${where}`)} as count`,
  }));
const unionAll = (parts: readonly RawBuilder<unknown>[]) => sql.join(parts, sql` union all `);

const pageOfUnion = async (session: ReadSession, filter: InboxFilter) =>
  sql`select * from (${unionAll(partsOfUnion(session, filter).map(({ entries }) => entries))}) waiting
    order by priority desc, since, entry_id limit 26`.execute(await session.byKey());
const countsOfUnion = async (session: ReadSession, filter: InboxFilter) =>
  unionAll(partsOfUnion(session, filter).map(({ count }) => count)).execute(await session.byKey());

/** Times of writes in microseconds a row: each in a transaction that is undone, in turns without the trigger and with it. */
const measureWrites = async (owner: pg.Client): Promise<void> => {
  const columns = `id, tenant, project, contributor, hand_authored, visibility_key, status, revision, content, confidence, pending_since, created_at, updated_at, kind`;
  const writes = {
    'candidates promoted, one by one': `do $$ declare one record; begin for one in select id from memories where status = 'CANDIDATE' order by id limit 500 loop
      update memories set status = 'ACTIVE', revision = revision + 1, reviewed_by = 'bob', reviewed_at = now(), valid_from = now(), verify_by = now() + interval '90 days'
        where tenant = '${reviewer.tenant}' and id = one.id; end loop; end $$`,
    'candidates written, fifty at a time': `do $$ begin for batch in 1..10 loop insert into memories (${columns})
      select 'mem_new' || batch || '_' || g, '${reviewer.tenant}', 'p1', 'u1', true, 'shared', 'CANDIDATE', 1, 'Gauge ' || g, 0.5, now(), now(), now(), 'FACT'
      from generate_series(1, 50) g; end loop; end $$`,
  };
  const { rows } = await owner.query<{ candidates: number }>(
    `select least(500, count(*))::int as candidates from memories where status = 'CANDIDATE'`,
  );
  for (const [name, statement] of Object.entries(writes)) {
    const times: Record<'without' | 'with', number[]> = { without: [], with: [] };
    for (let turn = 0; turn < 4; turn += 1)
      for (const way of ['without', 'with'] as const) {
        await owner.query(
          `alter table memories ${way === 'with' ? 'enable' : 'disable'} trigger memories_listed`,
        );
        for (let round = 0; round < 6; round += 1) {
          await owner.query('begin');
          const time = await secondsOf(() => owner.query(statement));
          // The first after a change of the table plans.
          if (round > 0) times[way].push(time);
          await owner.query('rollback');
        }
      }
    const count = name.includes('promoted') ? (rows[0]?.candidates ?? 500) : 500;
    const [without, withIt] = [medianOf(times.without), medianOf(times.with)].map(
      (time) => (1e6 * time) / count,
    );
    figure(name, `${without?.toFixed(0)} → ${withIt?.toFixed(0)} µs a row`);
  }
};

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
    heading(`${size} items`);
    await owner.query('set session_replication_role = replica');
    // Not asked here, and slow to fill.
    const { rows: indexes } = await owner.query<{ name: string }>(
      `select indexname as name from pg_indexes where tablename in ('memories', 'graph_entities') and indexdef like '% USING gin %'`,
    );
    for (const { name } of indexes) await owner.query(`drop index ${name}`);
    const filled = await secondsOf(async () => {
      for (const statement of waitingItems(reviewer.tenant, size)) await owner.query(statement);
    });
    figure('written in bulk', `${filled.toFixed(1)} s`);
    await owner.query('set session_replication_role = origin');
    const listed = await secondsOf(async () => {
      for (const statement of [...listing, ...indexesOfUnion]) await owner.query(statement);
    });
    figure('entries written', `${listed.toFixed(1)} s`);
    for (const table of [
      'memories',
      'graph_entities',
      'extractions',
      'workflow_items',
      'contradictions',
      'inbox_marks',
      'inbox_entries',
    ])
      await owner.query(`vacuum analyze ${table}`);

    const inSession = async <Result>(work: (session: ReadSession) => Promise<Result>): Promise<Result> => {
      const session = openReadSession(orm, reviewer);
      await session.db();
      return work(session).finally(session.close);
    };
    const nodes = new Set<string>();
    for (const [name, filter] of filters(new Date())) {
      const first = await inSession((session) => pageOfInbox(session, filter, { size: 25, after: null }));
      const last = first.rows.at(-1);
      const steps: readonly (readonly [string, (session: ReadSession) => Promise<unknown>])[] = [
        ['a page', (session) => pageOfInbox(session, filter, { size: 25, after: null })],
        [
          'the page after',
          (session) => pageOfInbox(session, filter, { size: 25, after: last ? inboxCursor(last) : null }),
        ],
        ['the counts', (session) => countInbox(session, filter)],
        ['a page of the union', (session) => pageOfUnion(session, filter)],
        ['the counts of the union', (session) => countsOfUnion(session, filter)],
      ];
      for (const [step, work] of steps) {
        const times: number[] = [];
        for (let round = 0; round < 7; round += 1)
          times.push(1_000 * (await inSession((session) => secondsOf(() => work(session)))));
        const time = medianOf(times);
        found.set(`${name}: ${step}`, time);
        figure(`${name}: ${step}`, `${time.toFixed(1)} ms`);
        if (step.includes('union')) continue;
        for (const node of await inSession((session) => readingNodes(session, work))) nodes.add(node);
      }
      const counts = await inSession((session) => countInbox(session, filter));
      figure(`${name}: entries`, counts.map(({ reason, value }) => `${reason} ${value}`).join(', '));
    }
    await measureWrites(owner);
    heading('Plan nodes that read');
    for (const node of [...nodes].sort()) process.stdout.write(`    ${node}\n`);
    figure('sequential scans', String([...nodes].filter((node) => node.startsWith('Seq Scan')).length));
  } finally {
    await owner.end();
    await orm.close();
    await stop();
    rmSync(folder, { recursive: true, force: true });
  }
  return found;
};

const [small, ...larger] = sizes.length > 0 ? sizes : [20_000, 1_000_000];
const before = await measure(small ?? 20_000);
for (const size of larger) {
  const after = await measure(size);
  heading(`${size} items beside ${small}`);
  for (const [name, time] of after) figure(name, `× ${(time / (before.get(name) ?? Number.NaN)).toFixed(1)}`);
}
process.exit();
