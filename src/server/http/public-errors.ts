import { GraphQLError, type GraphQLErrorOptions } from 'graphql';
import { isOutOfTime } from '#persistence/store/database-errors.ts';

/** The codes of refusals that this layer makes; resolvers add FORBIDDEN and BAD_USER_INPUT of their own. */
export type RefusalCode =
  | 'UNAUTHENTICATED'
  | 'BAD_USER_INPUT'
  | 'BAD_REQUEST'
  | 'UNSUPPORTED_MEDIA_TYPE'
  | 'OPERATION_LIMIT_EXCEEDED'
  | 'TOO_MANY_SUBSCRIPTIONS'
  | 'SERVICE_UNAVAILABLE'
  | 'TIMEOUT';

interface HttpAnswer {
  readonly status: number;
  readonly headers?: Record<string, string>;
  /** True: a client that accepts only `application/json` gets 200, as GraphQL over HTTP asks for well-formed requests. */
  readonly spec?: boolean;
}

/** A refusal that the caller may read. Without `http`, a well-formed request that is refused before it runs. */
export const createRefusal = (
  code: RefusalCode,
  message: string,
  http: HttpAnswer = { status: 400, spec: true },
): GraphQLError => new GraphQLError(message, { extensions: { code, http } });

/** The one answer to a missing and to any bad token, whatever is wrong with it and whatever it asks for. */
export const createUnauthenticatedError = (): GraphQLError =>
  createRefusal('UNAUTHENTICATED', 'This needs a valid token: send it as `Authorization: Bearer <token>`.', {
    status: 401,
    headers: { 'WWW-Authenticate': 'Bearer' },
  });

const faultCode = 'INTERNAL_SERVER_ERROR';

/** A statement took longer than it may. What a mutation had written before is rolled back, or was committed and is answered again under its key. */
const createTimeout = (place: GraphQLErrorOptions): GraphQLError =>
  new GraphQLError(
    'The database took too long. Ask for less, or try again; a mutation under the same idempotencyKey.',
    { ...place, extensions: { code: 'TIMEOUT', http: { status: 503, spec: true } } },
  );

/**
 * Lets an error speak to the caller only when somebody gave it a code on purpose. Everything else is a fault and is
 * masked, under every NODE_ENV: also errors of graphql-js without a code, since they quote the values of rows.
 */
export function maskFault(error: unknown): GraphQLError {
  if (error instanceof GraphQLError) {
    if (typeof error.extensions.code === 'string' && isMadeOnPurpose(error)) return error;
    if (isOutOfTime(error.originalError)) return createTimeout(placeOf(error));
    return createFault({ ...placeOf(error), originalError: error.originalError ?? error });
  }
  if (isOutOfTime(error)) return createTimeout({});
  return createFault({ originalError: error instanceof Error ? error : new Error(typeof error) });
}

export const isFault = (error: GraphQLError): boolean => error.extensions.code === faultCode;

const isMadeOnPurpose = (error: GraphQLError): boolean =>
  error.originalError === undefined ||
  (error.originalError instanceof GraphQLError && isMadeOnPurpose(error.originalError));

// `unexpected` tells Yoga to answer 500 where there is no data; it does not reach the client.
const createFault = (options: GraphQLErrorOptions): GraphQLError =>
  new GraphQLError('Unexpected error.', { ...options, extensions: { code: faultCode, unexpected: true } });

const longestMessage = 500;

/** The error as it leaves the house: bounded in length, without its cause, a fault with the id of its request. */
export function toPublicError(error: GraphQLError, requestId: string): GraphQLError {
  const { message, extensions } = error;
  return new GraphQLError(
    message.length > longestMessage ? `${message.slice(0, longestMessage)}…` : message,
    {
      ...placeOf(error),
      extensions: isFault(error) ? { ...extensions, requestId } : extensions,
    },
  );
}

/** Where in the document and in the answer it happened. */
const placeOf = ({ nodes, source, positions, path }: GraphQLError) => ({
  nodes: nodes ?? null,
  source: source ?? null,
  positions: positions ?? null,
  path: path ?? null,
});
