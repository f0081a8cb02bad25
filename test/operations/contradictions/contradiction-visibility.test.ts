import { beforeAll, describe, expect, test } from 'vitest';
import { judgeDueMemories } from '#application/contradictions/judge-due-memories.ts';
import { contractOperation } from '#test/support/contract.ts';
import { contradictingPairs } from '#test/support/contradicting-pairs.ts';
import { createTestGateway, people, type TestGateway } from '#test/support/gateway.ts';
import { onServerStore } from '#test/support/store.ts';
import { runStory, type Story } from '#test/support/story.ts';

const { reviewer, contributor, reader, admin, auditor, service } = people;

describe('two statements contradict each other, and a person decides', () => {
  onServerStore((store) => {
    let gateway: TestGateway;
    let story: Story;
    const { latestProject, written, conflicting, memory } = contradictingPairs(() => story);
    beforeAll(async () => {
      gateway = await createTestGateway(store());
      story = runStory(gateway);
    });

    test('of words that the label policy withholds nothing is said: not the contradiction, and not that there is one', async () => {
      const { older, newer, id, project } = await conflicting();
      const open = (who = reviewer) =>
        story.asks(who, 'Contradictions', { filter: { project: { eq: project } } });
      expect((await open()).contradictions.totalCount).toBe(1);
      await story.does(admin, 'setSensitivityLabels', { id: older, labels: ['pii.email'] });
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
      await story.does(admin, 'setSensitivityLabels', { id: third, labels: ['pii.email'] });
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
        return noted.slice();
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
          expect(await countedIn(asked)).toEqual(counted);
          expect(await countedIn(asked)).toEqual(counted);
        }
      } finally {
        await story.does(admin, 'setLabelPolicy', { mode: 'ENFORCE', rules: [] });
      }
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
        await story.does(reviewer, 'returnToCandidate', { id: newer });
        expect(await shownTo(reader, id, older, project)).toEqual(unseen);
        expect(await shownTo(reviewer, id, older, project)).toEqual(seen);
        await story.does(contributor, 'setMemoryPersonal', { id: newer, isPersonal: true });
        for (const who of [reader, reviewer, auditor, service])
          expect(await shownTo(who, id, older, project)).toEqual(unseen);
        expect(await shownTo(contributor, id, older, project)).toEqual(seen);
        for (const who of [reviewer, admin])
          expect(
            (await story.asks(who, 'Contradictions', { filter: { project: { eq: project } } })).contradictions
              .totalCount,
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
        const project = latestProject();
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
          project: latestProject(),
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
  });
});
