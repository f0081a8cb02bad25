import { expect, test } from 'vitest';
import { openWay } from '#test/support/database-way.ts';
import { people } from '#test/support/gateway.ts';
import { openDatabase } from '#test/support/login-database.ts';
import { isLong } from '#test/support/property-runs.ts';
import { serveDatabase } from '#test/support/serving.ts';
import { subscribe } from '#test/support/subscription.ts';

const create = (content: string) =>
  `mutation { createMemory(input: { kind: FACT, project: "p", content: "${content}" }) {
    ... on MemoryPayload { memory { id } } ... on UserError { code } } }`;
const queued = 'subscription { candidateQueued { candidate { ... on Memory { content } } } }';

test('live updates are heard at DATABASE_LISTEN_URL, and nothing else goes there', async () => {
  const { url } = await openDatabase();
  const way = await openWay(url);
  await way.open();
  const gateway = await serveDatabase(url, { DATABASE_LISTEN_URL: way.url });
  expect(way.connections()).toBe(0);
  const events = await subscribe(gateway.url, await gateway.tokenOf(people.reviewer), queued);
  for (const content of ['The sluice is oiled.', 'The mast is painted.']) {
    expect(await gateway.ask(people.contributor, create(content))).toMatchObject({ status: 200 });
    expect(await events.next()).toMatchObject({ data: { candidateQueued: { candidate: { content } } } });
  }
  expect(way.connections()).toBe(1);
});

test.runIf(isLong)('while nothing can be heard there, what is new is looked for', async () => {
  const { url } = await openDatabase();
  const way = await openWay(url);
  const gateway = await serveDatabase(url, { DATABASE_LISTEN_URL: way.url });
  const events = await subscribe(gateway.url, await gateway.tokenOf(people.reviewer), queued);
  for (const content of ['The sluice is oiled.', 'The mast is painted.']) {
    expect(await gateway.ask(people.contributor, create(content))).toMatchObject({ status: 200 });
    expect(await events.next()).toMatchObject({ data: { candidateQueued: { candidate: { content } } } });
  }
});
