import SchemaBuilder, { BasePlugin, type PothosOutputFieldConfig, type SchemaTypes } from '@pothos/core';
import type { GraphQLFieldResolver } from 'graphql';
import { candidateRules } from '#domain/ingestion/candidate-rules.ts';
import { namesAskedFor, refusalOfUnknown, type Vocabulary } from '#domain/input/unknown-names.ts';
import { suggestableLabels } from '#domain/labels/labels.ts';
import { readStoredPolicy } from '#domain/labels/policy/stored-policy.ts';
import { mayReadField } from '#domain/privacy/field-access.ts';
import { labelPolicyOf } from '#persistence/labels/label-policy.ts';
import { type NameOfItems, namesOfItems } from '#persistence/review/known-names.ts';
import type { GraphQLContext } from './context.ts';
import { createBadUserInput } from './errors.ts';
import { type GivenInput, isReadByArguments, readerOfGiven } from './given-inputs.ts';

/** The member of a filter, or an argument, that takes known names alone. */
export const namedIn = (vocabulary: Vocabulary) => ({ extensions: { vocabulary } });

const vocabularyOf = ({ extensions }: GivenInput['taker']): Vocabulary | undefined =>
  extensions.vocabulary as Vocabulary | undefined;

const takesNames = (taker: GivenInput['taker']): boolean => vocabularyOf(taker) !== undefined;

/** Names that are known without a look at the items. */
const standing: Readonly<Record<Vocabulary, (context: GraphQLContext) => readonly string[]>> = {
  rule: () => candidateRules,
  label: () => suggestableLabels.map(({ label }) => label),
  domain: () => [],
  audience: ({ viewer }) => viewer.groups,
};

/** Labels of the policy in force, for who may read it. */
const labelsOfPolicy = async ({ viewer, reads }: GraphQLContext): Promise<readonly string[]> => {
  if (!mayReadField(viewer, 'labelPolicy', { contributor: null })) return [];
  const policy = await labelPolicyOf(reads.session);
  const rules = (policy && readStoredPolicy(policy)?.rules) ?? [];
  return rules.flatMap(({ anyLabel, allLabels }) => [...anyLabel, ...allLabels]);
};

const knownNames = async (vocabulary: NameOfItems, context: GraphQLContext): Promise<readonly string[]> => [
  ...standing[vocabulary](context),
  ...(await namesOfItems(context.reads.session, vocabulary)),
  ...(vocabulary === 'label' ? await labelsOfPolicy(context) : []),
];

/** Throws BAD_USER_INPUT for the first name that nothing has which the viewer sees. */
const refuseUnknown = async (
  { taker, value, path }: GivenInput,
  vocabulary: Vocabulary,
  context: GraphQLContext,
): Promise<void> => {
  const asked = namesAskedFor(value);
  const refusal = (known: readonly string[]) => refusalOfUnknown(vocabulary, asked, known);
  if (refusal(standing[vocabulary](context)) === null) return;
  const known = vocabulary === 'rule' ? candidateRules : await knownNames(vocabulary, context);
  const message = refusal([...new Set(known)]);
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
export class KnownNamesPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
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
