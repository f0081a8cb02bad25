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
  type ValidationRule,
  type VariableDefinitionNode,
  validate,
} from 'graphql';
import type { Values } from './breadth-first-execution.ts';
import { type BreadthFirstPlan, conditionsOf, planBreadthFirst } from './breadth-first-plan.ts';
import { assertAffordable } from './operation-cost.ts';
import { type OperationLimits, parseWithinLimits } from './operation-limits.ts';
import { createRefusal } from './public-errors.ts';
import { readVariables } from './variables.ts';

/** A subscription asks for its one field, unconditionally: the executor has no answer for one that asks for none. */
const unconditionalSubscriptionRule: ValidationRule = (context) => {
  const isConditional = ({ selections }: SelectionSetNode): boolean =>
    selections.some((selection) => {
      if (selection.directives?.some(({ name }) => ['skip', 'include'].includes(name.value))) return true;
      if (selection.kind === Kind.INLINE_FRAGMENT) return isConditional(selection.selectionSet);
      if (selection.kind === Kind.FIELD) return false;
      const fragment = context.getFragment(selection.name.value);
      return fragment != null && isConditional(fragment.selectionSet);
    });
  return {
    OperationDefinition({ operation, selectionSet }) {
      if (operation === OperationTypeNode.SUBSCRIPTION && isConditional(selectionSet))
        context.reportError(
          createRefusal('BAD_USER_INPUT', 'A subscription takes neither @skip nor @include at its root.'),
        );
    },
  };
};

/** Sizes of pages and lists of ids move the cost of an operation. */
const movesCost = ({ type }: VariableDefinitionNode): boolean => {
  const nullable = type.kind === Kind.NON_NULL_TYPE ? type.type : type;
  return nullable.kind === Kind.LIST_TYPE || nullable.name.value === 'Int';
};

/** Plans of one operation, by the values of its conditions; beyond it the oldest gives way. */
const mostPlans = 8;

/** An operation of a valid document, ready to be run. */
export interface PreparedOperation {
  readonly plan: BreadthFirstPlan;
  /** Coerced. */
  readonly variables: Values;
  /** False: the operation was planned now. */
  readonly isKnown: boolean;
}

/** An operation of a document with its plans. */
class PlannedOperation {
  readonly definition: OperationDefinitionNode;
  readonly #document: DocumentNode;
  readonly #schema: GraphQLSchema;
  readonly #limits: OperationLimits;
  readonly #conditions: readonly string[];
  readonly #costVaries: boolean;
  readonly #plans = new Map<string, BreadthFirstPlan>();

  constructor(
    schema: GraphQLSchema,
    document: DocumentNode,
    definition: OperationDefinitionNode,
    limits: OperationLimits,
  ) {
    this.definition = definition;
    this.#schema = schema;
    this.#document = document;
    this.#limits = limits;
    this.#conditions = conditionsOf(document);
    this.#costVaries = (definition.variableDefinitions ?? []).some(movesCost);
  }

  /** @throws GraphQLError for variables that do not fit, and for an operation that costs too much. */
  prepare(given: Values): PreparedOperation {
    const variables = readVariables(this.#schema, this.definition, given);
    const conditions = this.#conditions.map((name) => variables[name]).join();
    const known = this.#plans.get(conditions);
    // An explicit null where an argument must not be null refuses the operation before any of it runs.
    if (!known || this.#costVaries || Object.values(variables).includes(null))
      assertAffordable(
        { schema: this.#schema, document: this.#document, operation: this.definition, variables },
        this.#limits,
      );
    const plan = known ?? this.#plan(variables, conditions);
    return { plan, variables, isKnown: known !== undefined };
  }

  #plan(variables: Values, conditions: string): BreadthFirstPlan {
    const plan = planBreadthFirst(this.#schema, this.#document, this.definition, variables, this.#limits);
    const [oldest] = this.#plans.keys();
    if (this.#plans.size >= mostPlans && oldest !== undefined) this.#plans.delete(oldest);
    this.#plans.set(conditions, plan);
    return plan;
  }
}

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
  const rules = [
    ...specifiedRules,
    unconditionalSubscriptionRule,
    ...(introspection ? [] : [NoSchemaIntrospectionCustomRule]),
  ];

  const keep = (text: string, document: ParsedDocument): void => {
    if (text.length > longestKept || holdsWords(text)) return;
    const [oldest] = kept.keys();
    if (kept.size >= mostKept && oldest !== undefined) kept.delete(oldest);
    kept.set(text, document);
  };

  return (text) => {
    const known = kept.get(text);
    if (known) return known;
    const document = parse(text, limits);
    const operations = new Map<string | null, PlannedOperation>();
    let errors: readonly GraphQLError[] | null = null;
    const parsed: ParsedDocument = {
      document,
      validate: () => {
        if (errors !== null) return errors;
        errors = validate(schema, document, rules, { hideSuggestions: !suggestions, maxErrors: 10 }).map(
          (error) => withCode(error, 'GRAPHQL_VALIDATION_FAILED'),
        );
        if (errors.length === 0) keep(text, parsed);
        return errors;
      },
      operation: (name) => {
        const planned = operations.get(name ?? null);
        if (planned) return planned;
        const definition = getOperationAST(document, name);
        if (!definition) throw unresolved();
        if (!schema.getRootType(definition.operation))
          throw createRefusal('BAD_REQUEST', `There is no ${definition.operation} in this schema.`);
        const operation = new PlannedOperation(schema, document, definition, limits);
        operations.set(name ?? null, operation);
        return operation;
      },
    };
    return parsed;
  };
};
