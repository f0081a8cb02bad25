import type { DocumentNode, ExecutionResult, GraphQLSchema, OperationDefinitionNode } from 'graphql';
import { BREAK, getOperationAST, OperationTypeNode, visit } from 'graphql';
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

/**
 * Of what a caller writes only plain names, numbers and words of the schema may enter the text of a function:
 * - no text: graphql-jit 0.8.9 takes one that begins with its own mark for a date, and runs what follows as code;
 * - no name with two underscores but `__typename`: its own names and marks have them;
 * - no alias with an underscore: it joins the names of a path by one, and would confuse two places;
 * - no directive: it notes `@include` on the nodes of the document, where a fragment that stands twice is decided once.
 */
const isPlain = (document: DocumentNode): boolean => {
  let plain = true;
  const refuse = () => {
    plain = false;
    return BREAK;
  };
  visit(document, {
    StringValue: refuse,
    Directive: refuse,
    Name: ({ value }) => (value.includes('__') && value !== '__typename' ? refuse() : undefined),
    Field: ({ alias }) => (alias?.value.includes('_') ? refuse() : undefined),
  });
  return plain;
};

const compile = (
  schema: GraphQLSchema,
  document: DocumentNode,
  name: string | null,
): CompiledQuery | null => {
  const operation = getOperationAST(document, name);
  if (operation?.operation !== OperationTypeNode.QUERY || !isPlain(document)) return null;
  const compiled = compileQuery(schema, document, name ?? undefined);
  if (!isCompiledQuery(compiled)) return null;
  return {
    document,
    operation,
    run: (context, variables) => compiled.query(undefined, context, variables),
  };
};
