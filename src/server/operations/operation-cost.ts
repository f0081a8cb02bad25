import {
  type DocumentNode,
  type FieldNode,
  GraphQLError,
  type GraphQLField,
  type GraphQLOutputType,
  type GraphQLSchema,
  getArgumentValues,
  getNamedType,
  getNullableType,
  isCompositeType,
  isInterfaceType,
  isListType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  typeFromAST,
} from 'graphql';
import { createRefusal } from '#server/operations/public-errors.ts';
import { isLeftOut } from './breadth-first-plan.ts';
import { exceeds, type OperationLimits } from './operation-limits.ts';

/** 330 thousand; of what no answer could hold, still a number. */
const rounded = new Intl.NumberFormat('en', {
  notation: 'compact',
  compactDisplay: 'long',
  maximumSignificantDigits: 2,
});

interface Operation {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  /** Coerced already. */
  readonly variables: Readonly<Record<string, unknown>>;
}

/**
 * Refuses a valid operation whose answer could hold more objects than `limits.cost`. A page multiplies what stands
 * below it by `first` or `last`, another list by `listSize` or, where it takes a list of ids, by their number. The
 * values of a filter count as well, and so do a task, which may be sent to an embedding server, and a field that `comparesMeaning`. A
 * page size out of bounds counts as the nearest bound; a mutation with one is refused before it writes anything.
 * Nothing that is stored moves the figure.
 * @throws GraphQLError: OPERATION_LIMIT_EXCEEDED; BAD_USER_INPUT for a filter, an argument or a mutation's page size out of bounds.
 */
export function assertAffordable(
  { schema, document, operation, variables }: Operation,
  limits: OperationLimits,
): void {
  const fragmentCosts = new Map<string, number>();
  const fragments = new Map(
    document.definitions.flatMap((definition) =>
      definition.kind === Kind.FRAGMENT_DEFINITION ? [[definition.name.value, definition] as const] : [],
    ),
  );

  const costOfSelections = (type: GraphQLOutputType | undefined, selectionSet: SelectionSetNode): number => {
    let cost = 0;
    for (const selection of selectionSet.selections) {
      if (refusingBadInput(() => isLeftOut(selection, variables))) continue;
      if (selection.kind === Kind.FIELD) cost += costOfField(type, selection);
      else if (selection.kind === Kind.FRAGMENT_SPREAD) cost += costOfFragment(selection.name.value);
      else {
        const narrowed = selection.typeCondition && typeFromAST(schema, selection.typeCondition);
        cost += costOfSelections((narrowed as GraphQLOutputType | undefined) ?? type, selection.selectionSet);
      }
    }
    return cost;
  };

  const costOfFragment = (name: string): number => {
    const known = fragmentCosts.get(name);
    const fragment = fragments.get(name);
    if (known !== undefined || fragment === undefined) return known ?? 0;
    const type = typeFromAST(schema, fragment.typeCondition) as GraphQLOutputType | undefined;
    const cost = costOfSelections(type, fragment.selectionSet);
    fragmentCosts.set(name, cost);
    return cost;
  };

  const costOfField = (parent: GraphQLOutputType | undefined, node: FieldNode): number => {
    // Introspection has no fields here: its depth is bounded by graphql's own rule.
    const field =
      isObjectType(parent) || isInterfaceType(parent) ? parent.getFields()[node.name.value] : undefined;
    if (field === undefined) return 0;
    const args = readArguments(field, node, variables);
    if (operation.operation === 'mutation') assertPageSizes(field, args, limits);
    const items = countItems(field, args, limits, isConnection(parent));
    const type = getNamedType(field.type);
    const ofComparison = field.extensions.comparesMeaning === true ? limits.comparison : 0;
    if (node.selectionSet === undefined || !isCompositeType(type)) return ofComparison;
    const below = costOfSelections(type, node.selectionSet);
    const ofFilter =
      countFilterValues(field, args, limits) +
      (typeof (args.task ?? args.query) === 'string' ? limits.task : 0) +
      ofComparison;
    return ofFilter + (isConnection(type) ? 1 + items * below : items * (1 + below));
  };

  const cost = costOfSelections(schema.getRootType(operation.operation) ?? undefined, operation.selectionSet);
  if (cost > limits.cost) {
    throw exceeds(
      `could return ${rounded.format(cost)} objects, and ${rounded.format(limits.cost)} are allowed; ask for smaller pages or a shallower query`,
    );
  }
}

/** Relay's connections, recognised by their page information. */
const isConnection = (type: GraphQLOutputType | undefined): boolean =>
  isObjectType(type) && 'pageInfo' in type.getFields();

/** Refuses a page size out of bounds before the operation runs: a mutation would be done, and its payload lost with the list. */
function assertPageSizes(
  field: GraphQLField<unknown, unknown>,
  args: Readonly<Record<string, unknown>>,
  { pageSize }: OperationLimits,
): void {
  for (const name of ['first', 'last']) {
    const size = args[name];
    if (typeof size === 'number' && (size < 0 || size > pageSize))
      throw createRefusal(
        'BAD_USER_INPUT',
        `\`${name}\` of \`${field.name}\` is ${size}; a page holds from 0 to ${pageSize} items.`,
        undefined,
        { argument: name },
      );
  }
}

function countItems(
  field: GraphQLField<unknown, unknown>,
  args: Readonly<Record<string, unknown>>,
  limits: OperationLimits,
  inConnection: boolean,
): number {
  const sizes = ['first', 'last'].flatMap((name) => {
    const size = args[name];
    // A size out of bounds is refused by its own field, which then lists nothing.
    return typeof size === 'number' ? Math.min(Math.max(size, 0), limits.pageSize) : [];
  });
  if (sizes.length > 0) return Math.max(...sizes);
  if (isConnection(getNamedType(field.type))) return limits.defaultPageSize;
  // The items of a connection are counted at the connection itself.
  if (inConnection || !isListType(getNullableType(field.type))) return 1;
  const ids = Object.values(args).flatMap((value) => (Array.isArray(value) ? value.length : []));
  return ids.length > 0 ? Math.max(...ids) : limits.listSize;
}

/** Each value of a filter is compared with the rows of the list, and each filter of `and` and `or` lengthens the statement. */
function countFilterValues(
  field: GraphQLField<unknown, unknown>,
  { filter }: Readonly<Record<string, unknown>>,
  { filterValues }: OperationLimits,
): number {
  const count = leavesOf(filter);
  if (count > filterValues)
    throw createRefusal(
      'BAD_USER_INPUT',
      `\`filter\` of \`${field.name}\` has ${count} values; at most ${filterValues} are accepted.`,
      undefined,
      { argument: 'filter' },
    );
  return count;
}

/** Characters of a filter's text that count as one value. */
const charactersOfValue = 1_000;

const leavesOf = (value: unknown): number => {
  if (value === null || value === undefined) return 0;
  if (typeof value === 'string') return Math.max(1, Math.ceil(value.length / charactersOfValue));
  if (typeof value !== 'object' || value instanceof Date) return 1;
  // An empty filter or list is a condition, too.
  return Math.max(
    1,
    Object.values(value).reduce((sum: number, one) => sum + leavesOf(one), 0),
  );
};

/** A variable may still be null where the argument may not: graphql finds it only while it executes. */
function readArguments(
  field: GraphQLField<unknown, unknown>,
  node: FieldNode,
  variables: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return refusingBadInput(() => getArgumentValues(field, node, variables));
}

function refusingBadInput<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    throw error instanceof GraphQLError ? createRefusal('BAD_USER_INPUT', error.message) : error;
  }
}
