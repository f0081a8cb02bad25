import { z } from 'zod';
import { type BundleStale, bundleStaleSettings } from '#domain/bundle/warnings.ts';
import { problemsOfAddress } from '#persistence/store/server-address.ts';
import type { LanguageModelConfig } from '#providers/language-model.ts';
import { type ClaimMapping, plainClaims, type ValueMap } from './server/http/claim-mapping.ts';
import { isLoopback } from './server/http/loopback.ts';

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
  readonly tokens: TokenConfig;
  /** Whether the sample corpus is run through the pipeline at the first start. */
  readonly sample: boolean;
  /** Signs the receipts of bundles; null: a key that the store keeps. */
  readonly receiptKey: string | null;
  readonly fourEyes: boolean;
  /** A memory is to be verified before its effective confidence is below this. */
  readonly verifyBelow: number;
  readonly bundleStale: BundleStale;
  readonly autoLabeling: boolean;
  readonly autoLabelingProvider: 'heuristic';
  /** Where every extraction pass writes its artifact; null: nowhere. */
  readonly reportDir: string | null;
  /** Exact origins whose pages may call the gateway; none by default. */
  readonly corsOrigins: readonly string[];
  readonly maxBodyBytes: number;
  /** Milliseconds that one statement may take on a PostgreSQL server, waits for locks included. */
  readonly statementTimeoutMs: number;
  /** The file with the trusted documents; null: any document is run. */
  readonly trustedDocuments: string | null;
  readonly graphiql: boolean;
  /** Whether the console is served at `/`; on unless VOUCH_CONSOLE is off. */
  readonly console: boolean;
  /** OpenID Connect for the console: VOUCH_JWT_ISSUER with VOUCH_OIDC_CLIENT_ID; null: a token is pasted. */
  readonly consoleSignIn: { readonly issuer: string; readonly clientId: string } | null;
  readonly introspection: boolean;
  /** Whether the schema is served as a subgraph of a federation, too; off by default. */
  readonly subgraph: boolean;
  readonly logLevel: LogLevel;
  /** An extracted field below this confidence, from 0 to 1, sends its extraction to review. */
  readonly confidenceReviewThreshold: number;
  /** What reads statements: the rules alone, or the rules and a language model beside them. */
  readonly extractor: 'rules' | 'llm';
  /** What judges contradictions: words alone, or a language model. */
  readonly contradictionJudge: 'heuristic' | 'llm';
  /** The language model; null when none is configured. */
  readonly languageModel: LanguageModelConfig | null;
}

/** What a bearer token is checked against. At least one of `secret` and `jwksUrl` is there, unless the mode is local. */
export interface TokenConfig {
  readonly secret: string | null;
  readonly jwksUrl: string | null;
  readonly issuer: string | null;
  readonly audience: string | null;
  /** Absent: the claims `sub`, `tenant`, `roles` and `groups`. */
  readonly claims?: ClaimMapping;
}

export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

/** One sentence for each variable that is wrong; it never repeats a value, since some are secret. */
export class ConfigError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

/**
 * Reads the settings out of an environment; a variable that is empty counts as not given.
 * @throws ConfigError with a sentence for each variable that is wrong.
 */
export function parseConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = environment.safeParse(given);
  if (!parsed.success) throw new ConfigError([...new Set(parsed.error.issues.map((issue) => issue.message))]);
  const is = parsed.data;

  const onLoopback = isLoopback(is.HOST);
  const hasKeys = is.VOUCH_JWT_SECRET !== undefined || is.VOUCH_JWKS_URL !== undefined;
  const problems: string[] = [
    ...unknownVariables(given),
    ...(['DATABASE_URL', 'DATABASE_MIGRATION_URL'] as const).flatMap((name) => {
      const url = is[name];
      return url === undefined ? [] : problemsOfAddress(name, url);
    }),
  ];
  if (!hasKeys && !onLoopback) {
    problems.push(
      'HOST is reachable from other machines and nothing says how tokens are checked: give VOUCH_JWT_SECRET or VOUCH_JWKS_URL, or set HOST to 127.0.0.1 for local mode.',
    );
  }
  if (is.DATABASE_MIGRATION_URL !== undefined && is.DATABASE_URL === undefined) {
    problems.push(
      'DATABASE_MIGRATION_URL is given without DATABASE_URL: give both, or neither for the embedded database.',
    );
  }
  if (is.VOUCH_CONTRADICTION_JUDGE === 'llm' && is.VOUCH_LLM_MODEL === undefined) {
    problems.push(
      'VOUCH_CONTRADICTION_JUDGE is llm and no model is named: give VOUCH_LLM_MODEL (and VOUCH_LLM_PROVIDER, VOUCH_LLM_BASE_URL, VOUCH_LLM_API_KEY as the endpoint needs them), or set VOUCH_CONTRADICTION_JUDGE to heuristic.',
    );
  }
  if (is.VOUCH_EXTRACTOR === 'llm' && is.VOUCH_LLM_MODEL === undefined) {
    problems.push(
      'VOUCH_EXTRACTOR is llm and no model is named: give VOUCH_LLM_MODEL (and VOUCH_LLM_PROVIDER, VOUCH_LLM_BASE_URL, VOUCH_LLM_API_KEY as the endpoint needs them), or set VOUCH_EXTRACTOR to rules.',
    );
  }
  if (is.VOUCH_OIDC_CLIENT_ID !== undefined && !isSafeUrl(is.VOUCH_JWT_ISSUER ?? '')) {
    problems.push(
      'VOUCH_OIDC_CLIENT_ID is given and VOUCH_JWT_ISSUER is not an https address: give the address of the issuer, or leave the client out.',
    );
  }
  if (problems.length > 0) throw new ConfigError(problems);

  const local = !hasKeys;
  const forDevelopers = onLoopback && is.NODE_ENV !== 'production';
  return {
    host: is.HOST,
    port: is.PORT,
    local,
    dataDir: is.VOUCH_DATA_DIR,
    databaseUrl: is.DATABASE_URL ?? null,
    databaseMigrationUrl: is.DATABASE_MIGRATION_URL ?? null,
    tokens: {
      secret: is.VOUCH_JWT_SECRET ?? null,
      jwksUrl: is.VOUCH_JWKS_URL ?? null,
      issuer: is.VOUCH_JWT_ISSUER ?? null,
      audience: is.VOUCH_JWT_AUDIENCE ?? null,
      claims: {
        user: is.VOUCH_CLAIM_USER,
        tenant: is.VOUCH_CLAIM_TENANT,
        roles: is.VOUCH_CLAIM_ROLES,
        groups: is.VOUCH_CLAIM_GROUPS,
        onlyTenant: is.VOUCH_TENANT ?? null,
        tenantMap: is.VOUCH_TENANT_MAP,
        roleMap: is.VOUCH_ROLE_MAP,
        groupMap: is.VOUCH_GROUP_MAP,
      },
    },
    sample: is.VOUCH_SAMPLE ?? (local && is.DATABASE_URL === undefined),
    receiptKey: is.VOUCH_RECEIPT_KEY ?? null,
    fourEyes: is.VOUCH_FOUR_EYES ?? true,
    verifyBelow: is.VOUCH_VERIFY_BELOW,
    bundleStale: is.VOUCH_BUNDLE_STALE,
    autoLabeling: is.VOUCH_AUTO_LABELING ?? local,
    autoLabelingProvider: is.VOUCH_AUTO_LABELING_PROVIDER,
    reportDir: is.VOUCH_REPORT_DIR ?? (local ? is.VOUCH_DATA_DIR : null),
    corsOrigins: is.VOUCH_CORS_ORIGINS,
    maxBodyBytes: is.VOUCH_MAX_BODY_BYTES,
    statementTimeoutMs: is.VOUCH_STATEMENT_TIMEOUT_MS,
    trustedDocuments: is.VOUCH_TRUSTED_DOCUMENTS ?? null,
    graphiql: is.VOUCH_GRAPHIQL ?? forDevelopers,
    console: is.VOUCH_CONSOLE ?? true,
    consoleSignIn:
      is.VOUCH_OIDC_CLIENT_ID === undefined || is.VOUCH_JWT_ISSUER === undefined
        ? null
        : { issuer: is.VOUCH_JWT_ISSUER, clientId: is.VOUCH_OIDC_CLIENT_ID },
    introspection: is.VOUCH_INTROSPECTION ?? forDevelopers,
    subgraph: is.VOUCH_SUBGRAPH ?? false,
    logLevel: is.VOUCH_LOG_LEVEL,
    confidenceReviewThreshold: is.CONFIDENCE_REVIEW_THRESHOLD,
    extractor: is.VOUCH_EXTRACTOR,
    contradictionJudge: is.VOUCH_CONTRADICTION_JUDGE,
    languageModel:
      is.VOUCH_LLM_MODEL === undefined
        ? null
        : {
            provider: is.VOUCH_LLM_PROVIDER,
            baseUrl: is.VOUCH_LLM_BASE_URL ?? null,
            model: is.VOUCH_LLM_MODEL,
            apiKey: is.VOUCH_LLM_API_KEY ?? null,
            timeoutMs: is.VOUCH_LLM_TIMEOUT_MS,
          },
  };
}

/** Read by the command line, and not here. */
const clientVariables = ['VOUCH_URL', 'VOUCH_TOKEN'];

/** How many characters differ, are missing or too many (Levenshtein distance). */
const distance = (one: string, other: string): number => {
  let row = Array.from({ length: other.length + 1 }, (_, place) => place);
  for (const [i, letter] of [...one].entries()) {
    const next = [i + 1];
    for (const [j, its] of [...other].entries())
      next.push(
        Math.min((row[j] ?? 0) + (letter === its ? 0 : 1), (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1),
      );
    row = next;
  }
  return row.at(-1) ?? 0;
};

/** A misspelt setting would be in force in its default, in silence. */
const unknownVariables = (given: Readonly<Record<string, unknown>>): string[] => {
  const known = [...Object.keys(environment.shape), ...clientVariables];
  return Object.keys(given)
    .filter((name) => name.startsWith('VOUCH_') && !known.includes(name))
    .map((name) => {
      const [nearest] = known
        .map((candidate) => ({ candidate, far: distance(name.slice(0, 60), candidate) }))
        .sort((a, b) => a.far - b.far);
      return `${name.slice(0, 60)} is no setting of this gateway: did you mean ${nearest?.candidate}? Correct it, or leave it out.`;
    });
};

const text = () => z.string().optional();

const secret = (name: string) =>
  z
    .string()
    .refine(
      (value) => Buffer.byteLength(value) >= 32,
      `${name} is shorter than 32 bytes: make one with \`openssl rand -base64 48\`.`,
    )
    .optional();

/** `theirs=ours,theirs=ours+ours`. */
const valueMap = (name: string) =>
  z
    .string()
    .default('')
    .transform((list) => list.split(',').flatMap((pair) => pair.trim() || []))
    .refine(
      (pairs) => pairs.every((pair) => /^.+=[^=]+$/.test(pair)),
      `${name} is not a list of values: write each as theirs=ours, several of ours as theirs=one+two, parted by commas.`,
    )
    .transform((pairs): ValueMap => {
      const cut = (pair: string) => pair.lastIndexOf('=');
      return new Map(pairs.map((pair) => [pair.slice(0, cut(pair)), pair.slice(cut(pair) + 1).split('+')]));
    });

const onOrOff = (name: string) =>
  z
    .enum(['on', 'off'], `${name} is neither on nor off: write on or off, or leave it out.`)
    .transform((value) => value === 'on')
    .optional();

const numberBetween = (sentence: string, least: number, most: number) =>
  z.coerce.number(sentence).min(least, sentence).max(most, sentence);

const wholeNumberBetween = (sentence: string, least: number, most: number) =>
  numberBetween(sentence, least, most).int(sentence);

const postgresUrl = (name: string) =>
  z
    .string()
    .refine(
      (value) => /^postgres(ql)?:$/.test(protocolOf(value)),
      `${name} is not a PostgreSQL address: write postgresql://user:password@host:5432/database.`,
    )
    .optional();

const protocolOf = (value: string): string => (URL.canParse(value) ? new URL(value).protocol : '');

// Somebody who can read or change it on its way has the key, the texts, or the tokens: plain HTTP only to this machine.
const isSafeUrl = (value: string): boolean =>
  protocolOf(value) === 'https:' || (protocolOf(value) === 'http:' && isLoopback(new URL(value).hostname));

const isOrigin = (value: string): boolean =>
  /^https?:$/.test(protocolOf(value)) && new URL(value).origin === value;

const environment = z.object({
  NODE_ENV: text(),
  HOST: z.string().default('127.0.0.1'),
  PORT: wholeNumberBetween('PORT is not a port: write a whole number from 0 to 65535.', 0, 65_535).default(
    4000,
  ),
  VOUCH_DATA_DIR: z.string().default('.vouch'),
  DATABASE_URL: postgresUrl('DATABASE_URL'),
  DATABASE_MIGRATION_URL: postgresUrl('DATABASE_MIGRATION_URL'),
  VOUCH_JWT_SECRET: secret('VOUCH_JWT_SECRET'),
  VOUCH_JWKS_URL: z
    .string()
    .refine(
      isSafeUrl,
      'VOUCH_JWKS_URL is not an https address: write the https:// address of the key set (http:// only on this machine).',
    )
    .optional(),
  VOUCH_JWT_ISSUER: text(),
  VOUCH_JWT_AUDIENCE: text(),
  VOUCH_CLAIM_USER: z.string().default(plainClaims.user),
  VOUCH_CLAIM_TENANT: z.string().default(plainClaims.tenant),
  VOUCH_CLAIM_ROLES: z.string().default(plainClaims.roles),
  VOUCH_CLAIM_GROUPS: z.string().default(plainClaims.groups),
  VOUCH_TENANT: text(),
  VOUCH_TENANT_MAP: valueMap('VOUCH_TENANT_MAP'),
  VOUCH_ROLE_MAP: valueMap('VOUCH_ROLE_MAP'),
  VOUCH_GROUP_MAP: valueMap('VOUCH_GROUP_MAP'),
  VOUCH_SAMPLE: onOrOff('VOUCH_SAMPLE'),
  VOUCH_RECEIPT_KEY: secret('VOUCH_RECEIPT_KEY'),
  VOUCH_FOUR_EYES: onOrOff('VOUCH_FOUR_EYES'),
  VOUCH_VERIFY_BELOW: z.coerce
    .number('VOUCH_VERIFY_BELOW is not a number from 0 to 1.')
    .min(0, 'VOUCH_VERIFY_BELOW is not a number from 0 to 1.')
    .max(1, 'VOUCH_VERIFY_BELOW is not a number from 0 to 1.')
    .default(0.45),
  VOUCH_BUNDLE_STALE: z
    .enum(bundleStaleSettings, 'VOUCH_BUNDLE_STALE is neither mark nor omit.')
    .default('mark'),
  VOUCH_AUTO_LABELING: onOrOff('VOUCH_AUTO_LABELING'),
  VOUCH_AUTO_LABELING_PROVIDER: z
    .enum(['heuristic'], 'VOUCH_AUTO_LABELING_PROVIDER is not known: write heuristic, or leave it out.')
    .default('heuristic'),
  VOUCH_REPORT_DIR: text(),
  VOUCH_CORS_ORIGINS: z
    .string()
    .default('')
    .transform((list) => list.split(',').flatMap((origin) => origin.trim() || []))
    .refine(
      (origins) => origins.every(isOrigin),
      'VOUCH_CORS_ORIGINS is not a list of origins: write each as https://app.example.com, without a path or a star, parted by commas.',
    ),
  VOUCH_MAX_BODY_BYTES: wholeNumberBetween(
    'VOUCH_MAX_BODY_BYTES is not a size: write a whole number of bytes from 1024 to 1073741824.',
    1024,
    1_073_741_824,
  ).default(8_388_608),
  VOUCH_STATEMENT_TIMEOUT_MS: wholeNumberBetween(
    'VOUCH_STATEMENT_TIMEOUT_MS is not a duration: write whole milliseconds from 100 to 600000.',
    100,
    600_000,
  ).default(30_000),
  VOUCH_TRUSTED_DOCUMENTS: text(),
  VOUCH_GRAPHIQL: onOrOff('VOUCH_GRAPHIQL'),
  VOUCH_CONSOLE: onOrOff('VOUCH_CONSOLE'),
  VOUCH_OIDC_CLIENT_ID: text(),
  VOUCH_INTROSPECTION: onOrOff('VOUCH_INTROSPECTION'),
  VOUCH_SUBGRAPH: onOrOff('VOUCH_SUBGRAPH'),
  VOUCH_LOG_LEVEL: z
    .enum(logLevels, `VOUCH_LOG_LEVEL is not a level: write one of ${logLevels.join(', ')}.`)
    .default('info'),
  CONFIDENCE_REVIEW_THRESHOLD: numberBetween(
    'CONFIDENCE_REVIEW_THRESHOLD is not a confidence: write a number from 0 to 1, such as 0.75.',
    0,
    1,
  ).default(0.75),
  VOUCH_EXTRACTOR: z
    .enum(['rules', 'llm'], 'VOUCH_EXTRACTOR is not known: write rules or llm, or leave it out.')
    .default('rules'),
  VOUCH_CONTRADICTION_JUDGE: z
    .enum(
      ['heuristic', 'llm'],
      'VOUCH_CONTRADICTION_JUDGE is not known: write heuristic or llm, or leave it out.',
    )
    .default('heuristic'),
  VOUCH_LLM_PROVIDER: z
    .enum(
      ['openai', 'anthropic'],
      'VOUCH_LLM_PROVIDER is not known: write openai or anthropic, after the protocol that the endpoint speaks.',
    )
    .default('openai'),
  VOUCH_LLM_BASE_URL: z
    .string()
    .refine(
      isSafeUrl,
      'VOUCH_LLM_BASE_URL is not an https address: write the https:// address of the endpoint, as https://api.openai.com/v1 (http:// only on this machine).',
    )
    .optional(),
  VOUCH_LLM_MODEL: text(),
  VOUCH_LLM_API_KEY: text(),
  VOUCH_LLM_TIMEOUT_MS: wholeNumberBetween(
    'VOUCH_LLM_TIMEOUT_MS is not a duration: write whole milliseconds from 100 to 600000.',
    100,
    600_000,
  ).default(30_000),
});
