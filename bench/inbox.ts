import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CompiledQuery as Compiled, type CompiledQuery, type QueryExecutor } from 'kysely';
import pg from 'pg';
import { inboxReasons } from '#domain/inbox/inbox.ts';
import type { Viewer } from '#domain/privacy/viewer.ts';
import { countInbox, type InboxFilter, inboxCursor, pageOfInbox } from '#persistence/inbox/inbox.ts';
import { migrate } from '#persistence/store/migrate.ts';
import { openOrm } from '#persistence/store/orm.ts';
import { openReadSession, type ReadSession } from '#persistence/store/viewer-session.ts';
import { startPostgres } from '#test/support/databases.ts';
import { figure, heading, medianOf, secondsOf } from './measure.ts';

/**
 * `node bench/inbox.ts [items …]`: a page of the inbox, the page after it, and its counts, at 20,000 and at 1,000,000 items, with the nodes
 * of their plans. Of a hundred items one waits for each reason. Starts a PostgreSQL of its own.
 */

const sizes = process.argv.slice(2).map(Number);
const reviewer: Viewer = { tenant: 'bench', user: 'bob', roles: ['reviewer'], groups: ['crew'] };

/** Rows of an item table; one of five is an entity. What waits, waits for one reason each. */
const items = (table: 'memories' | 'graph_entities', kinds: string, values: string, entities: boolean) =>
  `insert into ${table} (id, tenant, project, contributor, audience, is_personal, hand_authored, visibility_key, status, revision, content, confidence,
    pending_since, created_at, updated_at, extraction_id, drifted_at, source_state, verify_by, suggested_labels${kinds})
  select '${entities ? 'ent_' : 'mem_'}' || lpad(g::text, 12, '0'), 'bench', 'p' || g % 20, 'u' || g % 50,
    case when g % 5 = 0 then array[case when g % 2 = 0 then 'board' else 'crew' end] else '{}' end, g % 40 = 0, true, 'shared',
    case when g % 100 = 1 then 'CANDIDATE' when g % 100 between 10 and 30 then 'SUPERSEDED' else 'ACTIVE' end, 1,
    'Gauge ' || g, 0.5, now() - g * interval '1 second', now() - g * interval '1 second', now(), case when g % 100 = 7 then 'ext_' || lpad(g::text, 12, '0') end,
    case when g % 100 = 3 then now() - g * interval '1 second' end, case when g % 100 = 3 then 'GONE' else 'UNCHANGED' end,
    now() + case when g % 100 = 5 then -1 else 1 end * (g + 1) * interval '1 second',
    case when g % 100 = 9 then '{pii.email}'::text[] else '{}' end${values}
  from generate_series(1, $1::int) g where (g % 5 = 4) = ${entities}`;

const fill = [
  items('memories', ', kind', `, 'DECISION'`, false),
  items('graph_entities', ', entity_type, name', `, 'COMPONENT', 'Gauge ' || g`, true),
  // What routing rejected after it was believed, what a service recorded and waits, and what waits as a candidate already.
  `insert into extractions (id, tenant, contributor, audience, is_personal, project, schema_name, payload, field_confidence, recorded_by, created_at)
    select 'ext_' || lpad(g::text, 12, '0'), 'bench', 'u1', '{}', false, 'p' || g % 20, 's', '{}', '[]', case when g % 100 = 8 then 'agent' end, now()
    from generate_series(1, $1::int) g where g % 100 in (1, 2, 7, 8)`,
  `insert into workflow_items (id, tenant, extraction_id, idempotency_key, routing_version, status, reason, threshold, created_at, updated_at)
    select 'wfi_' || lpad(g::text, 12, '0'), 'bench', 'ext_' || lpad(g::text, 12, '0'), md5(g::text), 'v1', case when g % 100 = 7 then 'REJECTED' else 'NEEDS_REVIEW' end,
      'LOW_CONFIDENCE', 0.75, now() - g * interval '1 second', now() - g * interval '1 second'
    from generate_series(1, $1::int) g where g % 100 in (1, 2, 7, 8)`,
  // One of ten has contradicted another, and one of a hundred still does.
  `insert into contradictions (id, tenant, older_id, newer_id, severity, status, action, explanation, judge, revision, detected_at)
    select 'con_' || lpad(g::text, 12, '0'), 'bench', 'mem_' || lpad(g::text, 12, '0'), 'mem_' || lpad((g + 1)::text, 12, '0'), case when g % 200 = 51 then 'HARD' else 'SOFT' end,
      case when g % 100 = 51 then 'OPEN' else 'RESOLVED' end, case when g % 100 <> 51 then 'BOTH_VALID' end, 'They differ.', 'heuristic', 1, now() - g * interval '1 second'
    from generate_series(1, $1::int) g where g % 10 = 1`,
  `insert into inbox_marks (tenant, entry_id, claimed_by, claimed_until, snoozed_until)
    select 'bench', 'inb_CANDIDATE.mem_' || lpad(g::text, 12, '0'), 'bob', now() + interval '1 hour', null from generate_series(1, $1::int) g where g % 1000 = 1`,
];

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly Plans?: readonly PlanNode[];
}
const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

const filters = (now: Date): readonly (readonly [string, InboxFilter])[] => {
  const all = {
    reasons: null,
    project: null,
    owner: null,
    mine: false,
    snoozed: false,
    subjectId: null,
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
      for (const statement of fill) await owner.query(statement, statement.includes('$1') ? [size] : []);
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
    /** The plan of every statement that the work executes. */
    const explained = (work: (session: ReadSession) => Promise<unknown>) =>
      inSession(async (session) => {
        const executor = (await session.db()).getExecutor();
        const sent: CompiledQuery[] = [];
        const listening = new Proxy(executor, {
          get: (target: QueryExecutor, name: keyof QueryExecutor) =>
            name === 'executeQuery'
              ? (query: CompiledQuery) => {
                  sent.push(query);
                  return target.executeQuery(query);
                }
              : target[name],
        });
        await work({ ...session, db: async () => ({ getExecutor: () => listening }) });
        for (const { sql, parameters } of sent) {
          const { rows } = await executor.executeQuery<Record<string, { Plan: PlanNode }[]>>(
            Compiled.raw(`explain (format json) ${sql}`, [...parameters]),
          );
          for (const plan of Object.values(rows[0] ?? {}).flat())
            for (const node of nodesOf(plan.Plan))
              if (node['Relation Name'] !== undefined || node['Index Name'] !== undefined)
                nodes.add(`${node['Node Type']} ${node['Index Name'] ?? node['Relation Name']}`);
        }
      });
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
        await explained(work);
      }
      const counts = await inSession((session) => countInbox(session, filter));
      figure(`${name}: entries`, counts.map(({ reason, count }) => `${reason} ${count}`).join(', '));
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
