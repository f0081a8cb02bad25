import { type BundleNumbers, bundleDefaults } from '#domain/bundle/bundle.ts';
import { type ConfidenceNumbers, confidenceDefaults } from '#domain/evidence/confidence-numbers.ts';
import { type ExtractionNumbers, extractionDefaults } from '#domain/ingestion/extraction-numbers.ts';

/** The numbers of the rules that an installation may choose. */
export interface RuleNumbers {
  readonly extraction: ExtractionNumbers;
  readonly confidence: ConfidenceNumbers;
  readonly bundle: BundleNumbers;
}

const defaults: RuleNumbers = {
  extraction: extractionDefaults,
  confidence: confidenceDefaults,
  bundle: bundleDefaults,
};

interface Bounds {
  readonly least: number;
  readonly most: number;
  readonly whole?: true;
}

const share: Bounds = { least: 0, most: 1 };
const factor: Bounds = { least: 0.01, most: 10 };
const days: Bounds = { least: 1, most: 36_500 };
const count = (least: number, most: number): Bounds => ({ least, most, whole: true });

/** Every number that may be chosen, by its name. What the review score adds up is fitted together and is not among them. */
const bounds: Readonly<Record<string, Bounds>> = {
  ...Object.fromEntries(
    Object.keys(extractionDefaults.priors).map((rule) => [`extraction.priors.${rule}`, share]),
  ),
  'extraction.highSignalMultiplier': factor,
  'extraction.lowSignalMultiplier': factor,
  'extraction.freshnessBonus': factor,
  'extraction.freshnessDays': days,
  'extraction.chunkLength': count(500, 32_768),
  'extraction.candidateLimit': count(1, 500),
  ...Object.fromEntries(
    Object.keys(confidenceDefaults.evidenceBases).map((type) => [`confidence.evidenceBases.${type}`, share]),
  ),
  'confidence.mandateBase': share,
  'confidence.handAuthoredBase': share,
  'confidence.furtherVerifier': share,
  'confidence.halfLifeDays': days,
  'confidence.mandateFloor': share,
  'confidence.evidenceFloor': share,
  'bundle.tokenBudget': count(0, 1_000_000),
  'bundle.recencyDays': days,
  'bundle.lookAhead': count(1, 100_000),
};

export const ruleNumberNames: readonly string[] = Object.keys(bounds);

/** A copy of `tree` with the value at a path that is there. */
const withValue = <Tree extends object>(
  tree: Tree,
  [name = '', ...rest]: readonly string[],
  value: number,
): Tree => {
  const branch: unknown = Reflect.get(tree, name);
  return {
    ...tree,
    [name]: typeof branch === 'object' && branch !== null ? withValue(branch, rest, value) : value,
  };
};

/** The names of rules contain dots themselves: a path is area, group and the rest, or area and name. */
const pathOf = (name: string): readonly string[] => {
  const [area = '', ...rest] = name.split('.');
  return rest.length === 1 ? [area, ...rest] : [area, rest[0] ?? '', rest.slice(1).join('.')];
};

const sentenceOf = (given: string, sentence: string) =>
  `VOUCH_RULE_NUMBERS names ${given.slice(0, 60)}: ${sentence}`;

const problemOf = (name: string, value: string): string | null => {
  const allowed = Object.hasOwn(bounds, name) ? bounds[name] : undefined;
  if (!allowed) return sentenceOf(name, 'there is no such number. The table of settings lists them.');
  const { least, most, whole } = allowed;
  const number = Number(value);
  const fits =
    value.trim() !== '' && number >= least && number <= most && (!whole || Number.isInteger(number));
  return fits ? null : sentenceOf(name, `give it a ${whole ? 'whole ' : ''}number from ${least} to ${most}.`);
};

/** Reads `name=value,…`; what is not named keeps its default. A problem is a sentence; with any, the numbers are the defaults. */
export const readRuleNumbers = (
  text: string,
): { readonly numbers: RuleNumbers; readonly problems: readonly string[] } => {
  const pairs = text.split(',').flatMap((pair): [string, string][] => {
    const [name = '', ...value] = pair.trim().split('=');
    return name === '' && value.length === 0 ? [] : [[name.trim(), value.join('=')]];
  });
  const problems = pairs.flatMap(([name, value]) => problemOf(name, value) ?? []);
  if (problems.length > 0) return { numbers: defaults, problems };
  const numbers = pairs.reduce((all, [name, value]) => withValue(all, pathOf(name), Number(value)), defaults);
  const { priors, highSignalMultiplier, lowSignalMultiplier, freshnessBonus } = numbers.extraction;
  const highest =
    Math.max(...Object.values(priors)) *
    Math.max(1, highSignalMultiplier, lowSignalMultiplier) *
    Math.max(1, freshnessBonus);
  return highest <= 1
    ? { numbers, problems }
    : {
        numbers: defaults,
        problems: [
          `VOUCH_RULE_NUMBERS lets the confidence of an extracted statement be ${highest}: choose priors and factors whose highest product is at most 1.`,
        ],
      };
};
