import { GraphQLError } from 'graphql';
import type { GraphQLParams } from 'graphql-yoga';
import type { OperationLimits } from '#server/operations/operation-limits.ts';
import { persistedHashOf } from '#server/operations/persisted-documents.ts';
import { createRefusal, createUnauthenticatedError } from '#server/operations/public-errors.ts';
import type { RunOperation } from '#server/operations/run-operation.ts';
import type { Authenticator } from './authentication.ts';
import { parseBoundedJson } from './bounded-json.ts';
import { deadlineOf } from './prefer-wait.ts';
import { type GatewayPlugin, positionHeader, readAfterOf } from './request-context.ts';

/** Bytes that a caller without a token may send; `{ __typename }` needs less. */
const anonymousBytes = 4_096;

/**
 * From HTTP to an operation, which is run outside of Yoga: the token first, then JSON by POST (and nothing that a browser's form could
 * send) or the query string by GET.
 */
export const useGraphQLRequest = (
  authenticator: Authenticator,
  limits: OperationLimits,
  runOperation: RunOperation,
): GatewayPlugin => ({
  async onRequestParse({ request, serverContext: { requestState }, setRequestParser }) {
    const identity = await authenticator.authenticate(request.headers);
    const viewer = identity?.viewer ?? null;
    requestState.viewer = viewer;
    if (identity !== null) requestState.remaining = identity.remaining;
    if (request.method === 'GET') setRequestParser(({ url }) => readQueryString(url, limits));
    if (request.method !== 'POST') return; // Yoga refuses the other methods.
    assertPlainJson(request.headers);
    setRequestParser(async (bounded) => {
      const body = await bounded.arrayBuffer();
      if (viewer === null && body.byteLength > anonymousBytes) throw createUnauthenticatedError();
      return readBody(body, limits);
    });
  },
  async onParams({ params, setParams, setResult, request, context: { requestState } }) {
    const { viewer, requestId } = requestState;
    const { operationType, operationName, result, position } = await runOperation(
      params,
      {
        viewer,
        requestId,
        remaining: requestState.remaining,
        deadline: deadlineOf(request.headers.get('prefer')),
        handler: 'yoga',
        traceparent: request.headers.get('traceparent'),
        isReadOnly: request.method === 'GET',
        lastEventId: request.headers.get('last-event-id'),
        readAfter: readAfterOf(request.headers.get(positionHeader)),
      },
      request.signal,
    );
    requestState.operationType = operationType;
    requestState.operationName = operationName ?? null;
    requestState.position = position ?? null;
    setResult(result);
    // Yoga expects a text, also where a hash names it.
    setParams({ ...params, query: params.query ?? '' });
  },
});

const plainJson = /^application\/json(\s*;\s*charset="?utf-8"?)?\s*$/i;

/** JSON as it is, and nothing that a browser's form could send. */
export const isPlainJson = (header: (name: string) => string | null): boolean =>
  header('content-encoding') === null && plainJson.test(header('content-type') ?? '');

function assertPlainJson(headers: Headers): void {
  const encoding = headers.get('content-encoding');
  if (encoding !== null && encoding.toLowerCase() !== 'identity') {
    throw unsupported('A compressed body is not accepted; send it as it is.');
  }
  if (!plainJson.test(headers.get('content-type') ?? '')) {
    throw unsupported('Send the operation as `Content-Type: application/json`, in UTF-8.');
  }
}

const unsupported = (message: string) => createRefusal('UNSUPPORTED_MEDIA_TYPE', message, { status: 415 });

const badRequest = (message: string) => createRefusal('BAD_REQUEST', message, { status: 400 });

const brace = 0x7b;
const whitespace = [0x20, 0x09, 0x0a, 0x0d];

/** @throws GraphQLError for what is no one operation in JSON, or is beyond the limits. */
export function readBody(
  body: ArrayBuffer | Uint8Array<ArrayBuffer>,
  limits: OperationLimits,
): GraphQLParams {
  const bytes = new Uint8Array(body);
  // Read before the body is parsed: an array of operations costs what its first byte costs.
  if (bytes.find((byte) => !whitespace.includes(byte)) !== brace) {
    throw badRequest(
      'The body is not a JSON object with one operation; several in one request are not accepted.',
    );
  }
  return readParams(parseJson('The body', () => parseBoundedJson(bytes, limits)));
}

/** The same of the query string of an address or a path; of a parameter that is given twice, the first. */
function readQueryString(url: string, limits: OperationLimits): GraphQLParams {
  const search = new URL(url, 'http://localhost').searchParams;
  const json = (name: string) => {
    const value = search.get(name);
    return value === null || value === ''
      ? undefined
      : parseJson(`\`${name}\``, () => parseBoundedJson(value, limits));
  };
  return readParams({
    query: search.get('query') ?? undefined,
    operationName: search.get('operationName') || undefined,
    variables: json('variables'),
    extensions: json('extensions'),
  });
}

function parseJson(what: string, parse: () => unknown): unknown {
  try {
    return parse();
  } catch (error) {
    throw error instanceof GraphQLError ? error : badRequest(`${what} is not valid JSON in UTF-8.`);
  }
}

/** The query may be left out where `extensions` names one that is persisted. */
function readParams(parsed: unknown): GraphQLParams {
  const { query, operationName, variables, extensions } = parsed as Record<string, unknown>;
  if (operationName != null && typeof operationName !== 'string') {
    throw badRequest('`operationName` is not a text; give a name that the document defines, or null.');
  }
  if (!isMapOrNull(variables)) throw badRequest('`variables` is not a map; give an object, or null.');
  if (!isMapOrNull(extensions)) throw badRequest('`extensions` is not a map; give an object, or null.');
  const isPersisted = query == null && persistedHashOf({ extensions: extensions ?? {} }) !== null;
  if (typeof query !== 'string' && !isPersisted)
    throw badRequest('`query` is not a text; give the document of the operation.');
  return {
    ...(typeof query === 'string' ? { query } : {}),
    ...(extensions == null ? {} : { extensions }),
    ...(operationName == null ? {} : { operationName }),
    ...(variables == null ? {} : { variables }),
  };
}

const isMapOrNull = (value: unknown): value is Record<string, unknown> | null | undefined =>
  value == null || (typeof value === 'object' && !Array.isArray(value));
