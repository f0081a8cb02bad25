import { parseArgs } from 'node:util';
import { createTestGateway, people } from '#test/support/gateway.ts';
import { withStatements } from '#test/support/statements.ts';
import { eachStore, figure, heading, medianOf, secondsOf } from './measure.ts';

/**
 * `node bench/bundle.ts [--memories 100000]`: how long an agent waits for a bundle out of as many visible memories, a fifth
 * of them with evidence, beside bare SQL as the owner, past row-level security, that ranks and counts the same rows.
 */

const { values: flags } = parseArgs({ options: { memories: { type: 'string', default: '100000' } } });
const memories = Number(flags.memories);
const rounds = 3;

const query = `query ($tokenBudget: Int, $project: String) { memoryBundle(tokenBudget: $tokenBudget, project: $project) {
  tokenBudget tokensUsed overBudget items { memory { id content } reason tokens rank { score confidence recency } } excluded { reason count } } }`;

/** Lower bound for any implementation: every row's rank, the best few hundred with their words, and the counts. */
const bare = [
  `select id, content, s from (select m.id, m.content, m.mandatory, m.confidence * power(0.5::float8, date_part('epoch', now() - m.created_at) / 31556952)
      * greatest(0, 1 - date_part('epoch', now() - m.updated_at) / 31536000) as s
    from memories m left join (select memory_id, count(*) as n, count(distinct source_user) as v, max(created_at) as newest from evidence where tenant = 'acme' group by 1) e
      on e.memory_id = m.id where m.tenant = 'acme' and m.status in ('ACTIVE', 'GRADUATED')) r order by mandatory desc, s desc, id limit 500`,
  `select status, count(*) from memories where tenant = 'acme' group by 1`,
];

await eachStore(async (store) => {
  heading(`${store.kind}: ${memories} visible memories`);
  await store.asOwner(
    `insert into memories (id, tenant, project, contributor, hand_authored, visibility_key, status, revision, content, confidence, pending_since, created_at, updated_at, kind, mandatory)
     select 'mem_' || lpad(g::text, 12, '0'), 'acme', 'p' || g % 10, 'carol', true, 'shared', 'ACTIVE', 2,
       'The reading of gauge ' || g || ' is kept for ' || g % 90 || ' days, ' || repeat('and checked again ', g % 12) || 'by the office.',
       (g % 100) / 100.0, now(), timestamptz '2026-03-01' - g % 700 * interval '1 day', timestamptz '2026-03-01' - g % 400 * interval '1 day', 'FACT', g % 20000 = 0
     from generate_series(1, ?::int) g`,
    [memories],
  );
  await store.asOwner(
    `insert into evidence (id, tenant, memory_id, detection_type, source_user, recorded_by, created_at)
     select 'evi_' || lpad(g::text, 12, '0'), 'acme', 'mem_' || lpad(g::text, 12, '0'), 'CONFIRMATION', 'u' || g % 50, 'agent', timestamptz '2026-02-01'
     from generate_series(5, ?::int, 5) g`,
    [memories],
  );
  await store.asOwner('analyze');
  const { ask } = await createTestGateway(store);
  const times = async (work: () => Promise<unknown>) => {
    await work();
    const taken = [];
    for (let round = 0; round < rounds; round += 1) taken.push(await secondsOf(work));
    return medianOf(taken) * 1_000;
  };
  const bareTime = await times(async () => {
    for (const statement of bare) await store.asOwner(statement);
  });
  figure('bare SQL, the same rows ranked and counted', `${bareTime.toFixed(0)} ms`);
  for (const [name, variables] of [
    ['a bundle of 6,000 tokens', {}],
    ['a bundle of 60,000 tokens', { tokenBudget: 60_000 }],
    ['a bundle of 6,000 tokens out of a tenth (one project)', { project: 'p1' }],
  ] as const) {
    const bundle = () => ask(people.reader, query, variables);
    const time = await times(bundle);
    const { result, statements } = await withStatements(store, bundle);
    if (result.errors) throw new Error(JSON.stringify(result.errors));
    const { items, tokensUsed } = result.data.memoryBundle;
    figure(name, `${time.toFixed(0)} ms`);
    figure(
      `  ${items.length} items, ${tokensUsed} tokens, ${statements.length} statements; beside bare SQL`,
      `× ${(time / bareTime).toFixed(2)}`,
    );
  }
});
