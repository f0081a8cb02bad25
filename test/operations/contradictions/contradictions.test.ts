import { beforeAll, describe, expect, test } from 'vitest';
import { judgeDueMemories } from '#application/contradictions/judge-due-memories.ts';
import { contradictingPairs } from '#test/support/contradicting-pairs.ts';
import { createTestGateway, people, type TestGateway } from '#test/support/gateway.ts';
import { onServerStore } from '#test/support/store.ts';
import { type Answer, runStory, type Story } from '#test/support/story.ts';

const { reviewer, contributor, admin, auditor } = people;

describe('two statements contradict each other, and a person decides', () => {
  onServerStore((store) => {
    let gateway: TestGateway;
    let story: Story;
    const { latestProject, written, conflicting, memory } = contradictingPairs(() => story);
    beforeAll(async () => {
      gateway = await createTestGateway(store(), { fourEyes: 'off' });
      story = runStory(gateway);
    });

    test('every new memory is judged by itself, once, and the queue of contradictions shows it', async () => {
      const [older, newer] = await written(['The mast is 12 m high.', 'The mast is 15 m high.']);
      while ((await judgeDueMemories(gateway.dependencies)) > 0);
      const { contradictions } = await story.asks(reviewer, 'Contradictions', {
        filter: { project: { eq: latestProject() }, status: { eq: 'OPEN' }, severity: { eq: 'HARD' } },
      });
      expect(contradictions).toEqual({
        totalCount: 1,
        nodes: [
          {
            id: expect.stringMatching(/^con_/),
            severity: 'HARD',
            status: 'OPEN',
            explanation: 'They give different values: 12 m, and 15 m.',
            detectedAt: expect.any(String),
            judge: 'heuristic',
            itemA: { id: older, content: 'The mast is 12 m high.', status: 'ACTIVE' },
            itemB: { id: newer, content: 'The mast is 15 m high.', status: 'ACTIVE' },
            suggestedResolution: null,
            resolution: null,
          },
        ],
      });
      expect(await judgeDueMemories(gateway.dependencies)).toBe(0);
      const again = await story.does(reviewer, 'detectContradictions', { memoryId: older });
      expect(again).toMatchObject({
        contradictions: [{ id: contradictions.nodes[0].id }],
        candidatesConsidered: 1,
        judgeCalls: 1,
      });
    });

    test('every step is one event, in the order of what happened; a refusal is one of its own kind', async () => {
      const { id, older } = await conflicting();
      await story.does(reviewer, 'resolveContradiction', { id, action: 'KEPT_B' });
      await story.does(reviewer, 'resolveContradiction', { id, action: 'KEPT_A' });
      await story.does(reviewer, 'reopenContradiction', { id });
      await story.does(reviewer, 'reopenContradiction', { id });
      const eventsOf = async (targetId: string) =>
        (
          await gateway.ask(
            auditor,
            'query ($id: ID!) { auditEvents(filter: { targetId: { eq: $id } }) { nodes { action actor { name } target { __typename } before after } } }',
            { id: targetId },
          )
        ).data.auditEvents.nodes;
      const events = await eventsOf(id);
      expect(events.map(({ action }: Answer) => action)).toEqual([
        'CONTRADICTION_DETECTED',
        'CONTRADICTION_RESOLVED',
        'CONTRADICTION_RESOLUTION_REFUSED',
        'CONTRADICTION_REOPENED',
        'CONTRADICTION_REOPENING_REFUSED',
      ]);
      expect(events[1]).toMatchObject({
        actor: { name: 'bob' },
        target: { __typename: 'Contradiction' },
        before: { status: 'OPEN', loserIds: [] },
        after: { status: 'RESOLVED', action: 'KEPT_B', loserIds: [older] },
      });
      expect(events[2].after).toEqual({ code: 'conflict.already_resolved' });
      expect((await eventsOf(older)).map(({ action }: Answer) => action).slice(-2)).toEqual([
        'MEMORY_SUPERSEDED',
        'MEMORY_RESTORED',
      ]);
    });

    describe('what is refused, and why', () => {
      test('by shape, by revision, by rule; a dry run answers alike and writes nothing; a key is answered once', async () => {
        const { id, older, newer } = await conflicting();
        const resolve = async (input: object, who = reviewer) =>
          story.does(who, 'resolveContradiction', { id, ...input });
        expect(await resolve({ action: 'MERGE' })).toMatchObject({
          code: 'input.invalid',
          path: ['input', 'mergedContent'],
        });
        expect(await resolve({ action: 'KEPT_A', mergedContent: 'x' })).toMatchObject({
          code: 'input.invalid',
        });
        expect(await resolve({ action: 'KEPT_A', expectedRevision: 7 })).toMatchObject({
          code: 'conflict.stale_revision',
          path: ['input', 'expectedRevision'],
        });
        expect(await resolve({ action: 'KEPT_A' }, contributor)).toMatchObject({ code: 'forbidden' });
        expect(await story.does(reviewer, 'reopenContradiction', { id })).toMatchObject({
          code: 'contradiction.not_resolved',
        });
        expect(await resolve({ action: 'MERGE', mergedContent: 'Both are so.', dryRun: true })).toMatchObject(
          {
            superseded: [
              { id: `${older}~preview`, status: 'SUPERSEDED' },
              { id: `${newer}~preview`, status: 'SUPERSEDED' },
            ],
            merged: { content: 'Both are so.' },
          },
        );
        expect(await memory(older)).toMatchObject({
          status: 'ACTIVE',
          contradictions: { nodes: [{ status: 'OPEN' }] },
        });
        const keyed = { action: 'MERGE', mergedContent: 'Both are so.', idempotencyKey: `merge ${id}` };
        const first = await resolve(keyed);
        expect(await resolve(keyed)).toEqual(first);
        expect(await resolve({ ...keyed, mergedContent: 'Neither.' })).toMatchObject({
          code: 'idempotency.mismatch',
        });
        expect(await resolve({ action: 'KEPT_A' })).toMatchObject({ code: 'conflict.already_resolved' });
      });

      test('a side that is frozen, out of its place, or of no shared audience', async () => {
        const frozen = await conflicting();
        await story.does(reviewer, 'proposeGraduation', {
          memoryId: frozen.newer,
          entityType: 'PARAMETER',
          name: 'Mass',
        });
        for (const [action, more] of [
          ['KEPT_A', {}],
          ['MERGE', { mergedContent: 'The mass is known.' }],
        ] as const) {
          const refused = await story.does(reviewer, 'resolveContradiction', {
            id: frozen.id,
            action,
            ...more,
          });
          expect(refused).toMatchObject({ code: 'promotion.frozen' });
        }
        expect((await memory(frozen.older)).status).toBe('ACTIVE');

        const rejected = await conflicting({ promote: false });
        await story.does(reviewer, 'rejectCandidate', { id: rejected.newer, reason: 'No.' });
        expect(
          await story.does(reviewer, 'resolveContradiction', { id: rejected.id, action: 'KEPT_B' }),
        ).toMatchObject({ code: 'contradiction.side_not_standing' });
        expect(
          await story.does(reviewer, 'resolveContradiction', { id: rejected.id, action: 'KEPT_A' }),
        ).toMatchObject({ superseded: [], contradiction: { status: 'RESOLVED' } });

        const apart = await conflicting();
        for (const [id, group] of [
          [apart.older, 'board'],
          [apart.newer, 'crew'],
        ] as const) {
          await gateway.ask(
            admin,
            'mutation ($input: DeclareGroupsInput!) { declareGroups(input: $input) { __typename } }',
            { input: { groups: [group] } },
          );
          await story.does(admin, 'mandateMemory', { id, mandatory: false, audience: [group] });
        }
        expect(
          await story.does(admin, 'resolveContradiction', {
            id: apart.id,
            action: 'MERGE',
            mergedContent: 'Both.',
          }),
        ).toMatchObject({ code: 'contradiction.no_shared_audience' });
      });

      test('an undo, when a side was moved on since', async () => {
        const { id, newer } = await conflicting({ promote: false });
        await story.does(reviewer, 'resolveContradiction', { id, action: 'KEPT_A' });
        await story.does(reviewer, 'returnToCandidate', { id: newer });
        expect(await memory(newer)).toMatchObject({ status: 'CANDIDATE', supersededBy: null });
        expect(await story.does(reviewer, 'reopenContradiction', { id })).toMatchObject({
          code: 'contradiction.side_changed',
        });
      });
    });

    test('a domain is a hard conjunct; without one the project stands for it', async () => {
      const [first = ''] = await written(['The churn is 4 percent.'], { domain: 'finance' });
      const [second = ''] = await written(['The churn is 6 percent.'], { domain: 'finance' });
      const [third = ''] = await written(['The churn is 8 percent.'], { domain: 'pipelines' });
      const considered = async (memoryId: string) =>
        (await story.does(reviewer, 'detectContradictions', { memoryId })).candidatesConsidered;
      expect(await considered(second)).toBe(1);
      expect(await considered(third)).toBe(0);
      expect((await memory(first)).contradictions.totalCount).toBe(1);
    });
  });
});
