import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  Kind,
  NoSchemaIntrospectionCustomRule,
  type OperationDefinitionNode,
  OperationTypeNode,
  type SelectionSetNode,
  specifiedRules,
  type VariableDefinitionNode,
  validate,
} from 'graphql';
import type { Values } from './breadth-first-execution.ts';
import { type BreadthFirstPlan, conditionsOf, planBreadthFirst } from './breadth-first-plan.ts';
import { assertAffordable } from './operation-cost.ts';
import { type OperationLimits, parseWithinLimits } from './operation-limits.ts';
import { createRefusal } from './public-errors.ts';
import { readVariables } from './variables.ts';

/**
 * True where @skip or @include stands at the root of an operation. A subscription asks for its one field unconditionally: the executor
 * has no answer for one that asks for none, and graphql-js does not validate one with a variable.
 */
const isConditional = ({ definitions }: DocumentNode, { selections }: SelectionSetNode): boolean =>
  selections.some((selection) => {
    if (selection.directives?.some(({ name }) => ['skip', 'include'].includes(name.value))) return true;
    if (selection.kind === Kind.FIELD) return false;
    const fragment =
      selection.kind === Kind.INLINE_FRAGMENT
        ? selection
        : definitions.find(
            (definition) =>
              definition.kind === Kind.FRAGMENT_DEFINITION && definition.name.value === selection.name.value,
          );
    return (
      fragment !== undefined &&
      'selectionSet' in fragment &&
      isConditional({ definitions } as DocumentNode, fragment.selectionSet)
    );
  });

/** Sizes of pages and lists of ids move the cost of an operation. */
const movesCost = ({ type }: VariableDefinitionNode): boolean => {
  const nullable = type.kind === Kind.NON_NULL_TYPE ? type.type : type;
  return nullable.kind === Kind.LIST_TYPE || nullable.name.value === 'Int';
};

/** Plans of one operation, by the values of its conditions. */
const mostPlans = 8;

/** An operation of a valid document, ready to be run. */
export interface PreparedOperation {
  readonly plan: BreadthFirstPlan;
  /** Coerced. */
  readonly variables: Values;
  /** False: the operation was planned now. */
  readonly isKnown: boolean;
}

/** An operation of a document, with its plans. */
interface PlannedOperation {
  readonly type: `${OperationTypeNode}`;
  /** Null for an operation without a name. */
  readonly name: string | null;
  /** @throws GraphQLError for variables that do not fit, and for an operation that costs too much. */
  readonly prepare: (given: Values) => PreparedOperation;
}

const planOperation = (
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  limits: OperationLimits,
  suggestions: boolean,
): PlannedOperation => {
  const conditions = conditionsOf(document);
  const costVaries = (operation.variableDefinitions ?? []).some(movesCost);
  const plans = new Map<string, BreadthFirstPlan>();
  return {
    type: operation.operation,
    name: operation.name?.value ?? null,
    prepare: (given) => {
      const variables = readVariables(schema, operation, given, suggestions);
      // A plan is kept, and holds no other value of the caller: some are words that are erased later.
      const decisive = Object.fromEntries(conditions.map((name) => [name, variables[name]]));
      const key = Object.values(decisive).join();
      const known = plans.get(key);
      // An explicit null where an argument must not be null refuses the operation before any of it runs.
      if (!known || costVaries || Object.values(variables).includes(null))
        assertAffordable({ schema, document, operation, variables }, limits);
      const plan = known ?? planBreadthFirst({ schema, document, operation, conditions: decisive, limits });
      if (!known) keepNewest(plans, mostPlans, key, plan);
      return { plan, variables, isKnown: known !== undefined };
    },
  };
};

/** Adds an entry; beyond `most` the oldest gives way. */
const keepNewest = <Value>(map: Map<string, Value>, most: number, key: string, value: Value): void => {
  const [oldest] = map.keys();
  if (map.size >= most && oldest !== undefined) map.delete(oldest);
  map.set(key, value);
};

/** A document within the limits. */
export interface ParsedDocument {
  readonly document: DocumentNode;
  /** Empty for a valid document. */
  readonly validate: () => readonly GraphQLError[];
  /** @throws GraphQLError where the document has no operation of this name, or several and no name is given. */
  readonly operation: (name: string | null | undefined) => PlannedOperation;
}

const parse = (text: string, limits: OperationLimits): DocumentNode => {
  try {
    return parseWithinLimits(text, limits);
  } catch (error) {
    throw error instanceof GraphQLError ? withCode(error, 'GRAPHQL_PARSE_FAILED') : error;
  }
};

/** An error of graphql-js about a document with a code; one with a code of its own keeps it. */
const withCode = (error: GraphQLError, code: string): GraphQLError => {
  if (error.extensions.code === undefined)
    Object.assign(error.extensions, { code, http: { status: 400, spec: true } });
  return error;
};

const unresolved = () =>
  new GraphQLError('Could not determine what operation to execute.', {
    extensions: { code: 'OPERATION_RESOLUTION_FAILURE', http: { status: 400 } },
  });

const mostKept = 256;
const longestKept = 4_096;

/** One that does not end is taken, too, so that each character is read once. */
const literal = /"(?:[^"\\\n]|\\.)*"?/g;
/** An id, a name, a date or a path. */
const plainLiteral = /^"[\w.:/@+=-]*"$/;

/**
 * True when a document contains words, in a value or a comment, that an erasure would have to find. Documents sent
 * repeatedly have them in variables.
 */
export const holdsWords = (text: string): boolean =>
  text.includes('"""') ||
  (text.match(literal) ?? []).some((value) => !plainLiteral.test(value)) ||
  text.replace(literal, '').includes('#');

/**
 * Parses documents within the limits and keeps those that are valid, with the plans of their operations. Only short ones without
 * words, and not many; the oldest gives way. `suggestions`: messages name what the caller may have meant.
 */
export const createDocuments = (
  schema: GraphQLSchema,
  limits: OperationLimits,
  { introspection, suggestions }: { readonly introspection: boolean; readonly suggestions: boolean },
): ((text: string) => ParsedDocument) => {
  const kept = new Map<string, ParsedDocument>();
  const rules = introspection ? specifiedRules : [...specifiedRules, NoSchemaIntrospectionCustomRule];

  return (text) => {
    const known = kept.get(text);
    if (known) return known;
    const document = parse(text, limits);
    for (const definition of document.definitions)
      if (
        'operation' in definition &&
        definition.operation === OperationTypeNode.SUBSCRIPTION &&
        isConditional(document, definition.selectionSet)
      )
        throw createRefusal('BAD_USER_INPUT', 'A subscription takes neither @skip nor @include at its root.');
    const operations = new Map<string | null, PlannedOperation>();
    let errors: readonly GraphQLError[] | null = null;
    const parsed: ParsedDocument = {
      document,
      validate: () => {
        if (errors !== null) return errors;
        errors = validate(schema, document, rules, { hideSuggestions: !suggestions, maxErrors: 10 }).map(
          (error) => withCode(error, 'GRAPHQL_VALIDATION_FAILED'),
        );
        if (errors.length === 0 && text.length <= longestKept && !holdsWords(text))
          keepNewest(kept, mostKept, text, parsed);
        return errors;
      },
      operation: (name) => {
        const planned = operations.get(name ?? null);
        if (planned) return planned;
        const definition = getOperationAST(document, name);
        if (!definition) throw unresolved();
        if (!schema.getRootType(definition.operation))
          throw createRefusal('BAD_REQUEST', `There is no ${definition.operation} in this schema.`);
        const operation = planOperation(schema, document, definition, limits, suggestions);
        operations.set(name ?? null, operation);
        return operation;
      },
    };
    return parsed;
  };
};
