import {
  type DocumentNode,
  defaultFieldResolver,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLAbstractType,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  getArgumentValues,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  type SelectionSetNode,
  typeFromAST,
} from 'graphql';
import {
  type Answer,
  type Complete,
  completeAbstract,
  completeLeaves,
  completeLists,
  completeObjects,
  type FieldPlan,
  giveUp,
  isNothing,
  type ObjectPlan,
  runPlan,
  type Values,
} from './breadth-first-execution.ts';

/** What a prepared operation reads at each depth, planned once from its document. */
export interface BreadthFirstPlan {
  /** By type, the columns that its fields read of its rows; a type is left out where a field does not say. Of a mutation none is in it, where any does not. */
  readonly asked: ReadonlyMap<string, ReadonlySet<string>>;
  /** Of a query. `variables`: coerced. Rejects for whatever an answer without errors does not hold. */
  readonly run: (context: object, variables: Values) => Promise<Answer>;
}

/** Of all types and places together. Below abstract types what is asked may differ by each way that leads there. */
const mostFields = 2_000;

const noArguments: Record<string, unknown> = Object.freeze({});

/** Null for what is left to graphql-js: introspection, and conditions on parts of the query. */
export const planBreadthFirst = (
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): BreadthFirstPlan | null => {
  const rootType = schema.getRootType(operation.operation);
  if (!rootType) return null;
  const fragments: Record<string, FragmentDefinitionNode> = Object.create(null);
  for (const definition of document.definitions)
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments[definition.name.value] = definition;
  const shared = { schema, fragments, rootValue: undefined, operation };

  const isOf = (type: GraphQLObjectType, fragment: FragmentDefinitionNode['typeCondition'] | undefined) => {
    const condition = fragment && typeFromAST(schema, fragment);
    return (
      condition === undefined ||
      condition === type ||
      (!isObjectType(condition) && schema.isSubType(condition as GraphQLAbstractType, type))
    );
  };

  /** The fields that are asked of an object, by their key, in the order of the answer. */
  const collect = (
    type: GraphQLObjectType,
    selectionSets: readonly SelectionSetNode[],
    collected = new Map<string, FieldNode[]>(),
    spread = new Set<string>(),
  ) => {
    for (const { selections } of selectionSets)
      for (const selection of selections) {
        if (selection.kind === Kind.FIELD) {
          const key = selection.alias?.value ?? selection.name.value;
          collected.set(key, [...(collected.get(key) ?? []), selection]);
          continue;
        }
        const fragment =
          selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments[selection.name.value];
        if (selection.kind === Kind.FRAGMENT_SPREAD) {
          if (spread.has(selection.name.value)) continue;
          spread.add(selection.name.value);
        }
        if (fragment && isOf(type, fragment.typeCondition))
          collect(type, [fragment.selectionSet], collected, spread);
      }
    return collected;
  };

  const asked = new Map<string, Set<string>>();
  const unsaid = new Set<string>();
  const addColumns = (type: GraphQLObjectType, { extensions }: GraphQLField<unknown, unknown>) => {
    for (const name of (extensions.readsWhole ?? []) as readonly string[]) unsaid.add(name);
    if (type === rootType) return;
    const names = extensions.columns ?? extensions.pothosExposedField;
    if (names === undefined) unsaid.add(type.name);
    const known = asked.get(type.name) ?? new Set();
    asked.set(type.name, known.union(new Set([names].flat() as string[])));
  };

  const serials = new Map<SelectionSetNode, number>();
  const plans = new Map<string, ObjectPlan>();

  let planned = 0;

  /** One plan for a type and what is asked of it, by whichever way it is reached. */
  const planObject = (
    type: GraphQLObjectType,
    selectionSets: readonly SelectionSetNode[],
    path: GraphQLResolveInfo['path'] | undefined,
  ): ObjectPlan => {
    for (const asked of selectionSets) serials.set(asked, serials.get(asked) ?? serials.size);
    const whatIsAsked = `${type.name} ${selectionSets.map((asked) => serials.get(asked)).join(' ')}`;
    const known = plans.get(whatIsAsked);
    if (known) return known;
    const fields: FieldPlan[] = [];
    const collected = [...collect(type, selectionSets)];
    const blank: Answer = Object.fromEntries(
      collected.map(([key, [node]]) => [key, node?.name.value === '__typename' ? type.name : null]),
    );
    const plan = { fields, blank };
    plans.set(whatIsAsked, plan);
    for (const [key, nodes] of collected) {
      const [node] = nodes;
      if (!node) continue;
      planned += 1;
      if (planned > mostFields) giveUp('it asks for too much');
      if (key === '__proto__') giveUp('no plain object has such a key');
      if (node.name.value === '__typename') continue;
      const definition = type.getFields()[node.name.value] ?? giveUp(`${node.name.value} is introspection`);
      addColumns(type, definition);
      const here = { prev: path, key, typename: type.name };
      fields.push({
        key,
        resolve: definition.resolve ?? defaultFieldResolver,
        args:
          definition.args.length === 0
            ? () => noArguments
            : (variables) => getArgumentValues(definition, node, variables),
        info: {
          ...shared,
          fieldName: node.name.value,
          fieldNodes: nodes,
          returnType: definition.type,
          parentType: type,
          path: here,
        },
        complete: planCompletion(
          definition.type,
          nodes.flatMap(({ selectionSet }) => selectionSet ?? []),
          here,
        ),
      });
    }
    return plan;
  };

  const planCompletion = (
    type: GraphQLOutputType,
    selectionSets: readonly SelectionSetNode[],
    path: GraphQLResolveInfo['path'],
  ): Complete => {
    if (isNonNullType(type)) {
      const complete = planCompletion(type.ofType, selectionSets, path);
      return (values, slots, field, run) => {
        for (const value of values) if (isNothing(value)) giveUp(`${field.key} is null`);
        complete(values, slots, field, run);
      };
    }
    if (isListType(type)) return completeLists(planCompletion(type.ofType, selectionSets, path));
    if (isLeafType(type)) return completeLeaves(type);
    if (isObjectType(type)) return completeObjects(type, planObject(type, selectionSets, path));
    const byType = new Map(
      schema
        .getPossibleTypes(type)
        .map((possible) => [
          possible.name,
          completeObjects(possible, planObject(possible, selectionSets, path)),
        ]),
    );
    return completeAbstract(type, byType);
  };

  try {
    if (isConditional(document)) return null;
    const root = planObject(rootType, [operation.selectionSet], undefined);
    for (const name of unsaid) asked.delete(name);
    // Who does not say may read rows that others find. A query that read too little of them is run again, a mutation never.
    if (operation.operation === OperationTypeNode.MUTATION && unsaid.size > 0) asked.clear();
    return { asked, run: (context, variables) => runPlan(root, context, variables) };
  } catch {
    return null;
  }
};

/** Whether a part of the document is left out by a variable. */
const isConditional = (document: DocumentNode): boolean => {
  const conditionalIn = ({ selections }: SelectionSetNode): boolean =>
    selections.some(
      (selection) =>
        (selection.directives ?? []).length > 0 ||
        ('selectionSet' in selection && selection.selectionSet && conditionalIn(selection.selectionSet)),
    );
  return document.definitions.some(
    (definition) => 'selectionSet' in definition && conditionalIn(definition.selectionSet),
  );
};
