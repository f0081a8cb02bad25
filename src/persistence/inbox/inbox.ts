import { type InboxItemKey, type InboxReason, snoozedForOneself } from '#domain/inbox/inbox.ts';
import { isStated, type OptionalCondition } from '#domain/input/condition.ts';
import { foldedName } from '#domain/privacy/folded-name.ts';
import { conjunction } from '#persistence/reading/conditions.ts';
import { mostLookedUp, pageOfFiltered, selectCompared } from '#persistence/reading/filtered-list.ts';
import {
  type Direction,
  decodeCursor,
  encodeCursor,
  type Page,
  type PageArguments,
  type PositionShape,
} from '#persistence/reading/keyset.ts';
import type { Positioned } from '#persistence/reading/list-order.ts';
import { type RawBuilder, type SqlBool, sql } from '#persistence/reading/sql.ts';
import type { ItemFilter } from '#persistence/review/item-filter.ts';
import type { QueryExecutorProvider, ReadSession } from '#persistence/store/viewer-session.ts';
import { entryIdOf, entryIdPrefix, type Source, sourcesOf } from './sources.ts';

export interface InboxFilter {
  /** Null: all of them. */
  readonly reasons: readonly InboxReason[] | null;
  /** Null: every project. */
  readonly project: OptionalCondition<string>;
  /** On the user or group that looks after the subject; null: any, or none. */
  readonly owner: OptionalCondition<string>;
  /** True: those that the viewer claimed or whose subject is theirs to look after. */
  readonly mine: boolean;
  /** True: those that are put off, too. */
  readonly snoozed: boolean;
  /** Only these; null: whichever there are. */
  readonly entries: readonly InboxItemKey[] | null;
  /** Conditions on the memory or entity of the entry, of several on any; null: none. */
  readonly item: ItemFilter | null;
  readonly now: Date;
}

/** Orders of the inbox beside its own; what is about no single item comes last in those by a figure of the item. */
const orders = { SINCE: 'instant', CONFIDENCE: 'number', REVIEW_SCORE: 'number' } as const satisfies Record<
  string,
  PositionShape
>;

export interface InboxOrder {
  readonly field: keyof typeof orders;
  readonly direction: Direction;
}

/** An entry: enough to order it; its subject comes from the loaders. */
export interface InboxRow extends Positioned {
  readonly entryId: string;
  readonly reason: InboxReason;
  readonly priority: number;
  readonly since: Date;
  readonly turn: Date;
  readonly subjectId: string;
  readonly claimedBy: string | null;
  readonly snoozedUntil: Date | null;
}

const markedReason = sql`substr(split_part(k.entry_id, '.', 1), 5)`;
const markedSubjects = sql`select ${markedReason} as reason, split_part(k.entry_id, '.', 2) as subject_id from inbox_marks k`;

/**
 * Begins each statement with the entries that are put off now, and those that the viewer claims, read once and compared as sets: for the
 * mark of each entry the planner would read all marks, since under row-level security no index serves a comparison with a computed id.
 */
export const withMarks = ({ viewer: { tenant, user } }: ReadSession, { now }: InboxFilter) =>
  sql`with put_off as materialized (${markedSubjects} where k.tenant = ${tenant} and k.snoozed_until > ${now}
      and (k.snoozed_by = ${user} or ${markedReason} <> all(${[...snoozedForOneself]}::text[]))),
    claimed as materialized (${markedSubjects} where k.tenant = ${tenant} and k.claimed_key = ${foldedName(user)} and k.claimed_until > ${now})`;

const subjectsOf = ({ reason }: Source, marks: 'put_off' | 'claimed') =>
  sql`select subject_id from ${sql.ref(marks)} where reason = ${sql.lit(reason)}`;

/** The entries of a source that a filter leaves, and the condition on its item that each is compared with; null: there is none. */
interface FilteredSource {
  readonly where: RawBuilder<SqlBool>;
  readonly met: RawBuilder<SqlBool> | null;
}

/** Applies the filter to a source; null when no entry of it can match. Of a page, `entriesIn` says what is the viewer's. */
export const filtered = (
  { viewer }: ReadSession,
  source: Source,
  { project, owner, item, entries, snoozed, mine }: InboxFilter,
  isPage = false,
): FilteredSource | null => {
  const subjects = entries
    ?.filter(({ reason }) => reason === source.reason)
    .map(({ subjectId }) => subjectId);
  const owned = isStated(owner) ? source.ownedBy(owner) : undefined;
  const aboutItem = item === null ? undefined : source.aboutItem(item);
  if (subjects?.length === 0 || owned === null || aboutItem === null) return null;
  const conditions: RawBuilder<SqlBool>[] = [source.where];
  if (subjects !== undefined) conditions.push(source.among(subjects));
  if (isStated(project)) conditions.push(source.ofProject(project));
  if (owned !== undefined) conditions.push(owned);
  if (aboutItem !== undefined && mine) conditions.push(aboutItem);
  if (!snoozed) conditions.push(sql`${source.id} not in (${subjectsOf(source, 'put_off')})`);
  if (mine && !(isPage && source.ownerColumns !== null)) {
    const theirs = source.ownedBy({ in: [viewer.user, ...viewer.groups] }) ?? sql`false`;
    conditions.push(sql`(${source.id} in (${subjectsOf(source, 'claimed')}) or ${theirs})`);
  }
  return { where: conjunction(conditions), met: mine ? null : (aboutItem ?? null) };
};

/** Each source follows its own index and looks up the rest by key, so that planning anew costs more than it saves. */
export const planOf = (session: ReadSession, { item }: InboxFilter) =>
  item === null ? session.byKey() : session.db();

const order = 'inbox';
const shape = ['integer', 'instant', 'string'] as const;
const nameOf = ({ field, direction }: InboxOrder) => `${order}:${field}:${direction}`;

/** The cursor of an entry in the order of the list. */
export const inboxCursor = (
  { priority, turn, entryId, position }: InboxRow,
  orderBy: InboxOrder | null = null,
): string =>
  orderBy === null
    ? encodeCursor(order, [priority, turn.getTime(), entryId])
    : encodeCursor(nameOf(orderBy), [
        position instanceof Date ? position.getTime() : (position ?? 0),
        entryId,
      ]);

/** Entries of each source that are compared at most with a condition on their items. */
export const mostOfEach = (sources: readonly Source[]): number => Math.ceil(mostLookedUp / sources.length);

const entryColumns = (source: Source) =>
  sql`${entryIdOf(source)} as "entryId", ${sql.lit(source.reason)} as reason, ${sql.lit(source.priority)}::int as priority,
    ${source.since} as since, ${source.turn} as turn, ${source.id} as "subjectId"`;

/** A part of a page: entries of one source that a filter leaves, in an order. */
interface PagePart {
  readonly source: Source;
  readonly filtered: FilteredSource;
  readonly between: RawBuilder<unknown>;
  readonly order: RawBuilder<unknown>;
  readonly size: number;
  readonly most: number;
  readonly position?: RawBuilder<unknown>;
}

/**
 * Selects the entries of a part. For `mine`, each owner's are read by the index that begins with the owner, and claimed ones by their ids:
 * among all entries of the tenant there may be none.
 */
const entriesIn = (
  { viewer }: ReadSession,
  { source, filtered: { where, met }, between, order, size, most, position }: PagePart,
  { mine }: InboxFilter,
): RawBuilder<unknown> => {
  const columns = position ? sql`${entryColumns(source)}, ${position} as position` : entryColumns(source);
  const page = (also: RawBuilder<unknown>, of = columns) =>
    sql`(${selectCompared({ from: sql`from ${source.from} where ${where}${also}`, met, most }, of, {
      between,
      order: sql`order by ${order}`,
      limit: sql`limit ${size + 1}`,
    })})`;
  if (!mine || source.ownerColumns === null) return page(sql``);
  const subject = sql`${source.id} as subject_id`;
  const theirs = source.ownerColumns.map(
    (owner) =>
      sql` union all select o.subject_id from unnest(${[viewer.user, ...viewer.groups]}::text[]) owner (name)
        cross join lateral ${page(sql` and ${owner} = owner.name`, subject)} o`,
  );
  return page(
    sql` and n.reason = ${sql.lit(source.reason)} and ${source.id} = any(array(${subjectsOf(source, 'claimed')}${sql.join(theirs, sql``)}))`,
  );
};

/** The entries of these parts up to the end of the page, in the order of `tail`, each with its mark. */
const readEntries = async (
  session: ReadSession,
  filter: InboxFilter,
  page: PageArguments,
  parts: readonly RawBuilder<unknown>[],
  tail: RawBuilder<unknown>,
  db: QueryExecutorProvider,
): Promise<Page<InboxRow>> => {
  if (parts.length === 0) return { rows: [], hasMore: false };
  const { rows } =
    await sql<InboxRow>`${withMarks(session, filter)} select inbox.*, case when k.claimed_until > ${filter.now} then k.claimed_by end as "claimedBy",
      k.snoozed_until as "snoozedUntil"
    from (select *, row_number() over () as place from (select * from (${sql.join(parts, sql` union all `)}) waiting ${tail}) inbox) inbox
      left join inbox_marks k on k.tenant = ${session.viewer.tenant} and k.entry_id = inbox."entryId" order by place`.execute(
      db,
    );
  return pageOfFiltered(rows, page);
};

const subjectIdOf = (entryId: string) => entryId.slice(entryId.indexOf('.') + 1);

/** The rows of one source on the inner side of a cursor; false: none of them. */
const bound = (
  source: Source,
  page: PageArguments,
  argument: 'after' | 'before',
): RawBuilder<unknown> | false => {
  const cursor = page[argument];
  if (cursor == null) return sql``;
  const [priority = 0, turn = 0, entryId = ''] = decodeCursor(order, shape, cursor, argument);
  if (source.priority === priority) {
    const comparison = sql.raw(`${argument === 'after' ? '>' : '<'}${page.inclusive ? '=' : ''}`);
    return sql` and (${source.turn}, ${source.id}) ${comparison} (${new Date(turn)}, ${subjectIdOf(String(entryId))})`;
  }
  return source.priority < Number(priority) === (argument === 'after') ? sql`` : false;
};

/**
 * Columns that order the entries of one source as an index does, before their ids; `value` is the same of all entries where it is a
 * number.
 */
const positionOf = (source: Source, { field, direction }: InboxOrder) => {
  if (field === 'SINCE') return { columns: [source.since], value: source.since };
  const figure = source.figure(field === 'CONFIDENCE' ? 'confidence' : 'review_score');
  const columns = figure === null ? [] : [figure];
  if (figure !== null && source.hasFigures) return { columns, value: figure };
  return { columns, value: direction === 'ASC' ? 2 : -1 };
};

const pageOfOrdered = async (
  session: ReadSession,
  filter: InboxFilter,
  page: PageArguments,
  orderBy: InboxOrder,
): Promise<Page<InboxRow>> => {
  const cursorShape = [orders[orderBy.field], 'string'] as const;
  /**
   * The rows of a source on the inner side of a cursor; false: none of them. Entries of equal positions are ordered by their ids, and so
   * by source.
   */
  const inside = (
    source: Source,
    position: ReturnType<typeof positionOf>['value'],
    argument: 'after' | 'before',
  ): RawBuilder<unknown> | false => {
    const cursor = page[argument];
    if (cursor == null) return sql``;
    const [place = 0, id = ''] = decodeCursor(nameOf(orderBy), cursorShape, cursor, argument);
    const entryId = String(id);
    const isAscending = (argument === 'after') === (orderBy.direction === 'ASC');
    const beyond = sql.raw(isAscending ? '>' : '<');
    const orAt = sql.raw(`${isAscending ? '>' : '<'}${page.inclusive ? '=' : ''}`);
    const isBeyond = (one: string | number, other: string | number) =>
      isAscending ? one > other : one < other;
    const isOwn = entryId.startsWith(entryIdPrefix(source));
    const isSourceBeyond = isBeyond(entryIdPrefix(source), entryId);
    if (typeof position === 'number') {
      if (position !== place) return isBeyond(position, place) ? sql`` : false;
      if (isOwn) return sql` and ${source.id} ${orAt} ${subjectIdOf(entryId)}`;
      return isSourceBeyond ? sql`` : false;
    }
    const value = orderBy.field === 'SINCE' ? sql`${new Date(place)}` : sql`${place}`;
    if (isOwn) return sql` and (${position}, ${source.id}) ${orAt} (${value}, ${subjectIdOf(entryId)})`;
    return isSourceBeyond
      ? sql` and ${position} ${beyond}= ${value}`
      : sql` and ${position} ${beyond} ${value}`;
  };
  const way = sql.raw((orderBy.direction === 'ASC') === (page.fromEnd !== true) ? '' : ' desc');
  const sources = sourcesOf(session, filter);
  const parts = sources.flatMap((source) => {
    const { columns, value } = positionOf(source, orderBy);
    const after = inside(source, value, 'after');
    const before = inside(source, value, 'before');
    const left = filtered(session, source, filter, true);
    if (after === false || before === false || left === null) return [];
    const position = typeof value === 'number' ? sql`${sql.lit(value)}::double precision` : value;
    const order = [...columns, source.id].map((column) => sql`${column}${way}`);
    return source.parts.map((part) =>
      entriesIn(
        session,
        {
          source,
          filtered: left,
          between: sql` and ${part}${after}${before}`,
          order: sql.join(order),
          size: page.size,
          most: mostOfEach(sources),
          position,
        },
        filter,
      ),
    );
  });
  const tail = sql`order by position${way}, "entryId"${way} limit ${page.size + 1}`;
  return readEntries(session, filter, page, parts, tail, await planOf(session, filter));
};

/**
 * A page of the inbox: by priority, then by turns, then by id, unless another order is given. One statement,
 * each source by its own index.
 */
export const pageOfInbox = async (
  session: ReadSession,
  filter: InboxFilter,
  page: PageArguments,
  orderBy: InboxOrder | null = null,
): Promise<Page<InboxRow>> => {
  if (orderBy !== null) return pageOfOrdered(session, filter, page, orderBy);
  const way = sql.raw(page.fromEnd ? ' desc' : '');
  const opposite = sql.raw(page.fromEnd ? '' : ' desc');
  const sources = sourcesOf(session, filter);
  const parts = sources.flatMap((source) => {
    const after = bound(source, page, 'after');
    const before = bound(source, page, 'before');
    const left = filtered(session, source, filter, true);
    if (after === false || before === false || left === null) return [];
    const part = {
      source,
      filtered: left,
      between: sql` and ${source.inTurn}${after}${before}`,
      order: sql`${source.turn}${way}, ${source.id}${way}`,
      size: page.size,
      most: mostOfEach(sources),
    };
    return [entriesIn(session, part, filter)];
  });
  const tail = sql`order by priority${opposite}, turn${way}, "entryId"${way} limit ${page.size + 1}`;
  return readEntries(session, filter, page, parts, tail, await planOf(session, filter));
};
