import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createTestGateway, people } from '#test/support/gateway.ts';
import { type Answer, runStory } from '#test/support/story.ts';
import { eachStore, figure, heading } from './measure.ts';

/**
 * `node bench/task-bundle.ts [--corpus DIR] [--stores postgres]`: of questions about the sample and a folder of decision records, how many
 * a bundle answers within the token budget: with the question as its task, and in the order without a task. The question uses other words
 * than the answer where people would. What no statement says is not asked.
 */

const { values: flags } = parseArgs({
  options: {
    corpus: { type: 'string', default: new URL('../test/fixtures/govuk-aws', import.meta.url).pathname },
    stores: { type: 'string', default: 'pglite' },
  },
});
const budgets = [150, 300, 600, 1_200];

/** A task, and words of the statement that it needs. */
const questions: readonly (readonly [task: string, answer: string])[] = [
  ['How do we measure the water level?', 'downward-looking radar gauges'],
  ['How often is each gauge levelled against the benchmark?', 'harbour benchmark twice a year'],
  ['How do the readings of the gauges get ashore?', 'lorawan with two gateways'],
  ['What happens with readings that could not be sent?', 'kept on the gauge for 30 days'],
  ['Where do we moor the second buoy?', 'moored at the sandbank'],
  ['How quickly must a flood warning reach the harbour offices?', 'within two minutes'],
  ['How long must a gauge run without mains power?', '14 days without sun'],
  ['May I fix an instrument to the lighthouse?', 'old lighthouse'],
  ['What may the network cost in a year?', '9,000 eur'],
  ['Do we repair or replace broken parts?', 'village workshop'],
  ['What is the spring range at the harbour bridge?', '5.2 metres'],
  ['Whom do I call when the duty desk is needed?', 'duty desk answers'],
  ['How do I book the harbour crane?', 'harbour crane is booked'],
  ['Who pays for the second buoy?', "county's coastal fund"],
  ['Which lights may the wave buoy carry?', 'must not carry lights'],
  ['Which hosting provider do we use?', 'amazon web services'],
  ['In which AWS region do we run?', 'eu-west-1'],
  ['Should I provision Redis myself?', 'elasticache instead of provisioning'],
  ['Which Redis does Rummager use?', 'backend-redis'],
  ['Does the internal domain have public DNS records?', 'not* have dns records'],
  ['Do we keep the Elasticsearch proxy in AWS?', 'accept the elbs as its replacement'],
  ['Which PostgreSQL does the Puppetmaster use?', 'local instance of postgresql'],
  ['Do we use RDS for MySQL and PostgreSQL?', 'going to use rds'],
  ['What becomes of the API PostgreSQL instance?', 'merge the api postgresql instance'],
  ['How are Terraform security groups defined?', 'defined separate to their rules'],
  ['What takes the place of the load balancer hosts in AWS?', 'remove the load balancer hosts'],
  ['Where does publicapi move?', 'move publicapi application'],
  ['How is the asset-master disk shared?', 'efs resource'],
];

/** The markdown below a folder, each under its path in it. */
const documentsIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .sort()
    .map((path) => ({ path, content: readFileSync(join(folder, path), 'utf8') }));

await eachStore(async (store) => {
  const gateway = await createTestGateway(store);
  const story = runStory(gateway);
  const sample = new URL('../src/server/sample/corpus', import.meta.url).pathname;
  for (const [folder, root] of [
    ['sample', sample],
    ['corpus', flags.corpus],
  ] as const)
    await story.ingests(
      people.service,
      documentsIn(root).map(({ path, content }) => ({ path: `${folder}/${path}`, content })),
    );
  await store.asOwner(`update memories set status = 'ACTIVE' where status = 'CANDIDATE'`);
  const bundle = async (tokenBudget: number, task: string | null): Promise<string[]> => {
    const { data } = await gateway.ask(
      people.reader,
      'query ($task: String, $tokenBudget: Int) { memoryBundle(task: $task, tokenBudget: $tokenBudget) { items { memory { content } } } }',
      { task, tokenBudget },
    );
    return data.memoryBundle.items.map(({ memory }: Answer) => memory.content.toLowerCase());
  };
  const everything = await bundle(100_000, null);
  const says = (said: readonly string[], answer: string) => said.some((content) => content.includes(answer));
  const asked = questions.filter(([, answer]) => says(everything, answer));
  heading(
    `${store.kind}: ${everything.length} statements, ${asked.length} of ${questions.length} questions have an answer among them`,
  );
  for (const budget of budgets) {
    const plain = await bundle(budget, null);
    let withTask = 0;
    for (const [task, answer] of asked) if (says(await bundle(budget, task), answer)) withTask += 1;
    const without = asked.filter(([, answer]) => says(plain, answer)).length;
    const share = (count: number) => `${count} (${Math.round((100 * count) / asked.length)} %)`;
    figure(`${budget} tokens: answered with the task, and without`, `${share(withTask)}, ${share(without)}`);
  }
  const missed = [];
  for (const [task, answer] of asked)
    if (!says(await bundle(budgets[1] ?? 0, task), answer)) missed.push(task);
  figure(`missed at ${budgets[1]} tokens`, missed.join(' · ') || 'none');
}, flags.stores.split(','));
process.exit();
