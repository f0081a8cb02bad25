import { GraphQLError, type GraphQLErrorOptions } from 'graphql';
import {
  isOutOfTime,
  type Outage,
  OutcomeUnknown,
  outageOf,
  ReadsTooMuch,
  sqlStateOf,
} from '#persistence/store/database-errors.ts';
import { Overloaded } from '#server/operations/admission.ts';
import { RateLimited } from '#server/operations/rate-limit.ts';

/** The codes of top-level errors (`extensions.code`), with what they mean. `docs/errors.md` is printed from this table. */
export const topLevelErrorCodes = {
  UNAUTHENTICATED: 'The token is missing or not valid.',
  FORBIDDEN: 'The viewer lacks a role that the query needs; the message names it.',
  BAD_USER_INPUT:
    'An argument or a variable is malformed. `extensions.argument` names the argument where one is to blame, such as `filter.search`.',
  BAD_REQUEST: 'The request is not GraphQL over HTTP.',
  UNSUPPORTED_MEDIA_TYPE: 'The content type of the request is not `application/json`.',
  OPERATION_LIMIT_EXCEEDED: 'The operation is too large, too deep or too costly. Ask for less.',
  TOO_MANY_REQUESTS:
    'The caller, or its tenant, begins more operations than its rate allows. Try again after the seconds of `Retry-After`.',
  TOO_MANY_SUBSCRIPTIONS: 'No more subscriptions are open to the caller. Close one, or try again later.',
  SERVICE_UNAVAILABLE: 'The gateway cannot serve the request now. Try again later.',
  TIMEOUT:
    'The database took too long. Ask for less, or try again; a mutation under the same `idempotencyKey`.',
  STORAGE_FULL:
    'The disk of the database has no space for writes; reads are answered. Nothing was written. Try again later.',
  STORAGE_DAMAGED:
    'The database reports that stored data is damaged. What failed has written nothing. An operator has to restore a backup.',
  DATABASE_READ_ONLY:
    'The database accepts no writes now, as a standby does; reads are answered. Nothing was written. Try again later.',
  DATABASE_LOGIN_REFUSED:
    'The database refuses the login of the gateway, as after a new password. What failed has written nothing. Try again later.',
  DATABASE_MISSING:
    'The server has no database of this name now. What failed has written nothing. Try again later.',
  SCHEMA_MISMATCH:
    'The schema of the database is too old or too new for this release: the gateway accepts nothing. An operator has to migrate it, or start the release of the schema.',
  OUTCOME_UNKNOWN:
    'The connection to the database was lost during a commit: the mutation was done whole, or not at all. Try again under the same `idempotencyKey`; without one, read what it changes first.',
  LABEL_POLICY_UNREADABLE:
    'The stored label policy cannot be read, so that whatever has a label is denied. Set the policy again.',
  INTERNAL_SERVER_ERROR: 'A fault of the gateway. `extensions.requestId` finds it in the log.',
} as const;

/** A code of a top-level error. */
export type TopLevelErrorCode = keyof typeof topLevelErrorCodes;

interface HttpAnswer {
  readonly status: number;
  readonly headers?: Record<string, string>;
  /** True: a client that accepts only `application/json` gets 200, as GraphQL over HTTP asks for well-formed requests. */
  readonly spec?: boolean;
}

/** A refusal that the caller may read. Without `http`, a well-formed request that is refused before it runs. */
export const createRefusal = (
  code: TopLevelErrorCode,
  message: string,
  http: HttpAnswer = { status: 400, spec: true },
  more: { readonly argument?: string } = {},
): GraphQLError => new GraphQLError(message, { extensions: { code, ...more, http } });

/** The one answer to a missing and to any bad token, whatever is wrong with it and whatever it asks for. */
export const createUnauthenticatedError = (): GraphQLError =>
  createRefusal('UNAUTHENTICATED', 'This needs a valid token: send it as `Authorization: Bearer <token>`.', {
    status: 401,
    headers: { 'WWW-Authenticate': 'Bearer' },
  });

/** The answer to a good token whose bearer has no role here, as somebody whom the issuer knows from another application. */
export const createRolelessError = (): GraphQLError =>
  createRefusal(
    'FORBIDDEN',
    'The token is valid and gives no role of this gateway: ask its administrator for one.',
    { status: 403 },
  );

/** The answer to a good token whose tenant is spelled with capitals, so that it does not begin a second tenant of the same letters. */
export const createMisspelledTenantError = (): GraphQLError =>
  createRefusal(
    'FORBIDDEN',
    'The token is valid, and its tenant has capital letters: ask for one in small letters, or the administrator of this gateway to name the tenant in VOUCH_TENANT_MAP.',
    { status: 403 },
  );

const faultCode = 'INTERNAL_SERVER_ERROR';

/** The refusal of admission control. */
export const overloaded = {
  code: 'SERVICE_UNAVAILABLE',
  message:
    'The gateway has more requests now than it can answer in time; nothing of this one was begun. Try again after the seconds of `Retry-After`.',
  status: 503,
} as const;

/** For any content type: what stands between the client and the gateway reads the status alone. `after`: seconds. */
const unavailable = (after: number, status = 503) => ({ status, headers: { 'Retry-After': String(after) } });

/**
 * A statement took longer than it may. What a mutation had written before is rolled back, or was committed and is
 * answered again under its key.
 */
const createTimeout = (place: GraphQLErrorOptions): GraphQLError =>
  new GraphQLError(
    'The database took too long. Ask for less, or try again; a mutation under the same idempotencyKey.',
    { ...place, extensions: { code: 'TIMEOUT', http: unavailable(1) } },
  );

/** The answer of a gateway whose release does not fit the schema of the store; `fault`: a clause that says why. */
export const createSchemaMismatch = (fault: string): GraphQLError =>
  createRefusal('SCHEMA_MISMATCH', schemaMismatchMessage(fault), unavailable(5));

export const schemaMismatchMessage = (fault: string): string =>
  `This gateway accepts nothing: ${fault}. Nothing was begun.`;

const retryUnderKey = 'Try again under the same idempotencyKey, which has one effect';

interface PublicOutage {
  readonly code: TopLevelErrorCode;
  readonly message: string;
  /** Seconds after which it is worth trying again. */
  readonly after: number;
  /** HTTP; absent: 503. */
  readonly status?: number;
}

const outages: { readonly [outage in Outage]: PublicOutage } = {
  unavailable: {
    code: 'SERVICE_UNAVAILABLE',
    message:
      'The database is not available now; what failed has written nothing. Try again later, a mutation under the same idempotencyKey.',
    after: 1,
  },
  read_only: {
    code: 'DATABASE_READ_ONLY',
    message:
      'The database accepts no writes now; reads are answered. Nothing was written. Try again later, under the same idempotencyKey.',
    after: 5,
  },
  login_refused: {
    code: 'DATABASE_LOGIN_REFUSED',
    message:
      'The database refuses the login of the gateway now; what failed has written nothing. Try again later, a mutation under the same idempotencyKey.',
    after: 5,
  },
  database_missing: {
    code: 'DATABASE_MISSING',
    message: 'The server has no database of this name now; what failed has written nothing. Try again later.',
    after: 5,
  },
  storage_full: {
    code: 'STORAGE_FULL',
    message:
      'The store has no space for writes now; reads are answered. Nothing was written. Try again later.',
    after: 60,
  },
  storage_damaged: {
    code: 'STORAGE_DAMAGED',
    message:
      'The database reports that data of this request is damaged; what failed has written nothing. An operator has to restore a backup.',
    after: 60,
  },
};

/** Translates a store that is unavailable for now; null for any other error. */
const publicOutageOf = (error: unknown): PublicOutage | null => {
  if (error instanceof Overloaded) return { ...overloaded, after: error.retryAfter };
  if (error instanceof RateLimited)
    return {
      code: 'TOO_MANY_REQUESTS',
      message:
        'You or your tenant begin more operations than the rate of this gateway allows; nothing of this one was begun. Try again after the seconds of `Retry-After`.',
      after: error.retryAfter,
      status: 429,
    };
  if (error instanceof OutcomeUnknown)
    return {
      code: 'OUTCOME_UNKNOWN',
      message: error.hasKey
        ? `The connection to the database was lost during the commit: the mutation was done whole, or not at all. ${retryUnderKey}.`
        : 'The connection to the database was lost during the commit: the mutation was done whole, or not at all. It had no idempotencyKey: read what it changes before you send it again.',
      after: 1,
    };
  const outage = outageOf(error);
  return outage === null ? null : outages[outage];
};

/** Translates an exceeded limit of the operation; null for any other error. */
const createExcess = (error: unknown, place: GraphQLErrorOptions): GraphQLError | null =>
  error instanceof ReadsTooMuch
    ? new GraphQLError(
        `This operation reads more than ${error.limit} characters of stored text; ask for smaller pages, or for fewer long texts.`,
        { ...place, extensions: { code: 'OPERATION_LIMIT_EXCEEDED', http: { status: 400, spec: true } } },
      )
    : null;

const createOutage = (error: unknown, place: GraphQLErrorOptions): GraphQLError | null => {
  const outage = publicOutageOf(error);
  if (outage === null) return null;
  const { code, message, after, status } = outage;
  const sqlState = sqlStateOf(error);
  return new GraphQLError(message, {
    ...place,
    extensions: { code, ...(sqlState === null ? {} : { sqlState }), http: unavailable(after, status) },
  });
};

/**
 * Lets an error speak to the caller only when somebody gave it a code on purpose. Everything else is a fault and is
 * masked, under every NODE_ENV: also errors of graphql-js without a code, since they quote the values of rows.
 */
export function maskFault(error: unknown): GraphQLError {
  if (error instanceof GraphQLError) {
    if (typeof error.extensions.code === 'string' && isMadeOnPurpose(error)) return error;
    if (isOutOfTime(error.originalError)) return createTimeout(placeOf(error));
    const known =
      createOutage(error.originalError, placeOf(error)) ?? createExcess(error.originalError, placeOf(error));
    if (known !== null) return known;
    return createFault({ ...placeOf(error), originalError: error.originalError ?? error });
  }
  if (isOutOfTime(error)) return createTimeout({});
  const known = createOutage(error, {}) ?? createExcess(error, {});
  if (known !== null) return known;
  return createFault({ originalError: error instanceof Error ? error : new Error(typeof error) });
}

export const isFault = (error: GraphQLError): boolean => error.extensions.code === faultCode;

const isMadeOnPurpose = (error: GraphQLError): boolean =>
  error.originalError === undefined ||
  (error.originalError instanceof GraphQLError && isMadeOnPurpose(error.originalError));

// `unexpected` makes Yoga answer 500 where there is no data; it does not reach the client.
const createFault = (options: GraphQLErrorOptions): GraphQLError =>
  new GraphQLError('Unexpected error.', { ...options, extensions: { code: faultCode, unexpected: true } });

const longestMessage = 500;

/** The error as it leaves the gateway: bounded in length, without its cause, a fault with the id of its request. */
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

/** Position of an error in the document and in the answer. */
const placeOf = ({ nodes, source, positions, path }: GraphQLError) => ({
  nodes: nodes ?? null,
  source: source ?? null,
  positions: positions ?? null,
  path: path ?? null,
});
