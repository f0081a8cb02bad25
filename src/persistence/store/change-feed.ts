import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import type { AuditChange } from '#domain/audit/audit-actions.ts';
import { DomainError } from '#domain/domain-error.ts';
import type { Viewer } from '#domain/privacy/viewer.ts';
import { systemRole } from '#entities/policies.ts';
import { decodeCursor, encodeCursor } from '#persistence/reading/keyset.ts';
import { sql } from '#persistence/reading/sql.ts';
import { type ChangeListener, listenToChanges } from './change-listener.ts';
import { type FailureNotes, type FaultLog, notedBeside, noteFailures } from './fault-log.ts';
import type { Orm } from './orm.ts';
import { replicaOf } from './replica.ts';
import { createSemaphore } from './semaphore.ts';
import { inReadSession } from './viewer-session.ts';

/** Something was done to something; whether the viewer may know is found when it is read. */
export interface Change {
  /** The change's place in the stream, for `after`. It is the id of an event and not its number, which would count what is hidden. */
  readonly cursor: string;
  /** The audit event that recorded it. */
  readonly eventId: string;
  readonly targetId: string;
  readonly action: AuditChange;
}

/** Changes in the order of their commits. It ends only by `return`, which ends a `next` that is waiting, too. */
export interface ChangeStream extends AsyncIterator<Change, undefined> {
  readonly [Symbol.asyncIterator]: () => ChangeStream;
  /** Takes up to so many of the changes that are there already. */
  readonly takeReady: (most: number) => readonly Change[];
}

/** Viewer and actions that a subscription follows. */
export interface Following {
  readonly viewer: Viewer;
  /** Null: every event. */
  readonly actions: readonly AuditChange[] | null;
  /** Null: whatever was changed. */
  readonly targetId?: string | null;
  /** The cursor of the last change that was delivered; null: what is committed from now on. */
  readonly after: string | null;
}

interface Follower {
  readonly tenant: string;
  readonly actions: readonly string[] | null;
  readonly wake: () => void;
}

/** Changes that one read returns, out of the events that it looks at: a subscriber with a backlog catches up in steps of equal cost. */
const changesAtOnce = 50;
const eventsAtOnce = 2_000;
/** However many follow, so many of them read at once: the pool is for those who ask. */
const readersAtOnce = 2;
const pause = 1_000;

const order = 'changes';

const badCursor = (): DomainError =>
  new DomainError('input.invalid', 'after is not a cursor of this subscription. Pass the last one it gave.', [
    'after',
  ]);

const eventOf = (cursor: string): string => {
  try {
    return String(decodeCursor(order, ['string'], cursor)[0]);
  } catch {
    throw badCursor();
  }
};

/** One statement in a session of the system role, which sees the log's events, of which a viewer gets an id. */
const readAsSystem = async <Row>(orm: Orm, viewer: Viewer, query: ReturnType<typeof sql<Row>>) => {
  return inReadSession(orm, viewer, systemRole, async (session) => {
    return (await query.execute(await session.db())).rows;
  });
};

/** Start position of a follower: after the event of a cursor, or at the end of the log. */
const findPosition = async (orm: Orm, { viewer, after }: Following): Promise<number> => {
  const { tenant } = viewer;
  if (after === null) {
    const [head] = await readAsSystem(
      orm,
      viewer,
      sql<{
        sequence: number;
      }>`select sequence::float8 as sequence from audit_heads where tenant = ${tenant}`,
    );
    return head?.sequence ?? 0;
  }
  const id = eventOf(after);
  const [event] = await readAsSystem(
    orm,
    viewer,
    sql<{ sequence: number }>`select sequence::float8 as sequence from audit_events
      where tenant = ${tenant} and id = ${id}`,
  );
  if (!event) throw badCursor();
  return event.sequence;
};

/**
 * The next changes after a position. A tenant's events are numbered under a lock that lasts until the commit: who sees
 * one sees all before it, so nothing is ever skipped.
 */
const readChanges = async (orm: Orm, { viewer, actions, targetId = null }: Following, position: number) => {
  const ofActions = actions === null ? sql`` : sql` and n.action = any(${[...actions]})`;
  const ofTarget = targetId === null ? sql`` : sql` and n.target_id = ${targetId}`;
  const rows = await readAsSystem(
    orm,
    viewer,
    sql<{
      head: number;
      sequence: number | null;
      id: string;
      action: AuditChange;
      targetId: string;
    }>`select h.sequence::float8 as head, c.sequence::float8 as sequence, c.id, c.action, c.target_id as "targetId"
      from audit_heads h left join lateral (select n.sequence, n.id, n.action, n.target_id from audit_events n
        where n.tenant = h.tenant and n.sequence > ${position} and n.sequence <= ${position + eventsAtOnce}
${ofActions}${ofTarget} order by n.sequence limit ${changesAtOnce}) c on true
      where h.tenant = ${viewer.tenant} order by c.sequence`,
  );
  const head = rows[0]?.head ?? 0;
  const found = rows.flatMap(({ sequence, id, action, targetId: changed }) =>
    sequence === null
      ? []
      : [{ sequence, change: { cursor: encodeCursor(order, [id]), eventId: id, action, targetId: changed } }],
  );
  const last = found.at(-1)?.sequence;
  const reached =
    found.length === changesAtOnce && last !== undefined ? last : Math.min(position + eventsAtOnce, head);
  const next = Math.max(position, reached);
  return { changes: found.map(({ change }) => change), position: next, isBehind: next < head };
};

/** Followers of a store in this process. It listens while there is any. */
class Followers {
  private readonly orm: Orm;
  private readonly followers = new Set<Follower>();
  private listener: ChangeListener | null = null;
  private listening = false;
  readonly semaphore = createSemaphore(readersAtOnce);

  /** Outages that listening met, and those that all of their reads met. */
  private readonly listens: FailureNotes;
  readonly reads: FailureNotes;

  constructor(orm: Orm, log: FaultLog) {
    this.orm = orm;
    this.listens = noteFailures('live_updates.not_listening', log);
    this.reads = noteFailures('live_updates.not_read', log);
  }

  join(follower: Follower): void {
    this.followers.add(follower);
    if (!this.listening) void this.listen();
  }

  leave(follower: Follower): void {
    this.followers.delete(follower);
    if (this.followers.size === 0) this.listener?.close();
  }

  /** Until nobody follows any more. A connection that is lost is made again, and everybody looks for what they missed. */
  private async listen(): Promise<void> {
    this.listening = true;
    while (this.followers.size > 0) {
      try {
        this.listener = await listenToChanges(this.orm, ({ tenant, actions }) =>
          this.wake(
            (one) =>
              one.tenant === tenant && (one.actions?.some((action) => actions.includes(action)) ?? true),
          ),
        );
        this.listens.succeeded();
        this.wake(() => true);
        // The last may have left while the connection was being made.
        if (this.followers.size === 0) this.listener.close();
        await this.listener.over;
      } catch (error) {
        // Nobody who has left misses anything, and the store may be gone.
        if (this.followers.size > 0) this.listens.failed(error);
        // Followers look for what is not heard of, each time that listening is tried again.
        this.wake(() => true);
      }
      this.listener = null;
      if (this.followers.size > 0) await sleep(pause, undefined, { ref: false });
    }
    this.listening = false;
  }

  private wake(which: (follower: Follower) => boolean): void {
    for (const follower of this.followers) if (which(follower)) follower.wake();
  }
}

const followersOf = new WeakMap<Orm, Followers>();

/**
 * Follows the changes of the viewer's tenant in the order of their commits, in whichever process they were made. A
 * follower keeps its place in the log and nothing else, so that one who is slow, or was away, or whose database was,
 * reads on where it stood. Holds nothing before the first `next`, and nothing after `return`.
 * @throws DomainError `input.invalid` for what no change of the tenant gave as its cursor.
 */
export const followChanges = async (orm: Orm, following: Following, log: FaultLog): Promise<ChangeStream> => {
  const followers = followersOf.get(orm) ?? new Followers(orm, log);
  followersOf.set(orm, followers);
  const noteUnread = notedBeside(log, 'live_updates.not_read', followers.reads);
  let position = await findPosition(orm, following);
  let ready: Change[] = [];
  let isOver = false;
  let isStale = true;
  let bell = Promise.withResolvers<void>();
  const follower: Follower = {
    tenant: following.viewer.tenant,
    actions: following.actions,
    wake: () => {
      isStale = true;
      bell.resolve();
    },
  };

  const read = async (): Promise<void> => {
    // Before the read, so that what is committed while it runs is read again.
    isStale = false;
    bell = Promise.withResolvers();
    try {
      const found = await followers.semaphore(() => readChanges(orm, following, position));
      followers.reads.succeeded();
      position = found.position;
      // A standby that does not have the change answers nobody who hears of it and asks.
      if (found.changes.length > 0) await replicaOf(orm)?.noteSeen(following.viewer.tenant);
      ready = [...found.changes];
      if (!found.isBehind) return;
      isStale = true;
      // PGlite computes without yielding; without a pause, requests that wait in sockets are not read.
      await setImmediate();
    } catch (error) {
      noteUnread(error);
      isStale = true;
      await Promise.race([sleep(pause, undefined, { ref: false }), bell.promise]);
    }
  };

  const stream: ChangeStream = {
    [Symbol.asyncIterator]: () => stream,
    takeReady: (most) => ready.splice(0, most),
    async next() {
      while (!isOver) {
        const change = ready.shift();
        if (change) return { done: false, value: change };
        followers.join(follower);
        if (isStale) await read();
        else await bell.promise;
      }
      return { done: true, value: undefined };
    },
    async return() {
      isOver = true;
      ready = [];
      followers.leave(follower);
      bell.resolve();
      return { done: true, value: undefined };
    },
  };
  return stream;
};
