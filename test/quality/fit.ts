import { writeFileSync } from 'node:fs';
import {
  type Candidate,
  figuresOf,
  fitWeights,
  groups,
  named,
  placeOf,
  readCandidates,
  scoresOnUnseen,
} from './cross-validation.ts';
import { documentKinds } from './label-file.ts';
import { areaUnderCurve } from './statistics.ts';

/**
 * Fits the weights of the review score to the development half. Prints how the score does on sources that it was not
 * fitted to, for some thresholds, and with `--write` writes `review-weights.ts`. `node test/quality/fit.ts [--write]`
 */

/** Smaller weights are left out of the file. */
const leastWeight = 0.05;
const thresholds = [0.5, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85];
const target = new URL('../../src/domain/ingestion/review-weights.ts', import.meta.url);

const { judged, candidates, sources } = await readCandidates();
const unseen = scoresOnUnseen(candidates);
const scoreOf = (candidate: Candidate) => unseen.get(candidate) ?? 0;

const print = (line: string) => process.stdout.write(`${line}\n`);
const two = (value: number | null) => (value === null ? ' –  ' : value.toFixed(2));
print(
  `${candidates.length} candidates of ${sources} sources; area under the curve on sources left out: ${areaUnderCurve(
    candidates.map((candidate) => ({ score: scoreOf(candidate), good: candidate.good })),
  )?.toFixed(3)}`,
);
print('threshold  kind           proposals  keep or edit  keep  with the right kind  recall');
for (const threshold of thresholds)
  for (const kind of [...documentKinds, null]) {
    const of = judged.filter(({ document }) => kind === null || document.kind === kind);
    const { proposals, keepOrEdit, keep, keepWithRightKind, recall } = figuresOf(
      candidates.filter(
        (candidate) =>
          of.includes(candidate.document) && (candidate.certain || scoreOf(candidate) >= threshold),
      ),
      of,
    );
    print(
      `${threshold.toFixed(2).padStart(9)}  ${(kind ?? 'all').padEnd(13)}  ${String(proposals).padStart(9)}  ${two(keepOrEdit).padStart(12)}  ${two(keep)}  ${two(keepWithRightKind).padStart(19)}  ${two(recall).padStart(6)}`,
    );
  }

const fitted = fitWeights(candidates);
const rounded = (name: string | null) =>
  Math.round((fitted[name === null ? 0 : (placeOf.get(name) ?? 0)] ?? 0) * 100) / 100;
const group = (name: keyof typeof groups) =>
  `  ${name}: Object.freeze({\n${groups[name]
    .map((term) => [term, rounded(named[name](term))] as const)
    .filter(([, weight]) => Math.abs(weight) >= leastWeight)
    .map(([term, weight]) => `    ${/^\w+$/.test(term) ? term : `'${term}'`}: ${weight},\n`)
    .join('')}  }),\n`;
const file = `import type { ReviewWeights } from './review-score.ts';

/** Fitted by \`node test/quality/fit.ts --write\` on the development half of test/quality. */
export const fittedWeights: ReviewWeights = Object.freeze({
  base: ${rounded(null)},
${group('rules')}${group('documents')}${group('sections')}${group('terms')}});
`;
if (process.argv.includes('--write')) writeFileSync(target, file);
else print(file);
