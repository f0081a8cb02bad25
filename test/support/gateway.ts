import { v7 } from 'uuid';
import type { AppDependencies, Settings } from '#application/app-dependencies.ts';
import { defaultSettings } from '#application/default-settings.ts';
import type { Role, Viewer } from '#domain/privacy/viewer.ts';
import { isGroupWithdrawn } from '#persistence/people/withdrawn-groups.ts';
import type { Orm } from '#persistence/store/orm.ts';
import { readFingerprintKey, readReceiptKey } from '#persistence/store/viewer-session.ts';
import { heuristicJudge } from '#providers/contradiction-judge.ts';
import { schema } from '#resolvers/index.ts';
import { type GraphQLContext, openGraphQLContext } from '#resolvers/schema/context.ts';
import { createAuthenticator } from '#server/http/authentication.ts';
import { createGateway, type Gateway, type GatewayOptions } from '#server/http/gateway.ts';
import { issueToken } from '#server/http/local-tokens.ts';
import { defaultLimits } from '#server/operations/operation-limits.ts';
import { createLogger } from '#server/telemetry/logger.ts';
import { createMetrics } from '#server/telemetry/metrics.ts';
import type { TestStore } from './store.ts';

/** The instant at which every test world begins. */
export const beginning = new Date('2026-03-01T09:00:00.000Z');

const tokens = {
  secret: 'a secret of at least thirty-two bytes',
  jwksUrl: null,
  issuer: null,
  audience: null,
};

export interface GraphQLAnswer {
  // biome-ignore lint/suspicious/noExplicitAny: what a test asks for decides the shape of the answer
  readonly data?: any;
  readonly errors?: readonly { readonly message: string; readonly extensions?: { readonly code?: string } }[];
}

/** A gateway over a store, as a client meets it, whose clock and ids a test can follow. */
export interface TestGateway {
  readonly gateway: Gateway;
  readonly dependencies: AppDependencies;
  /** The outcome of each operation that is over, in turn. */
  readonly closed: string[];
  /** Lets time pass, in milliseconds. */
  readonly pass: (milliseconds: number) => void;
  /** A token for an hour of the test's time, or so many seconds. */
  readonly tokenOf: (viewer: Viewer, seconds?: number) => Promise<string>;
  readonly ask: (viewer: Viewer, query: string, variables?: object) => Promise<GraphQLAnswer>;
  /** The body of the answer, byte for byte. */
  readonly askForText: (
    viewer: Viewer,
    query: string,
    variables?: object,
    wire?: {
      readonly headers?: Readonly<Record<string, string>>;
      readonly address?: string;
      /** `/graphql` when it is absent. */
      readonly path?: string;
    },
  ) => Promise<string>;
}

export const viewer = (user: string, roles: readonly Role[], more: Partial<Viewer> = {}): Viewer => ({
  tenant: 'acme',
  user,
  roles,
  groups: [],
  ...more,
});

/** One person a role, in the tenant acme. */
export const people = {
  reader: viewer('rita', ['reader']),
  contributor: viewer('carol', ['contributor']),
  reviewer: viewer('bob', ['reviewer']),
  curator: viewer('clara', ['curator']),
  auditor: viewer('oscar', ['auditor']),
  admin: viewer('alice', ['admin']),
  service: viewer('agent', ['service']),
} as const;

/** Groups declared by the tests' tenants. */
const declaredGroups = ['board', 'crew'];

export const createTestGateway = async (
  { orm, asOwner }: TestStore,
  settings: Partial<Settings> = {},
  parts: Partial<AppDependencies> = {},
  options: Partial<
    Pick<
      GatewayOptions<GraphQLContext>,
      'console' | 'logger' | 'metrics' | 'subscriptionLimits' | 'trustedDocuments' | 'subgraph'
    >
  > = {},
): Promise<TestGateway> => {
  for (const tenant of ['acme', 'globex'])
    for (const group of declaredGroups)
      await asOwner(
        `insert into known_groups (tenant, name, noted_by, noted_at) values ('${tenant}', '${group}', 'alice', '${beginning.toISOString()}') on conflict do nothing`,
      );
  let now = beginning.getTime();
  const clock = () => new Date(now);
  const fingerprintKey = await readFingerprintKey(orm);
  const dependencies: AppDependencies = {
    orm,
    settings: { ...defaultSettings, ...settings },
    fingerprintKey,
    webhookKey: fingerprintKey,
    receiptKey: await readReceiptKey(orm),
    clock,
    newId: (prefix) => `${prefix}_${v7()}`,
    statementModel: null,
    contradictionJudge: heuristicJudge,
    verificationModel: null,
    domainModel: null,
    reportDir: null,
    logFault: () => undefined,
    logRecovery: () => undefined,
    logJudging: () => undefined,
    ...parts,
  };
  const closed: TestGateway['closed'] = [];
  const gateway = createGateway<GraphQLContext>({
    host: '127.0.0.1',
    port: 0,
    loopbackOnly: false,
    schema,
    authenticator: createAuthenticator(tokens, {
      now: clock,
      isWithdrawn: (who, group) => isGroupWithdrawn(orm, who, group),
    }),
    operations: {
      open: (operation) => openGraphQLContext(dependencies, operation),
      close: (context, outcome) => {
        closed.push(outcome);
        return context.close();
      },
    },
    logger: createLogger('error'),
    metrics: createMetrics(),
    ready: async () => ({ ok: true }),
    graphiql: null,
    corsOrigins: [],
    maxBodyBytes: 8_388_608,
    limits: defaultLimits,
    introspection: true,
    ...options,
  });
  const tokenOf: TestGateway['tokenOf'] = (asking, seconds = 3_600) =>
    issueToken(tokens, asking, { now: clock(), seconds });
  const askForText: TestGateway['askForText'] = async (asking, query, variables = {}, wire = {}) => {
    const response = await gateway.fetch(`http://localhost${wire.path ?? '/graphql'}${wire.address ?? ''}`, {
      method: 'POST',
      headers: {
        ...wire.headers,
        'content-type': 'application/json',
        authorization: `Bearer ${await tokenOf(asking)}`,
      },
      body: JSON.stringify({ query, variables }),
    });
    return response.text();
  };
  return {
    gateway,
    dependencies,
    closed,
    pass: (milliseconds) => {
      now += milliseconds;
    },
    tokenOf,
    askForText,
    ask: async (asking, query, variables) =>
      JSON.parse(await askForText(asking, query, variables)) as GraphQLAnswer,
  };
};

/** A gateway over an embedded store that the test itself opened. */
export const gatewayOver = (orm: Orm): Promise<TestGateway> =>
  createTestGateway({
    kind: 'pglite',
    address: { dataDir: '' },
    orm,
    asOwner: (statement, params = []) => orm.em.fork().execute(statement, [...params]),
    drop: async () => undefined,
  });
