import { type InboxReason, inboxPriorities, inboxReasons, ownersReasons } from '#domain/inbox/inbox.ts';
import type { OptionalCondition } from '#domain/input/condition.ts';
import { hasAnyRole } from '#domain/privacy/viewer.ts';
import { conjunction, meets } from '#persistence/reading/conditions.ts';
import { itemTables } from '#persistence/reading/item-tables.ts';
import { type RawBuilder, type SqlBool, sql } from '#persistence/reading/sql.ts';
import {
  givenUpWavesVisibleTo,
  inboxEntriesVisibleTo,
  itemsVisibleTo,
  quarantinesVisibleTo,
} from '#persistence/reading/visibility-predicate.ts';
import { type ItemFilter, itemConditions } from '#persistence/review/item-filter.ts';
import type { ReadSession } from '#persistence/store/viewer-session.ts';

type Condition = RawBuilder<SqlBool>;
type NameCondition = OptionalCondition<string>;

/** Entries of one reason and priority, in an order that an index serves. */
export interface Source {
  readonly reason: InboxReason;
  readonly priority: number;
  readonly from: RawBuilder<unknown>;
  readonly id: RawBuilder<unknown>;
  readonly since: RawBuilder<unknown>;
  /** Instant by which entries of one priority are ordered: since when each waits, unless senders take turns. */
  readonly turn: RawBuilder<unknown>;
  readonly where: Condition;
  /** True of each entry; an index by turns serves it. */
  readonly inTurn: Condition;
  /** Only the entries with these subjects. */
  readonly among: (subjects: readonly string[]) => Condition;
  /** Conditions on what an entry is about, of several items on any; null: no entry meets them. */
  readonly ofProject: (condition: NameCondition) => Condition;
  readonly ownedBy: (condition: NameCondition) => Condition | null;
  /** Columns with the owners of an entry, each with an index that it leads; null where there are few entries. */
  readonly ownerColumns: readonly RawBuilder<unknown>[] | null;
  readonly aboutItem: (filter: ItemFilter) => Condition | null;
  /** The column with a figure of the item that an entry is about, in an order that an index serves; null where the table has none. */
  readonly figure: (column: 'confidence' | 'review_score') => RawBuilder<unknown> | null;
  /** True: every entry has these figures. False: none has. */
  readonly hasFigures: boolean;
  /** Each entry meets one of them. The index that orders by a figure serves the first; few entries meet another. */
  readonly parts: readonly Condition[];
}

/** The members that serve indexes, of a source that has few entries and none of these indexes. */
const ofFew = {
  inTurn: sql<SqlBool>`true`,
  ownerColumns: null,
  figure: () => null,
  hasFigures: false,
  parts: [sql<SqlBool>`true`],
} as const satisfies Partial<Source>;

/** Reasons about no memory and no entity. */
const withoutItem: readonly InboxReason[] = ['ROUTING', 'SOURCE_CHANGE'];
/** Reasons that are dates: their entries are written ahead. */
const dated: readonly InboxReason[] = ['VERIFICATION_DUE', 'EXPIRED'];

/** Reasons whose entries may stand from a date on (`falls_due_at`): these dates, and candidates that are deferred. */
const writtenAhead: readonly InboxReason[] = [...dated, 'CANDIDATE', 'GRADUATION'];

/** Reasons of which any number may be sent at once: their senders take turns. */
const inTurns: readonly InboxReason[] = ['CANDIDATE', 'SOURCE_CHANGE'];

const meetsItem = ({ viewer }: ReadSession, filter: ItemFilter, kind: 'memory' | 'entity'): Condition =>
  conjunction([sql`true`, ...itemConditions(viewer, filter, { of: 'i', kind })]);

/**
 * True when the item that a column of the entry `n` names meets a filter. One column at a time: of `id in (…)` the planner may search the
 * tenant's part of any index that ends in the id.
 */
const isAbout = (
  session: ReadSession,
  filter: ItemFilter,
  kind: 'memory' | 'entity',
  id: 'item_id' | 'other_id',
) =>
  sql<SqlBool>`(starts_with(${sql.ref(`n.${id}`)}, ${sql.lit(kind === 'memory' ? 'mem_' : 'ent_')})
    and exists (select 1 from ${sql.table(itemTables[kind])} i
    where i.tenant = n.tenant and i.id = ${sql.ref(`n.${id}`)} and ${meetsItem(session, filter, kind)} offset 0))`;

const stated = (condition: Condition | null): Condition => condition ?? sql<SqlBool>`true`;

/** A condition on the project or owner of an item of the row `n`, an entry or a class of entries; of two items either meets it. */
export const eitherMeets = (column: 'project' | 'owner_name', condition: NameCondition): Condition => {
  const other = sql.ref(`n.other_${column}`);
  return sql<SqlBool>`(${stated(meets(sql.ref(`n.${column}`), condition))} or ${other} is not null and ${stated(meets(other, condition))})`;
};

const entriesOf = (session: ReadSession, reason: InboxReason, priority: number, now: Date): Source => {
  const hasItem = !withoutItem.includes(reason);
  const takesTurns = inTurns.includes(reason);
  return {
    reason,
    priority,
    from: sql`inbox_entries n`,
    id: sql.ref('n.subject_id'),
    since: sql.ref('n.since'),
    turn: sql.ref(takesTurns ? 'n.turn' : 'n.since'),
    where: sql<SqlBool>`${inboxEntriesVisibleTo(session.viewer, 'n')} and n.priority = ${sql.lit(priority)} and ${
      dated.includes(reason)
        ? sql`n.since <= ${now}`
        : sql`(n.deferred_until is null or n.deferred_until <= ${now})`
    }`,
    inTurn: takesTurns ? sql`n.turn is not null` : sql`true`,
    among: (subjects) => sql`n.reason = ${sql.lit(reason)} and n.subject_id = any(${[...subjects]}::text[])`,
    ofProject: (condition) => eitherMeets('project', condition),
    ownedBy: (condition) => (hasItem ? eitherMeets('owner_name', condition) : null),
    ownerColumns: [
      ...(hasItem ? [sql.ref('n.owner_name')] : []),
      ...(reason === 'CONTRADICTION' ? [sql.ref('n.other_owner_name')] : []),
    ],
    aboutItem: (filter) => {
      const one = (kind: 'memory' | 'entity', id: 'item_id' | 'other_id') =>
        isAbout(session, filter, kind, id);
      if (!hasItem) return null;
      const other = reason === 'CONTRADICTION' ? one('memory', 'other_id') : one('entity', 'item_id');
      return sql`(${one('memory', 'item_id')} or ${other})`;
    },
    figure: (column) => sql.ref(`n.${column}`),
    hasFigures: hasItem && reason !== 'CONTRADICTION',
    parts: [
      sql`n.falls_due_at is null`,
      ...(writtenAhead.includes(reason) ? [sql<SqlBool>`n.falls_due_at between '-infinity' and ${now}`] : []),
    ],
  };
};

/** Quarantines have no entries in the table: each is about any number of items, and there are few. */
const quarantines = (session: ReadSession, priority: number): Source => {
  const { viewer } = session;
  const someItem = (memory: Condition, entity: Condition) =>
    sql<SqlBool>`exists (select 1 from quarantined_items part where part.tenant = q.tenant and part.quarantine_id = q.id and part.released_at is null
      and (exists (select 1 from memories i where i.tenant = part.tenant and i.id = part.memory_id and ${itemsVisibleTo(viewer, 'i')} and ${memory} offset 0)
        or exists (select 1 from graph_entities i where i.tenant = part.tenant and i.id = part.entity_id and ${itemsVisibleTo(viewer, 'i')} and ${entity} offset 0)))`;
  const either = (condition: Condition) => someItem(condition, condition);
  return {
    reason: 'QUARANTINE',
    priority,
    from: sql`quarantines q`,
    id: sql.ref('q.id'),
    since: sql.ref('q.set_at'),
    turn: sql.ref('q.set_at'),
    where: sql<SqlBool>`q.ended_at is null and ${quarantinesVisibleTo(viewer, 'q')}`,
    among: (subjects) => sql`q.id = any(${[...subjects]}::text[])`,
    ofProject: (condition) => either(stated(meets(sql.ref('i.project'), condition))),
    ownedBy: (condition) => either(stated(meets(sql.ref('i.owner_name'), condition))),
    aboutItem: (filter) =>
      someItem(meetsItem(session, filter, 'memory'), meetsItem(session, filter, 'entity')),
    ...ofFew,
  };
};

/** Waves that the gateway gave up have no entries in the table: there are few. Each stands for those who see what is unread in it. */
const unreadWaves = ({ viewer }: ReadSession, priority: number): Source => ({
  reason: 'UNREAD_WAVE',
  priority,
  from: sql`waves w`,
  id: sql.ref('w.id'),
  since: sql.ref('w.given_up_at'),
  turn: sql.ref('w.given_up_at'),
  where: sql<SqlBool>`${givenUpWavesVisibleTo(viewer, 'w')}`,
  among: (subjects) => sql`w.id = any(${[...subjects]}::text[])`,
  ofProject: (condition) => stated(meets(sql.ref('w.project'), condition)),
  ownedBy: () => null,
  aboutItem: () => null,
  ...ofFew,
});

/** Every source that the filter leaves; each statement about the inbox is made of them. */
export const sourcesOf = (
  session: ReadSession,
  { reasons, now }: { readonly reasons: readonly InboxReason[] | null; readonly now: Date },
): Source[] =>
  inboxReasons
    .filter((reason) => reasons === null || reasons.includes(reason))
    .filter((reason) => hasAnyRole(session.viewer, ['reviewer', 'auditor']) || ownersReasons.includes(reason))
    .flatMap((reason) => Object.values(inboxPriorities[reason]).map((priority) => ({ reason, priority })))
    .sort((a, b) => b.priority - a.priority)
    .map(({ reason, priority }) => {
      if (reason === 'QUARANTINE') return quarantines(session, priority);
      return reason === 'UNREAD_WAVE'
        ? unreadWaves(session, priority)
        : entriesOf(session, reason, priority, now);
    });

/** The beginning of the ids of a source's entries; the subject's id follows. */
export const entryIdPrefix = ({ reason }: Source): string => `inb_${reason}.`;

/** A priority is of one reason alone, so entries of one priority are ordered by their subjects as by their own ids. */
export const entryIdOf = (source: Source) => sql`${sql.lit(entryIdPrefix(source))} || ${source.id}`;
