import type { BundleStale } from '#domain/bundle/warnings.ts';
import type { Retention } from '#domain/erasure/retention.ts';
import type { ModelSource } from '#domain/ingestion/model-sections.ts';
import type { FourEyes } from '#domain/review/types.ts';
import type { RuleNumbers, TenantSettings } from '#domain/rule-numbers.ts';
import type { SourceOwnerRule } from '#domain/sources/source-owners.ts';
import type { ClaimMapping } from './claim-mapping.ts';
import { ConfigError } from './config-error.ts';
import { environment, type LogLevel, unknownVariables } from './environment.ts';
import { isLoopback } from './loopback.ts';
import { readRuleNumbers, readTenantNumbers } from './numbers.ts';
import type { TelemetryConfig } from './telemetry.ts';
import { hasKeys, variableProblems } from './variable-problems.ts';

/** The settings of one gateway process, as the environment gives them. Only main.ts reads the environment. */
export interface Config {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  /**
   * True when neither a secret nor a key set is given and HOST is on loopback: the gateway makes a secret of its
   * own, prints a token per persona, and answers requests that name a loopback host only.
   */
  readonly local: boolean;
  /** Folder of the embedded database, the generated secret and, in local mode, the reports. */
  readonly dataDir: string;
  /** Null: the embedded database in `dataDir`. */
  readonly databaseUrl: string | null;
  /** The owner's login, for migrations; null: the same as `databaseUrl`. */
  readonly databaseMigrationUrl: string | null;
  /** A standby that queries read from; null: they read from `databaseUrl`. */
  readonly databaseReadUrl: string | null;
  /** The address that changes are listened for at; null: the same as `databaseUrl`. */
  readonly databaseListenUrl: string | null;
  /** Connections to each PostgreSQL server, at most. */
  readonly poolSize: number;
  /** True: the gateway serves even with a superuser's or an owner's login, which row-level security does not bind. */
  readonly anyDatabaseLogin: boolean;
  readonly tokens: TokenConfig;
  /** File of the tokens that are denied before they end; null for none. */
  readonly deniedTokens: string | null;
  /** Ingests the sample corpus at the first start. */
  readonly sample: boolean;
  /** Signs the receipts of bundles; null: a key that the store keeps. */
  readonly receiptKey: string | null;
  /** Bearer token that `/metrics` requires; null for none. */
  readonly metricsToken: string | null;
  /** A port of its own for `/metrics`, beside the gateway's; null: none. */
  readonly metricsPort: number | null;
  /** Null: nothing is sent, and nothing of OpenTelemetry is loaded. */
  readonly telemetry: TelemetryConfig | null;
  /** Operations a second that a tenant and a user may begin. */
  readonly rateLimits: { readonly tenant: number | null; readonly user: number | null };
  readonly fourEyes: FourEyes;
  /** A memory is to be verified before its effective confidence is below this. */
  readonly verifyBelow: number;
  readonly bundleStale: BundleStale;
  /** True: webhooks may call addresses of private networks, and by plain HTTP. */
  readonly webhookPrivateAddresses: boolean;
  /** The numbers of the rules. */
  readonly ruleNumbers: RuleNumbers;
  /** Settings of single tenants, by tenant. */
  readonly tenantSettings: ReadonlyMap<string, TenantSettings>;
  readonly autoLabeling: boolean;
  readonly autoLabelingProvider: 'heuristic';
  /** Folder for the artifact of each extraction pass; null for none. */
  readonly reportDir: string | null;
  /** Exact origins whose pages may call the gateway; none by default. */
  readonly corsOrigins: readonly string[];
  readonly maxBodyBytes: number;
  /** Milliseconds that one statement may take on a PostgreSQL server, waits for locks included. */
  readonly statementTimeoutMs: number;
  /** Milliseconds for which connections are still accepted when the process is stopped. */
  readonly drainMs: number;
  /** Milliseconds that an operation waits at most before it begins, unless its client names another time. */
  readonly waitTimeoutMs: number;
  /** Operations of one user that may wait at once. */
  readonly waitingPerUser: number;
  /** Days that the outcome of a mutation is kept under its idempotency key. */
  readonly idempotencyDays: number;
  /** Days after which parts of the history are erased. */
  readonly retention: Retention;
  /** The file with the trusted documents; null: any document is run. */
  readonly trustedDocuments: string | null;
  readonly graphiql: boolean;
  /** Serves the console at `/`; on unless VOUCH_CONSOLE is off. */
  readonly console: boolean;
  /** OpenID Connect for the console: VOUCH_JWT_ISSUER with VOUCH_OIDC_CLIENT_ID; null: a token is pasted. */
  readonly consoleSignIn: { readonly issuer: string; readonly clientId: string } | null;
  readonly introspection: boolean;
  /** Also serves the schema as a federation subgraph; off by default. */
  readonly subgraph: boolean;
  readonly logLevel: LogLevel;
  /** An extracted field below this confidence, from 0 to 1, sends its extraction to review. */
  readonly confidenceReviewThreshold: number;
  /** Reader of statements: the rules alone, or the rules and a language model. */
  readonly extractor: 'rules' | 'llm';
  /** Judge of contradictions: words alone, or a language model. */
  readonly contradictionJudge: 'heuristic' | 'llm';
  /** Sources that the model reads, where it reads. */
  readonly modelSources: readonly ModelSource[];
  /** The language model; null when none is configured. */
  readonly languageModel: LanguageModelConfig | null;
  /** The embedding server; null when none is configured. */
  readonly embedding: EmbeddingConfig | null;
  /** Texts that may leave for it beside what is for all and not labelled: `audience`, `personal`, labels, categories, `all`. */
  readonly embeddingSends: readonly string[];
}

/** Keys and claims that bearer tokens are checked against. At least one of `secret` and `jwksUrl` is set, unless the mode is local. */
export interface TokenConfig {
  readonly secret: string | null;
  readonly jwksUrl: string | null;
  readonly issuer: string | null;
  readonly audience: string | null;
  /** Seconds from issue to end that a token may have at most; absent: any number. */
  readonly longestLife?: number;
  /** Absent: the claims `sub`, `tenant`, `roles` and `groups`. */
  readonly claims?: ClaimMapping;
}

/** How a language model is reached. */
export interface LanguageModelConfig {
  /** Protocol of the endpoint. */
  readonly provider: 'openai' | 'anthropic';
  /** Null: the provider's own. */
  readonly baseUrl: string | null;
  readonly model: string;
  readonly apiKey: string | null;
  /** For one call, from its first byte to its last. */
  readonly timeoutMs: number;
}

/** How an embedding server is reached, which speaks OpenAI's protocol. */
export type EmbeddingConfig = Pick<LanguageModelConfig, 'model' | 'apiKey' | 'timeoutMs'> & {
  readonly baseUrl: string;
};

/** Value of VOUCH_JWT_AUDIENCE that accepts the tokens of every application. */
const anyAudience = 'any';

const tenantSettingsOf = (
  numbers: ReadonlyMap<string, RuleNumbers>,
  stale: ReadonlyMap<string, BundleStale>,
  owners: ReadonlyMap<string, readonly SourceOwnerRule[]>,
): ReadonlyMap<string, TenantSettings> =>
  new Map(
    [...numbers.keys(), ...stale.keys(), ...owners.keys()].map((tenant) => {
      const bundleStale = stale.get(tenant);
      const sourceOwnerRules = owners.get(tenant);
      return [
        tenant,
        {
          ...numbers.get(tenant),
          ...(bundleStale && { bundleStale }),
          ...(sourceOwnerRules && { sourceOwnerRules }),
        },
      ];
    }),
  );

/**
 * Reads the settings out of an environment; a variable that is empty counts as not given.
 * @throws ConfigError with a sentence for each variable that is wrong.
 */
export function parseConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = environment.safeParse(given);
  if (!parsed.success) throw new ConfigError([...new Set(parsed.error.issues.map((issue) => issue.message))]);
  const values = parsed.data;
  const ruleNumbers = readRuleNumbers(values.VOUCH_RULE_NUMBERS);
  const tenantNumbers = readTenantNumbers(values.VOUCH_TENANT_RULE_NUMBERS, ruleNumbers.numbers);
  const problems = [
    ...unknownVariables(given),
    ...ruleNumbers.problems,
    ...tenantNumbers.problems,
    ...variableProblems(values),
  ];
  if (problems.length > 0) throw new ConfigError(problems);

  const local = !hasKeys(values);
  const forDevelopers = isLoopback(values.HOST) && values.NODE_ENV !== 'production';
  return {
    host: values.HOST,
    port: values.PORT,
    local,
    dataDir: values.VOUCH_DATA_DIR,
    databaseUrl: values.DATABASE_URL ?? null,
    databaseMigrationUrl: values.DATABASE_MIGRATION_URL ?? null,
    databaseReadUrl: values.DATABASE_READ_URL ?? null,
    databaseListenUrl: values.DATABASE_LISTEN_URL ?? null,
    poolSize: values.VOUCH_POOL_SIZE,
    anyDatabaseLogin: values.VOUCH_DATABASE_LOGIN === 'any',
    tokens: {
      secret: values.VOUCH_JWT_SECRET ?? null,
      jwksUrl: values.VOUCH_JWKS_URL ?? null,
      issuer: values.VOUCH_JWT_ISSUER ?? null,
      audience: values.VOUCH_JWT_AUDIENCE === anyAudience ? null : (values.VOUCH_JWT_AUDIENCE ?? null),
      // Tokens of local mode are made on this machine, for it alone.
      ...(local ? {} : { longestLife: values.VOUCH_TOKEN_HOURS * 3_600 }),
      claims: {
        user: values.VOUCH_CLAIM_USER,
        tenant: values.VOUCH_CLAIM_TENANT,
        roles: values.VOUCH_CLAIM_ROLES,
        groups: values.VOUCH_CLAIM_GROUPS,
        onlyTenant: values.VOUCH_TENANT ?? null,
        tenantMap: values.VOUCH_TENANT_MAP,
        roleMap: values.VOUCH_ROLE_MAP,
        groupMap: values.VOUCH_GROUP_MAP,
      },
    },
    deniedTokens: values.VOUCH_DENIED_TOKENS ?? null,
    sample: values.VOUCH_SAMPLE ?? (local && values.DATABASE_URL === undefined),
    receiptKey: values.VOUCH_RECEIPT_KEY ?? null,
    metricsToken: values.VOUCH_METRICS_TOKEN ?? null,
    metricsPort: values.VOUCH_METRICS_PORT ?? null,
    telemetry:
      values.OTEL_EXPORTER_OTLP_ENDPOINT === undefined || values.OTEL_SDK_DISABLED === 'true'
        ? null
        : {
            endpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT,
            sampler: values.OTEL_TRACES_SAMPLER,
            sampledShare: values.OTEL_TRACES_SAMPLER_ARG,
            metricInterval: values.OTEL_METRIC_EXPORT_INTERVAL,
          },
    rateLimits: { tenant: values.VOUCH_TENANT_RATE ?? null, user: values.VOUCH_USER_RATE ?? null },
    fourEyes: values.VOUCH_FOUR_EYES,
    verifyBelow: values.VOUCH_VERIFY_BELOW,
    bundleStale: values.VOUCH_BUNDLE_STALE,
    webhookPrivateAddresses: values.VOUCH_WEBHOOK_PRIVATE_ADDRESSES ?? false,
    ruleNumbers: ruleNumbers.numbers,
    tenantSettings: tenantSettingsOf(
      tenantNumbers.numbers,
      values.VOUCH_TENANT_BUNDLE_STALE,
      values.VOUCH_SOURCE_OWNERS,
    ),
    autoLabeling: values.VOUCH_AUTO_LABELING ?? local,
    autoLabelingProvider: values.VOUCH_AUTO_LABELING_PROVIDER,
    reportDir: values.VOUCH_REPORT_DIR ?? (local ? values.VOUCH_DATA_DIR : null),
    corsOrigins: values.VOUCH_CORS_ORIGINS,
    maxBodyBytes: values.VOUCH_MAX_BODY_BYTES,
    statementTimeoutMs: values.VOUCH_STATEMENT_TIMEOUT_MS,
    drainMs: values.VOUCH_DRAIN_MS,
    waitTimeoutMs: values.VOUCH_WAIT_TIMEOUT_MS,
    waitingPerUser: values.VOUCH_WAITING_PER_USER,
    idempotencyDays: values.VOUCH_IDEMPOTENCY_DAYS,
    retention: {
      receipts: values.VOUCH_RECEIPT_DAYS ?? null,
      auditTexts: values.VOUCH_AUDIT_TEXT_DAYS ?? null,
      reports: values.VOUCH_REPORT_DAYS ?? null,
      versions: values.VOUCH_VERSION_DAYS ?? null,
    },
    trustedDocuments: values.VOUCH_TRUSTED_DOCUMENTS ?? null,
    graphiql: values.VOUCH_GRAPHIQL ?? forDevelopers,
    console: values.VOUCH_CONSOLE ?? true,
    consoleSignIn:
      values.VOUCH_OIDC_CLIENT_ID === undefined || values.VOUCH_JWT_ISSUER === undefined
        ? null
        : { issuer: values.VOUCH_JWT_ISSUER, clientId: values.VOUCH_OIDC_CLIENT_ID },
    introspection: values.VOUCH_INTROSPECTION ?? forDevelopers,
    subgraph: values.VOUCH_SUBGRAPH ?? false,
    // A line for each query would bury the address that the terminal shows.
    logLevel: values.VOUCH_LOG_LEVEL ?? (local ? 'warn' : 'info'),
    confidenceReviewThreshold: values.CONFIDENCE_REVIEW_THRESHOLD,
    extractor: values.VOUCH_EXTRACTOR,
    contradictionJudge: values.VOUCH_CONTRADICTION_JUDGE,
    modelSources: values.VOUCH_LLM_READS,
    languageModel:
      values.VOUCH_LLM_MODEL === undefined
        ? null
        : {
            provider: values.VOUCH_LLM_PROVIDER,
            baseUrl: values.VOUCH_LLM_BASE_URL ?? null,
            model: values.VOUCH_LLM_MODEL,
            apiKey: values.VOUCH_LLM_API_KEY ?? null,
            timeoutMs: values.VOUCH_LLM_TIMEOUT_MS,
          },
    embedding:
      values.VOUCH_EMBEDDING_MODEL === undefined
        ? null
        : {
            baseUrl: values.VOUCH_EMBEDDING_BASE_URL,
            model: values.VOUCH_EMBEDDING_MODEL,
            apiKey: values.VOUCH_EMBEDDING_API_KEY ?? null,
            timeoutMs: values.VOUCH_EMBEDDING_TIMEOUT_MS,
          },
    embeddingSends: values.VOUCH_EMBEDDING_SENDS,
  };
}
