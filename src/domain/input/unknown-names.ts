import { nearestNames } from './nearest-names.ts';

/** Kinds of names that a filter may ask for, and that are known before it is asked. */
const vocabularies = [
  'rule',
  'label',
  'domain',
  'audience',
  'project',
  'user',
  'actor',
  'owner',
  'tag',
  'extractorVersion',
  'schemaName',
  'judge',
  'policyHash',
  'taskClass',
  'signalClass',
] as const;
export type Vocabulary = (typeof vocabularies)[number];

const missing: Readonly<Record<Vocabulary, (name: string) => string>> = {
  rule: (name) => `No rule of extraction is called ${name}.`,
  label: (name) => `Nothing that you can see has the label ${name}, and no detector suggests it.`,
  domain: (name) => `Nothing that you can see is of the domain ${name}.`,
  audience: (name) => `Nothing that you can see is for the group ${name}, which is none of yours.`,
  project: (name) => `Nothing that you can see is of the project ${name}.`,
  user: (name) => `Nothing that you can see names the user ${name}.`,
  actor: (name) => `Nothing that you can see names the user ${name}.`,
  owner: (name) => `Nothing that you can see is looked after by ${name}, who is not you or a group of yours.`,
  tag: (name) => `Nothing that you can see has the tag ${name}.`,
  extractorVersion: (name) => `Nothing that you can see was read by the extractor version ${name}.`,
  schemaName: (name) => `No extraction that you can see has the schema ${name}.`,
  judge: (name) => `No contradiction that you can see was found by the judge ${name}.`,
  policyHash: (name) => `No receipt that you can see is of the label policy ${name}.`,
  taskClass: (name) => `No pathway is of the task class ${name}.`,
  signalClass: (name) => `No pathway is of the signal class ${name}.`,
};

/** The texts that a condition asks for by `eq` and `in`, or the text itself; what it excludes may be missing. */
export const namesAskedFor = (asked: unknown): readonly string[] => {
  if (typeof asked === 'string') return [asked];
  const { eq, in: among } = asked as { readonly eq?: string | null; readonly in?: readonly string[] | null };
  return [...(eq == null ? [] : [eq]), ...(among ?? [])];
};

/** Message about the first name that is not known, with the nearest ones that are; null: all are known. */
export const refusalOfUnknown = (
  vocabulary: Vocabulary,
  asked: readonly string[],
  known: readonly string[],
): string | null => {
  const unknown = asked.find((name) => !known.includes(name));
  if (unknown === undefined) return null;
  const nearest = nearestNames(unknown, known);
  const hint = nearest.length === 0 ? '' : ` Nearest: ${nearest.join(', ')}.`;
  return `${missing[vocabulary](JSON.stringify(unknown.slice(0, 80)))}${hint}`;
};
