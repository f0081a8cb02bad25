import { randomUUID } from 'node:crypto';
import DataLoader from 'dataloader';
import type { AuditAction } from '#domain/audit/audit-actions.ts';
import {
  endVerification,
  type NotedEnd,
  saltedDigest,
  startVerification,
  stepVerification,
  type Verification,
  type VerifiedUpTo,
} from '#domain/audit/audit-chain.ts';
import { DomainError } from '#domain/domain-error.ts';
import { isStated, type OptionalCondition } from '#domain/input/condition.ts';
import { hasRole, type Viewer } from '#domain/privacy/viewer.ts';
import type { Sliced } from '#domain/slices.ts';
import { type Conjunct, conjunction, meets } from '#persistence/reading/conditions.ts';
import type { Count } from '#persistence/reading/count.ts';
import {
  countFiltered,
  type FilteredList,
  mostCompared,
  readFiltered,
} from '#persistence/reading/filtered-list.ts';
import { inSlices } from '#persistence/reading/in-slices.ts';
import {
  type Direction,
  encodeCursor,
  type KeysetOrder,
  type Page,
  type PageArguments,
} from '#persistence/reading/keyset.ts';
import type { NestedList } from '#persistence/reading/nested-list.ts';
import { rowsWithIds } from '#persistence/reading/rows-with-ids.ts';
import { type SqlBool, sql } from '#persistence/reading/sql.ts';
import { auditTextsVisibleTo } from '#persistence/reading/visibility-predicate.ts';
import type { ReadSession, WriteSession } from './viewer-session.ts';

const auditTargets = [
  'Memory',
  'Entity',
  'Document',
  'Wave',
  'Interaction',
  'Extraction',
  'WorkflowItem',
  'ProjectState',
  'Pathway',
  'PathwayTrace',
  'KnownGroup',
  'Tenant',
  'BundleReceipt',
  'DomainKeywords',
  'SourceOwnerRules',
  'LabelPolicy',
  'Contradiction',
  'InboxItem',
  'Quarantine',
  'SourceChange',
  'User',
  'Webhook',
] as const;
export type AuditTarget = (typeof auditTargets)[number];

/** One change, as a use case describes it; actor, time and request come with the command. */
export interface AuditedChange {
  readonly action: AuditAction;
  readonly targetType: AuditTarget;
  readonly targetId: string;
  /** JSON; null where there was nothing before, or is nothing after. */
  readonly before: unknown;
  readonly after: unknown;
}

interface Occasion {
  readonly requestId: string | null;
  readonly now: Date;
  /** Makes the id of each event, `aud_…`, in ascending order. */
  readonly newId: (prefix: 'aud') => string;
}

/** Events that are encoded in one slice. */
const eventsInASlice = 50;

/** The events as JSON, each text with its salted digest. */
function* encodingEvents(
  { requestId, now, newId }: Occasion,
  changes: readonly AuditedChange[],
): Sliced<string> {
  const events: string[] = [];
  for (const { action, targetType, targetId, before, after } of changes) {
    const salt = randomUUID();
    events.push(
      JSON.stringify({
        id: newId('aud'),
        at: now,
        action,
        target_type: targetType,
        target_id: targetId,
        request_id: requestId,
        before_digest: saltedDigest(salt, before),
        after_digest: saltedDigest(salt, after),
        salt,
        before: before ?? null,
        after: after ?? null,
      }),
    );
    if (events.length % eventsInASlice === 0) yield;
  }
  return `[${events.join(',')}]`;
}

/**
 * Appends events to the tenant's chain, in their order, in the caller's transaction, as acts of its viewer. Resolves
 * when they are sent, and
 * does not wait for an answer: should it fail, so does the commit. It belongs at the end of a use case, since the next one to append waits
 * until that transaction is over.
 */
export const recordChanges = async (
  { send }: WriteSession,
  occasion: Occasion,
  changes: readonly AuditedChange[],
): Promise<void> => {
  if (changes.length === 0) return;
  send(sql`select append_audit_events(${await inSlices(encodingEvents(occasion, changes))}::jsonb)`);
};

export interface AuditEventRow {
  readonly id: string;
  readonly sequence: number;
  readonly at: Date;
  readonly actor: string;
  readonly action: AuditAction;
  readonly targetType: AuditTarget;
  readonly targetId: string;
  readonly requestId: string | null;
  readonly hash: string;
  readonly previousHash: string | null;
}

const eventColumns = sql`n.id, n.sequence::float8 as sequence, n.at, n.actor, n.action, n.target_type as "targetType",
  n.target_id as "targetId", n.request_id as "requestId", n.hash, n.previous_hash as "previousHash"`;

const readableBy = (viewer: Viewer) =>
  hasRole(viewer, 'auditor') ? sql<SqlBool>`n.tenant = ${viewer.tenant}` : sql<SqlBool>`false`;

export interface AuditFilter {
  readonly actor?: OptionalCondition<string>;
  readonly action?: OptionalCondition<AuditAction>;
  readonly targetId?: OptionalCondition<string>;
  readonly at?: OptionalCondition<Date>;
}

const filterConditions = ({ actor, action, targetId, at }: AuditFilter, viewer: Viewer): Conjunct[] => [
  meets(sql.ref('n.actor'), actor),
  meets(sql.ref('n.action'), action),
  meets(sql.ref('n.target_id'), targetId),
  // A guessed id of a hidden item reveals no more by its events than by itself.
  isStated(targetId) && auditTextsVisibleTo(viewer, 'n'),
  meets(sql.ref('n.at'), at),
];

const filtered = (viewer: Viewer): FilteredList<AuditFilter> => ({
  served: ['actor', 'action', 'targetId', 'at'],
  from: (part) =>
    sql`from audit_events n where ${conjunction([readableBy(viewer), ...filterConditions(part, viewer)])}`,
  conditions: (part) => filterConditions(part, viewer),
  most: mostCompared,
});

/** The events of one target, oldest first; nothing for who is neither auditor nor admin. */
export const auditTrail: NestedList<AuditEventRow> = {
  name: 'audit',
  columns: eventColumns,
  from: sql`audit_events`,
  parent: 'target_id',
  lasts: { since: 'at' },
  key: 'sequence',
  keyOf: ({ sequence }) => sequence,
  visible: readableBy,
  conditions: filterConditions,
};

export const auditEventsById = (session: ReadSession) =>
  new DataLoader<string, AuditEventRow | null>(async (ids) => {
    const { rows } =
      await sql<AuditEventRow>`select ${eventColumns} from ${rowsWithIds(session.viewer, 'audit_events', ids)} n
      where ${readableBy(session.viewer)}`.execute(await session.byKey());
    const found = new Map(rows.map((row) => [row.id, row]));
    return ids.map((id) => found.get(id) ?? null);
  });

export interface AuditTexts {
  readonly before: unknown;
  readonly after: unknown;
}

/** Before and after of events; null where their target is hidden. */
export const auditTextsById = (session: ReadSession) =>
  new DataLoader<string, AuditTexts>(async (ids) => {
    const { rows } = await sql<
      AuditTexts & { id: string }
    >`select n.id, n.before, n.after from ${rowsWithIds(session.viewer, 'audit_texts', ids)} n
      where ${auditTextsVisibleTo(session.viewer, 'n')}`.execute(await session.byKey());
    const found = new Map(rows.map((row) => [row.id, row]));
    return ids.map((id) => found.get(id) ?? { before: null, after: null });
  });

export const auditCursor = ({ sequence }: AuditEventRow): string => encodeCursor(auditTrail.name, [sequence]);

const auditOrder = (direction: Direction): KeysetOrder => ({
  name: auditTrail.name,
  direction,
  columns: [{ of: sql.ref('n.sequence'), shape: 'integer' }],
});

/** The tenant's audit log: oldest first, or newest first. */
export const pageOfAuditEvents = async (
  session: ReadSession,
  filter: AuditFilter,
  page: PageArguments,
  direction: Direction = 'ASC',
): Promise<Page<AuditEventRow>> => {
  const list = { ...filtered(session.viewer), columns: eventColumns, order: auditOrder(direction) };
  return readFiltered<AuditEventRow, AuditFilter>(session, filter, list, page);
};

export const countAuditEvents = async (session: ReadSession, filter: AuditFilter): Promise<Count> =>
  countFiltered(session, filter, { ...filtered(session.viewer), order: sql`n.sequence desc` });

const verificationStep = 300;

/** The end of the tenant's chain, as the last append stored it. */
const readNotedEnd = async (session: ReadSession): Promise<NotedEnd> => {
  const { rows } = await sql<NotedEnd>`select n.sequence::float8 as sequence, n.hash from audit_heads n
    where ${readableBy(session.viewer)}`.execute(await session.db());
  return rows[0] ?? { sequence: 0, hash: null };
};

/** A part of the chain: behind what was verified before (absent: from its first event), and so many events (absent: all). */
export interface ChainPart {
  readonly after?: VerifiedUpTo | null | undefined;
  readonly first?: number | null | undefined;
}

/** A verification, which `isComplete` when it came to the end of the chain. */
export interface PartVerification extends Verification {
  readonly isComplete: boolean;
}

const assertAtLeastOne = (name: string, value: number | null | undefined): void => {
  if (value != null && value < 1)
    throw new DomainError('input.invalid', `${name} is ${value}; it is at least 1.`, name.split('.'));
};

/**
 * Recomputes the chain of the viewer's tenant, or a part of it, three hundred events at a time, and compares its end with
 * the stored one. Texts that are erased, or hidden from this viewer, are vouched for by their digests.
 */
export const verifyAuditChain = async (
  session: ReadSession,
  { after, first }: ChainPart = {},
): Promise<PartVerification> => {
  assertAtLeastOne('first', first);
  assertAtLeastOne('after.events', after?.events);
  let verification = startVerification(after);
  const until = verification.events + (first ?? Number.POSITIVE_INFINITY);
  for (let last = verification.events; ; ) {
    const left = until - verification.events;
    if (left <= 0 && verification.events < (await readNotedEnd(session)).sequence)
      return { ...verification, isComplete: false };
    // At the noted end it looks for one more, which nobody noted.
    const step = Math.max(1, Math.min(verificationStep, left));
    const { rows } = await sql<{
      id: string;
      sequence: number;
      tenant: string;
      at: Date;
      actor: string;
      action: string;
      targetType: string;
      targetId: string;
      requestId: string | null;
      beforeDigest: string | null;
      afterDigest: string | null;
      hash: string;
      previousHash: string | null;
      salt: string | null;
      before: unknown;
      after: unknown;
    }>`select ${eventColumns}, n.tenant, n.before_digest as "beforeDigest", n.after_digest as "afterDigest", t.salt, t.before, t.after
      from (select * from audit_events n where ${readableBy(session.viewer)} and n.sequence > ${last}
          order by n.sequence limit ${step}) n
        left join lateral (select * from audit_texts t where t.tenant = n.tenant and t.id = n.id offset 0) t on true
      order by n.sequence`.execute(await session.db());
    for (const row of rows) verification = stepVerification(verification, row);
    const end = rows.at(-1);
    if (!end || rows.length < step)
      return { ...endVerification(verification, await readNotedEnd(session)), isComplete: true };
    last = end.sequence;
    // The chain only grows: what was read stays as it was.
    await session.letOthersIn();
  }
};
