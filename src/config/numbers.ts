import { z } from 'zod';
import { confidenceDefaults } from '#domain/evidence/confidence-numbers.ts';
import { extractionDefaults } from '#domain/ingestion/extraction-numbers.ts';
import { documentKinds } from '#domain/ingestion/records/document-facts.ts';
import { defaultRuleNumbers, type RuleNumbers } from '#domain/rule-numbers.ts';

interface Bounds {
  readonly least: number;
  readonly most: number;
  readonly whole?: true;
}

const share: Bounds = { least: 0, most: 1 };
const factor: Bounds = { least: 0.01, most: 10 };
const amount: Bounds = { least: 0, most: 1_000_000 };
const days: Bounds = { least: 1, most: 36_500 };
const count = (least: number, most: number): Bounds => ({ least, most, whole: true });

/** Every number that may be chosen, by its name. What the review score adds up is fitted together and is not among them. */
const bounds: Readonly<Record<string, Bounds>> = {
  'calls.documents': count(1, 5_000),
  'calls.documentBytes': count(1_024, 16_777_216),
  'calls.callBytes': count(1_024, 268_435_456),
  ...Object.fromEntries(
    Object.keys(extractionDefaults.priors).map((rule) => [`extraction.priors.${rule}`, share]),
  ),
  ...Object.fromEntries(documentKinds.map((kind) => [`extraction.leastReviewScores.${kind}`, share])),
  'extraction.highSignalMultiplier': factor,
  'extraction.lowSignalMultiplier': factor,
  'extraction.freshnessBonus': factor,
  'extraction.freshnessDays': days,
  'extraction.chunkLength': count(500, 32_768),
  'extraction.headingLength': count(20, 400),
  'extraction.statementMinimum': count(1, 500),
  'extraction.statementMaximum': count(500, 32_768),
  'extraction.candidateLimit': count(1, 500),
  'extraction.resumeAfterMinutes': count(0, 10_080),
  'review.staleAfterDays': days,
  'review.pendingPerContributor': count(1, 100_000),
  'review.pendingPerService': count(1, 1_000_000),
  'review.openDisputes': count(1, 100_000),
  'review.autoPromotion.references': count(1, 1_000),
  'review.autoPromotion.referenceDays': days,
  'review.autoPromotion.confidence': share,
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
  'bundle.leastAnswer': share,
  'bundle.unanswered': count(0, 100_000),
  'contradictions.compared': count(1, 1_000),
  'contradictions.quietItems': count(1, 1_000_000),
  'retrieval.meaningWeight': { least: 0, most: 10 },
  'model.tokensPerDay': count(0, 1_000_000_000_000),
  'model.tokensPerWave': count(0, 1_000_000_000_000),
  'model.costPerDay': amount,
  'model.costPerWave': amount,
  'model.inputCost': amount,
  'model.outputCost': amount,
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

/** Chosen numbers: names and the texts of their values. */
type Choices = readonly (readonly [name: string, value: string])[];

const problemOf = (variable: string, [name, value]: Choices[number]): string | null => {
  const sentenceOf = (sentence: string) => `${variable} names ${name.slice(0, 60)}: ${sentence}`;
  const allowed = Object.hasOwn(bounds, name) ? bounds[name] : undefined;
  if (!allowed) return sentenceOf('there is no such number. The table of settings lists them.');
  const { least, most, whole } = allowed;
  const number = Number(value);
  const fits =
    value.trim() !== '' && number >= least && number <= most && (!whole || Number.isInteger(number));
  return fits ? null : sentenceOf(`give it a ${whole ? 'whole ' : ''}number from ${least} to ${most}.`);
};

/** Checks conditions between several numbers. */
const jointProblem = (
  variable: string,
  {
    extraction: { priors, highSignalMultiplier, lowSignalMultiplier, freshnessBonus },
    calls: { documentBytes, callBytes },
  }: RuleNumbers,
): string | null => {
  const highest =
    Math.max(...Object.values(priors)) *
    Math.max(1, highSignalMultiplier, lowSignalMultiplier) *
    Math.max(1, freshnessBonus);
  if (highest > 1)
    return `${variable} lets the confidence of an extracted statement be ${highest}: choose priors and factors whose highest product is at most 1.`;
  return documentBytes > callBytes
    ? `${variable} lets a document have ${documentBytes} bytes and a call ${callBytes}: choose no less for the call.`
    : null;
};

interface ReadNumbers {
  readonly numbers: RuleNumbers;
  readonly problems: readonly string[];
}

const chosen = (variable: string, choices: Choices, base: RuleNumbers): ReadNumbers => {
  const problems = choices.flatMap((choice) => problemOf(variable, choice) ?? []);
  if (problems.length > 0) return { numbers: base, problems };
  const numbers = choices.reduce((all, [name, value]) => withValue(all, pathOf(name), Number(value)), base);
  const problem = jointProblem(variable, numbers);
  return problem === null ? { numbers, problems } : { numbers: base, problems: [problem] };
};

/** Reads `name=value,…`; what is not named keeps its default. A problem is a sentence; with any, the numbers are the defaults. */
export const readRuleNumbers = (text: string): ReadNumbers => {
  const choices = text.split(',').flatMap((pair): [string, string][] => {
    const [name = '', ...value] = pair.trim().split('=');
    return name === '' && value.length === 0 ? [] : [[name.trim(), value.join('=')]];
  });
  return chosen('VOUCH_RULE_NUMBERS', choices, defaultRuleNumbers);
};

const tenantNumbers = z.record(z.string().min(1), z.record(z.string(), z.number()));
const parsedJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/**
 * Reads `{ "tenant": { "name": value } }`; what a tenant does not name is as in `base`. With any problem, no tenant
 * has numbers of its own.
 */
export const readTenantNumbers = (
  text: string,
  base: RuleNumbers,
): { readonly numbers: ReadonlyMap<string, RuleNumbers>; readonly problems: readonly string[] } => {
  const variable = 'VOUCH_TENANT_RULE_NUMBERS';
  const given = tenantNumbers.safeParse(text === '' ? {} : parsedJson(text));
  if (!given.success)
    return {
      numbers: new Map(),
      problems: [
        `${variable} is not what it should be: give JSON, {"tenant": {"confidence.halfLifeDays": 180}}.`,
      ],
    };
  const read = Object.entries(given.data).map(([tenant, named]) => {
    const choices = Object.entries(named).map(([name, value]) => [name, String(value)] as const);
    return [tenant, chosen(variable, choices, base)] as const;
  });
  const problems = read.flatMap(([, one]) => one.problems);
  return {
    numbers: new Map(problems.length > 0 ? [] : read.map(([tenant, { numbers }]) => [tenant, numbers])),
    problems,
  };
};
