import {
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  execute as executeByGraphqlJs,
  GraphQLError,
  getOperationAST,
  type OperationDefinitionNode,
} from 'graphql';
import type { Viewer } from '#domain/privacy/viewer.ts';
import { deadlineOf } from '#server/http/prefer-wait.ts';
import type { GatewayPlugin, RequestState } from '#server/http/request-context.ts';
import type { Wait } from './admission.ts';
import { assertAffordable } from './operation-cost.ts';
import type { OperationLimits } from './operation-limits.ts';
import type { PreparedOperations } from './prepared-operations.ts';
import { readVariables } from './variables.ts';

export interface OperationInput {
  /** Null only for `{ __typename }` without a token. */
  readonly viewer: Viewer | null;
  readonly requestId: string;
  readonly operationType: 'query' | 'mutation' | 'subscription';
  /** Aborts when the client of a query is gone. A mutation that has begun is finished: its signal never aborts. */
  readonly signal: AbortSignal;
  /** How long it may wait before it begins, and for whom, a mutation too. */
  readonly wait?: Wait;
  /** Of a subscription that goes on: the `id` of the last event that its client was given; null or absent: it begins. */
  readonly lastEventId?: string | null;
  /** By type, the columns that the operation reads of its rows; absent: whatever there is. */
  readonly asked?: ReadonlyMap<string, ReadonlySet<string>>;
}

/** What an operation needs while it runs. */
export interface Operations<Context extends object = object> {
  /**
   * Called once, before an operation that passed every check runs, and for a subscription once for each time that it
   * reads; what it returns is the GraphQL context.
   */
  open(input: OperationInput): Context | Promise<Context>;
  /**
   * Called once for each context that was opened, when execution is over. `succeeded`: an answer without any error;
   * `failed`: errors, a fault, or an abort; `abandoned`: nobody is given this answer, since the operation is run once
   * more from its beginning. After an abort resolvers may still be running: let them fail.
   */
  close(context: Context, outcome: 'succeeded' | 'failed' | 'abandoned'): void | Promise<void>;
}

type Executor = (args: ExecutionArgs & { signal?: AbortSignal }) => Promise<ExecutionResult>;

/** The checks that need an operation's variables: why it is not run, or null. */
export function refusalOf(
  { schema, document, operationName, variableValues }: ExecutionArgs,
  limits: OperationLimits,
): GraphQLError | null {
  const operation = operationOf(document, operationName);
  try {
    const variables = readVariables(schema, operation, variableValues ?? {});
    assertAffordable({ schema, document, operation, variables }, limits);
    return null;
  } catch (error) {
    if (error instanceof GraphQLError) return error;
    throw error;
  }
}

function operationOf(document: DocumentNode, name: string | null | undefined): OperationDefinitionNode {
  const operation = getOperationAST(document, name);
  if (operation === null || operation === undefined) throw new Error('Yoga lets no such document through.');
  return operation;
}

/** Runs an operation between `open` and `close`. */
export const runBetween = async <Context extends object>(
  operations: Operations<Context>,
  input: OperationInput,
  run: (context: Context) => ExecutionResult | Promise<ExecutionResult>,
): Promise<ExecutionResult> => {
  const context = await operations.open(input);
  let outcome: 'succeeded' | 'failed' = 'failed';
  try {
    const result = await run(context);
    if (result.errors === undefined || result.errors.length === 0) {
      outcome = 'succeeded';
      return result;
    }
    // Siblings of a field that failed may still be running, and fail when the context is closed: that is no error of the operation.
    return { ...result, errors: [...result.errors] };
  } finally {
    await operations.close(context, outcome);
  }
};

/** Of a mutation: it is finished even when the client is gone. */
export const neverAborts = (): AbortSignal => new AbortController().signal;

/** The wait of an operation that was requested over HTTP. */
export const waitOf = ({ headers, signal }: Pick<Request, 'headers' | 'signal'>): Wait => ({
  deadline: deadlineOf(headers.get('prefer')),
  client: signal,
});

/** Runs each query and each mutation between `open` and `close`, after the checks that need its variables. */
export function useOperations<Context extends object>(
  operations: Operations<Context>,
  limits: OperationLimits,
  running: Set<Promise<unknown>>,
  known: PreparedOperations,
): GatewayPlugin {
  const run = async (
    execute: Executor,
    args: ExecutionArgs,
    requestState: RequestState,
    request: Request,
  ) => {
    const refusal = refusalOf(args, limits);
    if (refusal !== null) return { errors: [refusal] };
    known.record(args.schema, args.document, args.operationName);
    const operationType = operationOf(args.document, args.operationName).operation;
    const isMutation = operationType === 'mutation';
    const signal = isMutation ? neverAborts() : request.signal;
    const wait = waitOf(request);
    const { requestId, viewer } = requestState;
    return runBetween(operations, { viewer, requestId, operationType, signal, wait }, (contextValue) =>
      // A mutation is run on the fast path, too, and answered alike; nothing aborts it, so that graphql-js suffices.
      isMutation ? executeByGraphqlJs({ ...args, contextValue }) : execute({ ...args, contextValue, signal }),
    );
  };

  return {
    onExecute({ context: { requestState, request }, executeFn, setExecuteFn }) {
      setExecuteFn((args: ExecutionArgs) => {
        const result = run(executeFn as Executor, args, requestState, request);
        running.add(result);
        return result.finally(() => running.delete(result));
      });
    },
  };
}
