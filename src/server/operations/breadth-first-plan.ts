import {
  type DocumentNode,
  defaultFieldResolver,
  type FieldNode,
  type FragmentDefinitionNode,
  type FragmentSpreadNode,
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
  type InlineFragmentNode,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type NamedTypeNode,
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

type Path = GraphQLResolveInfo['path'];
/** The selections of one field, which are merged. */
type FieldNodes = readonly [FieldNode, ...FieldNode[]];

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

const metaFields: ReadonlyMap<string, GraphQLField<unknown, unknown>> = new Map(
  [SchemaMetaFieldDef, TypeMetaFieldDef].map((field) => [field.name, field]),
);

/** The columns that the fields of an operation read, by type. */
class ReadColumns {
  readonly #columns = new Map<string, Set<string>>();
  /** Types of which a field reads all columns. */
  readonly #whole = new Set<string>();

  add({ name }: GraphQLObjectType, { extensions }: GraphQLField<unknown, unknown>, isRoot: boolean): void {
    for (const type of (extensions.readsWhole ?? []) as readonly string[]) this.#whole.add(type);
    if (isRoot) return;
    const columns = extensions.columns ?? extensions.pothosExposedField;
    if (columns === undefined) this.#whole.add(name);
    const known = this.#columns.get(name) ?? new Set();
    this.#columns.set(name, known.union(new Set([columns].flat() as string[])));
  }

  projectionOf(operation: OperationTypeNode): Projection {
    // A field without declared columns may read any loaded row. Tests find a query that does; a mutation would fail although it is done.
    if (operation === OperationTypeNode.MUTATION && this.#whole.size > 0) return new Map();
    return new Map([...this.#columns].filter(([type]) => !this.#whole.has(type)));
  }
}

/** An operation to plan, with what its plan depends on. */
interface Unplanned {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  /** Values of the variables that decide which fields are selected. */
  readonly conditions: Values;
  readonly limits: Pick<OperationLimits, 'plannedFields'>;
}

class Planner {
  readonly #unplanned: Unplanned;
  readonly #rootType: GraphQLObjectType;
  readonly #fragments: Readonly<Record<string, FragmentDefinitionNode>>;
  readonly #columns = new ReadColumns();
  /** A number for each selection set, by which plans are known again. */
  readonly #serials = new Map<SelectionSetNode, number>();
  readonly #plans = new Map<string, ObjectPlan>();
  #planned = 0;

  constructor(unplanned: Unplanned) {
    this.#unplanned = unplanned;
    const { schema, document, operation } = unplanned;
    const rootType = schema.getRootType(operation.operation);
    if (!rootType) throw new Error(`The schema has no type for a ${operation.operation}.`);
    this.#rootType = rootType;
    const fragments: Record<string, FragmentDefinitionNode> = Object.create(null);
    for (const definition of document.definitions)
      if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments[definition.name.value] = definition;
    this.#fragments = fragments;
  }

  plan(): BreadthFirstPlan {
    const { operation } = this.#unplanned;
    const root = this.#planObject(this.#rootType, [operation.selectionSet], undefined);
    return { root, projection: this.#columns.projectionOf(operation.operation) };
  }

  /** One plan for a type and a selection, by whichever way it is reached. */
  #planObject(
    type: GraphQLObjectType,
    selectionSets: readonly SelectionSetNode[],
    path: Path | undefined,
  ): ObjectPlan {
    const selection = this.#selectionKey(type, selectionSets);
    const known = this.#plans.get(selection);
    if (known) return known;
    const collected = [...this.#collect(type, selectionSets)];
    const blank: Answer = Object.fromEntries(
      collected.map(([key, [node]]) => [key, node?.name.value === '__typename' ? type.name : null]),
    );
    const fields: FieldPlan[] = [];
    const plan = { fields, blank };
    // Kept before its fields are planned: one of them may select the same again.
    this.#plans.set(selection, plan);
    for (const [key, nodes] of collected)
      if (nodes[0].name.value !== '__typename')
        fields.push(this.#planField(type, nodes, { prev: path, key, typename: type.name }, fields.length));
    return plan;
  }

  #selectionKey(type: GraphQLObjectType, selectionSets: readonly SelectionSetNode[]): string {
    for (const selected of selectionSets)
      this.#serials.set(selected, this.#serials.get(selected) ?? this.#serials.size);
    return `${type.name} ${selectionSets.map((selected) => this.#serials.get(selected)).join(' ')}`;
  }

  #planField(type: GraphQLObjectType, nodes: FieldNodes, path: Path, order: number): FieldPlan {
    const { schema, operation, limits } = this.#unplanned;
    const [node] = nodes;
    this.#planned += 1;
    if (this.#planned > limits.plannedFields)
      throw exceeds('selects too many different fields by type; split it, or use fewer fragments');
    const definition = this.#definitionOf(type, node.name.value);
    this.#columns.add(type, definition, type === this.#rootType);
    const selectionSets = nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
    return {
      key: String(path.key),
      order,
      isNonNull: isNonNullType(definition.type),
      isList: isListType(getNullableType(definition.type)),
      resolve: definition.resolve ?? defaultFieldResolver,
      args:
        definition.args.length === 0
          ? () => noArguments
          : (values) => getArgumentValues(definition, node, values),
      info: {
        schema,
        fragments: this.#fragments,
        rootValue: undefined,
        operation,
        fieldName: node.name.value,
        fieldNodes: nodes,
        returnType: definition.type,
        parentType: type,
        path,
      },
      complete: this.#planCompletion(definition.type, selectionSets, path),
    };
  }

  #planCompletion(type: GraphQLOutputType, selectionSets: readonly SelectionSetNode[], path: Path): Complete {
    if (isNonNullType(type)) return this.#planCompletion(type.ofType, selectionSets, path);
    if (isListType(type))
      return completeLists(this.#planCompletion(type.ofType, selectionSets, path), type.ofType);
    if (isLeafType(type)) return completeLeaves(type);
    const planType = (possible: GraphQLObjectType) =>
      completeObjects(possible, this.#planObject(possible, selectionSets, path));
    if (isObjectType(type)) return planType(type);
    const possible = this.#unplanned.schema.getPossibleTypes(type);
    return completeAbstract(type, new Map(possible.map((each) => [each.name, planType(each)])));
  }

  #definitionOf(type: GraphQLObjectType, name: string): GraphQLField<unknown, unknown> {
    const meta = type === this.#unplanned.schema.getQueryType() ? metaFields.get(name) : undefined;
    const definition = meta ?? type.getFields()[name];
    if (!definition) throw new Error(`${type.name} has no field ${name}: the document was not validated.`);
    return definition;
  }

  /** The selected fields of an object, by their key, in the order of the answer. */
  #collect(
    type: GraphQLObjectType,
    selectionSets: readonly SelectionSetNode[],
    collected = new Map<string, FieldNodes>(),
    spread = new Set<string>(),
  ): ReadonlyMap<string, FieldNodes> {
    for (const selection of selectionSets.flatMap(({ selections }) => selections)) {
      if (isLeftOut(selection, this.#unplanned.conditions)) continue;
      if (selection.kind === Kind.FIELD) {
        const key = selection.alias?.value ?? selection.name.value;
        const others = collected.get(key);
        collected.set(key, others ? [...others, selection] : [selection]);
      } else {
        const fragment = this.#fragmentOf(selection, spread);
        if (fragment && this.#isOf(type, fragment.typeCondition))
          this.#collect(type, [fragment.selectionSet], collected, spread);
      }
    }
    return collected;
  }

  /** The fragment of a selection; undefined where it was spread before. */
  #fragmentOf(selection: FragmentSpreadNode | InlineFragmentNode, spread: Set<string>) {
    if (selection.kind === Kind.INLINE_FRAGMENT) return selection;
    const name = selection.name.value;
    if (spread.has(name)) return undefined;
    spread.add(name);
    return this.#fragments[name];
  }

  #isOf(type: GraphQLObjectType, typeCondition: NamedTypeNode | undefined): boolean {
    const { schema } = this.#unplanned;
    const condition = typeCondition && typeFromAST(schema, typeCondition);
    return (
      condition === undefined ||
      condition === type ||
      (!isObjectType(condition) && schema.isSubType(condition as GraphQLAbstractType, type))
    );
  }
}

/**
 * Plans an operation for these values of its conditions, which it keeps; the plan is valid for any values of the other variables.
 * @throws GraphQLError OPERATION_LIMIT_EXCEEDED for too many fields: below abstract types what is selected may differ by each way there.
 */
export const planBreadthFirst = (unplanned: Unplanned): BreadthFirstPlan => new Planner(unplanned).plan();
