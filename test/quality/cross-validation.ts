import { extractionDefaults } from '#domain/ingestion/extraction-numbers.ts';
import { type DocumentKind, documentKinds as readKinds } from '#domain/ingestion/records/document-facts.ts';
import { type ReviewWeights, reviewTerms } from '#domain/ingestion/review-score.ts';
import { extractionRuleIds } from '#domain/ingestion/rules/extraction-rule.ts';
import { sectionFamilies } from '#domain/ingestion/sections/section-families.ts';
import { type JudgedDocument, judgeHalf } from './extraction.ts';
import { judgeProposed } from './match.ts';
import { areaUnderCurve } from './statistics.ts';

/**
 * Fits the weights of the review score to the development half, by logistic regression with a penalty on large weights
 * (good is what a label finds: keep or edit), and scores each candidate by a fit that has not seen its source: that is
 * what can be expected of other texts.
 */

const penalty = 5;
const parts = 12;

export const groups = {
  rules: [...extractionRuleIds],
  documents: [...readKinds, 'conversation' as const],
  sections: [...sectionFamilies],
  terms: [...reviewTerms],
};
/** Names of the review score's terms. */
export const named = {
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

export interface Candidate {
  readonly document: JudgedDocument;
  /** Indexes of its terms among the names, the base as 0. */
  readonly features: readonly number[];
  /** Proposed whatever its score. */
  readonly certain: boolean;
  readonly good: boolean;
  readonly keep: boolean;
  /** True when it would be kept unchanged if its kind were right. */
  readonly keepWithRightKind: boolean;
  /** Kind that the reader chose. */
  readonly kind: DocumentKind | null;
  readonly wanted: readonly object[];
  readonly part: number;
}

export const placeOf = new Map(names.map((name, place) => [name, place + 1]));

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
export const fitWeights = (candidates: readonly Candidate[]): number[] => {
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

/** Reads with every sentence proposed, each scored by a fit that has not seen its source. */
export const readCandidates = async (): Promise<{
  readonly judged: readonly JudgedDocument[];
  readonly candidates: readonly Candidate[];
  readonly sources: number;
}> => {
  const { judged } = await judgeHalf('development', null, {
    ...extractionDefaults,
    reviewWeights: unweighted,
    leastReviewScores: zero(readKinds) as Record<DocumentKind, number>,
  });
  const sources = [...new Set(judged.map(sourceOf))];
  const candidates = judged.flatMap((document) =>
    document.proposals.map(({ proposal, spans, verdict, found }): Candidate => {
      const terms = proposal.review?.terms.map(({ term }) => term) ?? [];
      const { labels, text } = document.document;
      return {
        document,
        features: [0, ...terms.map((term) => placeOf.get(term) ?? 0)],
        certain: proposal.rule !== 'sentence.declared',
        good: verdict !== 'junk',
        keep: verdict === 'keep',
        keepWithRightKind: judgeProposed({ spans, kind: null }, labels, text).verdict === 'keep',
        kind: readKinds.find((kind) => terms.includes(`document.${kind}`)) ?? null,
        wanted: found.filter(({ wanted }) => wanted),
        part: sources.indexOf(sourceOf(document)) % parts,
      };
    }),
  );
  return { judged, candidates, sources: sources.length };
};

/** The score of each candidate by a fit to the other parts of the sources, or to so many of them. */
export const scoresOnUnseen = (
  candidates: readonly Candidate[],
  fitted = parts - 1,
): ReadonlyMap<Candidate, number> => {
  const unseen = new Map<Candidate, number>();
  for (let part = 0; part < parts; part += 1) {
    const isFitted = (other: number) => other !== part && (other - part + parts) % parts <= fitted;
    const weights = fitWeights(candidates.filter((candidate) => isFitted(candidate.part)));
    for (const candidate of candidates)
      if (candidate.part === part) unseen.set(candidate, shareOf(sumOf(weights, candidate.features)));
  }
  return unseen;
};

/** How a set of candidates does, were it proposed. */
export const figuresOf = (proposed: readonly Candidate[], of: readonly JudgedDocument[]) => {
  const share = (part: number, whole: number) => (whole === 0 ? null : part / whole);
  const wanted = of.reduce(
    (sum, { document: { labels } }) =>
      sum + labels.filter((label) => label.wanted && label.verdict !== 'junk').length,
    0,
  );
  return {
    proposals: proposed.length,
    keepOrEdit: share(proposed.filter(({ good }) => good).length, proposed.length),
    keep: share(proposed.filter(({ keep }) => keep).length, proposed.length),
    keepWithRightKind: share(
      proposed.filter(({ keepWithRightKind }) => keepWithRightKind).length,
      proposed.length,
    ),
    recall: share(new Set(proposed.flatMap((candidate) => candidate.wanted)).size, wanted),
  };
};

export interface CrossValidation {
  readonly sources: number;
  /** At the thresholds that are configured, with scores of fits that have not seen the source. */
  readonly configured: ReturnType<typeof figuresOf>;
  /** The area under the curve of those scores, over all candidates, by the share of the other sources that was fitted. */
  readonly learning: readonly { readonly share: number; readonly area: number | null }[];
}

const areaOf = (scores: ReadonlyMap<Candidate, number>) =>
  areaUnderCurve([...scores].map(([{ good }, score]) => ({ score, good })));

export const crossValidate = async (): Promise<CrossValidation> => {
  const { judged, candidates, sources } = await readCandidates();
  const unseen = scoresOnUnseen(candidates);
  const least = (kind: DocumentKind | null) =>
    kind === null ? 1 : extractionDefaults.leastReviewScores[kind];
  const proposed = candidates.filter(
    (candidate) => candidate.certain || (unseen.get(candidate) ?? 0) >= least(candidate.kind),
  );
  return {
    sources,
    configured: figuresOf(proposed, judged),
    learning: [2, 5, 8, 11].map((fitted) => ({
      share: fitted / (parts - 1),
      area: areaOf(fitted === parts - 1 ? unseen : scoresOnUnseen(candidates, fitted)),
    })),
  };
};
