import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { readSearch } from '#domain/input/search.ts';
import { createTestGateway, people } from '#test/support/gateway.ts';
import { onServerStore } from '#test/support/store.ts';
import { type Answer, runStory, type Story } from '#test/support/story.ts';

const texts = {
  tide: '潮位計の記録は港湾局が毎日確認する。',
  pump: '東京都のポンプは五年ごとに交換する。',
  seoul: '서울에서 수위계를 매일 확인한다.',
  latin: 'The gauge ABC東京 is read daily.',
} as const;
type Name = keyof typeof texts;

describe('texts of scripts without spaces are found by any part of a phrase', () => {
  onServerStore((store) => {
    let story: Story;
    beforeAll(async () => {
      story = runStory(await createTestGateway(store()));
      for (const content of Object.values(texts)) {
        const { memory } = await story.does(people.contributor, 'createMemory', {
          project: 'tides',
          kind: 'FACT',
          content,
        });
        await story.does(people.reviewer, 'promoteCandidate', { id: memory.id });
      }
    });
    const contentsOf = (nodes: readonly Answer[]) => nodes.map(({ content }) => content).toSorted();

    test.for<readonly [search: string, found: readonly Name[]]>([
      ['潮位計', ['tide']],
      ['位計', ['tide']],
      ['港湾局', ['tide']],
      ['"記録は港湾局"', ['tide']],
      ['記録港湾', []],
      ['確認', ['tide']],
      ['局', ['tide']],
      ['都', ['pump']],
      ['東京', ['pump', 'latin']],
      ['東京 -ポンプ', ['latin']],
      ['潮位 or ポンプ', ['tide', 'pump']],
      ['潮位 ポンプ', []],
      ['ABC東京', ['latin']],
      ['서울', ['seoul']],
      ['수위계', ['seoul']],
      ['gauge 東京', ['latin']],
    ])('a search for %s', async ([search, found]) => {
      const { memories } = await story.asks(people.reader, 'Memories', { filter: { search } });
      expect(contentsOf(memories.edges.map(({ node }: Answer) => node))).toEqual(
        found.map((name) => texts[name]).toSorted(),
      );
    });

    test('a bundle is for a task in such a script', async () => {
      const { data } = await story.gateway.ask(
        people.reader,
        '{ memoryBundle(task: "ポンプをいつ交換するか") { items { memory { content } } } }',
      );
      expect(data.memoryBundle.items[0].memory.content).toBe(texts.pump);
    });

    test('a statement that says the same with a mark between is a possible duplicate', async () => {
      const { memory } = await story.does(people.contributor, 'createMemory', {
        project: 'tides',
        kind: 'FACT',
        content: '潮位計の記録は、港湾局が毎日確認する。',
      });
      const { data } = await story.gateway.ask(
        people.reviewer,
        'query ($id: ID!) { memory(id: $id) { possibleDuplicates { candidate { content } } } }',
        { id: memory.id },
      );
      expect(data.memory.possibleDuplicates.map(({ candidate }: Answer) => candidate.content)).toEqual([
        texts.tide,
      ]);
    });

    test('whatever part is taken of whatever text, the store finds it there', async () => {
      const letters = fc.array(fc.constantFrom(...'東京都の潮位計カナ서울𠮷ab '), {
        minLength: 1,
        maxLength: 12,
      });
      const rows = fc.sample(fc.tuple(letters, fc.nat(11), fc.integer({ min: 1, max: 6 })), {
        numRuns: 300,
        seed: 7,
      });
      const cases = rows
        .map(
          ([all, from, length]) =>
            [
              all.join(''),
              all
                .slice(from, from + length)
                .join('')
                .trim(),
            ] as const,
        )
        .filter(([, part]) => /^[^\sab]+$/u.test(part))
        .map(([text, part]) => ({ text, part, words: readSearch(part).words }));
      const found = await store().asOwner<{ text: string; part: string }>(
        `select c.text, c.part from jsonb_to_recordset(cast(? as jsonb)) c (text text, part text, words text)
          where not searched_words(c.text) @@ search_query(c.words)`,
        [JSON.stringify(cases)],
      );
      expect(cases.length).toBeGreaterThan(100);
      expect(found).toEqual([]);
    });
  });
});
