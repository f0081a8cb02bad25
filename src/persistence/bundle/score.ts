import { type BundleNumbers, bundleDefaults } from '#domain/bundle/bundle.ts';
import { type ConfidenceNumbers, confidenceDefaults } from '#domain/evidence/confidence-numbers.ts';
import { type RawBuilder, type SqlBool, sql } from '#persistence/reading/sql.ts';

export interface RankingTerms {
  readonly now: Date;
  readonly bundle: BundleNumbers;
  readonly confidence: ConfidenceNumbers;
}

/** A double: numeric arithmetic takes many times as long. */
const daysBetween = (instant: RawBuilder<unknown>, now: Date) =>
  sql`(greatest(date_part('epoch', ${now}::timestamptz - ${instant}), 0) / 86400)`;

/**
 * The score of `rankBundle` as SQL over a memory `i`, so that the best of many are found where they
 * lie. It chooses whose words are read; a rank is explained by the pure rule. A test holds the two equal.
 */
export const confidenceOf = ({ now, confidence }: RankingTerms) => {
  const double = (value: number) => sql`${value}::float8`;
  const { evidenceBases } = confidence;
  const evidence = sql`case when i.detection_types && '{CORRECTION}' then ${double(evidenceBases.CORRECTION)} end,
    case when i.detection_types && '{UNPROMPTED_DEFINITION}' then ${double(evidenceBases.UNPROMPTED_DEFINITION)} end, case when i.detection_types && '{CONFIRMATION}' then ${double(evidenceBases.CONFIRMATION)} end`;
  const base = sql`(case when i.mandatory then ${double(confidence.mandateBase)} else greatest(coalesce(i.written_confidence, i.confidence), ${evidence}) end)`;
  const further = sql`greatest(i.verifier_count - 1, 0) * ${double(confidence.furtherVerifier)}`;
  // `power` and the product refuse values too small for a double: nothing is smaller than 1e-100 or older than 300 half-lives.
  const sum = sql`greatest(least(${base} + ${further}, 1) - 1e-100::float8, 0)`;
  const decay = sql`power(0.5::float8, least(${daysBetween(sql`coalesce(i.newest_evidence_at, i.created_at)`, now)} / ${double(confidence.halfLifeDays)}, 300))`;
  const floor = sql`greatest(case when i.mandatory then ${double(confidence.mandateFloor)} else 0 end,
    case when i.verifier_count = 0 then 0 else ${double(confidence.evidenceFloor)} end)`;
  return sql`greatest(${sum} * ${decay}, least(${sum}, ${floor}))`;
};

/** Since when a memory `i` is no less recent: its last edit, decision or evidence. */
export const touchedAt = sql`greatest(i.updated_at, i.newest_evidence_at)`;

const recencyOf = ({ now, bundle }: Pick<RankingTerms, 'now' | 'bundle'>) =>
  sql`greatest(1 - ${daysBetween(touchedAt, now)} / ${bundle.recencyDays}::float8, 0)`;

export const scoreOf = (terms: RankingTerms) => sql`${confidenceOf(terms)} * ${recencyOf(terms)}`;

/** The order of the bounds of memories `i`, as their index has it. */
export const boundOrder = sql`score_bound(i.mandatory, coalesce(i.written_confidence, i.confidence), i.detection_types, i.verifier_count,
  coalesce(i.newest_evidence_at, i.created_at), ${touchedAt})`;

/** Decides whether the stored bounds hold: no number gives a memory a higher score than the starting ones, which they are made with. */
export const isBounded = ({ bundle, confidence }: RankingTerms): boolean => {
  const numbersOf = ({ evidenceBases, mandateBase, furtherVerifier, halfLifeDays }: ConfidenceNumbers) => [
    ...[evidenceBases.CORRECTION, evidenceBases.UNPROMPTED_DEFINITION, evidenceBases.CONFIRMATION],
    ...[mandateBase, furtherVerifier, halfLifeDays],
  ];
  const most = numbersOf(confidenceDefaults);
  return (
    bundle.recencyDays <= bundleDefaults.recencyDays &&
    numbersOf(confidence).every((number, at) => number <= (most[at] ?? 0))
  );
};

/** The score that a memory `i`, and each behind it in the order of bounds, has at most, unless age lowers it no further. */
export const boundOf = ({ now }: RankingTerms) => {
  const { halfLifeDays } = confidenceDefaults;
  const days = now.getTime() / 86_400_000;
  const share = days * (Math.LN2 / halfLifeDays + 1 / bundleDefaults.recencyDays);
  // A little more than the formula, which rounds; `exp` refuses what is too small or too large for a double.
  return sql`(exp(least(greatest(${boundOrder} - ${share}::float8, -700), 700)) * 1.000001::float8)`;
};

/** A memory `i` has a floor, below which age does not lower its confidence. */
export const isFloored = sql<SqlBool>`(i.verifier_count > 0 or i.mandatory)`;

/** Like `boundOf`, for those that have a floor, in the order in which they were touched, where age has lowered them to it. */
export const flooredBoundOf = ({ now, bundle, confidence }: RankingTerms) => {
  const { mandateFloor, evidenceFloor } = confidence;
  return sql`(case when i.mandatory then ${Math.max(mandateFloor, evidenceFloor)}::float8 else ${evidenceFloor}::float8 end * ${recencyOf({ now, bundle })})`;
};
