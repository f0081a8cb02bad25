import {
  type DocumentNode,
  defaultFieldResolver,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLAbstractType,
  type GraphQLField,
  GraphQLIncludeDirective,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  GraphQLSkipDirective,
  getArgumentValues,
  getDirectiveValues,
  getNullableType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  SchemaMetaFieldDef,
  type SelectionNode,
  type SelectionSetNode,
  TypeMetaFieldDef,
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
  type ObjectPlan,
  type Values,
} from './breadth-first-execution.ts';
import { exceeds, type OperationLimits } from './operation-limits.ts';

/** Columns by type; all columns of a type that is not in it. */
export type Projection = ReadonlyMap<string, ReadonlySet<string>>;

/** Fields that an operation resolves at each depth, planned once from its document. */
export interface BreadthFirstPlan {
  readonly root: ObjectPlan;
  /** Columns that the selected fields read of their rows. A type is left out where one of them declares none. */
  readonly projection: Projection;
}

const noArguments: Record<string, unknown> = Object.freeze({});

/** True for a selection that its @skip or @include leaves out. */
export const isLeftOut = (node: SelectionNode, variables: Values): boolean =>
  node.directives !== undefined &&
  node.directives.length > 0 &&
  (getDirectiveValues(GraphQLSkipDirective, node, variables)?.if === true ||
    getDirectiveValues(GraphQLIncludeDirective, node, variables)?.if === false);

/** Names of the variables that decide which fields of a document are selected. */
export const conditionsOf = (document: DocumentNode): readonly string[] => {
  const names = new Set<string>();
  const read = ({ selections }: SelectionSetNode): void => {
    for (const selection of selections) {
      for (const directive of selection.directives ?? [])
        for (const { value } of directive.arguments ?? [])
          if (value.kind === Kind.VARIABLE) names.add(value.name.value);
      if ('selectionSet' in selection && selection.selectionSet) read(selection.selectionSet);
    }
  };
  for (const definition of document.definitions)
    if ('selectionSet' in definition) read(definition.selectionSet);
  return [...names];
};

/**
 * Plans an operation for these values of its conditions, which it keeps; the plan is valid for any values of the other variables.
 * @throws GraphQLError OPERATION_LIMIT_EXCEEDED for too many fields: below abstract types what is selected may differ by each way there.
 */
export const planBreadthFirst = (
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  conditions: Values,
  limits: Pick<OperationLimits, 'plannedFields'>,
): BreadthFirstPlan => {
  const rootType = schema.getRootType(operation.operation);
  if (!rootType) throw new Error(`The schema has no type for a ${operation.operation}.`);
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

  /** The selected fields of an object, by their key, in the order of the answer. */
  const collect = (
    type: GraphQLObjectType,
    selectionSets: readonly SelectionSetNode[],
    collected = new Map<string, FieldNode[]>(),
    spread = new Set<string>(),
  ) => {
    for (const { selections } of selectionSets)
      for (const selection of selections) {
        if (isLeftOut(selection, conditions)) continue;
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

  const projection = new Map<string, Set<string>>();
  const undeclared = new Set<string>();
  const addColumns = (type: GraphQLObjectType, { extensions }: GraphQLField<unknown, unknown>) => {
    for (const name of (extensions.readsWhole ?? []) as readonly string[]) undeclared.add(name);
    if (type === rootType) return;
    const names = extensions.columns ?? extensions.pothosExposedField;
    if (names === undefined) undeclared.add(type.name);
    const known = projection.get(type.name) ?? new Set();
    projection.set(type.name, known.union(new Set([names].flat() as string[])));
  };

  const definitionOf = (type: GraphQLObjectType, name: string): GraphQLField<unknown, unknown> => {
    const meta = type === schema.getQueryType() ? metaFields.get(name) : undefined;
    const definition = meta ?? type.getFields()[name];
    if (!definition) throw new Error(`${type.name} has no field ${name}: the document was not validated.`);
    return definition;
  };

  const serials = new Map<SelectionSetNode, number>();
  const plans = new Map<string, ObjectPlan>();
  let planned = 0;

  /** One plan for a type and a selection, by whichever way it is reached. */
  const planObject = (
    type: GraphQLObjectType,
    selectionSets: readonly SelectionSetNode[],
    path: GraphQLResolveInfo['path'] | undefined,
  ): ObjectPlan => {
    for (const selected of selectionSets) serials.set(selected, serials.get(selected) ?? serials.size);
    const selection = `${type.name} ${selectionSets.map((selected) => serials.get(selected)).join(' ')}`;
    const known = plans.get(selection);
    if (known) return known;
    const fields: FieldPlan[] = [];
    const collected = [...collect(type, selectionSets)];
    const blank: Answer = Object.fromEntries(
      collected.map(([key, [node]]) => [key, node?.name.value === '__typename' ? type.name : null]),
    );
    const plan = { fields, blank };
    plans.set(selection, plan);
    for (const [key, nodes] of collected) {
      const [node] = nodes;
      if (!node || node.name.value === '__typename') continue;
      planned += 1;
      if (planned > limits.plannedFields)
        throw exceeds('selects too many different fields by type; split it, or use fewer fragments');
      const definition = definitionOf(type, node.name.value);
      addColumns(type, definition);
      const here = { prev: path, key, typename: type.name };
      fields.push({
        key,
        order: fields.length,
        isNonNull: isNonNullType(definition.type),
        isList: isListType(getNullableType(definition.type)),
        resolve: definition.resolve ?? defaultFieldResolver,
        args:
          definition.args.length === 0
            ? () => noArguments
            : (values) => getArgumentValues(definition, node, values),
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
    if (isNonNullType(type)) return planCompletion(type.ofType, selectionSets, path);
    if (isListType(type)) return completeLists(planCompletion(type.ofType, selectionSets, path), type.ofType);
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

  const root = planObject(rootType, [operation.selectionSet], undefined);
  for (const name of undeclared) projection.delete(name);
  // A field without declared columns may read any loaded row. Tests find a query that does; a mutation would fail although it is done.
  if (operation.operation === OperationTypeNode.MUTATION && undeclared.size > 0) projection.clear();
  return { root, projection };
};

const metaFields: ReadonlyMap<string, GraphQLField<unknown, unknown>> = new Map(
  [SchemaMetaFieldDef, TypeMetaFieldDef].map((field) => [field.name, field]),
);
