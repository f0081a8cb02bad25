import { v7 } from 'uuid';
import type { AppDependencies } from '#application/app-dependencies.ts';
import { defaultSettings } from '#application/default-settings.ts';
import { rerouteAll } from '#application/routing/reroute-all.ts';
import { replay } from '#domain/routing/replay.ts';
import type { FieldConfidence } from '#domain/routing/routing-inputs.ts';
import type { WorkflowStatus } from '#domain/routing/workflow-states.ts';
import { sql } from '#persistence/reading/sql.ts';
import { migrate } from '#persistence/store/migrate.ts';
import { openOrm } from '#persistence/store/orm.ts';
import { openReadSession } from '#persistence/store/viewer-session.ts';
import { heuristicJudge } from '#providers/contradiction-judge.ts';

/**
 * `node bench/routing.ts [count]`: stores that many routings through the use case, then decides each again from what is
 * stored, and prints both rates. Fails when one outcome differs. DATABASE_URL names a migrated server; without it: PGlite
 * in memory.
 */
const count = Number(process.argv[2] ?? 100_000);
const url = process.env.DATABASE_URL;
const address = url === undefined || url === '' ? { dataDir: 'memory://' } : { url };
const orm = await openOrm(address);
await migrate(orm, address);

const viewer = { tenant: `bench-${v7()}`, user: 'bench', roles: ['admin', 'service'] as const, groups: [] };
const flagSets = [[], [], ['pii'], ['invalid_citation'], ['pii', 'toxic'], ['invalid_citation', 'pii']];
await orm.em.fork().execute(
  `insert into extractions (id, tenant, contributor, project, schema_name, payload, field_confidence, guardrail_flags, created_at)
    select 'ext_bench_' || lpad(n::text, 9, '0'), '${viewer.tenant}', 'bench', 'p', 'invoice', '{}',
      jsonb_build_array(jsonb_build_object('field', 'total', 'confidence', (n * 37 % 101) / 100.0),
        jsonb_build_object('field', 'vendor', 'confidence', 0.74 + (n * 53 % 7) / 100.0)),
      (array[${flagSets.map((flags) => `'{${flags.join(',')}}'`).join(', ')}])[1 + n % ${flagSets.length}]::text[], now()
    from generate_series(1, ${count}) n`,
);

const seconds = (from: number): number => (performance.now() - from) / 1_000;
const perSecond = (duration: number): string => `${Math.round(count / duration).toLocaleString('en')}/s`;
const print = (line: string) => process.stdout.write(`${line}\n`);

const dependencies: AppDependencies = {
  orm,
  settings: defaultSettings,
  fingerprintKey: 'bench',
  webhookKey: 'bench',
  receiptKey: 'bench',
  clock: () => new Date(),
  newId: (prefix) => `${prefix}_${v7()}`,
  statementModel: null,
  contradictionJudge: heuristicJudge,
  logJudging: () => undefined,
  verificationModel: null,
  domainModel: null,
  reportDir: null,
  logFault: () => undefined,
  logRecovery: () => undefined,
};

let start = performance.now();
let inserted = 0;
for (let after: string | null = null; ; ) {
  const { outcome } = await rerouteAll(dependencies, {
    viewer,
    requestId: 'bench',
    input: { after, limit: 2_000 },
  });
  inserted += outcome.inserted;
  after = outcome.endCursor;
  // Autovacuum does this on a server; the embedded store has none.
  await orm.em.fork().execute('analyze');
  if (outcome.complete) break;
}
print(`stored    ${inserted} routings: ${perSecond(seconds(start))}`);

interface StoredRow {
  readonly extractionId: string;
  readonly schemaName: string;
  readonly fieldConfidence: readonly FieldConfidence[];
  readonly status: WorkflowStatus;
  readonly reason: string;
  readonly idempotencyKey: string;
  readonly guardrailFlags: readonly string[];
  readonly threshold: number;
}

const session = openReadSession(orm, viewer);
const db = await session.db();
const statuses = new Map<string, number>();
let replayed = 0;
let same = 0;
let deciding = 0;
start = performance.now();
for (let after = ''; ; ) {
  const { rows } =
    await sql<StoredRow>`select e.id as "extractionId", e.schema_name as "schemaName", e.field_confidence as "fieldConfidence",
      w.status, w.reason, w.idempotency_key as "idempotencyKey", w.guardrail_flags as "guardrailFlags", w.threshold
    from extractions e join workflow_items w on w.tenant = e.tenant and w.extraction_id = e.id
    where e.tenant = ${viewer.tenant} and e.id > ${after} order by e.id limit 1000`.execute(db);
  const began = performance.now();
  for (const row of rows) {
    const decision = replay(row, row, { withRecordedFlags: true, threshold: 0.1 });
    const equal =
      decision.matchesStored === true &&
      decision.reason === row.reason &&
      decision.idempotencyKey === row.idempotencyKey;
    same += equal ? 1 : 0;
    statuses.set(row.status, (statuses.get(row.status) ?? 0) + 1);
  }
  deciding += seconds(began);
  replayed += rows.length;
  const last = rows.at(-1);
  if (!last || rows.length < 1_000) break;
  after = last.extractionId;
}
print(
  `replayed  ${replayed} decisions: ${perSecond(seconds(start))} with reading, ${perSecond(deciding)} deciding alone`,
);
print(`same      ${same} of ${replayed} (${((100 * same) / Math.max(1, replayed)).toFixed(2)} %)`);
for (const [status, found] of [...statuses].sort()) print(`          ${status} ${found}`);
await session.close();
await orm.close();
if (same !== count) throw new Error(`${count - same} decisions came out otherwise.`);
