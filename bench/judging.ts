import { readFileSync } from 'node:fs';
import { relateStatements } from '#domain/contradictions/duplicate-relation.ts';
import { judgeByHeuristic } from '#domain/contradictions/heuristic/judge-by-heuristic.ts';
import type { JudgedStatement } from '#domain/contradictions/judgments.ts';
import { heuristicJudge } from '#providers/contradiction-judge.ts';

/**
 * Prints how many statements a second the default judge compares with a hundred others, and how its time grows with the
 * length of hostile text. Words alone, no store. `node bench/judging.ts`
 */

const print = (line: string) => process.stdout.write(`${line}\n`);
const folder = new URL('../test/quality/development/', import.meta.url);
const contents = readFileSync(new URL('contradictions.ndjson', folder), 'utf8')
  .trim()
  .split('\n')
  .flatMap((line) => {
    const { a, b } = JSON.parse(line) as Record<'a' | 'b', { readonly content: string }>;
    return [a.content, b.content];
  });

/** No two statements of a run are the same, so that nothing is read from memory. */
let serial = 0;
const statements = (): JudgedStatement[] =>
  contents.map((content) => {
    serial += 1;
    return {
      id: `mem_${serial}`,
      content: `${content} Item ${serial} is noted.`,
      speaker: 'team',
      project: 'bench',
    };
  });

/** Seconds of processor time, so that other work on the machine counts little. */
const secondsOf = (work: () => void): number => {
  const begun = process.cpuUsage();
  work();
  return process.cpuUsage(begun).user / 1e6;
};
const median = (work: () => number, runs = 5): number =>
  Array.from({ length: runs }, work).toSorted((one, other) => one - other)[Math.floor(runs / 2)] ?? 0;

const comparing = async (): Promise<number> => {
  const all = statements();
  const begun = process.cpuUsage();
  for (let at = 0; at + 100 < all.length; at += 100)
    await heuristicJudge.judge(all[at] as JudgedStatement, all.slice(at + 1, at + 101));
  return process.cpuUsage(begun).user / 1e6;
};
await comparing();
const compared = Math.floor((contents.length - 1) / 100) * 100;
const runs: number[] = [];
for (let run = 0; run < 5; run += 1) runs.push(await comparing());
print(
  `judged pairs, one with a hundred           ${(compared / median(() => runs.pop() ?? 0)).toFixed(0).padStart(8)} /s`,
);
const relating = () => {
  const all = statements();
  return secondsOf(() => {
    for (let at = 0; at + 1 < all.length; at += 2)
      relateStatements(all[at] as JudgedStatement, all[at + 1] as JudgedStatement);
  });
};
print(
  `relations of possible duplicates           ${(contents.length / 2 / median(relating)).toFixed(0).padStart(8)} /s`,
);

/** The longest sentences that are read, one after the other. */
const sentences = (part: string, length: number): string =>
  `${part.repeat(400 / part.length).slice(0, 398)}. `.repeat(length / 400);
const hostile: readonly (readonly [string, string])[] = [
  ['not ', 'not '],
  ['we use ', 'we use '],
  ['of the ', 'of the '],
  ['from a to b ', 'from a to b '],
  ['1, ', '1, '],
  ['a.b', 'a.b'],
  ['instead of ', 'instead of '],
  ['x ', 'is x '],
];
for (const [part, other] of hostile) {
  const at = (length: number) =>
    median(() =>
      secondsOf(() =>
        judgeByHeuristic({ id: 'mem_2', content: sentences(part, length), speaker: 'team' }, [
          { id: 'mem_1', content: sentences(other, length), speaker: 'team' },
        ]),
      ),
    );
  print(
    `hostile ${JSON.stringify(part).padEnd(16)} 400, 4,000, 400,000 characters: ${[400, 4_000, 400_000].map((length) => `${(at(length) * 1_000).toFixed(2)} ms`).join(', ')}`,
  );
}
