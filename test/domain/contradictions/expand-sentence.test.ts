import { expect, test } from 'vitest';
import { withExpansions } from '#domain/contradictions/heuristic/expand-sentence.ts';
import { expansions } from '#domain/contradictions/heuristic/expansions.ts';
import { compatible, contradictions } from './labelled-pairs.ts';
import { compatibleBySort, contradictionsBySort } from './pairs-by-sort.ts';
import { compatibleInOtherWords, contradictionsInOtherWords } from './pairs-in-other-words.ts';

const sentences = [
  contradictions,
  compatible,
  contradictionsBySort,
  compatibleBySort,
  contradictionsInOtherWords,
  compatibleInOtherWords,
]
  .flatMap((groups) => Object.values(groups).flat(2))
  .map((sentence) => sentence.toLowerCase());

test('no expansion is passed over where it would change a sentence', () => {
  const missed = sentences.filter((sentence) => {
    let plain = sentence;
    for (const [pattern, replacement] of expansions) plain = plain.replace(pattern, replacement);
    return withExpansions(sentence) !== plain;
  });
  expect(sentences.length).toBeGreaterThan(1_000);
  expect(missed).toEqual([]);
});
