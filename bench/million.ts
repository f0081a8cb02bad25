import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import type { Viewer } from '#domain/privacy/viewer.ts';
import { migrate } from '#persistence/store/migrate.ts';
import { openOrm } from '#persistence/store/orm.ts';
import { startPostgres, withDatabase } from '#test/support/databases.ts';
import { beginning, createTestGateway, type GraphQLAnswer, type TestGateway } from '#test/support/gateway.ts';
import { filteredLists } from './filtered-lists.ts';
import { heading, medianOf, secondsOf } from './measure.ts';
import { timesOfFields } from './million-fields.ts';
import { fillStore, largeTenant } from './million-rows.ts';

/**
 * `node bench/million.ts [sizes …] [--rounds 5] [--keep] [--only inbox] [--filters] [--fields]`: the questions of the console and of
 * clients at 20,000 and at 1,000,000 memories of which one tenant has nine of ten, side by side: median milliseconds, and which take
 * more than 1.3 times as long or 100 ms. `--filters`: in their place counts and pages of filtered lists; `--fields`: every field of every
 * kind of node, and of these what takes over 100 ms. Starts a PostgreSQL of its own, or asks that of TEST_DATABASE_URL, where `--keep`
 * leaves the stores for the next run.
 */
const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '5' },
    keep: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    filters: { type: 'boolean', default: false },
    fields: { type: 'boolean', default: false },
  },
});
const sizes = positionals.length > 0 ? positionals.map(Number) : [20_000, 1_000_000];
const rounds = Number(flags.rounds);
const mostTimes = 1.3;
const mostMilliseconds = 100;

const person = (user: string, role: Viewer['roles'][number]): Viewer => ({
  tenant: largeTenant,
  user,
  roles: [role],
  groups: ['crew'],
});
const reader = person('rita', 'reader');
const reviewer = person('bob', 'reviewer');
const auditor = person('oscar', 'auditor');
const admin = person('alice', 'admin');

const inboxNodes = `nodes { id reason since priority claimedBy { id } subject { __typename ... on Candidate { id content status }
  ... on Contradiction { id severity itemA { id content } itemB { id content } } ... on WorkflowItem { id routed: status } } } pageInfo { hasNextPage endCursor }`;
const memoryNodes = 'nodes { id content status kind project { id } } pageInfo { hasNextPage endCursor }';
const minutesAgo = (count: number) => new Date(beginning.getTime() - count * 60_000).toISOString();

/** One of each size: what it is asked of a store, by whom. */
const questions: readonly (readonly [name: string, who: Viewer, query: string])[] = [
  ['inbox: a page', reviewer, `{ inbox(first: 25) { ${inboxNodes} } }`],
  ['inbox: the last page', reviewer, `{ inbox(last: 25) { ${inboxNodes} } }`],
  ['inbox: counts', reviewer, '{ inbox(first: 0) { counts { reason count } } }'],
  [
    'inbox: counts of a project',
    reviewer,
    '{ inbox(first: 0, filter: { project: { eq: "p3" } }) { counts { reason count } } }',
  ],
  ['inbox: mine', reviewer, `{ inbox(first: 25, filter: { mine: true }) { ${inboxNodes} } }`],
  [
    'inbox: page and count of candidates',
    reviewer,
    `{ inbox(first: 25, filter: { reason: { eq: CANDIDATE } }) { totalCount ${inboxNodes} } }`,
  ],
  [
    'inbox: by review score',
    reviewer,
    `{ inbox(first: 25, orderBy: { field: REVIEW_SCORE, direction: DESC }) { ${inboxNodes} } }`,
  ],
  ['candidates: a page', reviewer, '{ candidates(first: 25) { nodes { id content } } }'],
  ['candidates: with totalCount', reviewer, '{ candidates(first: 25) { totalCount nodes { id content } } }'],
  ['memories: a page', reader, `{ memories(first: 25) { ${memoryNodes} } }`],
  ['memories: the last page', reader, `{ memories(last: 25) { ${memoryNodes} } }`],
  ['memories: with totalCount', reader, `{ memories(first: 25) { totalCount ${memoryNodes} } }`],
  [
    'memories: totalCount of a project',
    reader,
    '{ memories(first: 0, filter: { project: { eq: "p3" } }) { totalCount } }',
  ],
  [
    'memories: totalCount of a label',
    admin,
    '{ memories(first: 0, filter: { label: { eq: "financial.card" } }) { totalCount } }',
  ],
  [
    'memories: totalCount by confidence',
    reader,
    '{ memories(first: 0, filter: { confidence: { gte: 0.9 } }) { totalCount } }',
  ],
  [
    'memories: nested provenance',
    reviewer,
    '{ memories(first: 25) { nodes { id content evidence(first: 5) { totalCount nodes { id } } revisions(first: 5) { nodes { revision } } contradictions(first: 5) { nodes { id } } source { ... on Chunk { id document { id } } } } } }',
  ],
  [
    'memories: asOf with totalCount',
    reader,
    `{ memories(first: 25, asOf: "${minutesAgo(60)}") { totalCount ${memoryNodes} } }`,
  ],
  ['search', reader, `{ memories(first: 25, filter: { search: "readings" }) { ${memoryNodes} } }`],
  [
    'search: a rarer word, with totalCount',
    reader,
    `{ memories(first: 25, filter: { search: "salinity" }) { totalCount ${memoryNodes} } }`,
  ],
  [
    'memory by id',
    reader,
    '{ memory(id: "mem_000000000100") { id content effectiveConfidence { value } evidence { totalCount } } }',
  ],
  ['entities: with totalCount', reader, '{ entities(first: 25) { totalCount nodes { id name } } }'],
  [
    'contradictions: with totalCount',
    reviewer,
    '{ contradictions(first: 25) { totalCount nodes { id severity itemA { id } itemB { id } } } }',
  ],
  [
    'contradictions: open, with totalCount',
    reviewer,
    '{ contradictions(first: 25, filter: { status: { eq: OPEN } }) { totalCount nodes { id itemA { id } itemB { id } } } }',
  ],
  [
    'memoryStats',
    reader,
    '{ memoryStats { total openContradictions pendingReview byStatus { status count } byKind { kind count } byDomain { domain count } } }',
  ],
  [
    'memoryStats of a project',
    reviewer,
    '{ memoryStats(project: "p3") { total openContradictions byStatus { status count } } }',
  ],
  [
    'workflowItems: with totalCount',
    reviewer,
    '{ workflowItems(first: 25) { totalCount nodes { id status } } }',
  ],
  [
    'workflowItems: to review, with totalCount',
    reviewer,
    '{ workflowItems(first: 25, filter: { status: { eq: NEEDS_REVIEW } }) { totalCount nodes { id status } } }',
  ],
  ['extractions: with totalCount', reviewer, '{ extractions(first: 25) { totalCount nodes { id } } }'],
  ['documents: with totalCount', reader, '{ documents(first: 25) { totalCount nodes { id path } } }'],
  [
    'documents: what came of each',
    reader,
    '{ documents(first: 50) { nodes { id candidates(first: 0) { totalCount } } } }',
  ],
  [
    'extractionQuality',
    reviewer,
    '{ extractionQuality { rule proposed promotedUnchanged rejected pending contradictions medianHoursToDecision } }',
  ],
  [
    'label queue, with totalCount',
    reviewer,
    '{ itemsWithSuggestedLabels(first: 25) { totalCount nodes { id } } }',
  ],
  ['bundle of the tenant', reader, '{ memoryBundle { tokensUsed items { tokens memory { id } } } }'],
  [
    'bundle for a task',
    reader,
    '{ memoryBundle(task: "How long do we keep the readings and the salinity?") { tokensUsed items { tokens memory { id } } } }',
  ],
  [
    'audit: the newest, with totalCount',
    auditor,
    '{ auditEvents(last: 25) { totalCount nodes { id action } } }',
  ],
  [
    'audit of an action',
    auditor,
    '{ auditEvents(first: 25, filter: { action: { eq: LABEL_POLICY_SET } }) { totalCount nodes { id } } }',
  ],
  ['projects', reader, '{ projects(first: 25) { totalCount nodes { id name } } }'],
  ['users', auditor, '{ users(first: 25) { totalCount nodes { id name } } }'],
  [
    'changes of a project',
    reader,
    `{ changes(first: 25, project: "p3", from: "${minutesAgo(100)}") { nodes { __typename } } }`,
  ],
];

const promotion = (id: string) =>
  `mutation { promoteCandidate(input: { id: "${id}" }) { __typename ... on ItemPayload { item { id status } } ... on UserError { code message } } }`;
const ingestion = (name: string) =>
  `mutation { ingestDocuments(input: { project: "p3", documents: [{ path: "bench/${name}.md", content: "# Decisions\\n\\nWe will keep the readings of gauge ${name} for seven years.\\n" }] }) { __typename ... on UserError { code message } } }`;

const failureOf = ({ errors, data }: GraphQLAnswer): string | null => {
  if (errors) return errors[0]?.extensions?.code ?? errors[0]?.message ?? 'failed';
  const codes = Object.values(data as Record<string, { readonly code?: string } | null>).map(
    (part) => part?.code,
  );
  return codes.find((code) => code !== undefined) ?? null;
};

/** Rounds that are not counted: they fill caches, and from the sixth time on a connection may keep a plan for all values. */
const warmUp = 6;

/** Median milliseconds, or why there are none. */
const timeOf = async (work: (round: number) => Promise<GraphQLAnswer>): Promise<number | string> => {
  const times: number[] = [];
  for (let round = 0; round < warmUp + rounds; round += 1) {
    let failure: string | null = null;
    const taken = await secondsOf(async () => {
      failure = failureOf(await work(round));
    });
    if (failure !== null) return failure;
    if (taken > 5) return taken * 1_000;
    if (round >= warmUp) times.push(taken * 1_000);
  }
  return medianOf(times);
};

const ask = async ({ ask }: TestGateway, owner: pg.Client) => {
  const found = new Map<string, number | string>();
  const measured = async (name: string, work: (round: number) => Promise<GraphQLAnswer>) => {
    if (name.includes(flags.only)) found.set(name, await timeOf(work));
  };
  const all = flags.filters ? filteredLists({ reader, reviewer, auditor }) : questions;
  for (const [name, who, query] of all) await measured(name, () => ask(who, query));
  const { rows: candidates } = await owner.query<{ id: string }>(
    `select id from memories where tenant = '${largeTenant}' and status = 'CANDIDATE' and not is_personal and not hand_authored and audience = '{}' order by id desc limit ${warmUp + rounds}`,
  );
  await measured('promoteCandidate', (round) => ask(reviewer, promotion(candidates[round]?.id ?? '')));
  const service = person('agent', 'service');
  await measured('ingestDocuments, one', (round) => ask(service, ingestion(`${Date.now()}-${round}`)));
  return found;
};

const measure = async (server: string, size: number) => {
  const name = `vouch_million_${size}`;
  const root = new pg.Client({ connectionString: server });
  await root.connect();
  const isThere = (await root.query('select from pg_database where datname = $1', [name])).rowCount === 1;
  if (isThere && !flags.keep) await root.query(`drop database ${name}`);
  if (!isThere || !flags.keep) await root.query(`create database ${name}`);
  const url = withDatabase(server, name);
  const orm = await openOrm({ url });
  await migrate(orm, { url });
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  if ((await owner.query('select from memories limit 1')).rowCount === 0)
    heading(
      `${size} memories written in ${(await secondsOf(() => fillStore(owner, size, beginning))).toFixed(0)} s`,
    );
  const gateway = await createTestGateway({
    kind: 'postgres',
    address: { url },
    orm,
    asOwner: (statement, params = []) => orm.em.fork().execute(statement, [...params]),
    drop: () => orm.close(),
  });
  const found = flags.fields ? await timesOfFields(gateway, admin) : await ask(gateway, owner);
  await owner.end();
  await orm.close();
  if (!flags.keep) await root.query(`drop database ${name}`);
  await root.end();
  return found;
};

const cell = (value: number | string | undefined) =>
  (typeof value === 'number' ? value.toFixed(1) : (value ?? '')).padStart(12);

const folder = mkdtempSync(join(tmpdir(), 'vouch-bench-'));
chmodSync(folder, 0o777);
const { url, stop } = await startPostgres(folder);
try {
  const answers: ReadonlyMap<string, number | string>[] = [];
  for (const size of sizes) answers.push(await measure(url, size));
  heading(`milliseconds at ${sizes.join(' and ')} memories, and how many times as long`);
  const [small, large] = [answers[0], answers.at(-1)];
  for (const name of small?.keys() ?? []) {
    const [before, after] = [small?.get(name), large?.get(name)];
    const times = Number(after) / Number(before);
    const tooMuch = [
      times <= mostTimes ? '' : `> ${mostTimes} times`,
      Number(after) <= mostMilliseconds ? '' : `> ${mostMilliseconds} ms`,
    ].filter((part) => part !== '');
    if (flags.fields && Number(after) <= mostMilliseconds) continue;
    const line = `  ${name.padEnd(44)}${answers.map((each) => cell(each.get(name))).join('')}  × ${times.toFixed(1).padStart(6)}  ${tooMuch.join(', ')}`;
    process.stdout.write(`${line.trimEnd()}\n`);
  }
} finally {
  await stop();
  rmSync(folder, { recursive: true, force: true });
}
process.exit();
