import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { plainClaims } from '#config/claim-mapping.ts';
import { parseConfig } from '#config/config.ts';
import { ConfigError } from '#config/config-error.ts';
import { readRuleNumbers } from '#config/numbers.ts';
import { roles } from '#domain/privacy/viewer.ts';
import { createAuthenticator } from '#server/http/authentication.ts';
import { issueToken, loadLocalSecret, personas } from '#server/http/local-tokens.ts';
import { now, tokens } from './toy-gateway.ts';

const secret = 'x'.repeat(32);

const problemsOf = (env: Record<string, string>): readonly string[] => {
  try {
    parseConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
};

describe('settings', () => {
  test('nothing given is local mode with the embedded database', () => {
    expect(parseConfig({})).toEqual({
      host: '127.0.0.1',
      port: 4000,
      local: true,
      dataDir: '.vouch',
      databaseUrl: null,
      databaseMigrationUrl: null,
      databaseReadUrl: null,
      databaseListenUrl: null,
      poolSize: 10,
      anyDatabaseLogin: false,
      tokens: { secret: null, jwksUrl: null, issuer: null, audience: null, claims: plainClaims },
      deniedTokens: null,
      sample: true,
      fourEyes: 'on',
      autoLabeling: true,
      autoLabelingProvider: 'heuristic',
      reportDir: '.vouch',
      corsOrigins: [],
      receiptKey: null,
      metricsToken: null,
      metricsPort: null,
      rateLimits: { tenant: null, user: null },
      maxBodyBytes: 8_388_608,
      trustedDocuments: null,
      statementTimeoutMs: 30_000,
      graphiql: true,
      console: true,
      consoleSignIn: null,
      introspection: true,
      subgraph: false,
      logLevel: 'warn',
      confidenceReviewThreshold: 0.75,
      extractor: 'rules',
      contradictionJudge: 'heuristic',
      languageModel: null,
      modelSources: ['other', 'minutes', 'conversation', 'language'],
      bundleStale: 'mark',
      webhookPrivateAddresses: false,
      ruleNumbers: readRuleNumbers('').numbers,
      tenantSettings: new Map(),
      verifyBelow: 0.45,
      drainMs: 0,
      waitTimeoutMs: 10_000,
      waitingPerUser: 256,
      idempotencyDays: 30,
      retention: { receipts: null, auditTexts: null, reports: null, versions: null },
      telemetry: null,
      embedding: null,
      embeddingSends: ['audience'],
    });
  });

  test.each([
    ['VOUCH_FOUR_EYE', 'VOUCH_FOUR_EYES'],
    ['VOUCH_JWKS', 'VOUCH_JWKS_URL'],
    ['VOUCH_LOGLEVEL', 'VOUCH_LOG_LEVEL'],
  ])('%s is unknown, and %s is meant', (name, nearest) => {
    expect(problemsOf({ [name]: 'on' })).toEqual([
      `${name} is no setting of this gateway: did you mean ${nearest}? Correct it, or leave it out.`,
    ]);
    expect(problemsOf({ VOUCH_URL: 'http://localhost', VOUCH_TOKEN: 'x' })).toEqual([]);
  });

  test.each([
    ['sslmode=prefer', 'DATABASE_URL has an sslmode that is not obeyed'],
    ['passwordfile=/password', 'a password and a passwordfile'],
    ['sslmode=verify-ca', 'without sslrootcert'],
    ['sslrootcert=/ca.pem', 'add sslmode=verify-full'],
    ['target_session_attrs=any', 'the parameter target_session_attrs, which is not obeyed'],
    ['connect_timeout=soon', 'no number of seconds'],
    [
      'application_name=a&sslmode=verify-full&sslrootcert=%2Fca.pem&connect_timeout=3&options=-c%20a%3Db',
      null,
    ],
  ])('the parameters %s of an address are obeyed, or refused by name', (parameters, sentence) => {
    const problems = problemsOf({ DATABASE_URL: `postgresql://u:p@h/d?${parameters}` });
    expect(problems).toEqual(sentence === null ? [] : [expect.stringContaining(sentence)]);
  });

  test('a tenant has numbers and a treatment of stale items of its own', () => {
    const { tenantSettings, ruleNumbers, bundleStale } = parseConfig({
      VOUCH_BUNDLE_STALE: 'omit',
      VOUCH_TENANT_BUNDLE_STALE: 'acme=mark, a=b=omit',
      VOUCH_TENANT_RULE_NUMBERS: '{"acme": {"bundle.tokenBudget": 5}}',
    });
    expect(bundleStale).toBe('omit');
    expect(Object.fromEntries(tenantSettings)).toEqual({
      acme: { ...ruleNumbers, bundle: { ...ruleNumbers.bundle, tokenBudget: 5 }, bundleStale: 'mark' },
      'a=b': { bundleStale: 'omit' },
    });
  });

  test('the owners of folders of sources are given by tenant', () => {
    const rule = { project: 'tides', prefix: 'docs/security/', groups: ['security'] };
    const { tenantSettings } = parseConfig({
      VOUCH_SOURCE_OWNERS: JSON.stringify([{ tenant: 'acme', ...rule }]),
    });
    expect(tenantSettings.get('acme')?.sourceOwnerRules).toEqual([{ tenant: 'acme', users: [], ...rule }]);
    for (const given of [
      'docs',
      '{}',
      JSON.stringify([rule]),
      JSON.stringify([{ ...rule, tenant: 'a', groups: [] }]),
    ])
      expect(problemsOf({ VOUCH_SOURCE_OWNERS: given })).toEqual([
        expect.stringMatching(/^VOUCH_SOURCE_OWNERS is not a JSON list of rules: .+\.$/),
      ]);
  });

  test.each(['acme', 'acme=', '=omit', 'acme=drop', 'acme=omit,x', 'ac me=omit', 'acme =omit', 'acme= omit'])(
    '%s is no treatment of stale items by tenant',
    (given) => {
      expect(problemsOf({ VOUCH_TENANT_BUNDLE_STALE: given })).toEqual([
        'VOUCH_TENANT_BUNDLE_STALE is not a list of tenants: write each as tenant=mark or tenant=omit, without spaces, parted by commas.',
      ]);
    },
  );

  test.each(['acme=mark,acme=omit', 'acme=omit, globex=mark, acme=omit'])(
    'a tenant has one treatment of stale items: not %s',
    (given) => {
      expect(problemsOf({ VOUCH_TENANT_BUNDLE_STALE: given })).toEqual([
        'VOUCH_TENANT_BUNDLE_STALE names a tenant more than once: name each once.',
      ]);
    },
  );

  test('the console signs people in at the issuer when a client is named', () => {
    const VOUCH_JWT_ISSUER = 'https://login.example.com';
    expect(
      parseConfig({ VOUCH_JWT_ISSUER, VOUCH_OIDC_CLIENT_ID: 'vouch', VOUCH_CONSOLE: 'off' }),
    ).toMatchObject({
      console: false,
      consoleSignIn: { issuer: VOUCH_JWT_ISSUER, clientId: 'vouch' },
    });
    expect(() => parseConfig({ VOUCH_OIDC_CLIENT_ID: 'vouch' })).toThrow(
      'VOUCH_JWT_ISSUER is not an https address',
    );
  });

  test('with a secret on all interfaces it is a server: no sample, no page, no introspection', () => {
    expect(parseConfig({ VOUCH_JWT_SECRET: secret, HOST: '0.0.0.0' })).toMatchObject({
      local: false,
      sample: false,
      autoLabeling: false,
      reportDir: null,
      graphiql: false,
      introspection: false,
    });
  });

  test('a secret on this machine keeps the page, unless it is production', () => {
    expect(parseConfig({ VOUCH_JWT_SECRET: secret })).toMatchObject({ local: false, graphiql: true });
    expect(parseConfig({ VOUCH_JWT_SECRET: secret, NODE_ENV: 'production' })).toMatchObject({
      graphiql: false,
    });
  });

  test('an empty variable is one that is not given', () => {
    expect(parseConfig({ PORT: '', DATABASE_URL: '', VOUCH_JWT_SECRET: '' })).toEqual(parseConfig({}));
  });

  test('what is given is taken', () => {
    expect(
      parseConfig({
        PORT: '0',
        HOST: '::1',
        DATABASE_URL: 'postgres://u:p@db/vouch',
        VOUCH_CORS_ORIGINS: 'https://a.example, http://localhost:3000',
        VOUCH_FOUR_EYES: 'off',
        CONFIDENCE_REVIEW_THRESHOLD: '0.5',
      }),
    ).toMatchObject({
      port: 0,
      local: true,
      sample: false,
      corsOrigins: ['https://a.example', 'http://localhost:3000'],
      fourEyes: 'off',
      confidenceReviewThreshold: 0.5,
    });
  });

  test.for([
    [{ PORT: 'http' }, 'PORT'],
    [{ PORT: '65536' }, 'PORT'],
    [{ PORT: '40.5' }, 'PORT'],
    [{ HOST: '0.0.0.0' }, 'HOST'],
    [{ HOST: '127.0.0.1.evil.example' }, 'HOST'],
    [{ VOUCH_JWT_SECRET: 'x'.repeat(31) }, 'VOUCH_JWT_SECRET'],
    [{ VOUCH_RECEIPT_KEY: 'x'.repeat(31) }, 'VOUCH_RECEIPT_KEY'],
    [{ VOUCH_METRICS_TOKEN: 'x'.repeat(31) }, 'VOUCH_METRICS_TOKEN'],
    [{ VOUCH_IDEMPOTENCY_DAYS: '0' }, 'VOUCH_IDEMPOTENCY_DAYS'],
    [{ VOUCH_AUDIT_TEXT_DAYS: '0' }, 'VOUCH_AUDIT_TEXT_DAYS'],
    [{ VOUCH_JWKS_URL: 'http://keys.example/jwks' }, 'VOUCH_JWKS_URL'],
    [{ VOUCH_JWKS_URL: 'keys' }, 'VOUCH_JWKS_URL'],
    [{ VOUCH_JWKS_URL: 'https://keys.example/jwks' }, 'VOUCH_JWKS_URL'],
    [{ VOUCH_TOKEN_HOURS: '0' }, 'VOUCH_TOKEN_HOURS'],
    [{ VOUCH_DATABASE_LOGIN: 'owner' }, 'VOUCH_DATABASE_LOGIN'],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }, 'OTEL_EXPORTER_OTLP_ENDPOINT'],
    [{ OTEL_TRACES_SAMPLER: 'some' }, 'OTEL_TRACES_SAMPLER'],
    [{ OTEL_TRACES_SAMPLER_ARG: '2' }, 'OTEL_TRACES_SAMPLER_ARG'],
    [{ VOUCH_TRUSTED_DOCUMENTS: 'operations.json', VOUCH_SUBGRAPH: 'on' }, 'VOUCH_TRUSTED_DOCUMENTS'],
    [{ DATABASE_URL: 'mysql://secret@db' }, 'DATABASE_URL'],
    [{ DATABASE_MIGRATION_URL: 'postgres://owner@db/vouch' }, 'DATABASE_MIGRATION_URL'],
    [{ DATABASE_READ_URL: 'postgres://vouch@standby/vouch' }, 'DATABASE_READ_URL'],
    [{ VOUCH_POOL_SIZE: '3' }, 'VOUCH_POOL_SIZE'],
    [{ VOUCH_SAMPLE: 'true' }, 'VOUCH_SAMPLE'],
    [{ VOUCH_AUTO_LABELING_PROVIDER: 'magic' }, 'VOUCH_AUTO_LABELING_PROVIDER'],
    [{ VOUCH_CONTRADICTION_JUDGE: 'magic' }, 'VOUCH_CONTRADICTION_JUDGE'],
    [{ VOUCH_CONTRADICTION_JUDGE: 'llm' }, 'VOUCH_CONTRADICTION_JUDGE'],
    [{ VOUCH_CORS_ORIGINS: '*' }, 'VOUCH_CORS_ORIGINS'],
    [{ VOUCH_CORS_ORIGINS: 'https://a.example/' }, 'VOUCH_CORS_ORIGINS'],
    [{ VOUCH_MAX_BODY_BYTES: '8MB' }, 'VOUCH_MAX_BODY_BYTES'],
    [{ VOUCH_STATEMENT_TIMEOUT_MS: '0' }, 'VOUCH_STATEMENT_TIMEOUT_MS'],
    [{ VOUCH_DRAIN_MS: '-1' }, 'VOUCH_DRAIN_MS'],
    [{ VOUCH_WAIT_TIMEOUT_MS: '99' }, 'VOUCH_WAIT_TIMEOUT_MS'],
    [{ VOUCH_WAITING_PER_USER: '1' }, 'VOUCH_WAITING_PER_USER'],
    [{ VOUCH_METRICS_PORT: '65536' }, 'VOUCH_METRICS_PORT'],
    [{ VOUCH_TENANT_RATE: '0' }, 'VOUCH_TENANT_RATE'],
    [{ VOUCH_USER_RATE: 'many' }, 'VOUCH_USER_RATE'],
    [{ VOUCH_LOG_LEVEL: 'loud' }, 'VOUCH_LOG_LEVEL'],
    [{ CONFIDENCE_REVIEW_THRESHOLD: '75' }, 'CONFIDENCE_REVIEW_THRESHOLD'],
    [{ CONFIDENCE_REVIEW_THRESHOLD: 'NaN' }, 'CONFIDENCE_REVIEW_THRESHOLD'],
  ] as const)('%j is refused in one sentence that names %s and no value', ([env, variable]) => {
    const problems = problemsOf(env as Record<string, string>);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(new RegExp(`^${variable} .+\\.$`));
    expect(problems[0]).not.toContain('secret@db');
  });

  test('tokens of a key set must name an audience, unless the setting is any', () => {
    const keys = { VOUCH_JWKS_URL: 'https://keys.example/jwks' };
    expect(parseConfig({ ...keys, VOUCH_JWT_AUDIENCE: 'vouch' }).tokens.audience).toBe('vouch');
    expect(parseConfig({ ...keys, VOUCH_JWT_AUDIENCE: 'any' }).tokens.audience).toBeNull();
  });

  test('tokens live 24 hours at most, and those of local mode as long as they say', () => {
    const served = { VOUCH_JWT_SECRET: 'x'.repeat(32) };
    expect(parseConfig(served).tokens.longestLife).toBe(86_400);
    expect(parseConfig({ ...served, VOUCH_TOKEN_HOURS: '1' }).tokens.longestLife).toBe(3_600);
    expect(parseConfig({}).tokens.longestLife).toBeUndefined();
  });

  test('each wrong variable has its sentence', () => {
    expect(problemsOf({ PORT: 'x', VOUCH_SAMPLE: 'x' })).toHaveLength(2);
  });
});

describe('local mode', () => {
  const folder = async () => {
    const path = await mkdtemp(join(tmpdir(), 'vouch-'));
    onTestFinished(() => rm(path, { recursive: true }));
    return path;
  };

  test('the secret is made once, and only its owner reads it', async () => {
    const dataDir = join(await folder(), 'data');
    const made = await loadLocalSecret(dataDir);
    expect(Buffer.byteLength(made)).toBeGreaterThanOrEqual(32);
    expect(await loadLocalSecret(dataDir)).toBe(made);
    expect((await stat(join(dataDir, 'token-secret'))).mode & 0o777).toBe(0o600);
    expect(await readFile(join(dataDir, 'token-secret'), 'utf8')).toBe(made);
  });

  test('no secret is made where the kernel lets nobody make a folder', async () => {
    await expect(loadLocalSecret('/proc/nope/data')).rejects.toThrow(/cannot be made or read \(ENOENT\)/);
  });

  test('a secret that was cut short is not used', async () => {
    const dataDir = await folder();
    await writeFile(join(dataDir, 'token-secret'), 'short');
    await expect(loadLocalSecret(dataDir)).rejects.toThrow('shorter than 32 bytes');
  });

  test('there is a persona for each role, and its token is that persona', async () => {
    expect(new Set(personas.flatMap((persona) => persona.roles))).toEqual(new Set(roles));
    const config = { ...tokens, issuer: 'vouch', audience: 'vouch' };
    const authenticator = createAuthenticator(config, { now: () => now });
    for (const persona of personas) {
      const token = await issueToken(config, persona, { now, seconds: 60 });
      const headers = new Headers({ authorization: `Bearer ${token}` });
      expect((await authenticator.authenticate(headers))?.viewer).toEqual(persona);
    }
  });
});
