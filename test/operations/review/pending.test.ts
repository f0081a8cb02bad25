import { beforeAll, describe, expect, test } from 'vitest';
import { createTestGateway, people, viewer } from '#test/support/gateway.ts';
import { onServerStore } from '#test/support/store.ts';
import { runStory, type Story } from '#test/support/story.ts';

const { service, contributor, reviewer, admin } = people;
const day = 86_400_000;

describe('what waits in the queue', () => {
  onServerStore((store) => {
    let story: Story;
    beforeAll(async () => {
      story = runStory(await createTestGateway(store()));
    });
    const now = () => story.gateway.dependencies.clock().toISOString();
    const read = async (id: string) =>
      (
        await story.gateway.ask(
          reviewer,
          'query ($id: ID!) { node(id: $id) { ... on Memory { status pendingSince stale } ... on Entity { status pendingSince stale } } }',
          { id },
        )
      ).data.node;
    const write = async (content: string) =>
      (await story.does(contributor, 'createMemory', { project: 'tides', kind: 'FACT', content })).memory.id;
    const waitsSinceNow = () => ({ status: 'CANDIDATE', pendingSince: now(), stale: false });

    test('`pendingSince` restarts when a memory or an entity returns to the queue', async () => {
      const { wave } = await story.ingests(service, [
        {
          path: 'hull.md',
          content:
            '# Hull\n\n## Decision: We will scrape the hull in May.\n\n- [Component] The keel of the hull\n',
        },
      ]);
      for (const { id } of wave.report.candidates.nodes) {
        for (const leave of ['promoteCandidate', 'rejectCandidate']) {
          story.gateway.pass(20 * day);
          expect(await read(id)).toMatchObject({ stale: true });
          await story.does(reviewer, leave, { id, ...(leave === 'rejectCandidate' && { reason: 'No.' }) });
          expect((await read(id)).pendingSince).toBeNull();
          story.gateway.pass(day);
          await story.does(reviewer, 'returnToCandidate', { id });
          expect(await read(id)).toEqual(waitsSinceNow());
        }
      }
    });

    test('`pendingSince` restarts for a candidate that lost, when the contradiction is opened again', async () => {
      const believed = await write('The mass of the anchor is 40 kg.');
      await story.does(reviewer, 'promoteCandidate', { id: believed });
      const loser = await write('The mass of the anchor is 90 kg.');
      const { contradictions } = await story.does(reviewer, 'detectContradictions', { memoryId: loser });
      const [{ id }] = contradictions;
      story.gateway.pass(20 * day);
      await story.does(reviewer, 'resolveContradiction', { id, action: 'KEPT_A' });
      expect(await read(loser)).toMatchObject({ status: 'INVALID', pendingSince: null });
      story.gateway.pass(day);
      await story.does(reviewer, 'reopenContradiction', { id });
      expect(await read(loser)).toEqual(waitsSinceNow());
    });

    test('`memoryStats.pendingReview` and `candidates(filter: { layer: L1_CANDIDATE })` count the same, for everybody', async () => {
      await story.does(contributor, 'createMemory', {
        project: 'tides',
        kind: 'FACT',
        content: 'The cook keeps a diary.',
        isPersonal: true,
      });
      await story.does(contributor, 'createMemory', {
        project: 'tides',
        kind: 'FACT',
        content: 'The board meets at noon.',
        audience: ['crew'],
      });
      await story.does(reviewer, 'deferCandidate', {
        id: await write('The bell is rung at dusk.'),
        until: '2030-01-01T00:00:00Z',
      });
      const counts: number[] = [];
      for (const who of [
        contributor,
        reviewer,
        admin,
        viewer('dan', ['contributor']),
        viewer('eve', ['reviewer']),
      ]) {
        const { data, errors } = await story.gateway.ask(
          who,
          `{ all: memoryStats { pendingReview } of: memoryStats(project: "tides") { pendingReview }
            candidates(filter: { layer: L1_CANDIDATE }, first: 100) { totalCount nodes { id } } }`,
        );
        expect(errors).toBeUndefined();
        const { totalCount, nodes } = data.candidates;
        expect([data.all.pendingReview, data.of.pendingReview, nodes.length]).toEqual([
          totalCount,
          totalCount,
          totalCount,
        ]);
        counts.push(totalCount);
      }
      expect(new Set(counts).size).toBeGreaterThan(1);
    });
  });
});
