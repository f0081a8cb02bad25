import { z } from 'zod';
import { type BundleStale, bundleStaleSettings } from '#domain/bundle/warnings.ts';
import { defaultModelSources, modelSources } from '#domain/ingestion/model-sections.ts';
import { defaultLeaving } from '#domain/retrieval/may-leave.ts';
import { fourEyesSettings } from '#domain/review/types.ts';
import { plainClaims, type ValueMap } from './claim-mapping.ts';
import { isLoopback } from './loopback.ts';
import { sourceOwners } from './source-owners.ts';
import { telemetryVariables } from './telemetry.ts';

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

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
export const unknownVariables = (given: Readonly<Record<string, unknown>>): string[] => {
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

/** `tenant=mark` and `tenant=omit`, parted by commas; each tenant once. A name with a space in it cannot be written here. */
const tenantStale = z
  .string()
  .default('')
  .transform((list, context): ReadonlyMap<string, BundleStale> => {
    const pairs = list.split(',').flatMap((pair) => pair.trim() || []);
    const read = pairs.map((pair) => /^(?<tenant>\S+)=(?<stale>[a-z]+)$/.exec(pair)?.groups ?? {});
    const known = read.flatMap(({ tenant = '', stale }) => {
      const setting = bundleStaleSettings.find((each) => each === stale);
      return setting ? [[tenant, setting] as const] : [];
    });
    if (known.length < pairs.length)
      context.addIssue(
        'VOUCH_TENANT_BUNDLE_STALE is not a list of tenants: write each as tenant=mark or tenant=omit, without spaces, parted by commas.',
      );
    const settings = new Map(known);
    if (settings.size < known.length)
      context.addIssue('VOUCH_TENANT_BUNDLE_STALE names a tenant more than once: name each once.');
    return settings;
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

/** Absent: kept for ever. */
const daysKept = (name: string) =>
  wholeNumberBetween(
    `${name} is not a number of days: write a whole number from 1 to 36500.`,
    1,
    36_500,
  ).optional();

/** Operations a second. */
const rate = (name: string) =>
  numberBetween(
    `${name} is not a rate: write a number of operations a second, from 0.1 to 100000.`,
    0.1,
    100_000,
  ).optional();

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
export const isSafeUrl = (value: string): boolean =>
  protocolOf(value) === 'https:' || (protocolOf(value) === 'http:' && isLoopback(new URL(value).hostname));

const isOrigin = (value: string): boolean =>
  /^https?:$/.test(protocolOf(value)) && new URL(value).origin === value;

/** The variables, as they are written, with their defaults. */
export const environment = z.object({
  NODE_ENV: text(),
  HOST: z.string().default('127.0.0.1'),
  PORT: wholeNumberBetween('PORT is not a port: write a whole number from 0 to 65535.', 0, 65_535).default(
    4000,
  ),
  VOUCH_DATA_DIR: z.string().default('.vouch'),
  DATABASE_URL: postgresUrl('DATABASE_URL'),
  DATABASE_MIGRATION_URL: postgresUrl('DATABASE_MIGRATION_URL'),
  DATABASE_READ_URL: postgresUrl('DATABASE_READ_URL'),
  DATABASE_LISTEN_URL: postgresUrl('DATABASE_LISTEN_URL'),
  VOUCH_POOL_SIZE: wholeNumberBetween(
    'VOUCH_POOL_SIZE is not a number of connections: write a whole number from 4 to 200.',
    4,
    200,
  ).default(10),
  VOUCH_DATABASE_LOGIN: z
    .enum(
      ['restricted', 'any'],
      'VOUCH_DATABASE_LOGIN is not known: write restricted, or any to serve with the login of a superuser or an owner.',
    )
    .default('restricted'),
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
  VOUCH_TOKEN_HOURS: wholeNumberBetween(
    'VOUCH_TOKEN_HOURS is not a number of hours: write a whole number from 1 to 87600.',
    1,
    87_600,
  ).default(24),
  VOUCH_DENIED_TOKENS: text(),
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
  VOUCH_METRICS_TOKEN: secret('VOUCH_METRICS_TOKEN'),
  VOUCH_METRICS_PORT: wholeNumberBetween(
    'VOUCH_METRICS_PORT is not a port: write a whole number from 0 to 65535.',
    0,
    65_535,
  ).optional(),
  ...telemetryVariables,
  VOUCH_TENANT_RATE: rate('VOUCH_TENANT_RATE'),
  VOUCH_USER_RATE: rate('VOUCH_USER_RATE'),
  VOUCH_FOUR_EYES: z
    .enum(fourEyesSettings, 'VOUCH_FOUR_EYES is not known: write strict, on or off.')
    .default('on'),
  VOUCH_VERIFY_BELOW: z.coerce
    .number('VOUCH_VERIFY_BELOW is not a number from 0 to 1.')
    .min(0, 'VOUCH_VERIFY_BELOW is not a number from 0 to 1.')
    .max(1, 'VOUCH_VERIFY_BELOW is not a number from 0 to 1.')
    .default(0.45),
  VOUCH_RULE_NUMBERS: z.string().default(''),
  VOUCH_TENANT_RULE_NUMBERS: z.string().default(''),
  VOUCH_BUNDLE_STALE: z
    .enum(bundleStaleSettings, 'VOUCH_BUNDLE_STALE is neither mark nor omit.')
    .default('mark'),
  VOUCH_TENANT_BUNDLE_STALE: tenantStale,
  VOUCH_SOURCE_OWNERS: sourceOwners,
  VOUCH_WEBHOOK_PRIVATE_ADDRESSES: onOrOff('VOUCH_WEBHOOK_PRIVATE_ADDRESSES'),
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
  VOUCH_DRAIN_MS: wholeNumberBetween(
    'VOUCH_DRAIN_MS is not a duration: write whole milliseconds from 0 to 600000.',
    0,
    600_000,
  ).default(0),
  VOUCH_WAIT_TIMEOUT_MS: wholeNumberBetween(
    'VOUCH_WAIT_TIMEOUT_MS is not a duration: write whole milliseconds from 100 to 60000.',
    100,
    60_000,
  ).default(10_000),
  VOUCH_WAITING_PER_USER: wholeNumberBetween(
    'VOUCH_WAITING_PER_USER is not a number of operations: write a whole number from 16 to 4096.',
    16,
    4_096,
  ).default(256),
  VOUCH_IDEMPOTENCY_DAYS: wholeNumberBetween(
    'VOUCH_IDEMPOTENCY_DAYS is not a number of days: write a whole number from 1 to 3650.',
    1,
    3_650,
  ).default(30),
  VOUCH_RECEIPT_DAYS: daysKept('VOUCH_RECEIPT_DAYS'),
  VOUCH_AUDIT_TEXT_DAYS: daysKept('VOUCH_AUDIT_TEXT_DAYS'),
  VOUCH_REPORT_DAYS: daysKept('VOUCH_REPORT_DAYS'),
  VOUCH_VERSION_DAYS: daysKept('VOUCH_VERSION_DAYS'),
  VOUCH_TRUSTED_DOCUMENTS: text(),
  VOUCH_GRAPHIQL: onOrOff('VOUCH_GRAPHIQL'),
  VOUCH_CONSOLE: onOrOff('VOUCH_CONSOLE'),
  VOUCH_OIDC_CLIENT_ID: text(),
  VOUCH_INTROSPECTION: onOrOff('VOUCH_INTROSPECTION'),
  VOUCH_SUBGRAPH: onOrOff('VOUCH_SUBGRAPH'),
  VOUCH_LOG_LEVEL: z
    .enum(logLevels, `VOUCH_LOG_LEVEL is not a level: write one of ${logLevels.join(', ')}.`)
    .optional(),
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
  VOUCH_LLM_READS: z
    .string()
    .default(defaultModelSources.join(','))
    .transform((list) => (list.trim() === 'all' ? modelSources.join(',') : list))
    .transform((list) => list.split(',').flatMap((source) => source.trim() || []))
    .pipe(
      z.array(
        z.enum(
          modelSources,
          `VOUCH_LLM_READS is not a list of sources: write all, or some of ${modelSources.join(', ')}, separated by commas.`,
        ),
      ),
    ),
  VOUCH_LLM_MODEL: text(),
  VOUCH_LLM_API_KEY: text(),
  VOUCH_LLM_TIMEOUT_MS: wholeNumberBetween(
    'VOUCH_LLM_TIMEOUT_MS is not a duration: write whole milliseconds from 100 to 600000.',
    100,
    600_000,
  ).default(30_000),
  VOUCH_EMBEDDING_BASE_URL: z
    .string()
    .refine(
      isSafeUrl,
      'VOUCH_EMBEDDING_BASE_URL is not an https address: write the https:// address of the server, as https://api.openai.com/v1 (http:// only on this machine).',
    )
    .default('https://api.openai.com/v1'),
  VOUCH_EMBEDDING_MODEL: text(),
  VOUCH_EMBEDDING_API_KEY: text(),
  VOUCH_EMBEDDING_TIMEOUT_MS: wholeNumberBetween(
    'VOUCH_EMBEDDING_TIMEOUT_MS is not a duration: write whole milliseconds from 100 to 600000.',
    100,
    600_000,
  ).default(30_000),
  VOUCH_EMBEDDING_SENDS: z
    .string()
    .default(defaultLeaving.join(','))
    .transform((list) => list.split(',').flatMap((one) => one.trim() || []))
    .refine(
      (sent) => sent.every((one) => /^[a-z][a-z0-9_]*(\.[a-z0-9_]+)*$/.test(one)),
      'VOUCH_EMBEDDING_SENDS is not a list: write audience, personal, labels or their categories such as pii, separated by commas; none for what is for all and not labelled; or all.',
    ),
});
