import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { keysOfEnds, readSearch } from '#domain/input/search.ts';
import type { Viewer } from '#domain/privacy/viewer.ts';
import { countEntities, entityCursor, pageOfEntities } from '#persistence/graph.ts';
import type { Page, PageArguments } from '#persistence/reading/keyset.ts';
import {
  countMemories,
  type MemoryListQuery,
  memoryCursor,
  pageOfMemories,
} from '#persistence/review/items.ts';
import { countQueue, itemCursor, pageOfQueue } from '#persistence/review/queue.ts';
import { openReadSession, type ReadSession } from '#persistence/store/viewer-session.ts';
import { onServerStore } from '#test/support/store.ts';
import { placeThings } from '#test/support/visibility/place-things.ts';
import { idIn, type PlacedThing } from '#test/support/visibility/thing-rows.ts';
import { everyThing, everyViewer } from '#test/support/visibility/things.ts';
import { verdicts } from '#test/support/visibility/verdicts.ts';

const pagesOf = async <Row extends { readonly id: string }>(
  read: (page: PageArguments) => Promise<Page<Row>>,
  cursor: (row: Row) => string,
): Promise<string[]> => {
  const ids: string[] = [];
  for (let after: string | null = null; ; ) {
    const page: Page<Row> = await read({ size: 40, after });
    ids.push(...page.rows.map(({ id }) => id));
    const last = page.rows.at(-1);
    if (!page.hasMore || !last) return ids;
    after = cursor(last);
  }
};

/** Every list that can be searched, by a search alone: what it lists, and what it counts. */
const searched = async (session: ReadSession, text: string) => {
  const search = readSearch(text);
  const query: MemoryListQuery = {
    filter: { search },
    orderBy: { field: 'RANK', direction: 'DESC' },
    asOf: null,
    excludePersonal: null,
  };
  return {
    memories: [
      await pagesOf(
        (page) => pageOfMemories(session, query, page),
        (row) => memoryCursor(query, row),
      ),
      (await countMemories(session, query)).value,
    ],
    entities: [
      await pagesOf(
        (page) => pageOfEntities(session, { filter: { search }, asOf: null }, page),
        entityCursor,
      ),
      (await countEntities(session, { filter: { search }, asOf: null })).value,
    ],
    queue: [
      await pagesOf((page) => pageOfQueue(session, { search }, page), itemCursor),
      (await countQueue(session, { search })).value,
    ],
  } as const;
};

/** The look-ups stand behind the policies and apply visibility themselves: here they and the pure rule are proved equal. */
describe('a search finds what the viewer sees', () => {
  onServerStore((store) => {
    let things: PlacedThing[] = [];
    beforeAll(async () => {
      things = await placeThings(store().orm.em.fork().getKysely(), everyThing);
      for (const table of ['memories', 'graph_entities'])
        await store().asOwner(`update ${table} set content = 'Maria Kowalczyk reads the tide gauges.'`);
    });

    const expected = (viewer: Viewer, tables: readonly ('memories' | 'graph_entities')[], only?: string) =>
      tables
        .flatMap((table) =>
          things
            .filter((thing) => !thing.item.isPersonal && verdicts[table](viewer, thing))
            // A superseded item is listed when its status is requested.
            .filter(({ item }) =>
              only === undefined
                ? !['SUPERSEDED', 'RETIRED', 'ERASED'].includes(item.status)
                : item.status === only,
            )
            .map((thing) => idIn(table, thing)),
        )
        .sort();

    test.for([
      ['by its words', 'gauge "Kowalczyk reads"'],
      ['by words like them', 'Kowalcyk'],
    ] as const)('%s: lists, pages and counts', async ([, text]) => {
      const sample = everyViewer.filter((_, index) => index % 3 === 0);
      for (const viewer of sample) {
        const session = openReadSession(store().orm, viewer);
        const { memories, entities, queue } = await searched(session, text);
        await session.close();
        const sees = [
          [memories, expected(viewer, ['memories'])],
          [entities, expected(viewer, ['graph_entities'])],
          [queue, expected(viewer, ['memories', 'graph_entities'], 'CANDIDATE')],
        ] as const;
        for (const [[listed, count], ids] of sees) {
          expect([viewer, listed.toSorted()]).toEqual([viewer, ids]);
          expect(count).toBe(ids.length);
        }
      }
    });

    test.for([
      ['a word that stands twice', `'gaug:2,7 tide:3'`, 2, 2],
      ['a word of a name', `'gaug:1A,4 tide:2A'`, 2, 4],
      ['a word that is missing', `'tide:3'`, 1, 0],
    ] as const)(
      'the relevance of %s counts its places, those of a name as three',
      async ([, text, length, times]) => {
        const [row] = await store().asOwner<{ relevance: number }>(
          `select word_relevance(${text}::tsvector, '{gaug}', '{1.5}') as relevance`,
        );
        const usual = 1.2 * (0.25 + (0.75 * length) / 20);
        expect(row?.relevance).toBeCloseTo((1.5 * times * 2.2) / (times + usual), 12);
      },
    );

    const letters = (more: fc.StringConstraints) =>
      fc.string({ unit: fc.constantFrom(...'abcdefgh'), ...more });
    test.for([
      ['of six letters or more with one wrong', letters({ minLength: 6, maxLength: 20 }), 'z', 1],
      ['of six letters or more with one too many', letters({ minLength: 6, maxLength: 20 }), 'zz', 1],
      ['of seven letters or more that lacks one', letters({ minLength: 7, maxLength: 20 }), '', 1],
      ['that is the beginning of a longer one', letters({ minLength: 3, maxLength: 10 }), 'zzzz', 0],
    ] as const)('a word %s is looked for under a key of it', async ([, words, put, without]) => {
      const typed = fc.sample(fc.tuple(words, fc.nat()), 300).map(([word, at]) => {
        const place = put === 'zzzz' ? word.length : at % word.length;
        const other = `${word.slice(0, place)}${put}${word.slice(place + without)}`;
        const [stored, asked] = put === 'zzzz' ? [other, word] : [word, other];
        return { stored, asked, keys: keysOfEnds(asked) };
      });
      const lost = await store().asOwner(
        `select stored, asked from jsonb_to_recordset(cast(? as jsonb)) t (stored text, asked text, keys text[])
          where not string_to_array(word_ends('The ' || stored || '.'), ' ') && keys`,
        [JSON.stringify(typed)],
      );
      expect(lost).toEqual([]);
    });

    test.for([
      ['the middle of a run without spaces', '我们每年校准潮位计。', '校准潮'],
      ['a name of Latin letters in such a run', '新的GPS校准站', 'GPS校'],
      ['letters with marks', 'Der Wärmefühler', 'wärmefüler'],
      ['vowels written as marks, of Kannada', 'ಕನ್ನಡ ಭಾಷೆ', 'ಕನ್ನದ'],
      ['of Tamil', 'உயிரெழுத்து தமிழ்', 'உயிரெழுத்தி'],
      ['tones of Thai', 'ห้องสมุดเปิด', 'ห้องสมด'],
      ['Cyrillic', 'Новый маяк стоит', 'маяки'],
    ] as const)('%s too', async ([, text, asked]) => {
      const [row] = await store().asOwner<{ keys: string[] }>(
        `select string_to_array(word_ends(?), ' ') as keys`,
        [text],
      );
      expect(row?.keys.filter((key) => keysOfEnds(asked.toLowerCase()).includes(key))).not.toEqual([]);
    });

    test('words that nobody wrote find nothing, and words that only a hidden item holds neither', async () => {
      const [hidden] = things.filter(({ item }) => item.tenant === 'acme' && item.isPersonal);
      if (!hidden) throw new Error('there are personal things');
      await store().asOwner(
        `update memories set content = 'The zanzibar canary.' where id = '${idIn('memories', hidden)}'`,
      );
      const session = openReadSession(store().orm, {
        tenant: 'acme',
        user: 'stranger',
        roles: ['reviewer'],
        groups: [],
      });
      const absent = await searched(session, 'quetzalcoatl');
      for (const text of ['zanzibar', 'zanzibr', 'canary zanzibar'])
        expect(await searched(session, text)).toEqual(absent);
      await session.close();
    });
  });
});
