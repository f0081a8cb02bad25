import { readFileSync } from 'node:fs';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createTestGateway, people } from '#test/support/gateway.ts';
import { firstLine, start } from '#test/support/node-processes.ts';
import { isLong } from '#test/support/property-runs.ts';
import { onServerStore } from '#test/support/store.ts';
import { runStory } from '#test/support/story.ts';
import { vouch } from '#test/support/vouch-process.ts';

const root = new URL('../../..', import.meta.url).pathname;
const guide = readFileSync(`${root}docs/operations.md`, 'utf8');

/** Commands of the guide that tests of their own run. */
const runElsewhere = ['serve', 'ingest', 'export', 'import', 'delete-tenant', 'erase-document', 'move'];
const runHere = ['variables', 'doctor', 'migrate', 'token', 'audit verify', 'reroute', 'backup', 'restore'];

describe('the commands of the operations guide', () => {
  test('are all run by a test', () => {
    const [, table = ''] = /\| command \| does \|\n([\s\S]*?)\n\n/.exec(guide) ?? [];
    const named = table.split('\n').flatMap((row) => {
      const [, first = ''] = row.split('|');
      return [...first.matchAll(/`([a-z -]+?)(?: (?:--|[A-Z])[^`]*)?`/g)].map(([, name = '']) => name);
    });
    expect(named.sort()).toEqual([...runElsewhere, ...runHere].sort());
  });

  test.each([
    ['--user', ''],
    ['--tenant', '\u200b'],
  ])('`vouch token` refuses a %s without a letter', async (option, name) => {
    const child = start('src/main.ts', ['token', '--user', 'ann', option, name]);
    expect(await firstLine(child)).toContain(`${option} is ${JSON.stringify(name)}: no gateway accepts`);
  });

  onServerStore((store) => {
    test.runIf(isLong)('ask the gateway for the audit chain and for a new routing', async () => {
      const gateway = await createTestGateway(store());
      await runStory(gateway).candidate('We will oil the sluice in spring.');
      const { url } = await gateway.gateway.listen();
      onTestFinished(() => gateway.gateway.close());
      const env = { VOUCH_URL: url, VOUCH_TOKEN: await gateway.tokenOf(people.admin) };
      const chain = JSON.parse(await vouch(['audit', 'verify', '--json'], env));
      expect(chain).toMatchObject({ valid: true });
      const place = `${chain.events}:${chain.head}`;
      expect(JSON.parse(await vouch(['audit', 'verify', '--after', place, '--json'], env))).toEqual(chain);
      const { errors } = await gateway.ask(people.admin, '{ verifyAuditChain(first: 0) { valid } }');
      expect(errors).toMatchObject([
        { message: 'first is 0; it is at least 1.', extensions: { code: 'BAD_USER_INPUT' } },
      ]);
      expect(JSON.parse(await vouch(['reroute', '--json'], env))).toMatchObject({ considered: 1 });
    });
  });
});
