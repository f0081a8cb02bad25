import { beforeAll, describe, expect, test } from 'vitest';
import { judgeDueMemories } from '#application/contradictions/judge-due-memories.ts';
import { contractOperation } from '#test/support/contract.ts';
import { createTestGateway, people, type TestGateway, viewer } from '#test/support/gateway.ts';
import { onEveryStore } from '#test/support/store.ts';
import { type Answer, runStory, type Story } from '#test/support/story.ts';

const { reviewer, contributor, reader, admin, auditor, service } = people;

describe('two statements contradict each other, and a person decides', () => {
  onEveryStore((store) => {
    let gateway: TestGateway;
    let story: Story;
    let turn = 0;
    beforeAll(async () => {
      gateway = await createTestGateway(store());
      story = runStory(gateway);
    });

    /** The ids of memories that say so, each written by a hand of its own, in a project of their own. */
    const written = async (
      contents: readonly string[],
      { promote = true, ...more }: { promote?: boolean; [field: string]: unknown } = {},
    ): Promise<string[]> => {
      turn += 1;
      const ids: string[] = [];
      for (const content of contents) {
        const { memory } = await story.does(contributor, 'createMemory', {
          project: `project ${turn}`,
          kind: 'FACT',
          content,
          ...more,
        });
        gateway.pass(1_000);
        if (promote) await story.does(admin, 'promoteMemory', { id: memory.id });
        ids.push(memory.id);
      }
      return ids;
    };
    const conflicting = async (more: Parameters<typeof written>[1] = {}) => {
      const [older = '', newer = ''] = await written(
        ['The buoy mass is 4.8 kg.', 'The mass of the buoy is 5.6 kg.'],
        more,
      );
      const { contradictions } = await story.does(admin, 'detectContradictions', { memoryId: newer });
      return { older, newer, id: contradictions[0]?.id as string, project: `project ${turn}` };
    };
    const memory = async (id: string, who = admin): Promise<Answer> =>
      (
        await gateway.ask(
          who,
          `query ($id: ID!) { memory(id: $id) { status content audience isPersonal contributor { name } sensitivityLabels validFrom validUntil
            reviewedBy { name } rejectionReason supersededBy { id } supersedes { id } contradictions { totalCount nodes { id status } } } }`,
          { id },
        )
      ).data.memory;
    const listed = async (project: string, who = reader, more: object = {}): Promise<string[]> =>
      (await story.asks(who, 'Memories', { filter: { project }, ...more })).memories.edges.map(
        ({ node }: Answer) => node.id,
      );

    test('of words that the label policy withholds nothing is said: not the contradiction, and not that there is one', async () => {
      const { older, newer, id, project } = await conflicting();
      const open = (who = reviewer) => story.asks(who, 'Contradictions', { filter: { project } });
      expect((await open()).contradictions.totalCount).toBe(1);
      await story.does(admin, 'setSensitivityLabels', { memoryId: older, labels: ['pii.email'] });
      const rules = [{ id: 'mail', anyLabel: ['pii'], notRoles: ['admin'], action: 'REDACT' }];
      await story.does(admin, 'setLabelPolicy', { mode: 'ENFORCE', rules });
      try {
        expect((await open()).contradictions).toEqual({ totalCount: 0, nodes: [] });
        expect((await open(admin)).contradictions.totalCount).toBe(1);
        expect((await memory(newer, reviewer)).contradictions).toEqual({ totalCount: 0, nodes: [] });
        const judged = await story.does(reviewer, 'detectContradictions', { memoryId: newer });
        expect(judged).toMatchObject({ contradictions: [], candidatesConsidered: 0 });
        expect(await story.does(reviewer, 'resolveContradiction', { id, action: 'KEPT_A' })).toMatchObject({
          code: 'not_found',
        });
      } finally {
        await story.does(admin, 'setLabelPolicy', { mode: 'ENFORCE', rules: [] });
      }
    });

    test('a side that is primed is counted for the label policy where it is shown, and nowhere else', async () => {
      const [first = '', second = '', third = ''] = await written([
        'The buoy mass is 4.8 kg.',
        'The mass of the buoy is 5.6 kg.',
        'The mass of the buoy is 6.4 kg.',
      ]);
      for (const memoryId of [second, third]) await story.does(admin, 'detectContradictions', { memoryId });
      await story.does(admin, 'setSensitivityLabels', { memoryId: third, labels: ['pii.email'] });
      const rules = [{ id: 'mail', anyLabel: ['pii'], action: 'REDACT' }];
      await story.does(admin, 'setLabelPolicy', { mode: 'LOG_ONLY', rules });
      const noted: unknown[] = [];
      const listening = await createTestGateway(
        store(),
        {},
        { logUnenforced: (...what) => void noted.push(what) },
      );
      const countedIn = async (asked: string) => {
        noted.length = 0;
        const { errors } = await listening.ask(reader, `{ memory(id: "${first}") { ${asked} } }`);
        expect(errors).toBeUndefined();
        return [listening.closed.at(-1)?.by, ...noted];
      };
      try {
        for (const [asked, ...counted] of [
          ['contradictions(first: 1) { nodes { itemA { id } itemB { id } } }'],
          [`contradictions { nodes { other(than: "${third}") { id } } }`],
          [
            'contradictions { nodes { itemB { id } } } again: contradictions { nodes { itemB { id } } }',
            ['REDACT', 1],
          ],
        ] as [string, ...unknown[]][]) {
          expect(await countedIn(asked)).toEqual(['Yoga', ...counted]);
          expect(await countedIn(asked)).toEqual(['fast path', ...counted]);
        }
      } finally {
        await story.does(admin, 'setLabelPolicy', { mode: 'ENFORCE', rules: [] });
      }
    });

    test('every new memory is judged by itself, once, and the queue of contradictions shows it', async () => {
      const [older, newer] = await written(['The mast is 12 m high.', 'The mast is 15 m high.']);
      while ((await judgeDueMemories(gateway.dependencies)) > 0);
      const { contradictions } = await story.asks(reviewer, 'Contradictions', {
        filter: { project: `project ${turn}`, status: 'OPEN', severity: 'HARD' },
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
          (await story.asks(reader, 'Memories', { filter: { project: sides.project, status: 'SUPERSEDED' } }))
            .memories.totalCount,
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
        // What stood while it was resolved is still shown.
        expect(await listed(sides.project, reader, { asOf })).toEqual([`${sides[winner]}@${asOf}`]);
        expect(
          (await story.asks(reviewer, 'Contradictions', { filter: { project: sides.project } }))
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
          project: `project ${turn}`,
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
        const { memoryBundle } = await story.asks(reader, 'Bundle', { project: `project ${turn}` });
        expect(memoryBundle.items.map((item: Answer) => item.memory.id)).toEqual([newer]);
        expect(await story.does(reviewer, 'reopenContradiction', { id })).toMatchObject({
          restored: [{ id: older, status: 'ACTIVE' }],
        });
        const nowOpen = { contradictions: { totalCount: 1, nodes: [{ id, status: 'OPEN' }] } };
        expect([await memory(older), await memory(newer)]).toEqual(
          before.map((item) => ({ ...item, ...nowOpen })),
        );
      });

      test('a candidate does not win by the hand that wrote it, nor are its words merged by it: the believed side stays', async () => {
        const [older = ''] = await written(['The buoy mass is 4.8 kg.']);
        const writer = viewer('dora', ['reviewer', 'contributor']);
        const { memory: proposed } = await story.does(writer, 'createMemory', {
          project: `project ${turn}`,
          kind: 'FACT',
          content: 'The mass of the buoy is 5.6 kg.',
        });
        const detected = await story.does(writer, 'detectContradictions', { memoryId: proposed.id });
        const id = detected.contradictions[0].id;
        for (const input of [
          { action: 'KEPT_B' },
          { action: 'MERGE', mergedContent: 'The buoy mass is 5.6 kg.' },
        ])
          expect(await story.does(writer, 'resolveContradiction', { id, ...input })).toMatchObject({
            code: 'promotion.reviewer_is_contributor',
          });
        expect((await memory(older)).status).toBe('ACTIVE');
        expect((await memory(proposed.id)).status).toBe('CANDIDATE');
        expect(await story.does(writer, 'resolveContradiction', { id, action: 'KEPT_A' })).toMatchObject({
          superseded: [{ id: proposed.id, status: 'INVALID' }],
        });
      });

      test('MERGE makes a memory that supersedes both; undone, it is withdrawn, and its words may be said again', async () => {
        const { older, newer, id } = await conflicting({ sensitivityLabels: ['pii.email'] });
        await story.does(admin, 'setSensitivityLabels', { memoryId: older, labels: ['secret.token'] });
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
        await story.does(reviewer, 'editMemory', { id: newer, content: 'The mass of the buoy is 5.7 kg.' });
        while ((await judgeDueMemories(gateway.dependencies)) > 0);
        expect((await memory(newer)).contradictions).toEqual({
          totalCount: 1,
          nodes: [{ id, status: 'RESOLVED' }],
        });
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
            'query ($id: ID!) { auditEvents(filter: { targetId: $id }) { nodes { action actor { name } target { __typename } before after } } }',
            { id: targetId },
          )
        ).data.auditEvents.nodes;
      const events = await eventsOf(id);
      expect(events.map(({ action }: Answer) => action)).toEqual([
        'contradiction.detected',
        'contradiction.resolved',
        'contradiction.resolution.refused',
        'contradiction.reopened',
        'contradiction.reopening.refused',
      ]);
      expect(events[1]).toMatchObject({
        actor: { name: 'bob' },
        target: { __typename: 'Contradiction' },
        before: { status: 'OPEN', loserIds: [] },
        after: { status: 'RESOLVED', action: 'KEPT_B', loserIds: [older] },
      });
      expect(events[2].after).toEqual({ code: 'conflict.already_resolved' });
      expect((await eventsOf(older)).map(({ action }: Answer) => action).slice(-2)).toEqual([
        'memory.superseded',
        'memory.restored',
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
        await story.does(reviewer, 'rejectMemory', { id: rejected.newer, reason: 'No.' });
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
        await story.does(reviewer, 'returnMemoryToCandidate', { id: newer });
        expect(await memory(newer)).toMatchObject({ status: 'CANDIDATE', supersededBy: null });
        expect(await story.does(reviewer, 'reopenContradiction', { id })).toMatchObject({
          code: 'contradiction.side_changed',
        });
      });
    });

    describe('it is hidden with a side that is hidden', () => {
      const shownTo = async (who: typeof reader, id: string, side: string, project: string) => {
        const { data } = await gateway.ask(
          who,
          `query ($id: ID!, $side: ID!, $project: String) { node(id: $id) { id }
            memory(id: $side) { contradictions { totalCount nodes { id other(than: $side) { id } } } }
            memoryStats(project: $project) { openContradictions } }`,
          { id, side, project },
        );
        return data;
      };

      test('by status, by audience, by a personal mark: links, lists, counts and figures', async () => {
        const { older, newer, id, project } = await conflicting();
        const seen = {
          node: { id },
          memory: { contradictions: { totalCount: 1, nodes: [{ id, other: { id: newer } }] } },
          memoryStats: { openContradictions: 1 },
        };
        const unseen = {
          node: null,
          memory: { contradictions: { totalCount: 0, nodes: [] } },
          memoryStats: { openContradictions: 0 },
        };
        expect(await shownTo(reader, id, older, project)).toEqual(seen);
        await story.does(reviewer, 'returnMemoryToCandidate', { id: newer });
        expect(await shownTo(reader, id, older, project)).toEqual(unseen);
        expect(await shownTo(reviewer, id, older, project)).toEqual(seen);
        await story.does(contributor, 'setMemoryPersonal', { id: newer, isPersonal: true });
        for (const who of [reader, reviewer, auditor, service])
          expect(await shownTo(who, id, older, project)).toEqual(unseen);
        expect(await shownTo(contributor, id, older, project)).toEqual(seen);
        for (const who of [reviewer, admin])
          expect(
            (await story.asks(who, 'Contradictions', { filter: { project } })).contradictions.totalCount,
          ).toBe(0);
        const missing = 'con_0199a000-0000-7000-8000-000000000000';
        const resolve = (one: string) =>
          gateway.askForText(reviewer, contractOperation('ResolveContradiction'), {
            input: { id: one, action: 'KEPT_A' },
          });
        expect(await resolve(id)).toBe(await resolve(missing));
        const { errors } = await gateway.ask(reader, contractOperation('Contradictions'), {});
        expect(errors?.[0]?.extensions?.code).toBe('FORBIDDEN');
      });

      test('a judge compares within one visibility: nobody’s words reach another’s contradiction', async () => {
        const [shared = ''] = await written(['The pin is 1234 mm long.']);
        const project = `project ${turn}`;
        const { memory: own } = await story.does(contributor, 'createMemory', {
          project,
          kind: 'FACT',
          content: 'The pin is 99 mm long.',
          isPersonal: true,
        });
        while ((await judgeDueMemories(gateway.dependencies)) > 0);
        expect((await memory(shared)).contradictions.totalCount).toBe(0);
        expect((await memory(own.id)).contradictions.totalCount).toBe(0);
      });

      test('what a service detects is what it sees: candidates are not counted for it', async () => {
        const [active = ''] = await written(['The rope is 10 m long.']);
        await story.does(contributor, 'createMemory', {
          project: `project ${turn}`,
          kind: 'FACT',
          content: 'The rope is 12 m long.',
        });
        const detect = (who: typeof service) => story.does(who, 'detectContradictions', { memoryId: active });
        expect(await detect(service)).toMatchObject({
          contradictions: [],
          candidatesConsidered: 0,
          judgeCalls: 0,
        });
        expect(await detect(reviewer)).toMatchObject({ candidatesConsidered: 1, judgeCalls: 1 });
        expect((await detect(contributor)).code).toBe('forbidden');
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
