import { request } from 'node:http';
import {
  GraphQLEnumType,
  GraphQLError,
  type GraphQLFieldConfig,
  GraphQLFloat,
  GraphQLID,
  GraphQLInputObjectType,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  type GraphQLOutputType,
  GraphQLSchema,
  GraphQLString,
} from 'graphql';
import { onTestFinished } from 'vitest';
import type { TokenConfig } from '#config/config.ts';
import type { Viewer } from '#domain/privacy/viewer.ts';
import { createAuthenticator } from '#server/http/authentication.ts';
import { createGateway, type Gateway, type GatewayOptions } from '#server/http/gateway.ts';
import { issueToken } from '#server/http/local-tokens.ts';
import { defaultLimits } from '#server/operations/operation-limits.ts';
import { createLogger } from '#server/telemetry/logger.ts';
import { createMetrics } from '#server/telemetry/metrics.ts';

export const tokens: TokenConfig = {
  secret: 'a-secret-of-the-tests-with-32-bytes-and-more',
  jwksUrl: null,
  issuer: null,
  audience: null,
};

export const now = new Date('2026-03-01T12:00:00Z');

export const bob: Viewer = { tenant: 'acme', user: 'bob', roles: ['reviewer'], groups: ['engineering'] };

export const bobsToken = await issueToken(tokens, bob, { now, seconds: 3600 });

/** Context of the toy's resolvers, and the events that a test may watch. */
export interface ToyContext {
  readonly viewer: Viewer | null;
  readonly requestId: string;
  readonly signal: AbortSignal;
  /** Who executed it. */
  outcome: 'open' | 'succeeded' | 'failed' | 'abandoned';
}

/** A schema with a subscription to `ticks`. */
export const withTicks = (
  schema: GraphQLSchema,
  ticks: Omit<GraphQLFieldConfig<unknown, unknown>, 'type'>,
): GraphQLSchema =>
  new GraphQLSchema({
    ...schema.toConfig(),
    subscription: new GraphQLObjectType({
      name: 'Subscription',
      fields: { ticks: { type: GraphQLString, ...ticks } },
    }),
  });

/** A gate that a test opens when the operation behind it may go on. */
export class Gate {
  reached = Promise.withResolvers<void>();
  opened = Promise.withResolvers<void>();
}

/** A small graph: items with items below them, a few ways to fail, and mutations, which are noted in `written` when they run. */
export const createToySchema = (gate = new Gate(), written: string[] = []): GraphQLSchema => {
  const page = { first: { type: GraphQLInt }, last: { type: GraphQLInt } };
  const colour = new GraphQLEnumType({ name: 'Colour', values: { CRIMSON: {}, TURQUOISE: {} } });
  const item: GraphQLObjectType = new GraphQLObjectType({
    name: 'Item',
    fields: () => ({
      id: { type: GraphQLID, resolve: () => 'item' },
      text: { type: GraphQLString, resolve: () => 'text' },
      parent: { type: item, resolve: () => ({}) },
      children: { type: items, args: page, resolve: () => ({}) },
      relatives: { type: new GraphQLList(item), resolve: () => [{}] },
    }),
  });
  const items: GraphQLObjectType = new GraphQLObjectType({
    name: 'ItemConnection',
    fields: () => ({
      nodes: { type: new GraphQLList(item), resolve: () => [{}] },
      totalCount: { type: GraphQLInt, resolve: () => 1 },
      pageInfo: { type: new GraphQLObjectType({ name: 'PageInfo', fields: { more: { type: GraphQLInt } } }) },
    }),
  });
  const input = new GraphQLInputObjectType({
    name: 'WriteInput',
    fields: { content: { type: new GraphQLNonNull(GraphQLString) }, weight: { type: GraphQLFloat } },
  });
  const fails = (error: () => unknown) => ({
    type: GraphQLString,
    resolve: () => {
      throw error();
    },
  });
  const writesAndFails = (
    content: string,
    error: () => unknown,
    type: GraphQLOutputType = new GraphQLNonNull(GraphQLString),
  ) => ({
    type,
    resolve: () => {
      written.push(content);
      throw error();
    },
  });
  return new GraphQLSchema({
    query: new GraphQLObjectType<unknown, ToyContext>({
      name: 'Query',
      fields: {
        user: { type: GraphQLString, resolve: (_source, _args, { viewer }) => viewer?.user },
        item: { type: item, args: { id: { type: GraphQLID } }, resolve: () => ({}) },
        items: { type: items, args: page, resolve: () => ({}) },
        nodes: {
          type: new GraphQLList(item),
          args: { ids: { type: new GraphQLList(GraphQLID) } },
          resolve: () => [{}],
        },
        repeat: {
          type: GraphQLString,
          args: { times: { type: new GraphQLNonNull(GraphQLInt) }, word: { type: GraphQLString } },
          resolve: (_source, { word }) => word,
        },
        painted: { type: GraphQLString, args: { colour: { type: colour } }, resolve: () => 'painted' },
        slow: {
          type: GraphQLString,
          async resolve() {
            gate.reached.resolve();
            await gate.opened.promise;
            return 'done';
          },
        },
        broken: fails(() =>
          Object.assign(new Error('select secret_row from memory'), {
            ...{ code: '23505', table: 'memories', constraint: 'memories_pkey', column: 'secret_row (1)' },
          }),
        ),
        unreadable: { type: GraphQLInt, resolve: () => 'a private text' },
        forbidden: fails(() => new GraphQLError('Auditors only.', { extensions: { code: 'FORBIDDEN' } })),
      },
    }),
    mutation: new GraphQLObjectType({
      name: 'Mutation',
      fields: {
        write: {
          type: GraphQLString,
          args: { input: { type: new GraphQLNonNull(input) } },
          async resolve(_source, { input: { content } }) {
            written.push(content);
            gate.reached.resolve();
            if (content === 'wait') await gate.opened.promise;
            return content;
          },
        },
        paint: {
          type: item,
          args: { colour: { type: new GraphQLNonNull(colour) }, first: { type: GraphQLInt } },
          resolve: (_source, args) => {
            written.push(args.colour);
            return {};
          },
        },
        breaks: writesAndFails('breaks', () => new Error('insert into secret_rows'), GraphQLString),
        ruins: writesAndFails('ruins', () => new Error('insert into secret_rows')),
        forbidden: writesAndFails(
          'forbidden',
          () => new GraphQLError('Auditors only.', { extensions: { code: 'FORBIDDEN' } }),
        ),
        // The message of PostgreSQL for a statement that took too long.
        late: writesAndFails('late', () =>
          Object.assign(new Error('canceling statement'), { code: '57014' }),
        ),
      },
    }),
  });
};

export interface ToyGateway extends Gateway {
  /** Every context that was opened, oldest first. */
  readonly contexts: ToyContext[];
  readonly logLines: Record<string, unknown>[];
  readonly metrics: ReturnType<typeof createMetrics>;
  /** Posts one operation with bob's token; `headers` replace. */
  ask(
    body: { query: string; variables?: unknown; operationName?: unknown } | string,
    headers?: Record<string, string>,
  ): Promise<Answer>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly data: unknown;
  readonly errors: {
    message: string;
    path?: unknown;
    extensions: { code: string; [name: string]: unknown };
  }[];
  readonly codes: string[];
}

export const createToyGateway = (options: Partial<GatewayOptions<ToyContext>> = {}): ToyGateway => {
  const contexts: ToyContext[] = [];
  const logLines: Record<string, unknown>[] = [];
  const metrics = createMetrics();
  const gateway = createGateway<ToyContext>({
    host: '127.0.0.1',
    port: 0,
    loopbackOnly: false,
    schema: createToySchema(),
    authenticator: createAuthenticator(tokens, { now: () => now }),
    operations: {
      open: ({ viewer, requestId, signal }) => {
        const context: ToyContext = { viewer, requestId, signal, outcome: 'open' };
        contexts.push(context);
        return context;
      },
      close: async (context, outcome) => {
        if (context.outcome !== 'open') throw new Error('closed twice');
        context.outcome = outcome;
      },
    },
    logger: createLogger('info', { write: (line) => void logLines.push(JSON.parse(line)) }),
    metrics,
    ready: async () => ({ ok: true }),
    graphiql: null,
    corsOrigins: [],
    maxBodyBytes: 1_000_000,
    limits: defaultLimits,
    introspection: true,
    ...options,
  });
  return {
    ...gateway,
    contexts,
    logLines,
    metrics,
    async ask(body, headers = { authorization: `Bearer ${bobsToken}` }) {
      const response = await gateway.fetch('http://localhost/graphql', {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      });
      return readAnswer(response);
    },
  };
};

/** Bob asks, always under the same request id, so that answers may be compared byte for byte. */
export const postAsBob = (
  gateway: Gateway,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Response> =>
  gateway.fetch('http://localhost/graphql', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${bobsToken}`,
      'x-request-id': 'asked',
      ...headers,
    },
    body: JSON.stringify(body),
  });

export async function readAnswer(response: Response): Promise<Answer> {
  const text = await response.text();
  const { data, errors = [] } = text.startsWith('{') ? JSON.parse(text) : {};
  return {
    status: response.status,
    headers: response.headers,
    data,
    errors,
    codes: errors.map(({ extensions }: Answer['errors'][number]) => extensions?.code),
  };
}

/** The gateway behind a real socket, which begins to close when the test is over: the next one does not wait for idle connections. */
export async function listening(options: Partial<GatewayOptions<ToyContext>> = {}) {
  const gateway = createToyGateway(options);
  const { url } = await gateway.listen();
  onTestFinished(() => {
    gateway.close();
  });
  return { gateway, url };
}

export interface Wire {
  readonly status: number | undefined;
  readonly headers: Record<string, unknown>;
  readonly body: string;
}

/** One request as it is on the wire; the id of the request and the date are left out. */
export const send = (
  url: string,
  body: object,
  headers: Record<string, string | string[]> = {},
): Promise<Wire> => {
  const text = JSON.stringify(body);
  return sendAny(url, '/graphql', 'POST', text, {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(text)),
    ...headers,
  });
};

/** The same of a GET; `search` as it is on the wire. */
export const sendGet = (
  url: string,
  search: string,
  headers: Record<string, string | string[]> = {},
): Promise<Wire> => sendAny(url, `/graphql?${search}`, 'GET', '', headers);

const sendAny = (
  url: string,
  path: string,
  method: string,
  text: string,
  headers: Record<string, string | string[]>,
): Promise<Wire> =>
  new Promise((resolve, reject) => {
    const asked = request(
      url,
      { path, method, headers: { authorization: `Bearer ${bobsToken}`, ...headers } },
      (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('end', () => {
          const { date: _date, 'x-request-id': id, ...rest } = response.headers;
          resolve({
            status: response.statusCode,
            headers: { ...rest, 'x-request-id': typeof id },
            body: Buffer.concat(parts).toString(),
          });
        });
      },
    );
    asked.on('error', reject);
    asked.end(text);
  });
