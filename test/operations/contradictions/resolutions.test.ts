import { beforeAll, describe, expect, test } from 'vitest';
import { judgeDueMemories } from '#application/contradictions/judge-due-memories.ts';
import { contradictingPairs } from '#test/support/contradicting-pairs.ts';
import { createTestGateway, people, type TestGateway, viewer } from '#test/support/gateway.ts';
import { onServerStore } from '#test/support/store.ts';
import { type Answer, runStory, type Story } from '#test/support/story.ts';

const { reviewer, contributor, reader, admin } = people;

describe('two statements contradict each other, and a person decides', () => {
  onServerStore((store) => {
    let gateway: TestGateway;
    let story: Story;
    const { latestProject, written, conflicting, memory, listed } = contradictingPairs(() => story);
    beforeAll(async () => {
      gateway = await createTestGateway(store(), { fourEyes: 'off' });
      story = runStory(gateway);
    });

    describe('each resolution takes effect, and is undone', () => {
      test.for([
        ['KEPT_A', 'newer', 'older'],
        ['KEPT_B', 'older', 'newer'],
      ] as const)('%s: the %s one is superseded', async ([action, loser, winner]) => {
        const sides = await conflicting();
        const before = await memory(sides[loser]);
        gateway.pass(60_000);
        const resolved = await story.does(reviewer, 'resolveContradiction', {
          id: sides.id,
          action,
          note: 'Weighed again.',
        });
        expect(resolved).toEqual({
          __typename: 'ResolveContradictionPayload',
          contradiction: {
            id: sides.id,
            status: 'RESOLVED',
            resolution: { action, resolvedBy: { name: 'bob' } },
          },
          superseded: [{ id: sides[loser], status: 'SUPERSEDED', supersededBy: { id: sides[winner] } }],
          merged: null,
        });
        expect(await memory(sides[winner])).toMatchObject({
          status: 'ACTIVE',
          supersedes: [{ id: sides[loser] }],
          validUntil: null,
        });
        const ended = await memory(sides[loser]);
        expect(Date.parse(ended.validUntil)).toBe(gateway.dependencies.clock().getTime());
        expect(ended.validFrom).toBe(before.validFrom);
        // It leaves bundles and default lists at once, and stays readable.
        expect(await listed(sides.project)).toEqual([sides[winner]]);
        expect(
          (
            await story.asks(reader, 'Memories', {
              filter: { project: { eq: sides.project }, status: { eq: 'SUPERSEDED' } },
            })
          ).memories.totalCount,
        ).toBe(1);
        const { memoryBundle } = await story.asks(reader, 'Bundle', { project: sides.project });
        expect(memoryBundle.items.map((item: Answer) => item.memory.id)).toEqual([sides[winner]]);
        const asOf = gateway.dependencies.clock().toISOString();
        gateway.pass(60_000);

        const reopened = await story.does(reviewer, 'reopenContradiction', { id: sides.id });
        expect(reopened).toEqual({
          __typename: 'ReopenContradictionPayload',
          contradiction: { id: sides.id, status: 'OPEN' },
          restored: [{ id: sides[loser], status: 'ACTIVE' }],
        });
        expect(await memory(sides[loser])).toEqual(before);
        expect((await listed(sides.project)).sort()).toEqual([sides.older, sides.newer].sort());
        // An item that was active during the resolution is still shown.
        expect(await listed(sides.project, reader, { asOf })).toEqual([`${sides[winner]}@${asOf}`]);
        expect(
          (await story.asks(reviewer, 'Contradictions', { filter: { project: { eq: sides.project } } }))
            .contradictions.nodes[0].resolution,
        ).toBeNull();
      });

      test('a candidate that loses is rejected, and stands in the queue again when that is undone', async () => {
        const { older, newer, id } = await conflicting({ promote: false });
        const before = await memory(older);
        expect(await story.does(reviewer, 'resolveContradiction', { id, action: 'KEPT_B' })).toMatchObject({
          superseded: [{ id: older, status: 'INVALID', supersededBy: { id: newer } }],
        });
        expect(await memory(older)).toMatchObject({
          reviewedBy: { name: 'bob' },
          rejectionReason: 'It contradicts another memory, which took its place.',
          validUntil: null,
        });
        expect(await memory(newer)).toMatchObject({ status: 'CANDIDATE', supersedes: [{ id: older }] });
        expect((await story.does(reviewer, 'deleteCandidate', { id: newer })).code).toBe(
          'deletion.is_successor',
        );
        await story.does(reviewer, 'reopenContradiction', { id });
        expect(await memory(older)).toEqual(before);
        expect(await story.does(reviewer, 'deleteCandidate', { id: newer })).toMatchObject({
          deletedId: newer,
        });
        expect(await memory(older)).toMatchObject({ status: 'CANDIDATE', contradictions: { totalCount: 0 } });
      });

      test('a candidate that wins against what is believed is promoted in the same step, and returned with its undo', async () => {
        const [older = ''] = await written(['The buoy mass is 4.8 kg.']);
        const { memory: proposed } = await story.does(contributor, 'createMemory', {
          project: latestProject(),
          kind: 'FACT',
          content: 'The mass of the buoy is 5.6 kg.',
        });
        const newer = proposed.id;
        const before = [await memory(older), await memory(newer)];
        const detected = await story.does(admin, 'detectContradictions', { memoryId: newer });
        const id = detected.contradictions[0].id;
        expect(await story.does(reviewer, 'resolveContradiction', { id, action: 'KEPT_B' })).toMatchObject({
          superseded: [{ id: older, status: 'SUPERSEDED', supersededBy: { id: newer } }],
        });
        expect(await memory(newer)).toMatchObject({ status: 'ACTIVE', reviewedBy: { name: 'bob' } });
        const { memoryBundle } = await story.asks(reader, 'Bundle', { project: latestProject() });
        expect(memoryBundle.items.map((item: Answer) => item.memory.id)).toEqual([newer]);
        expect(await story.does(reviewer, 'reopenContradiction', { id })).toMatchObject({
          restored: [{ id: older, status: 'ACTIVE' }],
        });
        const nowOpen = { contradictions: { totalCount: 1, nodes: [{ id, status: 'OPEN' }] } };
        expect([await memory(older), await memory(newer)]).toEqual(
          before.map((item) => ({ ...item, ...nowOpen })),
        );
      });

      test('MERGE makes a memory that supersedes both; undone, it is withdrawn, and its words may be said again', async () => {
        const { older, newer, id } = await conflicting({ sensitivityLabels: ['pii.email'] });
        await story.does(admin, 'setSensitivityLabels', { id: older, labels: ['secret.token'] });
        const sides = [await memory(older), await memory(newer)];
        const input = { id, action: 'MERGE', mergedContent: 'The buoy mass is 5.2 kg with its chain.' };
        const { merged, superseded } = await story.does(reviewer, 'resolveContradiction', input);
        expect(merged).toMatchObject({ status: 'ACTIVE', supersedes: [{ id: older }, { id: newer }] });
        expect(superseded.map(({ status, supersededBy }: Answer) => [status, supersededBy.id])).toEqual([
          ['SUPERSEDED', merged.id],
          ['SUPERSEDED', merged.id],
        ]);
        expect(await memory(merged.id)).toMatchObject({
          sensitivityLabels: ['pii.email', 'secret.token'],
          contributor: { name: 'bob' },
          reviewedBy: { name: 'bob' },
          validUntil: null,
        });
        expect((await story.does(reviewer, 'reopenContradiction', { id })).restored).toHaveLength(2);
        expect([await memory(older), await memory(newer)]).toEqual(sides);
        expect(await memory(merged.id)).toMatchObject({ status: 'INVALID', supersedes: [], validFrom: null });
        const again = await story.does(reviewer, 'resolveContradiction', input);
        expect(again.merged).toMatchObject({ status: 'ACTIVE', content: input.mergedContent });
        expect(again.merged.id).not.toBe(merged.id);
      });

      test('BOTH_VALID closes it, and detection does not open it again', async () => {
        const { older, newer, id } = await conflicting();
        expect(
          await story.does(reviewer, 'resolveContradiction', { id, action: 'BOTH_VALID' }),
        ).toMatchObject({
          contradiction: { status: 'RESOLVED' },
          superseded: [],
          merged: null,
        });
        for (const memoryId of [older, newer])
          await story.does(reviewer, 'detectContradictions', { memoryId });
        await story.does(reviewer, 'editItem', { id: newer, content: 'The mass of the buoy is 5.7 kg.' });
        while ((await judgeDueMemories(gateway.dependencies)) > 0);
        expect((await memory(newer)).contradictions).toEqual({
          totalCount: 1,
          nodes: [{ id, status: 'RESOLVED' }],
        });
      });
    });

    test('a merged memory of personal sides is personal to the same person', async () => {
      const { older, id } = await conflicting({ promote: false, isPersonal: true });
      expect(await memory(older, reviewer)).toBeNull();
      const { merged } = await story.does(admin, 'resolveContradiction', {
        id,
        action: 'MERGE',
        mergedContent: 'The mass is for Carol alone.',
      });
      expect(await memory(merged.id)).toMatchObject({ isPersonal: true, contributor: { name: 'carol' } });
      expect(await memory(merged.id, contributor)).toMatchObject({ status: 'ACTIVE' });
      expect(await memory(merged.id, viewer('max', ['reviewer', 'auditor']))).toBeNull();
    });
  });
});
