import { describe, expect, test } from 'vitest';
import type { Viewer } from '#domain/privacy/viewer.ts';
import { createTestGateway, people, viewer } from '#test/support/gateway.ts';
import { expectLabels, labelsOf, none, reach, writes } from '#test/support/labelled-memories.ts';
import { digestOf } from '#test/support/statements.ts';
import { onServerStore } from '#test/support/store.ts';
import { type Answer, runStory } from '#test/support/story.ts';

describe('suggestions are reviewed', () => {
  onServerStore((store) => {
    test('a promotion is recorded, monotone, and leaves nothing in the queue', async () => {
      const gateway = await createTestGateway(store(), { fourEyes: 'off' });
      const story = runStory(gateway);
      const id = await writes(story, { project: 'promotion', sensitivityLabels: ['legal.contract'] });
      gateway.pass(60_000);
      expect(await story.does(people.reviewer, 'promoteLabels', { id, labels: ['pii.phone'] })).toEqual({
        __typename: 'PromoteLabelsPayload',
        item: {
          id,
          sensitivityLabels: ['legal.contract', 'pii.phone'],
          suggestedLabels: ['pii.email'],
          labelPromotions: [
            { labels: ['pii.phone'], promotedAt: '2026-03-01T09:01:00.000Z', promotedBy: { name: 'bob' } },
          ],
        },
        promoted: ['pii.phone'],
      });
      await story.does(people.admin, 'promoteLabels', { id, labels: ['pii.email'] });
      expect(await labelsOf(story, id)).toMatchObject({
        revision: 3,
        suggestedLabels: [],
        labelPromotions: [
          { labels: ['pii.phone'], promotedBy: { name: 'bob' } },
          { labels: ['pii.email'], promotedBy: { name: 'alice' } },
        ],
      });
      await story.does(people.reviewer, 'editItem', {
        id,
        content: 'Nothing is left. Mail carl@example.com.',
      });
      await expectLabels(story, id, [], ['legal.contract', 'pii.email', 'pii.phone']);
      const { nodes } = (await story.asks(people.admin, 'AuditEvents', { filter: { targetId: { eq: id } } }))
        .auditEvents;
      expect(nodes.map(({ action }: Answer) => action)).toEqual([
        'MEMORY_CREATED',
        'MEMORY_LABELS_PROMOTED',
        'MEMORY_LABELS_PROMOTED',
        'MEMORY_EDITED',
      ]);
      expect(nodes[1]).toMatchObject({
        before: { sensitivityLabels: ['legal.contract'], suggestedLabels: ['pii.email', 'pii.phone'] },
        after: { sensitivityLabels: ['legal.contract', 'pii.phone'], suggestedLabels: ['pii.email'] },
      });
    });

    test('a dismissal stands for these words, also when they come back, and not for others', async () => {
      const story = runStory(await createTestGateway(store(), { fourEyes: 'off' }));
      const id = await writes(story, { project: 'dismissal' });
      const edit = (more: object) => story.does(people.reviewer, 'editItem', { id, ...more });
      expect(
        await story.does(people.reviewer, 'dismissLabels', {
          id,
          labels: ['pii.phone', 'pii.email'],
        }),
      ).toEqual({
        __typename: 'DismissLabelsPayload',
        item: { id, suggestedLabels: [] },
        dismissed: ['pii.email', 'pii.phone'],
      });
      await edit({ summary: 'How to reach her: alice@example.com.' });
      await story.does(people.reviewer, 'promoteCandidate', { id });
      await expectLabels(story, id, []);
      await edit({ content: 'Reach me at bob@example.com.' });
      await expectLabels(story, id, ['pii.email']);
      await edit({ content: reach });
      await expectLabels(story, id, []);
    });

    test.for([
      ['promoteLabels', 'promote_labels'],
      ['dismissLabels', 'dismiss_labels'],
    ] as const)(
      '%s is refused in the order of the contract, and writes nothing',
      async ([mutation, area]) => {
        const story = runStory(await createTestGateway(store(), { fourEyes: 'off' }));
        const id = await writes(story, { project: mutation });
        const refused: [object, string, string[]][] = [
          [{ id: none, labels: [], expectedRevision: 9 }, 'not_found', ['input', 'id']],
          [{ id, labels: [], expectedRevision: 9 }, 'conflict.stale_revision', ['input', 'expectedRevision']],
          [{ id, labels: [] }, `${area}.empty`, ['input', 'labels']],
          [{ id, labels: ['x', 'x'] }, `${area}.duplicate_labels`, ['input', 'labels']],
          [{ id, labels: ['pii.email', 'secret.token'] }, `${area}.not_suggested`, ['input', 'labels']],
          [{ id, labels: ['x'.repeat(100_000)] }, `${area}.not_suggested`, ['input', 'labels']],
        ];
        const before = await store().asOwner('select * from memories where id = ?', [id]);
        for (const [input, code, path] of refused)
          expect(await story.does(people.reviewer, mutation, input)).toMatchObject({ code, path });
        expect(await store().asOwner('select * from memories where id = ?', [id])).toEqual(before);
        expect(await store().asOwner('select 1 from label_decisions where memory_id = ?', [id])).toEqual([]);
        // Once is once.
        const input = { id, labels: ['pii.email'] };
        await story.does(people.reviewer, mutation, input);
        expect(await story.does(people.reviewer, mutation, input)).toMatchObject({
          code: `${area}.not_suggested`,
        });
      },
    );

    test('a dry run answers the same and writes nothing; a key gives the first outcome', async () => {
      const story = runStory(await createTestGateway(store(), { fourEyes: 'off' }));
      const id = await writes(story, { project: 'dry' });
      const before = await digestOf(store());
      const dry = [
        await story.does(people.reviewer, 'promoteLabels', {
          id,
          labels: ['pii.email'],
          dryRun: true,
        }),
        await story.does(people.reviewer, 'dismissLabels', {
          id,
          labels: ['pii.email'],
          dryRun: true,
        }),
        await story.does(people.admin, 'setSensitivityLabels', { id, labels: ['x'], dryRun: true }),
      ];
      expect(dry[0]).toMatchObject({ item: { sensitivityLabels: ['pii.email'] }, promoted: ['pii.email'] });
      expect(dry[1]).toMatchObject({ item: { suggestedLabels: ['pii.phone'] }, dismissed: ['pii.email'] });
      expect(dry[2]).toMatchObject({ item: { sensitivityLabels: ['x'] } });
      expect(await digestOf(store())).toEqual(before);
      const input = { id, labels: ['pii.email'], idempotencyKey: 'promote once' };
      const first = await story.does(people.reviewer, 'promoteLabels', input);
      expect(first.promoted).toEqual(['pii.email']);
      expect(await story.does(people.reviewer, 'promoteLabels', input)).toEqual(first);
      expect((await labelsOf(story, id)).labelPromotions).toHaveLength(1);
    });
  });
});

describe('who may', () => {
  onServerStore((store) => {
    test.for([
      ['promoteLabels', 'reviewer', ['reviewer', 'admin']],
      ['dismissLabels', 'reviewer', ['reviewer', 'admin']],
      ['setSensitivityLabels', 'admin or service', ['admin', 'service']],
    ] as const)('%s takes its role before any id is looked at', async ([mutation, roles, allowed]) => {
      const story = runStory(await createTestGateway(store(), { fourEyes: 'off' }));
      for (const [role, who] of Object.entries(people))
        expect(await story.does(who, mutation, { id: none, labels: [] }), role).toMatchObject(
          (allowed as readonly string[]).includes(role)
            ? { code: 'not_found' }
            : {
                code: 'forbidden',
                message: `${mutation} needs the role ${roles}. Ask for a token that has it.`,
              },
        );
    });

    test('the queue and the fields are for reviewers and admins', async () => {
      const gateway = await createTestGateway(store(), { fourEyes: 'off' });
      const story = runStory(gateway);
      const id = await writes(story, { project: 'fields' });
      await story.does(people.reviewer, 'promoteLabels', { id, labels: ['pii.email'] });
      await story.does(people.reviewer, 'promoteCandidate', { id });
      for (const [role, who] of Object.entries(people)) {
        const may = role === 'reviewer' || role === 'admin';
        const { errors } = await gateway.ask(who, '{ itemsWithSuggestedLabels { totalCount } }');
        expect(errors?.[0]?.extensions?.code, role).toBe(may ? undefined : 'FORBIDDEN');
        const { suggestedLabels, labelPromotions, sensitivityLabels } = await labelsOf(story, id, who);
        expect([role, suggestedLabels, labelPromotions?.length ?? null, sensitivityLabels]).toEqual([
          role,
          may ? ['pii.phone'] : null,
          may ? 1 : null,
          ['pii.email'],
        ]);
      }
    });

    test('hidden is answered as missing', async () => {
      const gateway = await createTestGateway(store(), { fourEyes: 'off' });
      const story = runStory(gateway);
      const hidden = [
        await writes(story, { project: 'hidden', content: 'Mine: a@example.com.', isPersonal: true }),
        await writes(story, { project: 'hidden', audience: ['board'] }),
      ];
      const elsewhere = viewer('eve', ['admin'], { tenant: 'globex' });
      for (const mutation of ['promoteLabels', 'dismissLabels', 'setSensitivityLabels'])
        for (const who of [mutation === 'setSensitivityLabels' ? people.service : people.reviewer, elsewhere])
          for (const id of hidden) {
            const input = { labels: ['pii.email'], expectedRevision: 7 };
            expect(await story.does(who, mutation, { id, ...input })).toEqual(
              await story.does(who, mutation, { id: none, ...input }),
            );
          }
    });
  });
});

describe('the review queue of labels', () => {
  onServerStore((store) => {
    test('lists, pages and counts what the reviewer sees, without personal memories', async () => {
      const gateway = await createTestGateway(store(), { fourEyes: 'off' });
      const story = runStory(gateway);
      const ids: string[] = [];
      for (const [at, content] of ['a@example.com', '+1 415 555 0199', 'b@example.com'].entries()) {
        gateway.pass(1_000);
        ids.push(
          await writes(story, { content: `Ask ${content}.`, ...(at === 0 ? { subjectId: 'ann' } : {}) }),
        );
      }
      await writes(story, { content: 'Nothing is in it.' });
      const own = await writes(story, { content: 'Mine: c@example.com.', isPersonal: true });
      const boards = await writes(story, { content: 'Ours: d@example.com.', audience: ['board'] });
      const queue = async (who: Viewer, variables: object = {}) =>
        (await story.asks(who, 'LabelReviewQueue', variables)).itemsWithSuggestedLabels;
      const idsOf = ({ totalCount, nodes }: Answer) => [totalCount, nodes.map(({ id }: Answer) => id)];

      const whole = await queue(people.reviewer);
      expect(idsOf(whole)).toEqual([3, ids]);
      expect(whole.nodes[1]).toMatchObject({
        suggestedLabels: ['pii.phone'],
        sensitivityLabels: [],
        kind: 'FACT',
      });
      expect(whole.catalogue.map(({ label }: Answer) => label).sort()).toEqual([
        'financial.card',
        'pii.email',
        'pii.phone',
        'risk.hidden_text',
        'risk.instruction',
        'secret.token',
      ]);
      expect(idsOf(await queue(people.reviewer, { label: 'pii.email' }))).toEqual([2, [ids[0], ids[2]]]);
      expect(idsOf(await queue(people.reviewer, { subjectId: 'ann' }))).toEqual([1, [ids[0]]]);
      // The board's is the admin's to see; what is personal is on no list.
      expect(idsOf(await queue(people.admin))).toEqual([4, [...ids, boards]]);
      expect(JSON.stringify(await queue(people.admin))).not.toContain(own);
      expect(idsOf(await queue(viewer('eve', ['admin'], { tenant: 'globex' })))).toEqual([0, []]);

      const page =
        'query ($after: String, $label: String) { itemsWithSuggestedLabels(first: 2, after: $after, label: $label) { totalCount nodes { id } pageInfo { hasNextPage endCursor } } }';
      const first = (await gateway.ask(people.reviewer, page)).data.itemsWithSuggestedLabels;
      expect([first.totalCount, first.nodes.length, first.pageInfo.hasNextPage]).toEqual([3, 2, true]);
      const second = await gateway.ask(people.reviewer, page, { after: first.pageInfo.endCursor });
      expect(second.data.itemsWithSuggestedLabels).toMatchObject({
        nodes: [{ id: ids[2] }],
        pageInfo: { hasNextPage: false },
      });
      expect((await gateway.ask(people.reviewer, page, { after: 'x' })).errors).toMatchObject([
        { extensions: { code: 'BAD_USER_INPUT' } },
      ]);
      await story.does(people.reviewer, 'promoteLabels', { id: ids[0], labels: ['pii.email'] });
      await story.does(people.reviewer, 'dismissLabels', { id: ids[1], labels: ['pii.phone'] });
      expect(idsOf(await queue(people.reviewer))).toEqual([1, [ids[2]]]);
    });

    test('a candidate whose labels were decided about can be deleted', async () => {
      const story = runStory(await createTestGateway(store(), { fourEyes: 'off' }));
      const id = await writes(story, { project: 'deleted' });
      await story.does(people.reviewer, 'promoteLabels', { id, labels: ['pii.email'] });
      expect(await story.does(people.reviewer, 'deleteCandidate', { id })).toMatchObject({ deletedId: id });
      expect(await store().asOwner('select 1 from label_decisions where memory_id = ?', [id])).toEqual([]);
    });
  });
});
