import SchemaBuilder, { BasePlugin, type PothosOutputFieldConfig, type SchemaTypes } from '@pothos/core';
import type { GraphQLFieldResolver } from 'graphql';
import { statementSchema } from '#application/ingestion/steps/statements-payload.ts';
import { candidateRules } from '#domain/ingestion/candidate-rules.ts';
import { EXTRACTOR_VERSION } from '#domain/ingestion/extractor-version.ts';
import { namesAskedFor, refusalOfUnknown, type Vocabulary } from '#domain/input/unknown-names.ts';
import { suggestableLabels } from '#domain/labels/labels.ts';
import { readStoredPolicy } from '#domain/labels/policy/stored-policy.ts';
import { mayReadField } from '#domain/privacy/field-access.ts';
import { labelPolicyOf } from '#persistence/labels/label-policy.ts';
import { nameCatalogues } from '#persistence/people/known-names.ts';
import { findNames, type NameCatalogue, nearbyNames } from '#persistence/people/names.ts';
import { projects } from '#persistence/people/projects.ts';
import { type NameOfItems, namesOfItems } from '#persistence/review/known-names.ts';
import type { GraphQLContext } from '#resolvers/schema/context.ts';
import { createBadUserInput } from '#resolvers/schema/errors.ts';
import { type GivenInput, isReadByArguments, readerOfGiven } from './given-inputs.ts';

/** The member of a filter, or an argument, that takes known names alone. */
export const namedIn = (vocabulary: Vocabulary) => ({ extensions: { vocabulary } });

/** The sentence of a description about names that are refused; it begins with `asked`. */
export const refusalsOf = (vocabulary: Vocabulary, asked: string): string =>
  vocabulary === 'rule'
    ? ' A name that is no rule is refused, with the nearest ones.'
    : ` ${asked} is refused, with the nearest names, unless something that the viewer sees has it; what is hidden and what is nowhere are answered alike.`;

/** An optional argument, or member of an input, that takes one name of a vocabulary. */
export const oneName = (vocabulary: Vocabulary, description: string) => ({
  ...namedIn(vocabulary),
  required: false as const,
  description: `${description}${refusalsOf(vocabulary, 'A name')}`,
});

const vocabularyOf = ({ extensions }: GivenInput['taker']): Vocabulary | undefined =>
  extensions.vocabulary as Vocabulary | undefined;

const takesNames = (taker: GivenInput['taker']): boolean => vocabularyOf(taker) !== undefined;

/** How the names of a vocabulary are known, beside those that are known without a look. */
interface Names {
  /** Names that are known to be meant, whatever the tenant holds. */
  readonly standing: (context: GraphQLContext) => readonly string[];
  /** Finds which of some names are seen. */
  readonly seen: (context: GraphQLContext, asked: readonly string[]) => Promise<Iterable<string>>;
  /** Reads names that may have been meant. */
  readonly nearby: (context: GraphQLContext) => Promise<readonly string[]>;
}

/** Labels of the policy in force, for who may read it. */
const labelsOfPolicy = async ({ viewer, reads }: GraphQLContext): Promise<readonly string[]> => {
  if (!mayReadField(viewer, 'labelPolicy')) return [];
  const policy = await labelPolicyOf(reads.session);
  const rules = (policy && readStoredPolicy(policy)?.rules) ?? [];
  return rules.flatMap(({ anyLabel, allLabels }) => [...anyLabel, ...allLabels]);
};

/** Names that are read together. */
const ofAll = (all: Names['nearby'], standing: Names['standing'] = () => []): Names => ({
  standing,
  seen: all,
  nearby: all,
});

const ofItems = (vocabulary: NameOfItems) => (context: GraphQLContext) =>
  namesOfItems(context.reads.session, vocabulary);

/** Names that rows reveal, and as many of them as a person may have meant. */
const ofCatalogue = (catalogue: NameCatalogue, standing: Names['standing'] = () => []): Names => ({
  standing,
  seen: ({ reads: { session } }, asked) => findNames(session, catalogue, asked),
  nearby: ({ reads: { session } }) => nearbyNames(session, catalogue),
});

const vocabularyNames: Readonly<Record<Vocabulary, Names>> = {
  rule: ofAll(
    async () => [],
    () => candidateRules,
  ),
  label: ofAll(
    async (context) => [...(await ofItems('label')(context)), ...(await labelsOfPolicy(context))],
    () => suggestableLabels.map(({ label }) => label),
  ),
  domain: ofAll(ofItems('domain')),
  audience: ofAll(ofItems('audience'), ({ viewer }) => viewer.groups),
  project: ofCatalogue(projects),
  user: ofCatalogue(nameCatalogues.user),
  actor: ofCatalogue(nameCatalogues.actor),
  owner: ofCatalogue(nameCatalogues.owner, ({ viewer }) => viewer.groups),
  tag: ofCatalogue(nameCatalogues.tag),
  extractorVersion: ofCatalogue(nameCatalogues.extractorVersion, () => [EXTRACTOR_VERSION]),
  schemaName: ofCatalogue(nameCatalogues.schemaName, () => [statementSchema]),
  judge: ofCatalogue(nameCatalogues.judge, () => ['heuristic', 'dispute']),
  policyHash: ofCatalogue(nameCatalogues.policyHash),
  taskClass: ofCatalogue(nameCatalogues.taskClass),
  signalClass: ofCatalogue(nameCatalogues.signalClass),
};

/** Throws BAD_USER_INPUT for the first name that nothing has which the viewer sees. */
const refuseUnknown = async (
  { taker, value, path }: GivenInput,
  vocabulary: Vocabulary,
  context: GraphQLContext,
): Promise<void> => {
  const { standing, seen, nearby } = vocabularyNames[vocabulary];
  const asked = namesAskedFor(value);
  const known = new Set(standing(context));
  if (asked.every((name) => known.has(name))) return;
  for (const name of await seen(context, asked)) known.add(name);
  if (asked.every((name) => known.has(name))) return;
  for (const name of await nearby(context)) known.add(name);
  const message = refusalOfUnknown(vocabulary, asked, [...known]);
  if (message !== null) throw createBadUserInput(`${taker.name} is refused. ${message}`, path);
};

type Resolver = GraphQLFieldResolver<unknown, GraphQLContext, object>;

/** Decides whether the list is of a former instant, when things may have had names that nothing has today. */
const asksForThePast = (row: unknown, args: object): boolean =>
  ('asOf' in args && args.asOf != null) ||
  (typeof row === 'object' && row !== null && 'stoodAt' in row && row.stoodAt !== undefined);

const refusingBefore = (ask: Resolver): Resolver => {
  const readGiven = readerOfGiven(takesNames);
  return (row, args, context, info) => {
    const given = asksForThePast(row, args) ? [] : readGiven(args, info);
    if (given.length === 0) return ask(row, args, context, info);
    const looks = given.map((one) => refuseUnknown(one, vocabularyOf(one.taker) as Vocabulary, context));
    return Promise.all(looks).then(() => ask(row, args, context, info));
  };
};

/**
 * Refuses, in queries, names that an item could be found by and that none has which the viewer sees: the answer is the
 * same whether a name is hidden or stands nowhere. Roles are checked before.
 */
class KnownNamesPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override wrapResolve(
    resolver: GraphQLFieldResolver<unknown, Types['Context'], object>,
    field: PothosOutputFieldConfig<Types>,
  ) {
    return isReadByArguments(field) ? (refusingBefore(resolver as Resolver) as typeof resolver) : resolver;
  }
}

const pluginName = 'knownNames';

declare global {
  export namespace PothosSchemaTypes {
    export interface Plugins<Types extends SchemaTypes> {
      [pluginName]: KnownNamesPlugin<Types>;
    }
  }
}

SchemaBuilder.registerPlugin(pluginName, KnownNamesPlugin);

export default pluginName;
