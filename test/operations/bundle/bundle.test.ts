import { describe, expect, test } from 'vitest';
import { bundleDefaults } from '#domain/bundle/bundle.ts';
import { contractOperation } from '#test/support/contract.ts';
import { createTestGateway, people, viewer } from '#test/support/gateway.ts';
import { onServerStore } from '#test/support/store.ts';
import { type Answer, decisions, runStory } from '#test/support/story.ts';

describe('an agent is given what it may believe, within a budget', () => {
  onServerStore((store) => {
    test('mandatory first, then by score; own personal ones; a reason for everything', async () => {
      const story = runStory(await createTestGateway(store()));
      const ids = await story.candidates([
        'We will moor at the north pier.',
        'We will moor at the south pier in a storm.',
        'We will keep the logbook to ourselves.',
        'We will close the harbour on Mondays.',
      ]);
      const [plain = '', mandated = '', own = ''] = ids;
      for (const id of [plain, mandated, own]) await story.does(people.reviewer, 'promoteCandidate', { id });
      await story.does(people.admin, 'mandateMemory', { id: mandated, mandatory: true });
      await story.does(people.service, 'setMemoryPersonal', { id: own, isPersonal: true });
      await story.does(people.admin, 'setMemoryPersonal', { id: own, isPersonal: true });

      const bundle = async (who: typeof people.reader, more: object = {}) =>
        (await story.asks(who, 'Bundle', more)).memoryBundle;
      const idsOf = ({ items }: { items: { memory: { id: string } }[] }) =>
        items.map(({ memory }) => memory.id);

      const readers = await bundle(people.reader);
      expect(idsOf(readers)).toEqual([mandated, plain]);
      expect(readers).toMatchObject({ tokenBudget: 6_000, overBudget: false, excluded: [] });
      expect(readers.items.map(({ reason }: { reason: string }) => reason)).toEqual(['MANDATORY', 'RANKED']);
      expect(readers.tokensUsed).toBe(readers.items[0].tokens + readers.items[1].tokens);
      expect(idsOf(await bundle(people.service)).sort()).toEqual([...ids.slice(0, 3)].sort());
      const admins = await bundle(people.admin);
      expect(idsOf(admins)).toEqual([mandated, plain]);
      expect(admins.excluded).toEqual([
        { reason: 'NOT_BELIEVED', count: 1 },
        { reason: 'PERSONAL_TO_ANOTHER', count: 1 },
      ]);

      const tight = await bundle(people.reader, { tokenBudget: 1 });
      expect(idsOf(tight)).toEqual([mandated]);
      expect(tight).toMatchObject({ overBudget: true, excluded: [{ reason: 'OVER_BUDGET', count: 1 }] });
      expect(idsOf(await bundle(people.reader, { project: 'elsewhere' }))).toEqual([]);
      expect(idsOf(await bundle(viewer('rita', ['reader'], { tenant: 'other' })))).toEqual([]);

      const query = contractOperation('Bundle');
      const texts = await Promise.all([1, 2].map(() => story.gateway.askForText(people.reader, query)));
      expect(texts[0]).toBe(texts[1]);
      const bad = await story.gateway.ask(people.reader, query, { tokenBudget: -1 });
      expect(bad.errors?.[0]?.extensions?.code).toBe('BAD_USER_INPUT');
    });

    test('a task that nothing answers gets few facts and a line that says so, and every memory is counted', async () => {
      const story = runStory(
        await createTestGateway(store(), { bundle: { ...bundleDefaults, unanswered: 3 } }),
      );
      const ids = await story.candidates(decisions(12, 'pontoon'), { project: 'pontoons' });
      for (const id of ids) await story.does(people.reviewer, 'promoteCandidate', { id });
      const [mandated = ''] = ids;
      await story.does(people.admin, 'mandateMemory', { id: mandated, mandatory: true });
      const bundle = async (task: string) => {
        const { data } = await story.gateway.ask(
          people.reader,
          `query ($task: String!) { memoryBundle(task: $task, project: "pontoons") { answersTask text
            items { reason } excluded { reason count } } }`,
          { task },
        );
        const { memoryBundle } = data;
        const left = memoryBundle.excluded.reduce((sum: number, { count }: Answer) => sum + count, 0);
        expect(memoryBundle.items.length + left).toBe(12);
        return memoryBundle;
      };

      const none = await bundle('bake sourdough bread for years');
      expect(none).toMatchObject({ answersTask: false, excluded: [{ reason: 'UNANSWERING', count: 8 }] });
      expect(none.items.map(({ reason }: Answer) => reason)).toEqual([
        'MANDATORY',
        'RANKED',
        'RANKED',
        'RANKED',
      ]);
      expect(none.text).toMatch(
        /^Nothing that you may read in Vouch answers this task\. 4 facts from Vouch\./,
      );

      const answered = await bundle('keep the readings of pontoon 3');
      expect(answered).toMatchObject({ answersTask: true, excluded: [] });
      expect(answered.text).toMatch(/^12 facts from Vouch\./);
    });

    test('a graduated memory is given in the present words of its entity', async () => {
      const story = runStory(await createTestGateway(store()));
      const memoryId = await story.candidate('We will rebuild the east mole.', { project: 'moles' });
      await story.does(people.reviewer, 'promoteCandidate', { id: memoryId });
      const { item: entity } = await story.does(people.reviewer, 'proposeGraduation', {
        memoryId,
        entityType: 'DECISION',
        name: 'East mole',
        content: 'The east mole is rebuilt in stone.',
      });
      await story.does(people.admin, 'promoteCandidate', { id: entity.id });
      const { memoryBundle } = await story.asks(people.reader, 'Bundle', { project: 'moles' });
      expect(memoryBundle.items).toMatchObject([
        { memory: { id: memoryId, content: 'The east mole is rebuilt in stone.' } },
      ]);
    });
  });
});
