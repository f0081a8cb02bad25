import { setImmediate } from 'node:timers/promises';
import type { QueryExecutorProvider } from 'kysely';
import type { PoolClient } from 'pg';
import type { LabelPolicyAction } from '#domain/labels/policy/label-policy.ts';
import { hasRole, roles, type Viewer } from '#domain/privacy/viewer.ts';
import { systemRole, viewerRole } from '#entities/policies.ts';
import { textArrayLiteral } from '#entities/text-array.ts';
import { sql } from '#persistence/reading/sql.ts';
import type { TenantKeys } from '#persistence/tenant-export-lines.ts';
import { beginSnapshot, type Settings } from '#pg-pipeline/snapshot.ts';
import { beginWriteTransaction, type WriteTransaction } from '#pg-pipeline/write-transaction.ts';
import { readLimit } from './bounded-reads.ts';
import { connectFairly } from './fair-seats.ts';
import { folderOf, isEmbedded, type Orm, poolOf, statementTimeoutOf } from './orm.ts';
import { inlinedTenant } from './partitions.ts';
import { replicaOf } from './replica.ts';

/**
 * The only access to the store. Whatever is read or written passes through a transaction whose session names the viewer, so
 * that row-level security stands in every statement; a fork without a session would see everything.
 */

/** The viewer, as the policies read it, and how long a statement may take for them. */
const settingsOf = (orm: Orm, viewer: Viewer, role: string): Settings => {
  const timeout = statementTimeoutOf(orm);
  return {
    role,
    ...(timeout === 0 ? {} : { statement_timeout: String(timeout) }),
    'vouch.tenant': viewer.tenant,
    'vouch.user': viewer.user,
    'vouch.groups': textArrayLiteral(viewer.groups),
    'vouch.roles': textArrayLiteral(roles.filter((name) => hasRole(viewer, name))),
    // Label-policy queries of the viewer, computed when the session opens, so that answer times reveal nothing about them.
    'vouch.label_queries': {
      computed: 'label_queries_for(viewer_tenant(), viewer_user(), viewer_roles())::text',
    },
    'vouch.denied_labels': { computed: `(current_setting('vouch.label_queries')::text[])[1]` },
    'vouch.withheld_labels': { computed: `(current_setting('vouch.label_queries')::text[])[2]` },
  };
};

/** A connection for a viewer. */
const connect = (orm: Orm, viewer: Viewer): Promise<PoolClient> => {
  folderOf(orm)?.assertSound();
  // The ORM makes its client, and with it the pool, at the first use.
  orm.em.getConnection().getClient();
  const pool = poolOf(orm);
  if (pool === null) throw new Error('The ORM has made no pool.');
  return connectFairly(pool, viewer);
};

/** The interface that statements run on. */
export type { QueryExecutorProvider };

/** The columns that an operation selects, by type. */
export type Projection = ReadonlyMap<string, ReadonlySet<string>>;

/** One consistent snapshot for everything that an operation reads. */
export interface ReadSession {
  readonly viewer: Viewer;
  /** Columns that the operation selects, by type; a type that is not listed, and every type when absent, has all columns. */
  readonly projection?: Projection | undefined;
  /** Opens the transaction (read-only, repeatable read, as the viewer) at the first call. */
  readonly db: () => Promise<QueryExecutorProvider>;
  /**
   * The same transaction, for rows that are looked up by keys, or in the order of an index that a limit ends: where no
   * plan is better than the one that the server has made before.
   */
  readonly byKey: () => Promise<QueryExecutorProvider>;
  /**
   * The same transaction, for what is searched for, or looked up through other rows: a plan for all tenants expects few rows of
   * each, and would read a large one whole.
   */
  readonly byValue: () => Promise<QueryExecutorProvider>;
  /** Called for each item that the label policy would deny or redact if it were enforced. */
  readonly logUnenforced?: (action: LabelPolicyAction) => void;
  /**
   * For long work that needs no single snapshot: lets those who wait for the embedded store's one connection be
   * served, and goes on in a new
   * transaction. Does nothing on a server, nor when more than one statement has been asked since the transaction began.
   */
  readonly letOthersIn: () => Promise<void>;
  /**
   * Ends the transaction if one was opened, for good: an operation that was answered early may still have resolvers
   * running, and they must not begin another.
   */
  readonly close: () => Promise<void>;
}

const operationIsOver = (): Error => new Error('The operation is over; nothing more is read for it.');

interface Opened {
  readonly db: QueryExecutorProvider;
  readonly byKey: QueryExecutorProvider;
  readonly byValue: QueryExecutorProvider;
  readonly end: () => void | Promise<void>;
}

/** `open` begins its transaction, which may have begun already. */
const readSession = (
  orm: Orm,
  viewer: Viewer,
  open: () => Promise<Opened>,
  begun: Promise<Opened> | null = null,
): ReadSession => {
  let opened = begun;
  let closed = false;
  let asked = 0;
  const within = async (): Promise<Opened> => {
    if (closed) throw operationIsOver();
    opened ??= open();
    asked += 1;
    const found = await opened;
    // Closed meanwhile: outside its transaction a statement would be read without a session.
    if (closed) throw operationIsOver();
    return found;
  };
  return {
    viewer,
    db: async () => (await within()).db,
    byKey: async () => (await within()).byKey,
    byValue: async () => (await within()).byValue,
    letOthersIn: async () => {
      const begun = opened;
      if (begun === null || asked > 1 || !isEmbedded(orm)) return;
      opened = null;
      asked = 0;
      await (await begun).end();
      // PGlite computes without yielding; without a pause, requests that wait in sockets are not read.
      await setImmediate();
    },
    close: async () => {
      closed = true;
      const ending = opened;
      opened = null;
      // A transaction that failed to begin has nothing to end; its caller was given the error.
      await (await ending?.catch(() => null))?.end();
    },
  };
};

export const openReadSession = (orm: Orm, viewer: Viewer, role: string = viewerRole): ReadSession =>
  readSession(orm, viewer, () => begin(orm, viewer, role));

/**
 * A session that may read from a replica of the store (`replica.ts`): for queries. `after`: a position of the log that it must see,
 * as an answer to a mutation names it; null: none.
 */
export const openQuerySession = (orm: Orm, viewer: Viewer, after: string | null): ReadSession =>
  readSession(orm, viewer, async () => {
    const client = (await replicaOf(orm)?.connect(viewer, after)) ?? null;
    return client === null ? begin(orm, viewer, viewerRole) : beginOn(client, orm, viewer, viewerRole);
  });

const beginOn = (client: PoolClient, orm: Orm, viewer: Viewer, role: string): Opened => {
  const snapshot = beginSnapshot(client, settingsOf(orm, viewer, role), {
    most: readLimit,
    inlined: inlinedTenant(poolOf(orm), viewer.tenant),
  });
  const { planned: db, genericPlan: byKey, customPlan: byValue, end } = snapshot;
  return { db, byKey, byValue, end };
};

const begin = async (orm: Orm, viewer: Viewer, role: string): Promise<Opened> =>
  beginOn(await connect(orm, viewer), orm, viewer, role);

/** A transaction that writes, for a viewer. */
export interface WriteSession extends WriteTransaction {
  readonly viewer: Viewer;
  /**
   * Commits, and calls `read` with a session in which the viewer reads the committed state; on a server, statements that it sends at once
   * leave together with the commit. Resolves with the session when the commit is done, for the caller to close. It is closed here where
   * the commit fails.
   */
  readonly commitAndRead: (read: (session: ReadSession) => void) => Promise<ReadSession>;
}

/**
 * `viewer`: sees what the viewer sees. `system`: sees the whole tenant, for extraction passes, which must know of
 * hidden duplicates; what the system role reads never reaches the caller.
 */
export type WriterRole = 'viewer' | 'system';

/** Begins a transaction; the caller commits it or rolls it back. */
export const openWriteSession = async (orm: Orm, viewer: Viewer, as: WriterRole): Promise<WriteSession> => {
  folderOf(orm)?.assertRoom();
  const role = as === 'viewer' ? viewerRole : systemRole;
  const client = await connect(orm, viewer);
  const inlined = inlinedTenant(poolOf(orm), viewer.tenant);
  const writing = beginWriteTransaction(client, settingsOf(orm, viewer, role), { inlined });
  const replica = replicaOf(orm);
  /** Commits, and notes how far the log is then, so that the replica is not asked for less. */
  const commitAndNote = async (
    handOver: (client: PoolClient, noted: Promise<void>) => void,
  ): Promise<void> => {
    let noted = Promise.resolve();
    await writing.commit((client) => {
      if (replica !== null) noted = replica.noteWrite(viewer.tenant, client);
      handOver(client, noted);
    });
    await noted;
  };
  const commitAndRead: WriteSession['commitAndRead'] = async (read) => {
    let answerSession = null as ReadSession | null;
    try {
      await commitAndNote((client) => {
        const begun = Promise.resolve(beginOn(client, orm, viewer, viewerRole));
        answerSession = readSession(orm, viewer, () => begin(orm, viewer, viewerRole), begun);
        read(answerSession);
      });
    } catch (error) {
      await answerSession?.close();
      throw error;
    }
    return answerSession ?? openReadSession(orm, viewer);
  };
  const commit =
    replica === null
      ? writing.commit
      : () => commitAndNote((client, noted) => void noted.then(() => client.release()));
  return { viewer, ...writing, commit, commitAndRead };
};

/** Reads in a session of its own, which is closed whatever comes of it. */
export const inReadSession = async <Result>(
  orm: Orm,
  viewer: Viewer,
  role: string,
  read: (session: ReadSession) => Result | Promise<Result>,
): Promise<Result> => {
  const session = openReadSession(orm, viewer, role);
  try {
    return await read(session);
  } finally {
    await session.close();
  }
};

const nobody: Viewer = { tenant: '', user: '', roles: [], groups: [] };

/** Runs work in a transaction of its own, which is committed when the work is done and rolled back when it fails. */
export const inWriteSession = async <Result>(
  orm: Orm,
  viewer: Viewer,
  as: WriterRole,
  work: (session: WriteSession) => Promise<Result>,
): Promise<Result> => {
  const session = await openWriteSession(orm, viewer, as);
  try {
    const result = await work(session);
    await session.commit();
    return result;
  } catch (error) {
    await session.rollback();
    throw error;
  }
};

/** Runs upkeep of all tenants in a transaction of its own, which sees no row of a tenant, and calls functions that do. */
export const asNobody = <Result>(
  orm: Orm,
  work: (session: WriteSession) => Promise<Result>,
): Promise<Result> => inWriteSession(orm, nobody, 'viewer', work);

/** Reads in a write session, whose uncommitted rows are seen. Closing it rolls it back. */
export const readThrough = ({ viewer, db, rollback }: WriteSession): ReadSession => ({
  viewer,
  db: async () => db,
  byKey: async () => db,
  byValue: async () => db,
  letOthersIn: async () => undefined,
  close: rollback,
});

/** Like `readThrough`, for a session that has finished writing: from now on it sees what the viewer sees, no longer as the system role. */
export const readThroughAsViewer = async (session: WriteSession): Promise<ReadSession> => {
  await setRole(session, viewerRole);
  return readThrough(session);
};

const setRole = ({ db }: WriteSession, role: string) =>
  sql`select set_config('role', ${role}, true)`.execute(db);

/** Reads what the viewer sees within a session of the system role, which it is again afterwards. A read that fails ends the transaction. */
export const readAsViewer = async <Result>(
  session: WriteSession,
  read: (session: ReadSession) => Promise<Result>,
): Promise<Result> => {
  const result = await read(await readThroughAsViewer(session));
  await setRole(session, systemRole);
  return result;
};

const readKey = (orm: Orm, name: 'fingerprint_key' | 'receipt_key'): Promise<string> =>
  orm.em.fork({ session: { role: viewerRole } }).transactional(async (em) => {
    const rows = await em.execute<{ key: string }[]>(`select ${name} as key from installation`);
    const key = rows[0]?.key;
    if (key === undefined) throw new Error(`The store has no ${name}. Run the migrations.`);
    return key;
  });

/** Keys of the tenants that were imported from another store, by tenant. */
export const readImportedKeys = (orm: Orm): Promise<Map<string, TenantKeys>> =>
  orm.em.fork({ session: { role: viewerRole } }).transactional(async (em) => {
    const [row] = await em.execute<{ keys: Record<string, TenantKeys> }[]>(
      'select imported_keys as keys from installation',
    );
    return new Map(Object.entries(row?.keys ?? {}));
  });

/** The key of the store's fingerprints. */
export const readFingerprintKey = (orm: Orm): Promise<string> => readKey(orm, 'fingerprint_key');
/** The key that the store signs receipts with, where none is configured. */
export const readReceiptKey = (orm: Orm): Promise<string> => readKey(orm, 'receipt_key');
