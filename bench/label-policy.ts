import { parseArgs } from 'node:util';
import type { Viewer } from '#domain/privacy/viewer.ts';
import { sql } from '#persistence/reading/sql.ts';
import { countMemories, type MemoryListQuery, pageOfMemories } from '#persistence/review/items.ts';
import { openReadSession, type ReadSession } from '#persistence/store/viewer-session.ts';
import type { TestStore } from '#test/support/store.ts';
import { eachStore, figure, heading, medianOf, secondsOf } from './measure.ts';

/**
 * `node bench/label-policy.ts [--memories 100000]`: what the label policy costs a list of memories and its count, one
 * memory in ten labelled, as the policy is none, logged, or enforced.
 */

const { values } = parseArgs({ options: { memories: { type: 'string', default: '100000' } } });
const memories = Number(values.memories);
const viewer: Viewer = { tenant: 'bench', user: 'rita', roles: ['reader'], groups: ['board'] };
const query: MemoryListQuery = {
  filter: {},
  orderBy: { field: 'CREATED_AT', direction: 'DESC' },
  excludePersonal: null,
  asOf: null,
};
const rule = (id: string, label: string, action: string) => ({
  id,
  anyLabel: [label],
  allLabels: [],
  roles: [],
  notRoles: ['auditor'],
  users: [],
  action,
});
const rules = [rule('1', 'secret', 'DENY'), rule('2', 'legal', 'DENY'), rule('3', 'pii', 'REDACT')];

const fill = async ({ asOwner }: TestStore): Promise<void> => {
  await asOwner(`insert into memories (id, tenant, project, contributor, hand_authored, visibility_key, status, revision, content,
      confidence, pending_since, created_at, updated_at, kind, sensitivity_labels)
    select 'mem_' || lpad(n::text, 12, '0'), 'bench', 'p', 'carol', true, 'shared', 'ACTIVE', 1, 'The gauge reads ' || n || ' cm.', 0.5,
      t, t, t, 'FACT', case n % 30 when 0 then '{pii.email}' when 1 then '{legal,pii.phone}' when 2 then '{harmless}' else '{}' end::text[]
    from generate_series(1, ${memories}) n, lateral (select now() - n * interval '1 second' as t) at`);
  await asOwner('analyze memories');
};

let revision = 0;
const setPolicy = ({ asOwner }: TestStore, mode: string) => {
  revision += 1;
  return asOwner(
    `insert into label_policies (id, tenant, revision, mode, rules, hash, set_by, set_at) values (?, 'bench', ?, ?, ?::jsonb, 'x', 'x', now())`,
    [`pol_${revision}`, revision, mode, JSON.stringify(rules)],
  );
};

const measure = async (store: TestStore, name: string): Promise<void> => {
  const timed = async (work: (session: ReadSession) => Promise<unknown>) => {
    const times: number[] = [];
    for (let round = 0; round < 7; round += 1) {
      const session = openReadSession(store.orm, viewer);
      await sql`select 1`.execute(await session.db());
      times.push(await secondsOf(() => work(session)));
      await session.close();
    }
    return `${(medianOf(times) * 1_000).toFixed(1)} ms`;
  };
  figure(
    `a page of 50, ${name}`,
    await timed((session) => pageOfMemories(session, query, { size: 50, after: null })),
  );
  figure(`the count, ${name}`, await timed((session) => countMemories(session, query)));
};

await eachStore(async (store) => {
  heading(`${memories} memories on ${store.kind}, one in ten labelled`);
  await fill(store);
  await measure(store, 'no policy');
  await setPolicy(store, 'LOG_ONLY');
  await measure(store, 'logged');
  await setPolicy(store, 'ENFORCE');
  await measure(store, 'enforced');
});
