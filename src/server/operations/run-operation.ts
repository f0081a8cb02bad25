import {
  type DocumentNode,
  type ExecutionResult,
  type GraphQLSchema,
  Kind,
  OperationTypeNode,
  parse,
} from 'graphql';
import type { Viewer } from '#domain/privacy/viewer.ts';
import type { Wait } from './admission.ts';
import { assertAnswerSize } from './answer-size.ts';
import { executePlan } from './breadth-first-execution.ts';
import type { Projection } from './breadth-first-plan.ts';
import type { createDocuments, PreparedOperation } from './documents.ts';
import type { OperationLimits } from './operation-limits.ts';
import type { PersistedDocuments } from './persisted-documents.ts';
import { createRefusal, createUnauthenticatedError, maskFault } from './public-errors.ts';

/** Parameters of GraphQL over HTTP. */
export interface OperationParams {
  readonly query?: string | undefined;
  readonly operationName?: string | null | undefined;
  readonly variables?: Readonly<Record<string, unknown>> | null | undefined;
  readonly extensions?: Readonly<Record<string, unknown>> | null | undefined;
}

/** A request as far as operations depend on it. */
export interface OperationRequest {
  /** Null only for `{ __typename }` without a token. */
  readonly viewer: Viewer | null;
  readonly requestId: string;
  /** Milliseconds until the token ends. */
  readonly remaining: () => number;
  /** Milliseconds that the client waits at most; absent: the deadline of the gateway. */
  readonly deadline?: number | undefined;
  readonly handler: 'plain' | 'yoga';
  /** The caller's span, by W3C Trace Context; null or absent: none. */
  readonly traceparent?: string | null;
  /** True for a GET, by which nothing is written; absent: false. */
  readonly isReadOnly?: boolean;
  /** For a resumed subscription, the `id` of the last event that its client was given; null for a new one. */
  readonly lastEventId?: string | null;
  /** The position of the database's log that a query must see; null or absent: none that the gateway does not know. */
  readonly readAfter?: string | null;
}

export interface OperationInput {
  readonly viewer: Viewer | null;
  readonly requestId: string;
  readonly operationType: 'query' | 'mutation' | 'subscription';
  /** Aborts when the client of a query is gone. A mutation that has begun is finished: its signal never aborts. */
  readonly signal: AbortSignal;
  /** The longest wait before it begins, and the client for which it waits, of a mutation too. */
  readonly wait?: Wait;
  readonly lastEventId?: string | null;
  readonly readAfter?: string | null;
  /** Columns that the operation reads of its rows; absent: all. */
  readonly projection?: Projection;
}

/** Resources of an operation while it runs. */
export interface Operations<Context extends object = object> {
  /**
   * Called once, before an operation that passed every check runs, and for a subscription once for each time that it
   * reads; it returns the GraphQL context.
   */
  open(input: OperationInput): Context | Promise<Context>;
  /**
   * Called once for each context that was opened, when execution is over. `succeeded`: an answer without any error;
   * `failed`: errors, a fault, or an abort, after which resolvers may still be running: let them fail.
   */
  close(context: Context, outcome: 'succeeded' | 'failed'): void | Promise<void>;
}

/** Answers a subscription that passed every check. */
export type Subscribe = (
  subscription: Pick<PreparedOperation, 'plan' | 'variables'> & {
    readonly schema: GraphQLSchema;
    readonly document: DocumentNode;
    readonly params: OperationParams;
  },
  request: OperationRequest,
  signal: AbortSignal,
) => Promise<OperationResult>;

/** An answer, or the answers of a subscription. */
export type OperationResult = ExecutionResult | AsyncIterable<ExecutionResult>;

/** The answer, and the type of the operation; null where its document could not be read. */
export interface RanOperation {
  readonly operationType: `${OperationTypeNode}` | null;
  /** Null also for an operation without a name. */
  readonly operationName?: string | null;
  readonly result: OperationResult;
  /** The position of the log that has what a mutation wrote; null or absent: a query, or nobody reads from a replica. */
  readonly position?: string | null;
}

/** Runs an operation, and sees its answer. */
export type TraceOperation = (
  request: OperationRequest,
  run: () => Promise<RanOperation>,
) => Promise<RanOperation>;

/** Runs an operation of any type; never rejects, and masks faults. `signal` aborts when the client is gone. */
export type RunOperation = (
  params: OperationParams,
  request: OperationRequest,
  signal: AbortSignal,
) => Promise<RanOperation>;

export interface RunOptions<Context extends object> {
  readonly schema: GraphQLSchema;
  readonly documents: ReturnType<typeof createDocuments>;
  readonly persisted: PersistedDocuments;
  readonly operations: Operations<Context>;
  readonly limits: OperationLimits;
  readonly subscribe: Subscribe;
  /** Operations under way, which closing waits for. */
  readonly running: Set<Promise<unknown>>;
  /** Counts an operation that passed every check, by whether its plan was known. */
  readonly count: (handler: OperationRequest['handler'], plan: 'new' | 'known') => void;
  /** The position of the log after the tenant's last write; null or absent: nobody reads from a replica. */
  readonly positionOf?: ((tenant: string) => string | null) | null | undefined;
  /** Runs each operation in a span; null or absent: nothing is traced. */
  readonly trace?: TraceOperation | null | undefined;
}

/** Works between `open` and `close`. */
export const inContext = async <Context extends object, Result extends object>(
  operations: Operations<Context>,
  input: OperationInput,
  work: (context: Context) => Promise<Result>,
): Promise<Result> => {
  const context = await operations.open(input);
  let outcome: 'succeeded' | 'failed' = 'failed';
  try {
    const result = await work(context);
    if (!('errors' in result)) outcome = 'succeeded';
    return result;
  } finally {
    await operations.close(context, outcome);
  }
};

const mutationByGet = () =>
  createRefusal('BAD_REQUEST', 'Can only perform a mutation operation from a POST request.', {
    status: 405,
    headers: { Allow: 'POST' },
  });

/** The one way to run an operation: parse, validate, coerce, check the cost, open a context, execute and close. */
export const createRunOperation = <Context extends object>({
  schema,
  documents,
  persisted,
  operations,
  limits,
  subscribe,
  running,
  count,
  positionOf = null,
  trace = null,
}: RunOptions<Context>): RunOperation => {
  const execute = async (
    operationType: 'query' | 'mutation',
    { plan, variables }: PreparedOperation,
    { viewer, requestId, deadline, readAfter = null }: OperationRequest,
    client: AbortSignal,
  ): Promise<ExecutionResult> => {
    const isMutation = operationType === OperationTypeNode.MUTATION;
    const signal = isMutation ? new AbortController().signal : client;
    const wait = { deadline, client };
    const { root, projection } = plan;
    const input = { viewer, requestId, operationType, signal, wait, projection, readAfter };
    return inContext(operations, input, (context) =>
      executePlan(root, { context, variables, isSerial: isMutation, signal }),
    );
  };

  const run: RunOperation = async (params, request, signal) => {
    const { viewer, isReadOnly } = request;
    let operationType: RanOperation['operationType'] = null;
    let operationName: string | null = null;
    try {
      if (viewer === null && !asksForTypenameOnly(params.query ?? '')) throw createUnauthenticatedError();
      const parsed = documents(persisted.textOf(params, viewer?.tenant ?? ''));
      const operation = parsed.operation(params.operationName);
      operationType = operation.type;
      operationName = operation.name;
      if (isReadOnly && operationType === OperationTypeNode.MUTATION) throw mutationByGet();
      const errors = parsed.validate();
      if (errors.length > 0) return { operationType, operationName, result: { errors } };
      const prepared = operation.prepare(params.variables ?? {});
      count(request.handler, prepared.isKnown ? 'known' : 'new');
      const result =
        operationType === OperationTypeNode.SUBSCRIPTION
          ? await subscribe({ ...prepared, schema, document: parsed.document, params }, request, signal)
          : await execute(operationType, prepared, request, signal);
      if (Symbol.asyncIterator in result) return { operationType, operationName, result };
      assertAnswerSize(result.data, limits);
      const isMutation = operationType === OperationTypeNode.MUTATION;
      const position = isMutation && viewer !== null ? (positionOf?.(viewer.tenant) ?? null) : null;
      const ran = { operationType, operationName, position };
      if (result.errors === undefined) return { ...ran, result };
      return { ...ran, result: { ...result, errors: result.errors.map(maskFault) } };
    } catch (error) {
      return { operationType, operationName, result: { errors: [maskFault(error)] } };
    }
  };

  return (params, request, signal) => {
    const ran =
      trace === null ? run(params, request, signal) : trace(request, () => run(params, request, signal));
    running.add(ran);
    return ran.finally(() => running.delete(ran));
  };
};

/** True for one query of `__typename`, under any alias; false for all else, also for a text that is no document. */
function asksForTypenameOnly(text: string): boolean {
  let document: DocumentNode;
  try {
    document = parse(text, { maxTokens: 50 });
  } catch {
    return false;
  }
  const [operation, ...others] = document.definitions;
  return (
    others.length === 0 &&
    operation?.kind === Kind.OPERATION_DEFINITION &&
    operation.operation === OperationTypeNode.QUERY &&
    operation.selectionSet.selections.every(
      (selection) => selection.kind === Kind.FIELD && selection.name.value === '__typename',
    )
  );
}
