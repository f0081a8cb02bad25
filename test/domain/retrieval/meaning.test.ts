import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  answersByMeaning,
  meaningLifts,
  meaningLiftsInSources,
  standFarOut,
} from '#domain/retrieval/meaning.ts';

/** Twenty cosines around zero, of which these stand out. */
const among = (...cosines: (number | null)[]) => [
  ...cosines,
  ...Array.from({ length: 20 - cosines.length }, (_, at) => (at % 2 === 0 ? 0.02 : -0.02)),
];
const nothing = new Array<number>(20).fill(0);

describe('a text is lifted by its meaning only where it stands out', () => {
  test.for([
    ['the nearest of all', among(0.9), [expect.closeTo(2.84, 2)]],
    ['two that are as near', among(0.9, 0.9), [expect.closeTo(1.49, 2), expect.closeTo(1.49, 2)]],
    ['the farthest of all', among(-0.9), [0]],
    ['one without a vector', among(null, 0.9), [null, expect.closeTo(2.72, 2)]],
    ['one of two', [0.9, 0.1], [expect.closeTo(0.65, 2), 0]],
    ['the only one', [0.9], [0]],
    ['what all mean', new Array<number>(20).fill(0.5), [0]],
  ] as const)('%s', ([, cosines, lifts]) => {
    expect(
      meaningLifts(nothing.slice(0, cosines.length), cosines, { meaningWeight: 1 }).slice(0, lifts.length),
    ).toEqual(lifts);
  });

  test('the lift is in units of relevance, by its weight', () => {
    const relevance = nothing.map((_, at) => (at === 5 ? 10 : 0));
    const [plain] = meaningLifts(nothing, among(0.9), { meaningWeight: 1 });
    const [lift] = meaningLifts(relevance, among(0.9), { meaningWeight: 0.5 });
    // The quadratic mean of one ten among nineteen zeros.
    expect(lift).toBeCloseTo(0.5 * Math.sqrt(5) * (plain ?? 0), 10);
    expect(meaningLifts(relevance, among(0.9), { meaningWeight: 0 })[0]).toBe(0);
  });

  test('what stands beside it in its source is lifted by half as much; what has no vector is not lifted', () => {
    const cosines = among(0.9, 0, null, 0, 0);
    const places = [
      ['talk', 4],
      ['talk', 3],
      ['talk', 5],
      ['talk', 9],
      ['other', 3],
      ['talk', 6],
    ] as const;
    const texts = cosines.map((_, at) => {
      const [source, place] = places[at] ?? [null, 0];
      return { id: `t${at}`, source, place };
    });
    const plain = meaningLifts(nothing, cosines, { meaningWeight: 1 })[0] ?? 0;
    const lifts = meaningLiftsInSources(texts, nothing, cosines, { meaningWeight: 1 });
    expect(plain).toBeGreaterThan(2);
    expect(lifts.slice(0, 6)).toEqual([plain, plain / 2, null, 0, 0, plain / 2]);
  });

  test('no lift is negative or no number, and a nearer text is lifted no less', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(
            fc.double({ min: 0, max: 50, noNaN: true }),
            fc.option(fc.double({ min: -1, max: 1, noNaN: true })),
          ),
        ),
        (texts) => {
          const cosines = texts.map(([, cosine]) => cosine);
          const lifts = meaningLifts(
            texts.map(([relevance]) => relevance),
            cosines,
            { meaningWeight: 1 },
          );
          for (const [at, lift] of lifts.entries()) {
            expect(lift === null).toBe(cosines[at] === null);
            expect(lift === null || (Number.isFinite(lift) && lift >= 0)).toBe(true);
            for (const [other, second] of lifts.entries())
              if (lift !== null && second !== null && (cosines[at] ?? 0) > (cosines[other] ?? 0))
                expect(lift).toBeGreaterThanOrEqual(second);
          }
        },
      ),
    );
  });
});

describe('a text stands far out among at least seventeen', () => {
  const others = (count: number) => new Array<number>(count).fill(0);
  test.for([
    ['one of eighteen', [0.9, ...others(17)], [true]],
    ['one of sixteen, which cannot', [0.9, ...others(15)], [false]],
    ['two of forty', [0.9, 0.9, ...others(38)], [true, true]],
    ['three of forty, which is too many', [0.9, 0.9, 0.9, ...others(37)], [false, false, false]],
    ['one without a vector', [null, 0.9, ...others(17)], [false, true]],
    ['the farthest', [-0.9, ...others(17)], [false]],
  ] as const)('%s', ([, cosines, far]) => {
    const found = standFarOut(cosines);
    expect(found.slice(0, far.length)).toEqual(far);
    expect(found.slice(far.length)).not.toContain(true);
  });
});

describe('a task is answered by meaning only where one text stands far out', () => {
  const hundred = (...cosines: (number | null)[]) => [
    ...cosines,
    ...Array.from({ length: 100 - cosines.length }, (_, at) => (at % 2 === 0 ? 0.02 : -0.02)),
  ];
  test.for([
    ['one among a hundred', hundred(0.9), true],
    ['five among a hundred', hundred(0.9, 0.8, 0.9, 0.8, 0.9), true],
    ['a third of them', hundred(...new Array<number>(33).fill(0.9)), false],
    ['none', hundred(), false],
    ['one a little nearer than others', hundred(0.05), false],
    ['those without a vector', new Array<null>(20).fill(null), false],
    ['one of thirteen', [0.9, ...new Array<number>(12).fill(0)], true],
    ['one of two', [0.9, 0.1], false],
    ['the only one', [0.9], false],
    ['no text', [], false],
  ] as const)('%s', ([, cosines, answers]) => {
    expect(answersByMeaning(cosines)).toBe(answers);
  });
});
