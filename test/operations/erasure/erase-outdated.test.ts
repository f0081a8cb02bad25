import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { eraseAllOutdated } from '#application/erasure/erase-outdated.ts';
import type { Retention } from '#domain/erasure/retention.ts';
import { openWriteSession } from '#persistence/store/viewer-session.ts';
import { createTestGateway, people, viewer } from '#test/support/gateway.ts';
import { executeIn, onServerStore } from '#test/support/store.ts';
import { type Answer, decisionRecord, runStory } from '#test/support/story.ts';

const day = 86_400_000;
const kept: Retention = { receipts: null, auditTexts: null, reports: null, versions: null };
const delivery =
  'mutation ($input: DeliverBundleInput!) { deliverBundle(input: $input) { ... on DeliverBundlePayload { receipt { id } } } }';
const chain = '{ verifyAuditChain { valid events } }';
const erasures =
  '{ auditEvents(first: 100, filter: { action: { eq: TENANT_OUTDATED_ERASED } }) { nodes { actor { name } after } } }';

describe('what a tenant keeps for a while is erased by age', () => {
  onServerStore((store) => {
    const reportDir = mkdtempSync(join(tmpdir(), 'outdated-'));
    afterAll(() => rmSync(reportDir, { recursive: true }));

    const open = async (tenant: string) => {
      const gateway = await createTestGateway(store(), {}, { reportDir });
      const who = (person: keyof typeof people) =>
        viewer(people[person].user, people[person].roles, { tenant });
      const story = runStory(gateway);
      const ask = async (query: string, variables = {}, person: keyof typeof people = 'admin') =>
        (await gateway.ask(who(person), query, variables)).data;
      const count = async (table: string): Promise<number> =>
        (
          await store().asOwner<{ count: number }>(
            `select count(*)::int as count from ${table} where tenant = ?`,
            [tenant],
          )
        )[0]?.count ?? 0;
      const counts = async () => [
        await count('bundle_receipts'),
        await count('delivered_items'),
        await count('dropped_statements'),
      ];
      /** A source whose one statement is believed and whose other is dropped, and a bundle. */
      const lives = async (name: string): Promise<{ receipt: string; wave: string }> => {
        const { wave } = await story.ingests(who('service'), [
          { path: `${name}.md`, content: decisionRecord(`We will moor the ${name}.`, 'Use it.') },
        ]);
        for (const { id } of wave.report.candidates.nodes)
          await story.does(who('reviewer'), 'promoteCandidate', { id });
        const { deliverBundle } = await ask(delivery, { input: { project: 'tides' } }, 'reader');
        return { receipt: deliverBundle.receipt.id, wave: wave.id };
      };
      return { gateway, story, who, ask, count, counts, lives };
    };

    test('receipts, texts of the audit log and dropped statements go; events stay, and the chain is valid', async () => {
      const { gateway, ask, count, counts, lives } = await open('aged');
      const old = await lives('buoy');
      gateway.pass(10 * day);
      const young = await lives('gauge');
      expect(await counts()).toEqual([2, 3, 2]);
      const before = await ask(chain);
      const texts = await count('audit_texts');
      const artifact = (wave: string) => join(reportDir, 'extraction-reports', wave, 'report.json');
      expect(JSON.parse(readFileSync(artifact(old.wave), 'utf8'))).toMatchObject({ dropped: 1 });

      await eraseAllOutdated(gateway.dependencies, { ...kept, receipts: 5, auditTexts: 5, reports: 5 });

      expect(await counts()).toEqual([1, 2, 1]);
      const verify = 'query ($id: ID!) { verifyReceipt(id: $id) { validSignature } }';
      expect(await ask(verify, { id: young.receipt })).toEqual({ verifyReceipt: { validSignature: true } });
      expect(await ask(verify, { id: old.receipt })).toEqual(
        await ask(verify, { id: 'rct_00000000-0000-7000-8000-000000000000' }),
      );
      expect([existsSync(artifact(old.wave)), existsSync(artifact(young.wave))]).toEqual([false, true]);
      expect(await ask(chain)).toEqual({
        verifyAuditChain: { valid: true, events: before.verifyAuditChain.events + 1 },
      });
      const { nodes } = (await ask(erasures)).auditEvents;
      expect(nodes).toEqual([
        {
          actor: { name: 'vouch' },
          after: {
            erased: { audit_texts: expect.any(Number), bundle_receipts: 1, dropped_statements: 1 },
            limits: {
              auditTexts: '2026-03-06T00:00:00.000Z',
              receipts: '2026-03-06T00:00:00.000Z',
              reports: '2026-03-06T00:00:00.000Z',
              versions: null,
            },
          },
        },
      ]);
      const erased = nodes[0].after.erased.audit_texts;
      expect(erased).toBeGreaterThan(0);
      expect(await count('audit_texts')).toBe(texts - erased + 1);
    });

    test('a second run finds nothing, and the numbers of the first are kept', async () => {
      const { gateway, ask, lives } = await open('again');
      await lives('winch');
      gateway.pass(10 * day);
      const run = () => eraseAllOutdated(gateway.dependencies, { ...kept, auditTexts: 5 });
      await run();
      const first: Answer = await ask(erasures);
      expect(first.auditEvents.nodes).toHaveLength(1);
      gateway.pass(10 * day);
      await run();
      expect(await ask(erasures)).toEqual(first);
    });

    test('a tenant that fails keeps no other waiting, and the failure is thrown', async () => {
      const failing = await open('a-failing');
      const { gateway, counts, lives } = await open('b-following');
      await failing.lives('derrick');
      await lives('derrick');
      gateway.pass(10 * day);
      await store().asOwner(
        "create function fail_for_tests() returns trigger language plpgsql as $$ begin raise 'a fault of this tenant'; end $$",
      );
      await store().asOwner(
        "create trigger fail_for_tests before delete on bundle_receipts for each row when (old.tenant = 'a-failing') execute function fail_for_tests()",
      );
      try {
        const run = eraseAllOutdated(gateway.dependencies, { ...kept, receipts: 5 });
        await expect(run).rejects.toThrow('a fault of this tenant');
      } finally {
        await store().asOwner('drop function fail_for_tests() cascade');
      }
      expect([(await failing.counts())[0], (await counts())[0]]).toEqual([1, 0]);
    });

    test('a version goes once another has followed for so long, and what was promoted of it stays', async () => {
      const { gateway, ask, who, story } = await open('versions');
      const ingest = async (...said: readonly string[]): Promise<Answer> =>
        (await story.ingests(who('service'), [{ path: 'skiff.md', content: decisionRecord(...said) }])).wave;
      /** The statements whose words stand in each version, oldest first. */
      const left = async () =>
        (
          await store().asOwner<{ content: string }>(
            "select content from documents where tenant = 'versions' order by id",
          )
        ).map(({ content }) => ['moor', 'paint', 'sell'].filter((word) => content.includes(word)).join());
      const run = () => eraseAllOutdated(gateway.dependencies, { ...kept, versions: 5 });
      const moor = 'We will moor the skiff at the pier.';
      const paint = 'We will paint the skiff in spring.';
      const sell = 'We will sell the skiff to the pilots.';
      const { report } = await ingest(moor, paint);
      const [{ id }] = report.candidates.nodes.filter(({ content }: Answer) => content === moor);
      await story.does(who('reviewer'), 'promoteCandidate', { id });
      gateway.pass(20 * day);
      await ingest(moor, sell);
      gateway.pass(day);
      // The words of the first have come back: it is in force again.
      await ingest(moor, paint);
      gateway.pass(3 * day);
      await run();
      expect(await left()).toEqual(['moor,paint', 'moor,sell']);
      gateway.pass(4 * day);
      await run();
      expect(await left()).toEqual(['moor,paint', '']);
      await ingest(sell);
      gateway.pass(8 * day);
      await run();
      expect(await left()).toEqual(['moor', '', 'sell']);
      const { verifyAuditChain, auditEvents } = await ask(
        '{ verifyAuditChain { valid } auditEvents(first: 9, filter: { action: { eq: DOCUMENT_ERASED } }) { nodes { actor { name } } } }',
      );
      expect(verifyAuditChain.valid).toBe(true);
      expect(auditEvents.nodes).toEqual([{ actor: { name: 'vouch' } }, { actor: { name: 'vouch' } }]);
    });

    test('the text of a change of a source goes so long after it was decided, and one that waits stays', async () => {
      const { gateway, who, story, count, ask } = await open('changes');
      const sends = async (content: string): Promise<void> => {
        await story.ingests(who('contributor'), [{ path: 'gull.md', content: decisionRecord(content) }]);
      };
      const texts = () =>
        store().asOwner<{ content: string; note: string | null }>(
          "select content, decision_note as note from source_changes where tenant = 'changes' order by id",
        );
      await story.ingests(who('service'), [
        { path: 'gull.md', content: decisionRecord('We will feed the gull.') },
      ]);
      await sends('We will sell the gull to the pilots.');
      const [{ id } = { id: '' }] = await store().asOwner<{ id: string }>(
        "select id from source_changes where tenant = 'changes'",
      );
      await story.does(who('admin'), 'declineSourceChange', { id, reason: 'Nobody sells the gull.' });
      await sends('We will paint the gull in spring.');
      expect(await count('source_changes')).toBe(2);
      const run = () => eraseAllOutdated(gateway.dependencies, { ...kept, versions: 5 });
      gateway.pass(4 * day);
      await run();
      expect((await texts())[0]?.content).toContain('pilots');
      gateway.pass(4 * day);
      await run();
      expect(await texts()).toEqual([
        { content: '[erased]', note: null },
        { content: expect.stringContaining('paint the gull'), note: null },
      ]);
      expect((await ask(erasures)).auditEvents.nodes).toMatchObject([
        { after: { erased: { source_changes: 1 } } },
      ]);
      expect((await ask(chain)).verifyAuditChain.valid).toBe(true);
    });

    test('without a setting nothing goes', async () => {
      const { gateway, counts, ask, lives } = await open('kept');
      await lives('anchor');
      gateway.pass(3_650 * day);
      await eraseAllOutdated(gateway.dependencies, kept);
      expect(await counts()).toEqual([1, 1, 1]);
      expect((await ask(erasures)).auditEvents.nodes).toEqual([]);
    });

    test('no session of a viewer may call it', async () => {
      const session = await openWriteSession(store().orm, people.admin, 'viewer');
      try {
        await expect(
          executeIn(session, "select erase_outdated('9999-01-01', null, null, null, '', 100)"),
        ).rejects.toThrow(/permission denied/);
      } finally {
        await session.rollback();
      }
    });
  });
});
