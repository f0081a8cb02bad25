import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AppDependencies } from '#application/app-dependencies.ts';
import { forgetWords } from '#application/erasure/forget-words.ts';
import type { Config, TokenConfig } from '#config/config.ts';
import { packageFolder } from '#config/package-folder.ts';
import { loadTokenizer } from '#domain/bundle/token-count.ts';
import type { GroupCheck } from '#domain/privacy/viewer.ts';
import { isGroupWithdrawn, learnWithdrawnGroups } from '#persistence/people/withdrawn-groups.ts';
import { setEmbeddingModel } from '#persistence/retrieval/embedding-queue.ts';
import { lockDataFolder } from '#persistence/store/data-folder-lock.ts';
import type { FaultLog } from '#persistence/store/fault-log.ts';
import { createUpkeep } from '#persistence/store/migrate.ts';
import { folderOf, isEmbedded, type Orm, openOrm, poolOf } from '#persistence/store/orm.ts';
import { checkStore, type StoreCheck } from '#persistence/store/readiness.ts';
import type { Replica } from '#persistence/store/replica.ts';
import { asStartError, assertRestrictedLogin, assertServer } from '#persistence/store/server-check.ts';
import { readFingerprintKey, readImportedKeys } from '#persistence/store/viewer-session.ts';
import type { TenantKeys } from '#persistence/tenant-export-lines.ts';
import { schema } from '#resolvers/index.ts';
import { type GraphQLContext, openGraphQLContext } from '#resolvers/schema/context.ts';
import { repeatWork } from './background/repeat-work.ts';
import { startBackground } from './background/start-background.ts';
import { startTableUpkeep } from './background/table-upkeep.ts';
import { createDependencies } from './create-dependencies.ts';
import { createAuthenticator } from './http/authentication.ts';
import { watchDeniedTokens } from './http/denied-tokens.ts';
import { createGateway, type Gateway } from './http/gateway.ts';
import { type ReadyOperation, readyOperations } from './http/graphiql-tabs.ts';
import type { Readiness } from './http/health.ts';
import { createLocalEntrance, type LocalEntrance } from './http/local-entrance.ts';
import { issueToken, loadLocalSecret, personas } from './http/local-tokens.ts';
import { migrateAtStart, storeAddressOf } from './migrate-store.ts';
import { openReplica } from './open-replica.ts';
import { type AdmissionLimits, admissionDefaults } from './operations/admission.ts';
import { defaultLimits } from './operations/operation-limits.ts';
import { readTrustedDocuments } from './operations/persisted-documents.ts';
import { ingestSampleCorpus } from './sample/sample-corpus.ts';
import { writeSampleStory } from './sample/sample-story.ts';
import { createLogger, type Logger } from './telemetry/logger.ts';
import { createMetrics, type Metrics } from './telemetry/metrics.ts';
import { serveMetrics } from './telemetry/metrics-server.ts';
import type { Telemetry } from './telemetry/open-telemetry.ts';
import { registerStoreFigures } from './telemetry/store-figures.ts';

/** A local token, for the terminal. */
interface PersonaToken {
  readonly user: string;
  readonly role: string;
  readonly token: string;
}

export interface RunningGateway {
  readonly url: string;
  readonly dependencies: AppDependencies;
  readonly gateway: Gateway;
  /** One for each persona in local mode; none otherwise. */
  readonly personaTokens: readonly PersonaToken[];
  /** The address that lets one browser open the pages of local mode; null otherwise. */
  readonly entrance: () => string | null;
  /** Resolves when the disk has failed the embedded store, or its folder is gone: the process has to end. */
  readonly failed: Promise<Error>;
  /** Finishes what was accepted, then closes the store. */
  close(): Promise<void>;
}

/** Listeners of a start and of what follows it in a terminal. */
export interface StartListeners {
  /** Gets each further address of local mode, when the one before was used. */
  readonly announce: (entrance: string) => void;
  /** Gets each step of the start before it begins. */
  readonly report: (step: string) => void;
}

const tokenDays = 30;
const consoleFolder = join(packageFolder, 'dist/console');

const readinessOf =
  ({ find }: StoreCheck) =>
  async (): Promise<Readiness> => {
    const reason = await find();
    return reason === null ? { ok: true } : { ok: false, reason };
  };

const issuePersonaTokens = (tokens: TokenConfig, now: Date): Promise<PersonaToken[]> =>
  Promise.all(
    personas.map(async (viewer) => ({
      user: viewer.user,
      role: viewer.roles.join(', '),
      token: await issueToken(tokens, viewer, { now, seconds: (tokenDays * day) / 1_000 }),
    })),
  );

const admissionOf = (orm: Orm, { waitTimeoutMs, waitingPerUser }: Config): AdmissionLimits => {
  const limits = { ...admissionDefaults, deadline: waitTimeoutMs, waitingOfUser: waitingPerUser };
  const pool = poolOf(orm);
  // The embedded store has one connection: while it answers one operation, the next is prepared.
  if (pool === null || isEmbedded(orm)) return { ...limits, slots: 2, spared: 0 };
  // Half of the connections: the others are for operations that outlived their lease, and for background work.
  return { ...limits, slots: Math.ceil(pool.options.max / 2), lease: 100 };
};
const upkeepInterval = 60_000;
const withdrawnGroupsInterval = 2_000;
const schemaInterval = 1_000;
const day = 86_400_000;
/** Milliseconds for the connections to end. */
const closing = 3_000;

/** Keeps the embedded store up every minute, and now when its tables are new: the statistics of the last run are kept with it. */
const startUpkeep = async (orm: Orm, areTablesNew: boolean, log: FaultLog): Promise<NodeJS.Timeout> => {
  const upkeep = createUpkeep(orm);
  if (areTablesNew) await upkeep();
  // One that fails costs speed, not answers; the next one comes.
  return repeatWork(upkeepInterval, 'store.not_kept_up', log, upkeep);
};

/** Loaded where it is served: the federation's own libraries cost every start. */
const openSubgraph = async () => (await import('#resolvers/subgraph.ts')).createSubgraph();

/** Null without an endpoint: then nothing of OpenTelemetry is loaded. */
const openTelemetry = async (
  { telemetry }: Config,
  { registry }: Metrics,
  tenantKey: string,
  logger: Logger,
): Promise<Telemetry | null> => {
  if (telemetry === null) return null;
  const { startTelemetry } = await import('./telemetry/open-telemetry.ts');
  const logFault = (error: unknown) => logger.warn({ event: 'telemetry.not_sent', err: error });
  return startTelemetry({ config: telemetry, registry, tenantKey, logFault });
};

/** Reads the sample's documents and writes its story; returns the operations that GraphiQL shows about them. */
const writeSample = async (
  dependencies: AppDependencies,
  report: StartListeners['report'],
): Promise<readonly ReadyOperation[]> => {
  report('Reading the sample documents');
  await ingestSampleCorpus(dependencies);
  report('Reviewing some of the sample');
  return readyOperations(await writeSampleStory(dependencies), dependencies.clock());
};

/** Follows what other processes do to the store; returns the timers, which are cleared at the end. */
const followOthers = (
  dependencies: AppDependencies,
  check: StoreCheck,
  importedKeys: Map<string, TenantKeys>,
): readonly NodeJS.Timeout[] => {
  const { orm } = dependencies;
  return [
    // A tenant may be imported while this process serves others.
    repeatWork(upkeepInterval, 'imported_keys.unread', dependencies, async () => {
      for (const [tenant, key] of await readImportedKeys(orm)) importedKeys.set(tenant, key);
    }),
    // Another process may have withdrawn a group.
    repeatWork(withdrawnGroupsInterval, 'withdrawn_groups.unread', dependencies, () =>
      learnWithdrawnGroups(orm),
    ),
    // Another release may have migrated the store.
    setInterval(() => check.find(), schemaInterval).unref(),
    // Words that another process has erased are not kept in this one either.
    setInterval(forgetWords, upkeepInterval).unref(),
  ];
};

/**
 * Puts the parts together and listens: store, migrations, dependencies, schema, server. The embedded store is locked by
 * one process; throws DataFolderError when another has it. On a server, migrations run here only when no separate
 * owner is configured.
 */
export const startGateway = async (
  config: Config,
  { announce, report }: StartListeners = { announce: () => undefined, report: () => undefined },
): Promise<RunningGateway> => {
  const logger = createLogger(config.logLevel);
  const clock = () => new Date();
  const faultLog: FaultLog = {
    logFault: (event, error) => logger.warn({ event, err: error }),
    logRecovery: (event) => logger.info({ event: `${event}.over` }),
  };
  const address = storeAddressOf(config);
  const unlock = config.databaseUrl === null ? lockDataFolder(config.dataDir) : () => undefined;
  report(
    config.databaseUrl === null
      ? `Opening the embedded database in ${config.dataDir}`
      : 'Connecting to the database',
  );
  if (config.databaseUrl !== null) await assertServer('DATABASE_URL', config.databaseUrl, { report });
  const orm = await openOrm(address);
  const check = checkStore(orm, address);
  let telemetry: Telemetry | null = null;
  let replica: Replica | null = null;
  const closeParts = () =>
    Promise.allSettled([check.close(), orm.close(), replica?.close(), telemetry?.stop()]);
  try {
    report('Checking the schema of the database');
    const migrated = await migrateAtStart(config, orm, address);
    if (config.databaseUrl !== null && !config.anyDatabaseLogin)
      await assertRestrictedLogin('DATABASE_URL', config.databaseUrl, clock);
    const metrics = createMetrics();
    registerStoreFigures(
      metrics,
      orm,
      clock,
      (tenant) =>
        (config.tenantSettings.get(tenant)?.contradictions ?? config.ruleNumbers.contradictions).quietItems,
      check,
    );
    replica = await openReplica(config, orm, { metrics, logger, clock });
    const fingerprintKey = await readFingerprintKey(orm);
    telemetry = await openTelemetry(config, metrics, fingerprintKey, logger);
    const denied = config.deniedTokens === null ? null : watchDeniedTokens(config.deniedTokens, faultLog);
    await learnWithdrawnGroups(orm);
    const isWithdrawn: GroupCheck = (viewer, group) =>
      isGroupWithdrawn(orm, viewer, group) || denied?.isWithdrawn(viewer, group) === true;
    const importedKeys = await readImportedKeys(orm);
    const dependencies = await createDependencies(config, {
      orm,
      clock,
      logger,
      metrics,
      faultLog,
      fingerprintKey,
      importedKeys,
      isWithdrawnGroup: isWithdrawn,
      traceModel: telemetry?.traceModel ?? null,
    });
    await setEmbeddingModel(orm, dependencies.embedder?.name ?? null);
    const tokens = config.local
      ? { ...config.tokens, secret: await loadLocalSecret(config.dataDir) }
      : config.tokens;
    const personaTokens = config.local ? await issuePersonaTokens(tokens, clock()) : [];
    const operations = config.sample ? await writeSample(dependencies, report) : [];
    const upkeep = config.databaseUrl === null ? await startUpkeep(orm, migrated.length > 0, faultLog) : null;

    let listeningAt = '';
    const entrance: LocalEntrance | null =
      config.local && tokens.secret !== null
        ? createLocalEntrance(tokens.secret, () => announce(entrance?.address(listeningAt) ?? ''))
        : null;
    const gateway = createGateway<GraphQLContext>({
      host: config.host,
      port: config.port,
      loopbackOnly: config.local,
      entrance,
      schema,
      subgraph: config.subgraph ? await openSubgraph() : null,
      authenticator: createAuthenticator(tokens, { now: clock, isDenied: denied?.isDenied, isWithdrawn }),
      operations: {
        open: (operation) => openGraphQLContext(dependencies, operation),
        close: (context) => context.close(),
      },
      logger,
      callerKey: fingerprintKey,
      metrics,
      ready: readinessOf(check),
      schemaFault: check.schemaFault,
      graphiql: config.graphiql ? { folder: consoleFolder, personas: personaTokens, operations } : null,
      console: config.console
        ? { folder: consoleFolder, personas: personaTokens, signIn: config.consoleSignIn }
        : null,
      metricsToken: config.metricsToken,
      hasMetricsPort: config.metricsPort !== null,
      admission: admissionOf(orm, config),
      rateLimits: config.rateLimits,
      positionOf: (tenant) => replica?.positionOf(tenant) ?? null,
      trace: telemetry?.traceOperation,
      drain: config.drainMs,
      corsOrigins: config.corsOrigins,
      maxBodyBytes: config.maxBodyBytes,
      limits: defaultLimits,
      introspection: config.introspection,
      trustedDocuments:
        config.trustedDocuments === null ? null : readTrustedDocuments(config.trustedDocuments),
    });
    // Later it would hold up everybody; the embedded store has one user.
    if (config.databaseUrl !== null) loadTokenizer();
    const { url } = await gateway.listen();
    const metricsServer =
      config.metricsPort === null ? null : await serveMetrics(metrics, config, config.metricsPort);
    listeningAt = url;
    const background = startBackground(dependencies);
    const tableUpkeep = startTableUpkeep(dependencies, config);
    const following = followOthers(dependencies, check, importedKeys);
    return {
      url,
      dependencies,
      gateway,
      personaTokens,
      entrance: () => entrance?.address(url) ?? null,
      failed: folderOf(orm)?.failed ?? new Promise(() => undefined),
      close: async () => {
        await gateway.close();
        metricsServer?.close();
        await Promise.all(background.map((work) => work.stop()));
        clearInterval(upkeep ?? undefined);
        tableUpkeep.stop();
        for (const timer of following) clearInterval(timer);
        denied?.close();
        // A server that is silent does not say good-bye.
        await Promise.race([closeParts(), sleep(closing, undefined, { ref: false })]);
        unlock();
      },
    };
  } catch (error) {
    await closeParts();
    unlock();
    throw config.databaseUrl === null ? error : asStartError('DATABASE_URL', error);
  }
};
