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
import { type LevelPlan, planLevels } from './level-plan.ts';

/** A query that was validated and priced, and has been run. */
export interface KnownQuery {
  /** False: every run of it may return as many objects as the one that was priced, whatever its variables are. */
  readonly costVaries: boolean;
  /** By type, the columns that it reads; null: whatever there is. */
  readonly asked: LevelPlan['asked'] | null;
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  readonly run: (
    context: object,
    given: Readonly<Record<string, unknown>>,
    coerced: Readonly<Record<string, unknown>>,
  ) => ExecutionResult | Promise<ExecutionResult>;
}

export interface KnownQueries {
  /** Notes an operation whose document was validated, and which was found affordable. */
  note(schema: GraphQLSchema, document: DocumentNode, operationName: string | null | undefined): void;
  /** Null for what has not been run, and for what is no query. */
  find(document: DocumentNode, operationName: string | null | undefined): KnownQuery | null;
}

/** Sizes of pages and lists of ids move the cost of an operation. */
const movesCost = ({ type }: VariableDefinitionNode): boolean => {
  const given = type.kind === Kind.NON_NULL_TYPE ? type.type : type;
  return given.kind === Kind.LIST_TYPE || given.name.value === 'Int';
};

/** The known queries of a schema; they go with their documents, when the document cache lets go of these. */
export const createKnownQueries = (): KnownQueries => {
  const documents = new WeakMap<DocumentNode, Map<string | null, KnownQuery | (() => KnownQuery)>>();
  return {
    note(schema, document, operationName) {
      const name = operationName ?? null;
      const queries = documents.get(document) ?? new Map<string | null, KnownQuery | (() => KnownQuery)>();
      if (queries.has(name)) return;
      const operation = getOperationAST(document, name);
      if (operation?.operation !== OperationTypeNode.QUERY) return;
      documents.set(document, queries);
      queries.set(name, () => {
        const plan = planLevels(schema, document, operation);
        return {
          document,
          operation,
          costVaries: plan === null || (operation.variableDefinitions ?? []).some(movesCost),
          asked: plan?.asked ?? null,
          run:
            plan !== null
              ? async (context, _given, coerced) => ({ data: await plan.run(context, coerced) })
              : (contextValue, variableValues) =>
                  execute({
                    schema,
                    document,
                    operationName: name,
                    contextValue,
                    variableValues,
                  }) as ReturnType<KnownQuery['run']>,
        };
      });
    },
    find(document, operationName) {
      const name = operationName ?? null;
      const queries = documents.get(document);
      const found = queries?.get(name) ?? null;
      if (typeof found !== 'function') return found;
      // Planned when it is asked again: most documents never are.
      const query = found();
      queries?.set(name, query);
      return query;
    },
  };
};
