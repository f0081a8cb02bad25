import { beforeAll, describe, expect, test } from 'vitest';
import type { Viewer } from '#domain/privacy/viewer.ts';
import { createTestGateway, people, type TestGateway } from '#test/support/gateway.ts';
import { onServerStore } from '#test/support/store.ts';

/** So many memories hold a frequent word: more than a search for it finds. */
const many = 1_200;

/** A task, and the one memory that answers it: the index of the store keeps each of these words otherwise than the task has it. */
const otherwise = [
  ['what sets foo_bar.baz:12', 'The value of foo_bar.baz is read once'],
  ['where is config.yaml', 'All of config.yaml lists moorings'],
  ['起重机在哪里检查', '港口的起重机需要每年检查'],
  ['नौका कहाँ है', 'नौका घाट पर रुकती है'],
  ['Fa\u0308hre', 'Die Fähre hält am Kai'],
] as const;
const all = 3 * many + 4 + otherwise.length;

describe('a task in a large scope', () => {
  onServerStore((store) => {
    let gateway: TestGateway;
    beforeAll(async () => {
      const write = (id: string, words: string, { count = 1, mandatory = false } = {}) =>
        store().asOwner(
          `insert into memories (id, tenant, project, contributor, hand_authored, visibility_key, status, revision, content, confidence, pending_since, created_at, updated_at, kind, mandatory)
             select '${id}' || g, 'acme', 'p', 'carol', true, 'shared', 'ACTIVE', 1, '${words} ' || g, 0.5, '2026-02-01', '2026-02-01', '2026-02-01', 'FACT', ${mandatory}
             from generate_series(1, ${count}) g`,
        );
      // Memories that are looked for were written first; the newest that hold a frequent word are others.
      await write('mem_rare_', 'The salinity is read at pier');
      await write('mem_both_', 'The crane of the harbour stands at pier');
      await write('mem_mandate_', 'Nobody swims at pier', { mandatory: true });
      await write('mem_crane_', 'A crane lifts load', { count: many });
      await write('mem_harbour_', 'A harbour has berth', { count: many });
      await write('mem_other_', 'A beacon has lamp', { count: many });
      await write('mem_withheld_', 'The salinity of a withheld crane', { count: many });
      await store().asOwner(`update memories set quarantined = true where id like 'mem_withheld_%'`);
      await write('mem_own_', 'The salinity of an own crane', { count: many });
      await store().asOwner(`update memories set is_personal = true where id like 'mem_own_%'`);
      await write('mem_board_', 'The salinity of the board at pier');
      await store().asOwner(`update memories set audience = '{board}' where id = 'mem_board_1'`);
      for (const [at, [, words]] of otherwise.entries()) await write(`mem_otherwise_${at}_`, words);
      await write('mem_became_', 'A winch winds rope');
      await store().asOwner(`update memories set status = 'GRADUATED' where id = 'mem_became_1'`);
      await store().asOwner(
        `insert into graph_entities (id, tenant, project, contributor, hand_authored, visibility_key, status, revision, content, confidence, pending_since, created_at, updated_at, entity_type, name, graduated_from_id)
           values ('ent_1', 'acme', 'p', 'carol', true, 'shared', 'ACTIVE', 1, 'The capstan winds rope', 0.5, '2026-02-01', '2026-02-01', '2026-02-01', 'COMPONENT', 'Winding', 'mem_became_1')`,
      );
      gateway = await createTestGateway(store());
    });
    const bundleFor = async (task: string, who: Viewer = people.reader) => {
      const { data, errors } = await gateway.ask(
        who,
        'query ($task: String!) { memoryBundle(task: $task, tokenBudget: 100) { items { memory { id } } excluded { reason count } } }',
        { task },
      );
      if (errors) throw new Error(errors[0]?.message);
      const { items, excluded } = data.memoryBundle as {
        items: { memory: { id: string } }[];
        excluded: { reason: string; count: number }[];
      };
      return {
        ids: items.map(({ memory }) => memory.id),
        excluded: new Map(excluded.map(({ reason, count }) => [reason, count])),
        sum: items.length + excluded.reduce((sum, { count }) => sum + count, 0),
      };
    };

    test.for([
      ['a rare word among frequent ones', 'salinity near the harbour crane', 'mem_rare_1'],
      ['two words that are frequent, but not together', 'the crane in our harbour', 'mem_both_1'],
    ] as const)(
      'is answered by %s first, behind a mandate, however long ago it was written',
      async ([, task, first]) => {
        const { ids, sum } = await bundleFor(task);
        expect(ids.slice(0, 2)).toEqual(['mem_mandate_1', first]);
        expect(sum).toBe(all);
      },
    );

    test.for(otherwise.map(([task], at) => ({ task, at })))(
      'is answered by names, by scripts without spaces and by letters with marks ($task)',
      async ({ task, at }) => {
        expect((await bundleFor(task)).ids).toContain(`mem_otherwise_${at}_1`);
      },
    );

    test('is answered by what became an entity, in the present words of it', async () => {
      expect((await bundleFor('capstan of the harbour crane')).ids).toContain('mem_became_1');
      expect((await bundleFor('winch')).ids).toEqual(['mem_mandate_1']);
    });

    test.for([
      ['reviewer', ['mem_mandate_1', 'mem_rare_1']],
      ['auditor', ['mem_mandate_1', 'mem_rare_1']],
      ['admin', ['mem_board_1', 'mem_mandate_1', 'mem_rare_1']],
    ] as const)(
      'is answered for a %s however many hold its words that are withheld, or of other people alone',
      async ([role, expected]) => {
        expect((await bundleFor('salinity', people[role])).ids.toSorted()).toEqual(expected);
      },
    );

    test('leaves out as unrelated whatever holds none of its words, in numbers that add up', async () => {
      const { ids, excluded, sum } = await bundleFor('salinity');
      expect(ids).toEqual(['mem_mandate_1', 'mem_rare_1']);
      expect([...excluded]).toEqual([['UNRELATED', all - 2]]);
      expect(sum).toBe(all);
    });

    test('that no memory has a word of is given the mandate alone', async () => {
      const { ids, sum } = await bundleFor('zeppelin');
      expect(ids).toEqual(['mem_mandate_1']);
      expect(sum).toBe(all);
    });
  });
});
