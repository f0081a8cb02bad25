import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { inboxReasons } from '#domain/inbox/inbox.ts';
import type { Viewer } from '#domain/privacy/viewer.ts';
import { countInbox, type InboxFilter, inboxCursor, pageOfInbox } from '#persistence/inbox/inbox.ts';
import { migrate } from '#persistence/store/migrate.ts';
import { openOrm } from '#persistence/store/orm.ts';
import { openReadSession, type ReadSession } from '#persistence/store/viewer-session.ts';
import { startPostgres } from '#test/support/databases.ts';
import { readingNodes } from '#test/support/reading-nodes.ts';
import { waitingItems } from '#test/support/waiting-items.ts';
import { figure, heading, medianOf, secondsOf } from './measure.ts';

/**
 * `node bench/inbox.ts [items …]`: a page of the inbox, the page after it, and its counts, at 20,000 and at 1,000,000 items, with the nodes
 * of their plans. Of a hundred items one waits for each reason. Starts a PostgreSQL of its own.
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
    for (const table of [
      'memories',
      'graph_entities',
      'extractions',
      'workflow_items',
      'contradictions',
      'inbox_marks',
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
      ];
      for (const [step, work] of steps) {
        const times: number[] = [];
        for (let round = 0; round < 7; round += 1)
          times.push(1_000 * (await inSession((session) => secondsOf(() => work(session)))));
        const time = medianOf(times);
        found.set(`${name}: ${step}`, time);
        figure(`${name}: ${step}`, `${time.toFixed(1)} ms`);
        for (const node of await inSession((session) => readingNodes(session, work))) nodes.add(node);
      }
      const counts = await inSession((session) => countInbox(session, filter));
      figure(`${name}: entries`, counts.map(({ reason, value }) => `${reason} ${value}`).join(', '));
    }
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
