import {
  type DocumentNode,
  type ExecutionResult,
  execute,
  type GraphQLSchema,
  getOperationAST,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  type VariableDefinitionNode,
} from 'graphql';
import { type BreadthFirstPlan, planBreadthFirst } from './breadth-first-plan.ts';

/** A query or a mutation that was validated and found affordable, and has been run. */
export interface PreparedOperation {
  /** False: whatever its variables are, the cost check says of every run what it said of the first. */
  readonly costVaries: boolean;
  /** By type, the columns that it reads; null: whatever there is. */
  readonly asked: BreadthFirstPlan['asked'] | null;
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  readonly run: (
    context: object,
    given: Readonly<Record<string, unknown>>,
    coerced: Readonly<Record<string, unknown>>,
  ) => ExecutionResult | Promise<ExecutionResult>;
}

export interface PreparedOperations {
  /** Notes an operation whose document was validated, and which was found affordable. */
  record(schema: GraphQLSchema, document: DocumentNode, operationName: string | null | undefined): void;
  /** Null for what has not been run, and for subscriptions. */
  find(document: DocumentNode, operationName: string | null | undefined): PreparedOperation | null;
}

/** Sizes of pages and lists of ids move the cost of an operation. */
const movesCost = ({ type }: VariableDefinitionNode): boolean => {
  const given = type.kind === Kind.NON_NULL_TYPE ? type.type : type;
  return given.kind === Kind.LIST_TYPE || given.name.value === 'Int';
};

/** Null where an argument must not be: a query is given up over it, a mutation is refused before any of it is done. */
const mayBeNull = ({ type }: VariableDefinitionNode): boolean => type.kind !== Kind.NON_NULL_TYPE;

/** The prepared operations of a schema. They are collected with their documents, when the document cache evicts these. */
export const createPreparedOperations = (): PreparedOperations => {
  const documents = new WeakMap<
    DocumentNode,
    Map<string | null, PreparedOperation | (() => PreparedOperation)>
  >();
  return {
    record(schema, document, operationName) {
      const name = operationName ?? null;
      const known =
        documents.get(document) ?? new Map<string | null, PreparedOperation | (() => PreparedOperation)>();
      if (known.has(name)) return;
      const operation = getOperationAST(document, name);
      if (!operation || operation.operation === OperationTypeNode.SUBSCRIPTION) return;
      documents.set(document, known);
      const isQuery = operation.operation === OperationTypeNode.QUERY;
      known.set(name, () => {
        const plan = planBreadthFirst(schema, document, operation);
        return {
          document,
          operation,
          costVaries:
            plan === null ||
            (operation.variableDefinitions ?? []).some(
              (variable) => movesCost(variable) || (!isQuery && mayBeNull(variable)),
            ),
          asked: plan?.asked ?? null,
          run:
            plan !== null && isQuery
              ? async (context, _given, coerced) => ({ data: await plan.run(context, coerced) })
              : (contextValue, variableValues) =>
                  execute({
                    schema,
                    document,
                    operationName: name,
                    contextValue,
                    variableValues,
                  }) as ReturnType<PreparedOperation['run']>,
        };
      });
    },
    find(document, operationName) {
      const name = operationName ?? null;
      const known = documents.get(document);
      const found = known?.get(name) ?? null;
      if (typeof found !== 'function') return found;
      // Planned when it is asked again: most documents never are.
      const operation = found();
      known?.set(name, operation);
      return operation;
    },
  };
};
