import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parseConfig } from '#config/config.ts';
import { issueToken } from '#server/http/local-tokens.ts';
import { startGateway } from '#server/start.ts';
import { people } from '#test/support/gateway.ts';
import { openSilentNetwork } from '#test/support/silent-network.ts';
import { createStore } from '#test/support/store.ts';

const secret = 'a-secret-of-the-tests-with-32-bytes-and-more';

test('a gateway whose network to the database goes silent answers every request, is ready again, and obeys when it has to stop', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'vouch-silent-'));
  const store = await createStore('postgres');
  if (!('url' in store.address)) throw new Error('a server has an address');
  const network = await openSilentNetwork(store.address.url);
  onTestFinished(async () => {
    network.close();
    await store.drop();
    rmSync(dataDir, { recursive: true, force: true });
  });
  const running = await startGateway(
    parseConfig({
      DATABASE_URL: network.throughIt(store.address.url),
      VOUCH_DATABASE_LOGIN: 'any',
      VOUCH_JWT_SECRET: secret,
      VOUCH_DATA_DIR: dataDir,
      VOUCH_LOG_LEVEL: 'silent',
      PORT: '0',
    }),
  );
  const tokens = { secret, jwksUrl: null, issuer: null, audience: null };
  const token = await issueToken(tokens, people.reader, { now: new Date(), seconds: 600 });
  const ask = async (): Promise<number> => {
    const response = await fetch(`${running.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ query: '{ memories(first: 1) { nodes { id } } }' }),
    });
    await response.text();
    return response.status;
  };
  const askMany = () => Promise.all(Array.from({ length: 10 }, ask));
  const ready = async () => (await fetch(`${running.url}/ready`)).status;
  expect(new Set(await askMany())).toEqual(new Set([200]));
  expect(await ready()).toBe(200);

  expect(network.silence()).toBeGreaterThan(0);
  const answered = await askMany();
  expect(answered.filter((status) => status !== 200 && status !== 503)).toEqual([]);
  await expect.poll(ready, { timeout: 60_000 }).toBe(200);
  await expect.poll(ask, { timeout: 60_000 }).toBe(200);

  // It has to stop while its requests wait for a silent network again.
  network.silence();
  const waiting = askMany().catch(() => 'dropped');
  await running.close();
  await waiting;
});
