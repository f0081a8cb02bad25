import { writeFileSync } from 'node:fs';
import { extractionDefaults } from '#domain/ingestion/extraction-numbers.ts';
import { documentKinds as readKinds } from '#domain/ingestion/records/document-facts.ts';
import { type ReviewWeights, reviewTerms } from '#domain/ingestion/review-score.ts';
import { extractionRuleIds } from '#domain/ingestion/rules/extraction-rule.ts';
import { sectionFamilies } from '#domain/ingestion/sections/section-families.ts';
import { type JudgedDocument, judgeHalf } from './extraction.ts';
import { documentKinds } from './label-file.ts';
import { areaUnderCurve } from './statistics.ts';

/**
 * Fits the weights of the review score to the development half, by logistic regression with a penalty on large weights:
 * good is what a label finds (keep or edit). Prints how the score does on sources that it was not fitted to, for some
 * thresholds, and with `--write` writes `review-weights.ts`. `node test/quality/fit.ts [--write]`
 */

const penalty = 5;
const parts = 12;
/** What weighs less is left out of the file. */
const leastWeight = 0.05;
const thresholds = [0.5, 0.6, 0.65, 0.7, 0.75, 0.8];
const target = new URL('../../src/domain/ingestion/review-weights.ts', import.meta.url);

const groups = {
  rules: [...extractionRuleIds],
  documents: [...readKinds, 'conversation' as const],
  sections: [...sectionFamilies],
  terms: [...reviewTerms],
};
/** As the review score names what it adds up. */
const named = {
  rules: (term: string) => term,
  documents: (term: string) => `document.${term}`,
  sections: (term: string) => `section.${term}`,
  terms: (term: string) => term,
};
const groupNames = ['rules', 'documents', 'sections', 'terms'] as const;
const names: readonly string[] = groupNames.flatMap((group) =>
  groups[group].map((term) => named[group](term)),
);
const zero = (of: readonly string[]) => Object.fromEntries(of.map((name) => [name, 0]));
const unweighted: ReviewWeights = {
  base: 0,
  rules: zero(groups.rules),
  documents: zero(groups.documents),
  sections: zero(groups.sections),
  terms: zero(groups.terms),
};

interface Candidate {
  readonly document: JudgedDocument;
  /** Where its terms stand among the names, the base as 0. */
  readonly features: readonly number[];
  /** Proposed whatever its score. */
  readonly certain: boolean;
  readonly good: boolean;
  readonly keep: boolean;
  readonly wanted: readonly object[];
  readonly part: number;
}

const placeOf = new Map(names.map((name, place) => [name, place + 1]));

/** Documents of one collection and kind are left out together; an own document alone. */
const sourceOf = ({ document: { name, kind, source } }: JudgedDocument) =>
  source.collection === 'own' ? name : `${source.collection} ${kind}`;

/** Solves `matrix · x = vector` for a symmetric positive matrix, by elimination. */
const solve = (matrix: number[][], vector: number[]): number[] => {
  const size = vector.length;
  const at = (row: number, column: number) => matrix[row]?.[column] ?? 0;
  for (let pivot = 0; pivot < size; pivot += 1)
    for (let row = pivot + 1; row < size; row += 1) {
      const factor = at(row, pivot) / at(pivot, pivot);
      if (factor === 0) continue;
      const target = matrix[row] ?? [];
      for (let column = pivot; column < size; column += 1)
        target[column] = at(row, column) - factor * at(pivot, column);
      vector[row] = (vector[row] ?? 0) - factor * (vector[pivot] ?? 0);
    }
  const solution = new Array<number>(size).fill(0);
  for (let row = size - 1; row >= 0; row -= 1) {
    let rest = vector[row] ?? 0;
    for (let column = row + 1; column < size; column += 1) rest -= at(row, column) * (solution[column] ?? 0);
    solution[row] = rest / at(row, row);
  }
  return solution;
};

const sumOf = (weights: readonly number[], features: readonly number[]) =>
  features.reduce((sum, place) => sum + (weights[place] ?? 0), 0);
const shareOf = (sum: number) => 1 / (1 + Math.exp(-sum));

/** Newton's method; the base is not penalized. */
const fitWeights = (candidates: readonly Candidate[]): number[] => {
  const size = names.length + 1;
  let weights = new Array<number>(size).fill(0);
  for (let round = 0; round < 12; round += 1) {
    const slope = weights.map((weight, place) => (place === 0 ? 0 : penalty * weight));
    const bend: number[][] = weights.map((_, row) =>
      weights.map((__, column) => (row === column ? (row === 0 ? 1e-6 : penalty) : 0)),
    );
    for (const { features, good } of candidates) {
      const share = shareOf(sumOf(weights, features));
      for (const row of features) {
        slope[row] = (slope[row] ?? 0) + share - (good ? 1 : 0);
        const line = bend[row] ?? [];
        for (const column of features) line[column] = (line[column] ?? 0) + share * (1 - share);
      }
    }
    const step = solve(bend, slope);
    weights = weights.map((weight, place) => weight - (step[place] ?? 0));
  }
  return weights;
};

const { judged } = await judgeHalf('development', null, {
  ...extractionDefaults,
  reviewWeights: unweighted,
  leastReviewScores: zero(readKinds) as Record<(typeof readKinds)[number], number>,
});
const sources = [...new Set(judged.map(sourceOf))];
const candidates = judged.flatMap((document) =>
  document.proposals.map(
    ({ proposal, verdict, found }): Candidate => ({
      document,
      features: [0, ...(proposal.review?.terms ?? []).map(({ term }) => placeOf.get(term) ?? 0)],
      certain: proposal.rule !== 'sentence.declared',
      good: verdict !== 'junk',
      keep: verdict === 'keep',
      wanted: found.filter(({ wanted }) => wanted),
      part: sources.indexOf(sourceOf(document)) % parts,
    }),
  ),
);

const unseen = new Map<Candidate, number>();
for (let part = 0; part < parts; part += 1) {
  const weights = fitWeights(candidates.filter((candidate) => candidate.part !== part));
  for (const candidate of candidates)
    if (candidate.part === part) unseen.set(candidate, shareOf(sumOf(weights, candidate.features)));
}

const print = (line: string) => process.stdout.write(`${line}\n`);
const two = (part: number, of: number) => (of === 0 ? ' –  ' : (part / of).toFixed(2));
print(
  `${candidates.length} candidates of ${sources.length} sources; area under the curve on sources left out: ${areaUnderCurve(
    candidates.map((candidate) => ({ score: unseen.get(candidate) ?? 0, good: candidate.good })),
  )?.toFixed(3)}`,
);
print('threshold  kind           proposals  keep or edit  keep  recall');
for (const threshold of thresholds)
  for (const kind of [...documentKinds, null]) {
    const of = judged.filter(({ document }) => kind === null || document.kind === kind);
    const proposed = candidates.filter(
      (candidate) =>
        of.includes(candidate.document) && (candidate.certain || (unseen.get(candidate) ?? 0) >= threshold),
    );
    const wanted = of.reduce(
      (sum, { document: { labels } }) =>
        sum + labels.filter((label) => label.wanted && label.verdict !== 'junk').length,
      0,
    );
    const found = new Set(proposed.flatMap((candidate) => candidate.wanted)).size;
    print(
      `${threshold.toFixed(2).padStart(9)}  ${(kind ?? 'all').padEnd(13)}  ${String(proposed.length).padStart(9)}  ${two(proposed.filter(({ good }) => good).length, proposed.length).padStart(12)}  ${two(proposed.filter(({ keep }) => keep).length, proposed.length)}  ${two(found, wanted).padStart(6)}`,
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
