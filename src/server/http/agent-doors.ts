import { GraphQLError } from 'graphql';
import { z } from 'zod';
import { type Ask, Refused } from '#agents/ask.ts';
import { addInteraction, dispute, getBundle } from '#agents/calls.ts';
import { readVersion } from '#config/package-folder.ts';
import type { OperationLimits } from '#server/operations/operation-limits.ts';
import type { Authenticator } from './authentication.ts';
import { parseBoundedJson } from './bounded-json.ts';
import { sessionHeader } from './browser-session.ts';
import type { GatewayPlugin } from './request-context.ts';

interface DoorOptions {
  readonly authenticator: Authenticator;
  readonly maxBodyBytes: number;
  readonly limits: OperationLimits;
  /** Answers a request as the gateway's socket does. */
  readonly fetch: (input: string, init: RequestInit) => Promise<Response>;
}

interface Answered<Data> {
  readonly data?: Data | null;
  readonly errors?: readonly {
    readonly message: string;
    readonly extensions?: { readonly code?: string };
  }[];
}

/** An answer of the gateway that is passed on with its status. */
class Failed extends Error {
  readonly status: number;
  readonly code: string;
  readonly retryAfter: string | null;

  constructor(message: string, status: number, code: string, retryAfter: string | null) {
    super(message);
    this.status = status;
    this.code = code;
    this.retryAfter = retryAfter;
  }
}

/** The headers by which the authenticator knows a caller. */
const identityOf = ({ headers }: Request): Record<string, string> =>
  Object.fromEntries(
    ['authorization', 'cookie', sessionHeader].flatMap((name) => {
      const value = headers.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );

const askAs =
  ({ fetch }: DoorOptions, request: Request): Ask =>
  async <Data>(query: string, variables: object): Promise<Data> => {
    const response = await fetch(new URL('/graphql', request.url).href, {
      method: 'POST',
      signal: request.signal,
      headers: {
        'content-type': 'application/json',
        accept: 'application/graphql-response+json',
        ...identityOf(request),
      },
      body: JSON.stringify({ query, variables }),
    });
    const { data, errors } = (await response.json()) as Answered<Data>;
    const [error] = errors ?? [];
    if (data == null || error)
      throw new Failed(
        error?.message ?? 'The gateway failed.',
        response.ok ? 400 : response.status,
        error?.extensions?.code ?? 'INTERNAL_SERVER_ERROR',
        response.headers.get('retry-after'),
      );
    return data;
  };

const json = (body: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', ...headers },
  });

const refused = (code: string, message: string, status: number, headers?: Record<string, string>): Response =>
  json({ error: { code, message } }, status, headers);

const bundleQuery = z.strictObject({
  task: z.string().min(1).max(2_000).optional(),
  project: z.string().min(1).max(200).optional(),
  subjectId: z.string().max(200).optional(),
  tokenBudget: z
    .string()
    .regex(/^\d+$/, 'It is no whole number.')
    .transform(Number)
    .pipe(z.number().max(1_000_000))
    .optional(),
});

/** Parameters of an address by name. @throws GraphQLError for one that is given twice: which counts would be a guess. */
const parametersOf = ({ searchParams }: URL): Record<string, string> => {
  const twice = [...searchParams.keys()].find((name, place, names) => names.indexOf(name) < place);
  if (twice === undefined) return Object.fromEntries(searchParams);
  throw new GraphQLError(`${JSON.stringify(twice)} is given more than once.`, {
    extensions: { code: 'BAD_USER_INPUT' },
  });
};

const interactionBody = z.strictObject({
  project: z.string().min(1).max(200),
  content: z.string().min(1).max(1_000_000),
  subjectId: z.string().max(200).optional(),
  source: z.string().max(200).optional(),
  occurredAt: z.iso.datetime({ offset: true }).optional(),
  isPersonal: z.boolean().optional(),
  idempotencyKey: z.string().max(200).optional(),
});

const disputeBody = z.strictObject({
  id: z.string().min(1).max(200),
  quote: z.string().max(30_000).optional(),
  reference: z.string().max(2_000).optional(),
  statement: z.string().max(30_000).optional(),
  idempotencyKey: z.string().max(200).optional(),
});

class TooLarge extends Error {}

/** Reads a body of at most the gateway's size. @throws TooLarge, and what `parseBoundedJson` throws. */
const readJson = async (
  { maxBodyBytes, limits }: DoorOptions,
  { body, headers }: Request,
): Promise<unknown> => {
  const chunks: Uint8Array[] = [];
  let size = Number(headers.get('content-length') ?? 0);
  const check = () => {
    if (size > maxBodyBytes) throw new TooLarge(`The body is larger than ${maxBodyBytes} bytes.`);
  };
  // A body that names its size is refused unread, so that its client reads why.
  check();
  size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    check();
    chunks.push(chunk);
  }
  return parseBoundedJson(Buffer.concat(chunks), limits);
};

/** Statuses of the codes of UserError. */
const statusOf = (code: string): number => {
  if (code === 'forbidden') return 403;
  if (code === 'not_found') return 404;
  return code.startsWith('conflict') || code.startsWith('idempotency') ? 409 : 400;
};

const failureOf = (error: unknown): Response => {
  if (error instanceof Refused) return refused(error.code, error.message, statusOf(error.code));
  if (error instanceof Failed) {
    const headers = error.retryAfter === null ? {} : { 'retry-after': error.retryAfter };
    return refused(error.code, error.message, error.status, headers);
  }
  if (error instanceof z.ZodError) {
    const [{ path = [], message = '' } = {}] = error.issues;
    return refused('BAD_USER_INPUT', `${path.join('.') || 'The request'}: ${message}`, 400);
  }
  if (error instanceof TooLarge) return refused('BAD_REQUEST', error.message, 413);
  if (error instanceof GraphQLError) return refused(String(error.extensions.code), error.message, 400);
  if (error instanceof SyntaxError || error instanceof TypeError)
    return refused('BAD_USER_INPUT', 'The body is no JSON in UTF-8.', 400);
  throw error;
};

/** Loads the protocol with its first request: it would cost every start. */
const answerMcp = async (options: DoorOptions, request: Request): Promise<Response> => {
  const parsedBody = await readJson(options, request);
  if (Array.isArray(parsedBody))
    return refused('BAD_REQUEST', 'Several messages in one request are not accepted.', 400);
  const [{ createMcpServer }, { WebStandardStreamableHTTPServerTransport }] = await Promise.all([
    import('#agents/mcp-server.ts'),
    import('@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'),
  ]);
  // Without sessions: each request is answered alone, by any gateway.
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  const server = createMcpServer(askAs(options, request), readVersion());
  await server.connect(transport);
  try {
    return await transport.handleRequest(request, { parsedBody });
  } finally {
    await server.close();
  }
};

const doors: Readonly<
  Record<
    string,
    { readonly method: string; answer(options: DoorOptions, request: Request): Promise<Response> }
  >
> = {
  '/mcp': { method: 'POST', answer: answerMcp },
  '/v1/bundle': {
    method: 'GET',
    answer: async (options, request) => {
      const input = bundleQuery.parse(parametersOf(new URL(request.url)));
      return json(await getBundle(askAs(options, request), input));
    },
  },
  '/v1/interactions': {
    method: 'POST',
    answer: async (options, request) => {
      const { source, ...input } = interactionBody.parse(await readJson(options, request));
      return json(await addInteraction(askAs(options, request), { ...input, capturedIn: source }), 201);
    },
  },
  '/v1/disputes': {
    method: 'POST',
    answer: async (options, request) => {
      const input = disputeBody.parse(await readJson(options, request));
      return json(await dispute(askAs(options, request), input), 201);
    },
  },
};

/**
 * Serves agents at `/mcp` (Model Context Protocol, streamable HTTP) and programs without GraphQL at `/v1`. Each call is one
 * operation at `/graphql` under the caller's token, with its limits and its admission.
 */
export const useAgentDoors = (options: DoorOptions): GatewayPlugin => ({
  async onRequest({ request, url, endResponse }) {
    const { pathname } = url;
    if (pathname === '/v1/openapi.json' && request.method === 'GET') {
      // Loaded when it is asked for: it is made of the whole schema.
      endResponse(json((await import('./open-api.ts')).openApi));
      return;
    }
    const door = doors[pathname];
    if (door === undefined) {
      if (pathname.startsWith('/v1/'))
        endResponse(refused('NOT_FOUND', 'Nothing is served here: see /v1/openapi.json.', 404));
      return;
    }
    if (request.method !== door.method) {
      endResponse(refused('METHOD_NOT_ALLOWED', `Send it by ${door.method}.`, 405, { allow: door.method }));
      return;
    }
    const identity = await options.authenticator.authenticate(request.headers).catch(() => null);
    if (identity === null) {
      const message = 'This needs a valid token: send it as `Authorization: Bearer <token>`.';
      endResponse(refused('UNAUTHENTICATED', message, 401, { 'www-authenticate': 'Bearer' }));
      return;
    }
    endResponse(await door.answer(options, request).catch(failureOf));
  },
});
