import { describe, expect, test } from 'vitest';
import { judgeByHeuristic } from '#domain/contradiction/heuristic/judge-by-heuristic.ts';
import { compatible, contradictions } from './labelled-pairs.ts';

const judge = (one: string, other: string, speakers: readonly [string, string] = ['ann', 'ann']) =>
  judgeByHeuristic({ id: 'one', content: one, speaker: speakers[0] }, [
    { id: 'other', content: other, speaker: speakers[1] },
  ]);

const figuresOf = (groups: typeof contradictions) =>
  Object.entries(groups).map(([name, pairs]) => ({
    name,
    pairs: pairs.length,
    found: pairs.filter(([one, other]) => judge(one, other).length > 0),
  }));

describe('the heuristic judge on the labelled pairs', () => {
  const right = figuresOf(contradictions);
  const wrong = figuresOf(compatible);
  const count = (of: typeof right, what: (group: (typeof right)[number]) => number) =>
    of.reduce((sum, group) => sum + what(group), 0);
  const found = count(right, (group) => group.found.length);
  const madeUp = count(wrong, (group) => group.found.length);

  test('finds what it finds with a precision of at least 0.95; its recall is printed beside it', () => {
    const precision = found / (found + madeUp);
    const recall = found / count(right, ({ pairs }) => pairs);
    const lines = right.map((group) => `  ${group.name}: ${group.found.length} of ${group.pairs}`);
    process.stdout.write(
      `heuristic judge: ${count([...right, ...wrong], ({ pairs }) => pairs)} labelled pairs, precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}\n${lines.join('\n')}\n`,
    );
    expect(wrong.flatMap((group) => group.found)).toEqual([]);
    expect(precision).toBeGreaterThanOrEqual(0.95);
    expect(recall).toBeGreaterThan(0.5);
  });
});
