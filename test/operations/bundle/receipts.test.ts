import { describe, expect, test } from 'vitest';
import type { Viewer } from '#domain/privacy/viewer.ts';
import { createTestGateway, people, viewer } from '#test/support/gateway.ts';
import { withStatements } from '#test/support/statements.ts';
import { onServerStore } from '#test/support/store.ts';
import { runStory, type Story } from '#test/support/story.ts';

const delivery = `mutation ($input: DeliverBundleInput!) { deliverBundle(input: $input) { ... on UserError { code message path }
  ... on DeliverBundlePayload { applied bundle { tokensUsed items { memory { id content } } } receipt { id user { name } project { name } tokenBudget contextHash policyHash itemIds issuedAt signature items(first: 50) { totalCount nodes { id } } } } } }`;
const verifyQuery = `query ($id: ID!) { verifyReceipt(id: $id) { validSignature isUnchanged
  changes { itemId change memory { id status content } } receipt { id user { name } itemIds contextHash } } }`;

describe('a receipt proves what was delivered', () => {
  onServerStore((store) => {
    const open = async (project: string) => {
      const story = runStory(await createTestGateway(store(), { fourEyes: 'off' }));
      const ids = await story.candidates(
        [
          `We will moor at the north pier of ${project}.`,
          `We will read the gauge of ${project} hourly.`,
          `We will keep the logbook of ${project} to ourselves.`,
        ],
        { project, by: people.contributor, path: `${project}.md` },
      );
      for (const id of ids) await story.does(people.reviewer, 'promoteCandidate', { id });
      return { story, ids: ids as [string, string, string] };
    };
    const deliver = async (story: Story, who: Viewer, project: string, more: object = {}) => {
      const { data } = await story.gateway.ask(who, delivery, { input: { project, ...more } });
      const { bundle, ...answer } = data.deliverBundle;
      return { ...answer, items: bundle?.items };
    };
    const verify = async (story: Story, who: Viewer, id: string) =>
      (await story.gateway.ask(who, verifyQuery, { id })).data.verifyReceipt;

    test('to its viewer, auditors and admins of the tenant, and to nobody else', async () => {
      const { story, ids } = await open('visibility');
      const { receipt, items } = await deliver(story, people.reader, 'visibility');
      const given = items.map(({ memory }: { memory: { id: string } }) => memory.id);
      expect(receipt).toMatchObject({
        user: { name: 'rita' },
        project: { name: 'visibility' },
        tokenBudget: 6_000,
        itemIds: given,
      });
      expect(given.toSorted()).toEqual(ids.toSorted());
      for (const who of [people.reader, people.auditor, people.admin])
        expect(await verify(story, who, receipt.id)).toEqual({
          validSignature: true,
          isUnchanged: true,
          changes: [],
          receipt: {
            id: receipt.id,
            user: { name: 'rita' },
            itemIds: given,
            contextHash: receipt.contextHash,
          },
        });
      const missing = `rct_00000000-0000-7000-8000-000000000000`;
      for (const who of [people.reviewer, people.curator, viewer('rita', ['admin'], { tenant: 'other' })]) {
        const answers = await Promise.all(
          [receipt.id, missing].map((id) => story.gateway.askForText(who, verifyQuery, { id })),
        );
        expect(answers[0]).toBe(answers[1]);
        expect((await story.asks(who, 'Node', { id: receipt.id })).node).toBeNull();
      }
      expect((await story.asks(people.reader, 'Node', { id: receipt.id })).node).toEqual({
        __typename: 'BundleReceipt',
        id: receipt.id,
      });
    });

    test('says that the entity which an item became was superseded since', async () => {
      const { story, ids } = await open('superseded');
      const becomes = async (memoryId: string, name: string) => {
        const { item: entity } = await story.does(people.reviewer, 'proposeGraduation', {
          memoryId,
          entityType: 'DECISION',
          name,
        });
        await story.does(people.reviewer, 'promoteCandidate', { id: entity.id });
        return entity.id as string;
      };
      const [north, gauge] = [await becomes(ids[0], 'North'), await becomes(ids[1], 'Gauge')];
      const { receipt } = await deliver(story, people.reader, 'superseded');
      expect((await verify(story, people.reader, receipt.id)).isUnchanged).toBe(true);
      await story.does(people.reviewer, 'supersede', { id: north, supersededById: gauge });
      expect(await verify(story, people.reader, receipt.id)).toMatchObject({
        isUnchanged: false,
        changes: [{ itemId: ids[0], change: 'NO_LONGER_BELIEVED' }],
      });
      const { data } = await story.gateway.ask(
        people.reader,
        'query ($id: ID!) { bundleChanges(receipt: $id) { ended { id reason } } }',
        { id: receipt.id },
      );
      expect(data.bundleChanges.ended).toEqual([{ id: ids[0], reason: 'SUPERSEDED' }]);
      expect((await deliver(story, people.reader, 'superseded')).receipt.itemIds).not.toContain(ids[0]);
    });

    test('the same store, viewer and time give the same bundle and context, each with a receipt of its own', async () => {
      const { story } = await open('same');
      const [one, other] = [
        await deliver(story, people.reader, 'same'),
        await deliver(story, people.reader, 'same'),
      ];
      expect(other.items).toEqual(one.items);
      expect(other.receipt.contextHash).toBe(one.receipt.contextHash);
      expect(other.receipt.policyHash).toBe(one.receipt.policyHash);
      expect(other.receipt.id).not.toBe(one.receipt.id);
      expect(other.receipt.signature).not.toBe(one.receipt.signature);
    });

    test('what has changed is reported, and hidden is reported as gone', async () => {
      const { story, ids } = await open('changed');
      const [superseded, reworded, hidden] = ids;
      const { receipt } = await deliver(story, people.reader, 'changed');
      await store().asOwner(`update memories set status = 'SUPERSEDED' where id = ?`, [superseded]);
      await story.does(people.reviewer, 'editItem', { id: reworded, content: 'The gauge is read daily.' });
      await story.does(people.contributor, 'setMemoryPersonal', { id: hidden, isPersonal: true });
      await story.does(people.admin, 'setMemoryPersonal', { id: hidden, isPersonal: true });

      const change = new Map([
        [superseded, 'NO_LONGER_BELIEVED'],
        [reworded, 'REWORDED'],
        [hidden, 'UNAVAILABLE'],
      ]);
      const verified = await verify(story, people.reader, receipt.id);
      expect(verified).toMatchObject({ validSignature: true, isUnchanged: false });
      expect(verified.receipt.itemIds).toEqual(receipt.itemIds);
      expect(
        verified.changes.map((it: { itemId: string; change: string; memory: object | null }) => [
          it.itemId,
          it.change,
          it.memory === null,
        ]),
      ).toEqual(receipt.itemIds.map((id: string) => [id, change.get(id), change.get(id) === 'UNAVAILABLE']));

      // Another reader of the receipt is shown only what they see themselves.
      const audited = await verify(story, people.auditor, receipt.id);
      expect(audited.receipt.itemIds.toSorted()).toEqual([superseded, reworded].toSorted());
      expect(JSON.stringify(audited)).not.toContain(hidden);
      const administered = await verify(story, people.admin, receipt.id);
      expect(administered.changes.map(({ itemId }: { itemId: string }) => itemId).toSorted()).toEqual(
        [superseded, reworded].toSorted(),
      );

      // Nothing distinguishes a memory that is hidden from one that is gone.
      const before = await story.gateway.askForText(people.reader, verifyQuery, { id: receipt.id });
      await store().asOwner(`update memories set contributor = 'carol', audience = '{board}' where id = ?`, [
        hidden,
      ]);
      expect(await story.gateway.askForText(people.reader, verifyQuery, { id: receipt.id })).toBe(before);
    });

    test('a receipt that somebody wrote to is no receipt, and the store refuses to write to one', async () => {
      const { story } = await open('forged');
      const { receipt } = await deliver(story, people.reader, 'forged');
      await expect(
        store().asOwner(`update bundle_receipts set item_ids = '{}' where id = ?`, [receipt.id]),
      ).rejects.toThrow(/written once/);
      await store().asOwner(
        `insert into bundle_receipts select 'rct_forged', tenant, user_id, project, subject_id, token_budget, item_ids, item_digests,
          context_hash, policy_hash, signature, issued_at from bundle_receipts where id = ?`,
        [receipt.id],
      );
      expect(await verify(story, people.reader, 'rct_forged')).toMatchObject({
        validSignature: false,
        isUnchanged: false,
        changes: [],
      });
    });

    test('it is kept with its audit event, and only where it is asked for', async () => {
      const { story } = await open('kept');
      const count = async () =>
        (
          await store().asOwner<{ receipts: string; events: string }>(
            `select (select count(*) from bundle_receipts) as receipts, (select count(*) from audit_events where action = 'receipt.issued') as events
             from (select 1) one`,
          )
        )[0];
      const before = await count();
      await story.asks(people.reader, 'Bundle', { project: 'kept' });
      expect(await count()).toEqual(before);
      const dry = await deliver(story, people.reader, 'kept', { dryRun: true });
      expect(dry).toMatchObject({ applied: false, items: { length: 3 } });
      expect(await count()).toEqual(before);
      const key = { idempotencyKey: 'once' };
      const first = await deliver(story, people.reader, 'kept', key);
      expect(await deliver(story, people.reader, 'kept', key)).toEqual(first);
      expect(first.receipt.items).toEqual({
        totalCount: 3,
        nodes: first.receipt.itemIds.map((id: string) => ({ id })),
      });
      const { result, frame } = await withStatements(store(), () => deliver(story, people.reader, 'kept'));
      expect(frame.filter((line) => /^\s*(begin|start)/i.test(line))).not.toHaveLength(0);
      const { auditEvents } = (
        await story.gateway.ask(
          people.auditor,
          `query ($id: ID!) { auditEvents(filter: { targetId: { eq: $id } }) { nodes { actor { name } action after target { id } } } }`,
          { id: result.receipt.id },
        )
      ).data;
      const { contextHash, policyHash, signature } = result.receipt;
      expect(auditEvents.nodes).toEqual([
        {
          actor: { name: 'rita' },
          action: 'RECEIPT_ISSUED',
          after: { contextHash, policyHash, signature },
          target: { id: result.receipt.id },
        },
      ]);
      const [kept] = await store().asOwner<{ text: string }>(
        `select r::text as text from bundle_receipts r where id = ?`,
        [result.receipt.id],
      );
      expect(kept?.text).not.toMatch(/pier|gauge|logbook/);
    });

    test('where it cannot be kept there is no answer', async () => {
      const { story } = await open('fault');
      await store().asOwner('revoke insert on bundle_receipts from vouch_viewer');
      const answer = await story.gateway.ask(people.reader, delivery, { input: { project: 'fault' } });
      await store().asOwner('grant insert on bundle_receipts to vouch_viewer');
      expect(answer.data?.deliverBundle ?? null).toBeNull();
      expect(answer.errors?.[0]?.extensions?.code).toBe('INTERNAL_SERVER_ERROR');
    });
  });
});
