import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { judgeDueMemories } from '#application/contradictions/judge-due-memories.ts';
import type { ContradictionJudge } from '#providers/contradiction-judge.ts';
import { createTestGateway, people } from '#test/support/gateway.ts';
import { createMeantWorld } from '#test/support/meant-world.ts';
import { onServerStore } from '#test/support/store.ts';
import { type Answer, runStory } from '#test/support/story.ts';

const { admin, reader } = people;

describe('a task or a search finds what is meant in other words', () => {
  onServerStore((store) => {
    test('and its rank says why; without a server it does not', async () => {
      const { plain, embedAll, fill, ask } = await createMeantWorld(store());
      const id = await fill();
      await embedAll();
      const { items, answersTask, meaning } = await ask('Where is my boat?');
      expect(items.map(({ memory }: Answer) => memory.id)).toEqual([id]);
      expect({ answersTask, meaning }).toEqual({ answersTask: true, meaning: 'COMPARED' });
      const [{ rank }] = items;
      expect(rank).toMatchObject({ words: 0, neighbours: 0, meaning: rank.relevance });
      expect(rank.meaning).toBeGreaterThan(1);
      expect(rank.score).toBeCloseTo(rank.relevance * rank.confidence, 5);
      expect(await ask('Where is my boat?', { from: plain })).toMatchObject({
        items: [],
        excluded: [{ reason: 'UNRELATED', count: 13 }],
        answersTask: false,
        meaning: null,
      });
      const shelves = await ask('ropes on the shelf', { from: plain });
      expect(shelves.items[0].rank).toMatchObject({ meaning: null, relevance: shelves.items[0].rank.words });
    });

    test('a search lists what holds its words, and what means the same, each with its part of the rank', async () => {
      const { turn, plain, believed, embedAll, fill, search } = await createMeantWorld(store());
      const vessel = await fill();
      const boat = await believed(`The boat of quay ${turn} is green.`);
      await embedAll();
      const byWords = await search('boat', {}, { from: plain });
      expect(byWords).toMatchObject({
        totalCount: 1,
        meaning: null,
        nodes: [{ item: { id: boat }, meaning: null }],
      });
      const found = await search('boat');
      expect(found).toMatchObject({
        totalCount: 2,
        totalCountIsExact: true,
        meaning: 'COMPARED',
        nodes: [
          { item: { id: boat }, kind: 'MEMORY' },
          { item: { id: vessel }, excerpt: { text: `The vessel lies at quay ${turn}.`, spans: [] } },
        ],
      });
      const [first, second] = found.nodes;
      expect(first.rank).toBeCloseTo(byWords.nodes[0].rank + first.meaning, 9);
      expect(second.rank).toBe(second.meaning);
      const one = await search('boat', { first: 1 });
      const next = await search('boat', { first: 1, after: one.pageInfo.endCursor });
      expect([one.nodes, next.nodes, next.pageInfo.hasNextPage]).toEqual([[first], [second], false]);
    });

    test.for([
      ['a phrase', '"boat"', {}, null],
      ['words to leave out', 'boat -green', {}, null],
      ['no memories', 'boat', { kinds: ['DOCUMENT'] }, null],
      ['an address, which may not leave', 'boat ann@example.com', {}, 'UNAVAILABLE'],
    ] as const)(
      'a search for %s finds by words alone, and sends nothing',
      async ([, words, more, meaning]) => {
        const { server, embedAll, fill, search } = await createMeantWorld(store());
        await fill();
        await embedAll();
        server.calls.length = 0;
        expect(await search(words, more)).toMatchObject({ totalCount: 0, meaning, nodes: [] });
        expect(server.calls).toEqual([]);
      },
    );

    test('a search is moved by nothing that is hidden, personal or redacted', async () => {
      const { story, believed, embedAll, fill, search } = await createMeantWorld(store());
      const vessel = await fill();
      await embedAll();
      const before = await search('boat');
      expect(before.totalCount).toBe(1);
      await believed('A ship, a boat and a vessel.', { isPersonal: true });
      await believed('The ship of the board.', { audience: ['board'] });
      await embedAll();
      expect(await search('ship', {}, { as: { ...reader, groups: ['board'] } })).toMatchObject({
        totalCount: 2,
      });
      expect(await search('boat')).toEqual(before);
      await store().asOwner(`update memories set sensitivity_labels = '{hr.salary}' where id = '${vessel}'`);
      await story.does(admin, 'setLabelPolicy', {
        mode: 'ENFORCE',
        rules: [{ id: 'hr', anyLabel: ['hr'], roles: ['reader'], action: 'REDACT' }],
      });
      expect(await search('boat')).toMatchObject({ totalCount: 0, nodes: [] });
      await story.does(admin, 'setLabelPolicy', { mode: 'ENFORCE', rules: [] });
    });

    test('of one person, in any spelling, so many tasks are sent in a minute; others are not kept from it', async () => {
      const { server, fill, ask, embedAll, endings, gateway } = await createMeantWorld(store());
      await fill();
      await embedAll();
      server.calls.length = 0;
      endings.length = 0;
      const spellings = [reader, { ...reader, user: reader.user.toUpperCase() }];
      for (let at = 0; at < 125; at += 1) await ask(`Boat ${at}?`, { as: spellings[at % 2] ?? reader });
      expect(server.calls).toHaveLength(120);
      expect(endings).toEqual(Array(5).fill('1 over_rate'));
      await ask('Boat 200?', { as: admin });
      expect(server.calls).toHaveLength(121);
      gateway.pass(61_000);
      await ask('Boat 201?');
      expect(server.calls).toHaveLength(122);
    });

    test('a task that two ask at once is sent once, and both are given what it means', async () => {
      const { server, embedAll, fill, ask } = await createMeantWorld(store());
      await fill();
      await embedAll();
      server.calls.length = 0;
      const answers = await Promise.all([ask('Where is my boat?'), ask('Where is my boat?', { as: admin })]);
      expect(answers.map(({ meaning }) => meaning)).toEqual(['COMPARED', 'COMPARED']);
      expect(server.calls).toHaveLength(1);
    });

    test('a task that is repeated is sent once; one that holds what may not leave is not sent', async () => {
      const { server, embedAll, fill, ask } = await createMeantWorld(store());
      const id = await fill();
      await embedAll();
      server.calls.length = 0;
      await ask('Where is my boat?');
      await ask('Where is my boat?');
      expect(server.calls.map(({ texts }) => texts)).toEqual([['Where is my boat?']]);
      expect(await ask('Is the boat of ann@example.com here?')).toMatchObject({
        items: [],
        meaning: 'UNAVAILABLE',
      });
      expect(server.calls).toHaveLength(1);
      expect((await ask('boat')).items[0].memory.id).toBe(id);
    });

    test('a server that refuses a task costs its meaning, is named, and is not asked for it for a while', async () => {
      const { server, gateway, plain, embedAll, fill, ask, endings } = await createMeantWorld(store());
      const id = await fill();
      await embedAll();
      server.calls.length = 0;
      endings.length = 0;
      server.fault = () => ({ status: 500 });
      const words = await ask('boat or rope', { from: plain });
      expect(await ask('boat or rope')).toEqual({ ...words, meaning: 'UNAVAILABLE' });
      await ask('boat or rope');
      expect([server.calls.length, endings]).toEqual([1, ['1 refused']]);
      await ask('ship or rope');
      expect(server.calls).toHaveLength(2);
      server.fault = () => null;
      gateway.pass(30_000);
      expect((await ask('ship')).items[0].memory.id).toBe(id);
    });

    test('nothing that the viewer does not see moves a rank', async () => {
      const { believed, embedAll, fill, ask } = await createMeantWorld(store());
      await fill();
      await embedAll();
      const before = await ask('boat');
      await believed('A ship, a boat and a vessel.', { isPersonal: true });
      await believed('The ship of the board.', { audience: ['board'] });
      await embedAll();
      expect(await ask('boat')).toEqual(before);
      const seen = await ask('boat', { as: { ...reader, groups: ['board'] } });
      expect(seen.items).toHaveLength(2);
    });

    test('redacted words show nothing of what they mean', async () => {
      const { story, embedAll, fill, ask, project } = await createMeantWorld(store());
      const id = await fill();
      await embedAll();
      expect((await ask('boat')).items).toHaveLength(1);
      await store().asOwner(`update memories set sensitivity_labels = '{hr.salary}' where id = '${id}'`);
      await story.does(admin, 'setLabelPolicy', {
        mode: 'ENFORCE',
        rules: [{ id: 'hr', anyLabel: ['hr'], roles: ['reader'], action: 'REDACT' }],
      });
      const redacted = await ask('boat');
      expect({ project, items: redacted.items }).toEqual({ project, items: [] });
    });

    test('a judge that reads meaning is asked about what is near in other words, once there are vectors', async () => {
      const { gateway, believed, embedAll, fill } = await createMeantWorld(store());
      await store().asOwner('delete from unjudged_memories');
      const vessel = await fill();
      const boat = await believed('My boat is new.');
      await believed('The teapot is blue.');
      const asked = new Map<string, string[]>();
      const { embedder, settings } = gateway.dependencies;
      const judge: ContradictionJudge['judge'] = async ({ id }, others) => {
        asked.set(
          id,
          others.map((other) => other.id),
        );
        return { outcome: 'judged', judgments: [] };
      };
      const judging = await createTestGateway(
        store(),
        { fourEyes: 'off', contradictions: { ...settings.contradictions, compared: 1 } },
        { embedder, contradictionJudge: { name: 'asks', judge } },
      );
      expect(await judgeDueMemories(judging.dependencies)).toBe(0);
      await embedAll();
      const late = await believed('A physician has come.');
      while ((await judgeDueMemories(judging.dependencies)) > 0);
      expect(asked.get(boat)).toEqual([vessel]);
      expect(asked.has(late)).toBe(false);
      // A server of vectors that is away holds no judging up.
      judging.pass(6 * 60_000);
      await judgeDueMemories(judging.dependencies);
      expect(asked.has(late)).toBe(true);
      asked.clear();
      await runStory(judging).does(people.reviewer, 'detectContradictions', { memoryId: boat });
      expect(asked.get(boat)).toEqual([vessel]);
    });

    test('words that change, and words that are erased, are compared no more', async () => {
      const { turn, story, embedAll, fill, ask } = await createMeantWorld(store());
      const id = await fill();
      await embedAll();
      expect((await ask('boat')).items).toHaveLength(1);
      await story.does(admin, 'editItem', { id, content: `The doctor lives at house ${turn}.` });
      await embedAll();
      expect((await ask('boat')).items).toEqual([]);
      expect((await ask('physician')).items).toHaveLength(1);
      const erased = await story.does(admin, 'eraseMemory', { id, reason: 'It was a mistake.' });
      expect(erased).toMatchObject({ erasedId: id });
      expect((await ask('physician')).items).toEqual([]);
    });

    test('in a large scope, too, whatever the words of the others', async () => {
      const { turn, believed, embedAll, ask, project } = await createMeantWorld(store());
      await store().asOwner(
        `insert into memories (id, tenant, project, contributor, hand_authored, visibility_key, status, revision, content, confidence, pending_since, created_at, updated_at, kind)
         select 'mem_rope_${turn}_' || g, 'acme', '${project}', 'carol', true, 'shared', 'ACTIVE', 1, 'The boat rope ' || g, 0.9, '2026-02-01', '2026-02-01', '2026-02-01', 'FACT' from generate_series(1, 1100) g`,
      );
      const id = await believed('My physician is called Ann.');
      await embedAll();
      const { items } = await ask('the doctor of the rope');
      expect(items[0].memory.id).toBe(id);
      expect(items[0].rank.meaning).toBeGreaterThan(0);
    });

    describe('vectors of 100,000 numbers, of which few are read at once', () => {
      const many = 450;
      const tooMany = 10_738;

      const createLargeWorld = async () => {
        const world = await createMeantWorld(store(), 100_000);
        const id = await world.believed('The vessel is green.');
        await world.believed('The rope is long.');
        await world.believed('The teapot is blue.');
        await world.embedAll();
        onTestFinished(async () => {
          await store().asOwner("delete from item_vectors where item_id like 'mem_none_%'");
        });
        const addErased = async (count: number) => {
          await store().asOwner('alter table item_vectors disable trigger all');
          await store().asOwner(
            `insert into item_vectors (tenant, item_id, project, model, dimension, vector, made_at, written_order)
             select 'acme', 'mem_none_' || g, '${world.project}', 'letters', 0, null, now(), 1000000 + g from generate_series(1, ${count}) g`,
          );
          await store().asOwner('alter table item_vectors enable trigger all');
        };
        return { ...world, id, addErased };
      };

      test('a scope with many is ranked by words until the process has read them, and then by meaning', async () => {
        const { id, addErased, ask, endings } = await createLargeWorld();
        await addErased(many);
        endings.length = 0;
        expect(await ask('boat')).toMatchObject({ items: [], meaning: 'LOADING' });
        await vi.waitFor(async () => expect((await ask('boat')).meaning).toBe('COMPARED'), 20_000);
        expect((await ask('boat')).items.map(({ memory }: Answer) => memory.id)).toEqual([id]);
        expect(new Set(endings)).toEqual(new Set(['1 loading']));
      });

      test('possible duplicates in a scope with many are those of the words until the process has read them', async () => {
        const { id, addErased, gateway } = await createLargeWorld();
        await addErased(many);
        const query = `{ memory(id: "${id}") { possibleDuplicatesMeaning } }`;
        const meaningOf = async () =>
          (await gateway.ask(people.reviewer, query)).data.memory.possibleDuplicatesMeaning;
        // The one that begins the reading is not answered by its end.
        expect(await meaningOf()).toBe('LOADING');
        await vi.waitFor(async () => expect(await meaningOf()).toBe('COMPARED'), 20_000);
      });

      test('a scope with more than are compared says so, and is ranked by words', async () => {
        const { id, addErased, ask, endings } = await createLargeWorld();
        await addErased(tooMany);
        endings.length = 0;
        expect(await ask('boat')).toMatchObject({ items: [], meaning: 'TOO_MANY' });
        const { items, meaning } = await ask('vessel');
        expect([items.map(({ memory }: Answer) => memory.id), meaning]).toEqual([[id], 'TOO_MANY']);
        expect(endings).toEqual(['1 too_many', '1 too_many']);
      });
    });
  });
});
