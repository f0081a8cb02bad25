import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { normalizeContent } from '#domain/ingestion/normalize-content.ts';
import { rankProposals, roomOf, selectProposals } from '#domain/ingestion/rank-proposals.ts';
import { noveltyAgainst, trigramSimilarity } from '#domain/ingestion/trigrams.ts';
import { anyCharacter } from '#test/support/any-character.ts';
import { propertyRuns } from '#test/support/property-runs.ts';

describe('two statements are the same when their normalized contents are', () => {
  test.for<[rule: string, one: string, other: string, same: boolean]>([
    ['case and whitespace', 'We  use\n\tIt', 'we use it', true],
    ['trailing punctuation', 'We use it.', 'we use it ;…', true],
    ['full width and ligatures', 'Ｗe ﬁx it', 'we fix it', true],
    ['no-break and ideographic spaces', 'we\u00A0use\u3000it', 'we use it', true],
    ['zero-width characters', 'we u\u200Bse it\uFEFF', 'we use it', true],
    ['inner punctuation counts', 'we, use it', 'we use it', false],
    ['a percent sign counts', 'limit = 5%', 'limit = 5', false],
    ['a sharp sign counts', 'We write C#', 'We write C', false],
  ])('%s', ([, one, other, same]) => {
    expect(normalizeContent(one) === normalizeContent(other)).toBe(same);
  });

  test('normalizing twice changes nothing', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: anyCharacter }), fc.string({ unit: 'grapheme' })), (content) => {
        const once = normalizeContent(content);
        expect(normalizeContent(once)).toBe(once);
      }),
      { numRuns: propertyRuns(3_000) },
    );
  });
});

describe('similarity is that of pg_trgm', () => {
  test.for<[one: string, other: string, similarity: number]>([
    ['word', 'two words', 4 / 11],
    ['Word', 'word!', 1],
    ['cat', 'cat cat', 1],
    ['foo|bar', 'foo bar', 1],
    ['', '', 0],
    ['?!', '?!', 0],
    ['abc', 'xyz', 0],
  ])('%j and %j: %d', ([one, other, similarity]) => {
    expect(trigramSimilarity(one, other)).toBeCloseTo(similarity, 12);
    expect(trigramSimilarity(other, one)).toBe(trigramSimilarity(one, other));
  });

  test('novelty is what the nearest stored content leaves', () => {
    expect(noveltyAgainst([])('word')).toBe(1);
    expect(noveltyAgainst(['other', 'two words'])('word')).toBeCloseTo(1 - 4 / 11, 12);
    expect(noveltyAgainst(['Word'])('word')).toBe(0);
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'grapheme' })),
        fc.string({ unit: 'grapheme' }),
        (stored, content) => {
          const nearest = stored.map((other) => trigramSimilarity(content, other));
          expect(noveltyAgainst(stored)(content)).toBe(1 - Math.max(0, ...nearest));
        },
      ),
    );
  });
});

describe('the best proposals are kept, and the rest waits', () => {
  const proposal = (id: string, reviewScore: number, novelty: number, content = `${id} is so`) => ({
    id,
    content,
    span: { text: content },
    reviewScore,
    novelty,
  });
  const ids = (proposals: readonly { id: string }[]) => proposals.map(({ id }) => id).join('');

  test('they are ranked by review score × novelty, ties in document order', () => {
    const proposals = [
      proposal('a', 0.5, 1),
      proposal('b', 0.7, 1),
      proposal('c', 0.7, 1),
      proposal('d', 0.4, 1),
      proposal('e', 0.7, 0.1),
    ];
    const { kept, waiting } = selectProposals(proposals, 3);
    expect([ids(kept), ids(waiting.map(({ proposal: one }) => one))]).toEqual(['bca', 'de']);
  });

  test('each further one that opens as better ones do counts a half, a third', () => {
    const ranked = rankProposals(
      [
        proposal('a', 0.9, 1, 'Every pump of row 1 is oiled.'),
        proposal('b', 0.8, 1, 'every PUMP of row 2 is oiled.'),
        proposal('c', 0.6, 1, 'Every pump of row 3 is oiled.'),
        proposal('d', 0.5, 1, '1. 2. 3.'),
        proposal('e', 0.4, 1, '4. 5.'),
      ].toReversed(),
    );
    expect(ranked.map(({ proposal: { id }, rank }) => [id, Number(rank.toFixed(3))])).toEqual([
      ['a', 0.9],
      ['d', 0.5],
      ['b', 0.4],
      ['e', 0.2],
      ['c', 0.2],
    ]);
  });

  test('a line of a catalogue counts a tenth, one without a source whole', () => {
    const one = proposal('a', 0.9, 1);
    const ranks = (span: { text: string } | null) =>
      rankProposals([{ ...one, span }]).map(({ rank }) => rank);
    expect(ranks(null)).toEqual([0.9]);
    expect(ranks({ text: '- [Pumps](https://pumps.example): all' })[0]).toBeCloseTo(0.09, 12);
  });

  test('the varied stand before near-duplicates of what is better', () => {
    const proposals = [
      proposal('a', 0.9, 1, 'Every pump of row 1 is oiled in June.'),
      proposal('b', 0.8, 1, 'Every pump of row 2 is oiled in July.'),
      proposal('c', 0.7, 1, 'Every pump of row 3 is oiled in May.'),
      proposal('d', 0.6, 1, 'The gate stays shut at night.'),
    ];
    expect(ids(rankProposals(proposals).map(({ proposal: one }) => one))).toBe('adbc');
  });

  test('a line of a catalogue of links stands behind', () => {
    const catalogue = {
      ...proposal('a', 0.9, 1, 'Pumps: all that must be known of pumps'),
      span: { text: '[Pumps](https://pumps.example): all that must be known of pumps' },
    };
    expect(ids(rankProposals([catalogue, proposal('b', 0.3, 1)]).map(({ proposal: one }) => one))).toBe('ba');
  });

  test.for<[pending: number, limit: number | undefined, room: number]>([
    [0, undefined, 50],
    [20, undefined, 30],
    [50, undefined, 0],
    [60, undefined, 0],
    [0, 10, 10],
    [45, 10, 5],
    [0, 0, 0],
    [0, 80, 50],
  ])('beside %d pending ones a limit of %s leaves room for %d', ([pending, limit, room]) => {
    expect(roomOf(pending, limit)).toBe(room);
  });
});
