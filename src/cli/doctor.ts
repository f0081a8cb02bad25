import { accessSync, constants, existsSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '#config/config.ts';
import { packageFolder } from '#config/package-folder.ts';
import { lockDataFolder } from '#persistence/store/data-folder-lock.ts';
import { pendingParts } from '#persistence/store/migrate.ts';
import { openOrm, type StoreAddress } from '#persistence/store/orm.ts';
import { findReplicaOutage } from '#persistence/store/replica-check.ts';
import { assertServer, type Waiting } from '#persistence/store/server-check.ts';
import { faultsOfLogin, readServerState } from '#persistence/store/server-state.ts';
import { readFingerprintKey, readReceiptKey } from '#persistence/store/viewer-session.ts';
import { storeAddressOf } from '#server/migrate-store.ts';
import { reportWait } from './report.ts';

/** One line of the report. */
export interface Finding {
  readonly part: string;
  /** `note`: worth knowing, and nothing is wrong. */
  readonly state: 'well' | 'note' | 'wrong';
  /** A sentence: the finding, and the remedy where something is wrong. */
  readonly says: string;
}

type Check = () => Promise<readonly Finding[]>;

const well = (part: string, says: string): Finding => ({ part, state: 'well', says });
const note = (part: string, says: string): Finding => ({ part, state: 'note', says });
const wrong = (part: string, says: string): Finding => ({ part, state: 'wrong', says });

/** Connections of one gateway: its pool, readiness, live updates, looks at silent connections. */
const furtherConnections = 4;
/** Tokens are valid to the second; more than this confuses their ends and the order of events. */
const longestClockDifference = 5_000;
/** Looks once more where a server is just coming up: a look is no start. */
const waiting: Waiting = { report: reportWait, patience: 5_000 };
const mebibyte = 1_048_576;
/** MiB below which an embedded store refuses writes. */
const leastFree = 128;

const checkFolder = async ({ dataDir, databaseUrl }: Config): Promise<Finding[]> => {
  // A server keeps everything in its database.
  if (!existsSync(dataDir) && databaseUrl !== null) return [];
  if (!existsSync(dataDir))
    return [note('data folder', `${dataDir} is not there yet; the first start makes it.`)];
  try {
    accessSync(dataDir, constants.R_OK | constants.W_OK);
  } catch {
    return [
      wrong(
        'data folder',
        `${dataDir} cannot be read and written by this user: give it the right, or set VOUCH_DATA_DIR.`,
      ),
    ];
  }
  const { bavail, bsize } = statfsSync(dataDir);
  const free = Math.floor((bavail * bsize) / mebibyte);
  return [
    databaseUrl === null && free < leastFree
      ? wrong(
          'data folder',
          `${dataDir} has ${free} MiB left and writes need ${leastFree}: free some space there.`,
        )
      : well('data folder', `${dataDir} can be written and has ${free} MiB left.`),
  ];
};

/** Migrations and keys, asked as the gateway asks. */
const checkSchema = async (address: StoreAddress): Promise<Finding[]> => {
  const orm = await openOrm(address);
  try {
    const pending = await pendingParts(orm);
    if (pending.length > 0)
      return [
        wrong(
          'schema',
          `${pending.length} parts of the schema are not those of this release: run \`vouch migrate\`.`,
        ),
      ];
    await readFingerprintKey(orm);
    await readReceiptKey(orm);
    return [
      well('schema', 'It is that of this release.'),
      well('keys', 'The store has its keys of fingerprints and receipts.'),
    ];
  } finally {
    await orm.close();
  }
};

const checkEmbedded = async (config: Config): Promise<Finding[]> => {
  if (!existsSync(join(config.dataDir, 'store')))
    return [note('database', 'The embedded store is not there yet; the first start makes it.')];
  let unlock: (() => void) | null = null;
  try {
    unlock = lockDataFolder(config.dataDir);
  } catch (error) {
    return [note('database', `${(error as Error).message} It was not looked into.`)];
  }
  try {
    return [
      well('database', 'The embedded store is not in use.'),
      ...(await checkSchema(storeAddressOf(config))),
    ];
  } finally {
    unlock();
  }
};

const checkServer = async (config: Config, url: string): Promise<Finding[]> => {
  await assertServer('DATABASE_URL', url, waiting);
  const state = await readServerState(url, Date.now);
  const { login, missingRoles, freeConnections } = state;
  const faults = faultsOfLogin(state, 'DATABASE_URL');
  const most = config.poolSize + furtherConnections;
  const seconds = (Math.abs(state.clockAhead) / 1_000).toFixed(1);
  return [
    well('database', `PostgreSQL ${state.version} answers, and can be written.`),
    ...(faults.length === 0
      ? [well('login', `Row-level security binds ${login}.`)]
      : faults.map((fault) => wrong('login', fault))),
    missingRoles.length > 0
      ? wrong(
          'roles',
          `${login} may not take ${missingRoles.join(' and ')}: run \`vouch migrate\` with both DATABASE_URL and DATABASE_MIGRATION_URL.`,
        )
      : well('roles', `${login} may take the session roles.`),
    state.hasTrigrams
      ? well('extension', 'pg_trgm is there.')
      : wrong(
          'extension',
          'pg_trgm is missing: run `create extension pg_trgm` in the database as a superuser.',
        ),
    freeConnections < most
      ? wrong(
          'connections',
          `${freeConnections} connections are free, and a gateway takes up to ${most}: raise max_connections, or stop what holds them.`,
        )
      : well('connections', `${freeConnections} connections are free.`),
    Math.abs(state.clockAhead) > longestClockDifference
      ? wrong(
          'clock',
          `The server's clock is ${seconds} s ${state.clockAhead > 0 ? 'ahead of' : 'behind'} this machine's: let both follow a time server.`,
        )
      : well('clock', `The server's clock and this machine's are ${seconds} s apart.`),
    ...(await checkSchema(storeAddressOf(config))),
  ];
};

const checkReplica = async (config: Config, url: string): Promise<Finding[]> => {
  const [reader, store] = await Promise.all([openOrm({ url, poolSize: 1 }), openOrm(storeAddressOf(config))]);
  try {
    const outage = await findReplicaOutage(reader, store, { url, anyLogin: false, clock: () => new Date() });
    return [
      outage === null
        ? well(
            'replica',
            'DATABASE_READ_URL leads to the same store, and row-level security binds its login.',
          )
        : wrong(
            'replica',
            `The database of DATABASE_READ_URL does not answer (${outage}): start it, or correct the address.`,
          ),
    ];
  } finally {
    await Promise.all([reader.close(), store.close()]);
  }
};

/** Any answer of HTTP counts: a request that a model would answer costs money. */
const reach = async (part: string, name: string, url: string): Promise<Finding> => {
  try {
    const { status } = await fetch(url, { signal: AbortSignal.timeout(5_000), redirect: 'manual' });
    return well(part, `${name} answers (HTTP ${status}).`);
  } catch (error) {
    const { cause, message } = error as Error & { readonly cause?: { readonly code?: string } };
    return wrong(
      part,
      `${name} cannot be reached (${cause?.code ?? message}): correct its address, or let this machine reach it.`,
    );
  }
};

const modelAddresses = { openai: 'https://api.openai.com/v1', anthropic: 'https://api.anthropic.com/v1' };

const checkAddresses = ({ tokens, languageModel, embedding, consoleSignIn }: Config): Promise<Finding[]> =>
  Promise.all([
    ...(tokens.jwksUrl === null ? [] : [reach('keys', 'The key set of VOUCH_JWKS_URL', tokens.jwksUrl)]),
    ...(consoleSignIn === null
      ? []
      : [reach('sign-in', 'The issuer of VOUCH_JWT_ISSUER', consoleSignIn.issuer)]),
    ...(languageModel === null
      ? []
      : [
          reach(
            'model',
            'The language model',
            languageModel.baseUrl ?? modelAddresses[languageModel.provider],
          ),
        ]),
    ...(embedding === null ? [] : [reach('vectors', 'The embedding server', embedding.baseUrl)]),
  ]);

const checkConsole = async (config: Config): Promise<Finding[]> => {
  if (!config.console) return [note('console', 'VOUCH_CONSOLE is off.')];
  return existsSync(join(packageFolder, 'dist/console/index.html'))
    ? [well('console', 'It is built.')]
    : [
        wrong(
          'console',
          'It is not built: run `npm run console:build` in a clone, install a package anew, or set VOUCH_CONSOLE=off.',
        ),
      ];
};

/** Looks at all parts of an installation; changes nothing. */
export const examine = async (config: Config): Promise<Finding[]> => {
  const { databaseUrl, databaseMigrationUrl, databaseReadUrl } = config;
  const checks: readonly (readonly [part: string, check: Check])[] = [
    ['data folder', () => checkFolder(config)],
    ['database', () => (databaseUrl === null ? checkEmbedded(config) : checkServer(config, databaseUrl))],
    ...(databaseMigrationUrl === null
      ? []
      : [
          [
            'migrations',
            async () => {
              await assertServer('DATABASE_MIGRATION_URL', databaseMigrationUrl, waiting);
              return [well('migrations', 'The login of DATABASE_MIGRATION_URL is accepted.')];
            },
          ] as const,
        ]),
    ...(databaseReadUrl === null ? [] : [['replica', () => checkReplica(config, databaseReadUrl)] as const]),
    ['addresses', () => checkAddresses(config)],
    ['console', () => checkConsole(config)],
  ];
  const findings: Finding[] = [];
  for (const [part, check] of checks)
    findings.push(...(await check().catch((error: Error) => [wrong(part, error.message)])));
  return findings;
};

/** `vouch doctor`: a line for each part; the exit code is 1 where something is wrong. */
export const doctor = async (config: Config, json: boolean): Promise<void> => {
  const findings = await examine(config);
  const bad = findings.filter(({ state }) => state === 'wrong').length;
  const lines = findings.map(({ part, state, says }) => `${state.padEnd(5)}  ${part.padEnd(11)}  ${says}`);
  const sum =
    bad === 0 ? 'Nothing is wrong.' : `${bad} of ${findings.length} ${bad === 1 ? 'is' : 'are'} wrong.`;
  process.stdout.write(
    json ? `${JSON.stringify({ ok: bad === 0, findings })}\n` : `${[...lines, sum].join('\n')}\n`,
  );
  if (bad > 0) process.exitCode = 1;
};
