import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { judgeDueMemories } from '#application/contradictions/judge-due-memories.ts';
import { createTestGateway, people, type TestGateway, viewer } from '#test/support/gateway.ts';
import { isLong } from '#test/support/property-runs.ts';
import { createStore, type TestStore } from '#test/support/store.ts';
import { type Answer, decisionRecord, decisions, runStory, type Story } from '#test/support/story.ts';

/** Reviewers at once, on a database that lets them. */
const many = isLong ? 50 : 15;

const { reviewer, curator, auditor } = people;

describe('decisions that meet each other, on postgres', () => {
  let store: TestStore;
  let gateway: TestGateway;
  let story: Story;
  beforeAll(async () => {
    store = await createStore('postgres');
    gateway = await createTestGateway(store, { fourEyes: 'off' });
    story = runStory(gateway);
  });
  afterAll(() => store.drop());

  const eventsOf = async (action: string): Promise<number> =>
    (await story.asks(auditor, 'AuditEvents', { filter: { action: { eq: action } } })).auditEvents.totalCount;
  const codes = (answers: readonly Answer[]): Record<string, number> =>
    Object.fromEntries(
      [...Map.groupBy(answers, ({ code, __typename }) => String(code ?? __typename))].map(([code, of]) => [
        code,
        of.length,
      ]),
    );
  const entity = async (content: string): Promise<string> => {
    const memoryId = await story.candidate(content);
    await story.does(reviewer, 'promoteCandidate', { id: memoryId });
    const proposal = { memoryId, entityType: 'DECISION', name: content };
    const { item: proposed } = await story.does(reviewer, 'proposeGraduation', proposal);
    await story.does(reviewer, 'promoteCandidate', { id: proposed.id });
    return proposed.id;
  };
  const intact = async () =>
    expect(await gateway.ask(auditor, '{ verifyAuditChain { valid firstBroken } }')).toEqual({
      data: { verifyAuditChain: { valid: true, firstBroken: null } },
    });

  test('of twenty who write the same words by hand at once, one does', async () => {
    const input = {
      kind: 'FACT',
      project: 'p',
      content: 'The weir is read by hand on the first day of a month.',
    };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => story.asks(people.contributor, 'CreateMemory', { input })),
    );
    expect(codes(answers.map(({ createMemory }) => createMemory))).toEqual({
      MemoryPayload: 1,
      'memory.duplicate': 19,
    });
  });

  test.runIf(isLong)(
    'reviewers promote the same fifty candidates at once, each in an order of their own',
    async () => {
      const ids = [
        ...(await story.candidates(decisions(25, 'gauge'), { path: 'gauges.md' })),
        ...(await story.candidates(decisions(25, 'buoy'), { path: 'buoys.md' })),
      ];
      const reviewers = Array.from({ length: many }, (_, index) => viewer(`reviewer ${index}`, ['reviewer']));
      const before = await eventsOf('MEMORY_PROMOTED');
      const answers = await Promise.all(
        reviewers.map(async (who, index) => {
          const own = [...ids.slice(index), ...ids.slice(0, index)];
          if (index % 2 === 1) own.reverse();
          const { results } = await story.does(who, 'reviewCandidates', {
            errorPolicy: 'SKIP_FAILED',
            decisions: own.map((id) => ({ id, action: 'PROMOTE' })),
          });
          expect(results).toHaveLength(50);
          return results;
        }),
      );
      const results = answers.flat();
      expect(results.filter(({ error }) => error === null)).toHaveLength(50);
      expect(codes(results.flatMap(({ error }) => (error ? [error] : [])))).toEqual({
        'promotion.illegal_transition': (many - 1) * 50,
      });
      expect((await eventsOf('MEMORY_PROMOTED')) - before).toBe(50);
      const [row] = await store.asOwner<{ active: string }>(
        `select count(*) as active from memories where status = 'ACTIVE' and revision = 2`,
      );
      expect(Number(row?.active)).toBe(50);
      await intact();
    },
  );

  test('reviewers promote ten candidates one by one, on the revision they looked at', async () => {
    const ids = await story.candidates(decisions(10, 'mast'), { path: 'masts.md' });
    const before = await eventsOf('MEMORY_PROMOTED');
    const answers = await Promise.all(
      Array.from({ length: many }, (_, index) => viewer(`single ${index}`, ['reviewer'])).flatMap((who) =>
        ids.map((id) => story.does(who, 'promoteCandidate', { id, expectedRevision: 1 })),
      ),
    );
    expect(codes(answers)).toEqual({ ItemPayload: 10, 'conflict.stale_revision': 10 * (many - 1) });
    expect((await eventsOf('MEMORY_PROMOTED')) - before).toBe(10);
    await intact();
  });

  test.runIf(isLong)('two entities supersede each other: one does', async () => {
    for (const round of ['north', 'south', 'outer', 'inner', 'middle']) {
      const [a, b] = [
        await entity(`We will keep tide ${round}.`),
        await entity(`We will drop tide ${round}.`),
      ];
      const answers = await Promise.all([
        story.does(reviewer, 'supersede', { id: a, supersededById: b }),
        story.does(reviewer, 'supersede', { id: b, supersededById: a }),
      ]);
      const [refused, ...others] = answers.filter(({ code }) => code !== undefined);
      expect(others).toEqual([]);
      expect(['superseding.successor_not_active', 'promotion.illegal_transition']).toContain(refused?.code);
    }
  });

  test('edges that are fine alone close no circle together', async () => {
    const parts = [
      await entity('We will build a hull.'),
      await entity('We will build a deck.'),
      await entity('We will build a mast.'),
    ];
    const answers = await Promise.all(
      parts.map((fromId, index) =>
        story.does(reviewer, 'relateEntities', { fromId, toId: parts[(index + 1) % 3], relation: 'PART_OF' }),
      ),
    );
    expect(codes(answers)).toEqual({ RelationPayload: 2, 'relation.cycle': 1 });
  });

  test('relating, superseding and returning the same entities wait in no circle', async () => {
    const [a, b] = [await entity('We will tow the buoy.'), await entity('We will tow the raft.')];
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => [
        story.does(reviewer, 'relateEntities', { fromId: b, toId: a, relation: 'DEPENDS_ON' }),
        story.does(reviewer, 'relateEntities', { fromId: a, toId: b, relation: 'RELATED_TO' }),
        story.does(reviewer, 'supersede', { id: a, supersededById: b }),
        story.does(reviewer, 'restore', { id: a }),
        story.does(reviewer, 'returnToCandidate', { id: b }),
        story.does(reviewer, 'promoteCandidate', { id: b }),
      ]).flat(),
    );
    expect(answers).toHaveLength(48);
    await intact();
  });

  test('of two proposals from one memory, one becomes it', async () => {
    const memoryId = await story.candidate('We will chart the bay.');
    await story.does(reviewer, 'promoteCandidate', { id: memoryId });
    const propose = () =>
      story.does(reviewer, 'proposeGraduation', { memoryId, entityType: 'DECISION', name: 'Chart' });
    const proposals = await Promise.all([propose(), propose(), propose()]);
    expect(codes(proposals)).toEqual({ ItemPayload: 1, 'promotion.frozen': 2 });

    // Rejected and returned beside a second one: both are candidates now.
    const first = proposals.find(({ item }) => item)?.item.id;
    await story.does(reviewer, 'rejectCandidate', { id: first, reason: 'Later.' });
    const second = (await propose()).item.id;
    await story.does(reviewer, 'returnToCandidate', { id: first });
    const promotions = await Promise.all(
      [first, second].map((id) => story.does(reviewer, 'promoteCandidate', { id })),
    );
    expect(codes(promotions)).toEqual({ ItemPayload: 1, 'graduation.origin_not_active': 1 });
    expect(
      await gateway.ask(reviewer, 'query ($id: ID!) { memory(id: $id) { status revision } }', {
        id: memoryId,
      }),
    ).toEqual({
      data: { memory: { status: 'GRADUATED', revision: 3 } },
    });
  });

  test('an entity is promoted while its memory is reviewed', async () => {
    const memoryId = await story.candidate('We will dredge the bay.');
    await story.does(reviewer, 'promoteCandidate', { id: memoryId });
    const { item: proposed } = await story.does(reviewer, 'proposeGraduation', {
      memoryId,
      entityType: 'DECISION',
      name: 'Dredging',
    });
    const both = [proposed.id, memoryId];
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => [
        story.does(reviewer, index % 2 ? 'promoteCandidate' : 'returnToCandidate', { id: proposed.id }),
        story.does(reviewer, 'reviewCandidates', {
          errorPolicy: 'SKIP_FAILED',
          decisions: (index % 2 ? both : both.toReversed()).map((id) => ({ id, action: 'PROMOTE' })),
        }),
        story.does(reviewer, 'editItem', {
          id: memoryId,
          content: `We will dredge the bay in ${index} days.`,
        }),
      ]).flat(),
    );
    expect(answers).toHaveLength(30);
    await intact();
  });

  test('two reviewers resolve the same contradiction, while it is detected again: one of them does', async () => {
    const write = async (content: string): Promise<string> =>
      (await story.does(people.contributor, 'createMemory', { project: 'race', kind: 'FACT', content }))
        .memory.id;
    for (const round of ['north', 'south', 'outer', 'inner', 'middle']) {
      const a = await write(`The ${round} beacon burns 8 hours.`);
      const b = await write(`The ${round} beacon burns 9 hours.`);
      const detected = await Promise.all(
        [a, b, a, b].map((memoryId) => story.does(reviewer, 'detectContradictions', { memoryId })),
      );
      const ids = new Set(
        detected.flatMap(({ contradictions }) => contradictions.map((found: Answer) => found.id)),
      );
      expect(ids.size).toBe(1);
      const [id] = ids;
      const mergedContent = `The ${round} beacon burns until dawn.`;
      const answers = await Promise.all([
        story.does(reviewer, 'resolveContradiction', { id, action: 'KEPT_A' }),
        story.does(people.admin, 'resolveContradiction', { id, action: 'KEPT_B' }),
        story.does(viewer('eve', ['reviewer']), 'resolveContradiction', {
          id,
          action: 'MERGE',
          mergedContent,
        }),
        story.does(reviewer, 'detectContradictions', { memoryId: b }),
        judgeDueMemories(gateway.dependencies),
      ]);
      expect(codes(answers.slice(0, 3))).toEqual({
        ResolveContradictionPayload: 1,
        'conflict.already_resolved': 2,
      });
      const undone = await Promise.all([1, 2].map(() => story.does(reviewer, 'reopenContradiction', { id })));
      expect(codes(undone)).toEqual({ ReopenContradictionPayload: 1, 'contradiction.not_resolved': 1 });
    }
    await intact();
  });

  test('the first value of an entry is written by one curator; the other sets the second', async () => {
    for (const round of ['north', 'south', 'outer', 'inner', 'middle']) {
      const entry = { project: 'tides', category: 'phase', key: `survey ${round}` };
      const answers = await Promise.all(
        ['planned', 'begun', 'done'].map((value) =>
          story.does(curator, 'setProjectState', { ...entry, value }),
        ),
      );
      // Each answer is read after its own commit, and may show a value that another wrote meanwhile.
      for (const { entry: written } of answers) expect([1, 2, 3]).toContain(written.version);
      const { data } = await gateway.ask(
        curator,
        'query ($project: String!) { projectState(project: $project) { key history { version } } }',
        { project: entry.project },
      );
      const stored = data.projectState.find(({ key }: { key: string }) => key === entry.key);
      expect(stored.history.map(({ version }: { version: number }) => version)).toEqual([3, 2, 1]);
    }
    const entry = { project: 'tides', category: 'phase', key: 'mapping', expectedRevision: 0 };
    const answers = await Promise.all(
      ['planned', 'begun', 'done'].map((value) =>
        story.does(curator, 'setProjectState', { ...entry, value }),
      ),
    );
    expect(codes(answers)).toEqual({ SetProjectStatePayload: 1, 'conflict.stale_revision': 2 });
  });

  test('a candidate is deleted while it is promoted', async () => {
    for (const id of await story.candidates(decisions(8, 'quay'), { path: 'quays.md' })) {
      const answers = await Promise.all([
        story.does(reviewer, 'deleteCandidate', { id }),
        story.does(reviewer, 'promoteCandidate', { id }),
      ]);
      const [refused, ...others] = answers.filter(({ code }) => code !== undefined);
      expect(others).toEqual([]);
      expect(['not_found', 'review.not_candidate', 'deletion.was_promoted']).toContain(refused?.code);
    }
    await intact();
  });

  test('twenty calls bring the same files, in part: each is read and stored once, whichever call read it first', async () => {
    const files = decisions(24, 'slipway').map((decision, index) => ({
      path: `slipways/${index}.md`,
      content: decisionRecord(decision),
    }));
    const calls = await Promise.all(
      Array.from({ length: 20 }, (_, index) => {
        const part = files.slice(index, index + 5);
        return story.ingests(people.service, index % 2 === 0 ? part : part.toReversed());
      }),
    );
    const stored = calls.reduce((sum, { unchanged }) => sum + 5 - unchanged, 0);
    const proposed = calls.reduce((sum, { wave }) => sum + wave.report.persisted, 0);
    expect({ stored, proposed }).toEqual({ stored: 24, proposed: 24 });
    expect(calls.reduce((sum, { wave }) => sum + wave.report.reinforced + wave.report.dropped, 0)).toBe(0);
    await intact();
  });
});
