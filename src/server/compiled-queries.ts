import type { DocumentNode, ExecutionResult, GraphQLSchema, OperationDefinitionNode } from 'graphql';
import { getOperationAST, OperationTypeNode } from 'graphql';
import { compileQuery, isCompiledQuery } from 'graphql-jit';

/** A query as a function. Its errors are without places and causes: who gets any asks graphql-js instead. */
export interface CompiledQuery {
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  readonly run: (
    context: object,
    variables: Readonly<Record<string, unknown>>,
  ) => ExecutionResult | Promise<ExecutionResult>;
}

/** A query is compiled when it has been run this often: compiling costs as much as some dozens of runs. */
export const runsBeforeCompiling = 16;

interface Known {
  runs: number;
  compiled: CompiledQuery | null;
}

export interface CompiledQueries {
  /** Counts a run of an operation whose document was validated, and compiles the query that has been run often enough. */
  note(schema: GraphQLSchema, document: DocumentNode, operationName: string | null | undefined): void;
  /** Null for a query that is rare, or cannot be compiled, and for what is no query. */
  find(document: DocumentNode, operationName: string | null | undefined): CompiledQuery | null;
}

/** The compiled queries of a schema; they go with their documents, when the document cache lets go of these. */
export const createCompiledQueries = (after: number): CompiledQueries => {
  const documents = new WeakMap<DocumentNode, Map<string | null, Known>>();
  return {
    note(schema, document, operationName) {
      const name = operationName ?? null;
      const operations = documents.get(document) ?? new Map<string | null, Known>();
      documents.set(document, operations);
      const known = operations.get(name) ?? { runs: 0, compiled: null };
      operations.set(name, known);
      known.runs += 1;
      if (known.runs === after) known.compiled = compile(schema, document, name);
    },
    find: (document, operationName) => documents.get(document)?.get(operationName ?? null)?.compiled ?? null,
  };
};

const compile = (
  schema: GraphQLSchema,
  document: DocumentNode,
  name: string | null,
): CompiledQuery | null => {
  const operation = getOperationAST(document, name);
  if (operation?.operation !== OperationTypeNode.QUERY) return null;
  const compiled = compileQuery(schema, document, name ?? undefined);
  if (!isCompiledQuery(compiled)) return null;
  return {
    document,
    operation,
    run: (context, variables) => compiled.query(undefined, context, variables),
  };
};
