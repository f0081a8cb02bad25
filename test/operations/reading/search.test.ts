import { beforeAll, describe, expect, test } from 'vitest';
import type { Viewer } from '#domain/privacy/viewer.ts';
import { contractOperation } from '#test/support/contract.ts';
import { createTestGateway, people, viewer } from '#test/support/gateway.ts';
import { withStatements } from '#test/support/statements.ts';
import { createStore, onServerStore, useCaseStores } from '#test/support/store.ts';
import { type Answer, runStory, type Story } from '#test/support/story.ts';

const board = viewer('mia', ['contributor', 'service'], { groups: ['board'] });

const texts = [
  'We will calibrate the tide gauge every spring.',
  'We will calibrate every gauge of the tide gauge network, gauge by gauge.',
  'We will ask Maria Kowalczyk before a buoy is moved.',
  'We will keep the moorings clear of weed.',
] as const;

describe('lists are searched', () => {
  onServerStore((store) => {
    let story: Story;
    const ids: Record<string, string> = {};
    beforeAll(async () => {
      story = runStory(await createTestGateway(store()));
      const found = await story.candidates(texts);
      for (const [index, id] of found.entries()) ids[texts[index] ?? ''] = id;
      for (const id of found.slice(0, 3)) await story.does(people.reviewer, 'promoteCandidate', { id });
      const { memory } = await story.does(people.contributor, 'createMemory', {
        project: 'other',
        kind: 'FACT',
        content: 'It weighs 4.8 kg.',
        summary: 'The mass of the siren buoy.',
      });
      ids.buoy = memory.id;
    });

    const search = async (who: Viewer, text: string, more: object = {}, filter: object = {}) => {
      const { memories } = await story.asks(who, 'Memories', {
        filter: { search: text, ...filter },
        ...more,
      });
      expect(memories.totalCount).toBe(memories.edges.length);
      return memories.edges.map(({ node }: Answer) => node.content);
    };

    test.for([
      ['a word', 'buoy', [2]],
      ['as English inflects it', 'GAUGES', [1, 0]],
      ['every word', 'gauge spring', [0]],
      ['either', 'spring or buoy', [2, 0]],
      ['a phrase', '"tide gauge"', [1, 0]],
      ['a phrase that nobody wrote falls back to its words', '"gauge tides"', [1, 0]],
      ['without', 'gauge -network', [0]],
      ['a name that is nearly right', 'Kowalcyk', [2]],
      ['the beginning of a word', 'kowal', [2]],
      ['a word that is nearly right', 'calibraton', [0, 1]],
      ['one that is nothing like any', 'quetzalcoatl', []],
      ['nothing but exclusions', '-gauge', []],
      ['words that every text has', 'the', [0, 1]],
    ] as const)('for %s', async ([, text, places]) => {
      const found = await search(people.reader, text);
      const wanted = places.map((place) => texts[place]);
      expect(found.toSorted()).toEqual(wanted.toSorted());
      if (text.toLowerCase() === 'gauges') expect(found).toEqual(wanted);
    });

    test('who does not see a candidate does not find it, and its summary is searched', async () => {
      expect(await search(people.reader, 'siren')).toEqual([]);
      expect(await search(people.reviewer, 'siren')).toEqual(['It weighs 4.8 kg.']);
      expect(await search(people.reader, 'moorings')).toEqual([]);
    });

    test('every other condition holds besides, and decides whether likeness is asked', async () => {
      expect(await search(people.reviewer, 'buoy', {}, { project: { eq: 'other' } })).toEqual([
        'It weighs 4.8 kg.',
      ]);
      expect(await search(people.reviewer, 'buoy', {}, { status: { eq: 'INVALID' } })).toEqual([]);
      expect(await search(people.reviewer, 'buoy gauge', {}, { kind: { eq: 'FACT' } })).toEqual([]);
      expect(await search(people.reviewer, 'kowalczyk', {}, { project: { eq: 'other' } })).toEqual([]);
    });

    test('an order that is named stays, and pages follow either', async () => {
      for (const orderBy of [
        null,
        { field: 'CREATED_AT', direction: 'ASC' },
        { field: 'CONFIDENCE', direction: 'DESC' },
      ]) {
        const whole = await search(people.reader, 'gauge or buoy', { orderBy });
        expect(whole).toHaveLength(3);
        const paged: string[] = [];
        let after: string | null = null;
        for (let page = 0; page < 3; page += 1) {
          const { memories }: Answer = await story.asks(people.reader, 'Memories', {
            filter: { search: 'gauge or buoy' },
            orderBy,
            first: 1,
            after,
          });
          expect([memories.totalCount, memories.pageInfo.hasNextPage]).toEqual([3, page < 2]);
          paged.push(memories.edges[0].node.content);
          after = memories.pageInfo.endCursor;
        }
        expect(paged).toEqual(whole);
      }
    });

    test('a search that finds nothing is not asked again for its count', async () => {
      const { result, statements } = await withStatements(store(), () =>
        search(people.reader, 'quetzalcoatl'),
      );
      expect(result).toEqual([]);
      expect(statements.filter((text) => text.includes('memories_with_words'))).toHaveLength(1);
    });

    test('a search whose filter leaves out what it found may have more', async () => {
      const gateway = await createTestGateway(store());
      const write = (from: number, to: number, domain: string, content = 'The dunlin counts') =>
        store().asOwner(
          `insert into memories (id, tenant, project, contributor, hand_authored, visibility_key, status, revision, content, confidence, pending_since,
              created_at, updated_at, kind, domain)
            select 'mem_s' || g, 'shore', 'p', 'carol', true, 'shared', 'ACTIVE', 1, '${content}', 0.5, now(), now(), now(), 'FACT', '${domain}'
            from generate_series(${from}, ${to}) g`,
        );
      const counts = async () => {
        const listed = (domain: string) =>
          `memories(first: 1, filter: { search: "dunlin", domain: { eq: "${domain}" } }) { totalCount totalCountIsExact nodes { id } }`;
        const { data } = await gateway.ask(
          { ...people.reader, tenant: 'shore' },
          `{ few: ${listed('few')} none: ${listed('none')} }`,
        );
        return [data.few, data.none].map((list) => [list.totalCount, list.totalCountIsExact]);
      };
      await write(0, 0, 'none', 'The tide turns');
      await write(1, 2, 'few');
      await write(3, 999, 'many');
      expect(await counts()).toEqual([
        [2, true],
        [0, true],
      ]);
      await write(1_000, 1_001, 'few');
      expect(await counts()).toEqual([
        [3, false],
        [0, false],
      ]);
    });

    test('the queue, memories and entities alike, by name too', async () => {
      const [memoryId] = Object.values(ids);
      const { item: entity } = await story.does(people.reviewer, 'proposeGraduation', {
        memoryId,
        entityType: 'DECISION',
        name: 'Spring calibration of Wroclaw',
      });
      const queue = async (text: string, filter: object = {}) => {
        const { candidates } = await story.asks(people.reviewer, 'Candidates', {
          filter: { search: text, ...filter },
        });
        expect(candidates.totalCount).toBe(candidates.nodes.length);
        return candidates.nodes.map(({ id }: Answer) => id);
      };
      expect(await queue('wroclaw')).toEqual([entity.id]);
      expect(await queue('Wrocław')).toEqual([entity.id]);
      expect(await queue('weed')).toEqual([ids[texts[3]]]);
      expect((await queue('weed or wroclaw')).toSorted()).toEqual([entity.id, ids[texts[3]]].toSorted());
      expect(await queue('weed or wroclaw', { layer: 'L1_CANDIDATE' })).toEqual([ids[texts[3]]]);
      expect(await queue('weed', { layer: 'L1_CANDIDATE', entityType: { eq: 'DECISION' } })).toEqual([]);
      const { entities } = await story.asks(people.reviewer, 'Entities', { filter: { search: 'calibrate' } });
      expect([entities.totalCount, entities.nodes[0].id]).toEqual([1, entity.id]);
      const { candidates } = await story.asks(people.reviewer, 'Candidates', {
        filter: { search: 'weed or wroclaw' },
        first: 1,
      });
      const next = await story.asks(people.reviewer, 'Candidates', {
        filter: { search: 'weed or wroclaw' },
        after: candidates.pageInfo.endCursor,
      });
      expect([...candidates.nodes, ...next.candidates.nodes].map(({ id }: Answer) => id)).toEqual(
        await queue('weed or wroclaw'),
      );
    });

    test('former wordings are not searched', async () => {
      const [id = ''] = await story.candidates(['We will moor at the quetzal quay.'], { path: 'moor.md' });
      await story.does(people.reviewer, 'editItem', { id, content: 'We will moor at the north quay.' });
      expect(await search(people.reviewer, 'quetzal')).toEqual([]);
    });

    test.for([
      ['empty', { filter: { search: '' } }],
      ['white space', { filter: { search: ' \n ' } }],
      ['operators alone', { filter: { search: '"" | & - ()' } }],
      ['NUL', { filter: { search: 'a\0b' } }],
      ['half a surrogate pair', { filter: { search: 'a\ud800b' } }],
      ['ten thousand characters', { filter: { search: 'x '.repeat(5_000) } }],
      [
        'the cursor of another list',
        {
          filter: { search: 'gauge' },
          after: Buffer.from('["candidates:RANK",0.1,"x"]').toString('base64url'),
        },
      ],
    ] as const)('and refused: %s', async ([, variables]) => {
      for (const name of ['Memories', 'Candidates']) {
        if (name === 'Candidates' && 'after' in variables) continue;
        const { data, errors } = await story.gateway.ask(people.reviewer, contractOperation(name), variables);
        // A root field that is refused is null, with the error beside it.
        expect([
          name,
          Object.values(data ?? {}).every((field) => field === null),
          errors?.map(({ extensions }) => extensions?.code),
        ]).toEqual([name, true, ['BAD_USER_INPUT']]);
      }
    });

    test.for([
      `'; drop table memories; --`,
      '%',
      "a:* & !b | c <-> d 'x",
      '\\',
      'a'.repeat(1_000),
      'or or or a',
      '"unclosed quote',
      '- a -',
      'x\u202Ey',
      '(a or (b',
    ])('whatever is typed is only looked for: %s', async (text) => {
      const { data, errors } = await story.gateway.ask(people.reviewer, contractOperation('Memories'), {
        filter: { search: text },
      });
      if (errors) expect(errors[0]?.extensions?.code).toBe('BAD_USER_INPUT');
      else expect(data.memories.totalCount).toBeLessThan(10);
    });
  });
});

describe('hidden items move no rank, score or length of what others find', () => {
  test.for(useCaseStores)('on %s', async (kind) => {
    const store = await createStore(kind);
    try {
      const gateway = await createTestGateway(store);
      const story = runStory(gateway);
      for (const id of await story.candidates(texts))
        await story.does(people.reviewer, 'promoteCandidate', { id });
      const searches = ['gauge', 'tide', 'zanzibar', 'zanzibr', 'kowalcyk', 'moored', 'canaries', 'netwrok'];
      const answers = () =>
        Promise.all(
          searches.flatMap((search) =>
            [people.reader, people.reviewer].flatMap((who) =>
              ['Memories', ...(who === people.reader ? [] : ['Candidates'])].map((name) =>
                gateway.askForText(who, contractOperation(name), { filter: { search }, first: 2 }),
              ),
            ),
          ),
        );
      const before = await answers();
      const hidden = [
        'We will gauge the tide in zanzibar, gauge and gauge again.',
        'We will moor canaries by the netwrok of Kowalcyk.',
      ];
      for (const id of await story.candidates(hidden, { by: board, audience: ['board'], path: 'board.md' }))
        await story.does({ ...people.reviewer, groups: ['board'] }, 'promoteCandidate', { id });
      await story.does(board, 'createMemory', {
        project: 'tides',
        kind: 'FACT',
        content: 'Zanzibar gauge, mine alone.',
        isPersonal: true,
      });
      await story.candidates(hidden, { by: { ...board, tenant: 'globex' } });
      expect(await answers()).toEqual(before);
      const own = await story.asks(board, 'Memories', { filter: { search: 'zanzibar' } });
      expect(own.memories.edges.map(({ node }: Answer) => node.content)).toEqual([hidden[0]]);
    } finally {
      await store.drop();
    }
  });
});
