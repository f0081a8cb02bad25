import DataLoader from 'dataloader';
import { decodeCursor, momentOf, type Page } from '#persistence/reading/keyset.ts';
import type { PageKey } from '#persistence/reading/nested-list.ts';
import { sql } from '#persistence/reading/sql.ts';
import type { ReadSession } from '#persistence/store/viewer-session.ts';
import { changesOfProject, decisionsOfUser, type TimelineRow } from './timeline.ts';

/** The time of a list of changes. */
interface ListedTime {
  readonly from: Date;
  /** Null: without an end. */
  readonly to: Date | null;
}

interface Pages {
  readonly load: (key: PageKey) => Promise<Page<TimelineRow>>;
}

/** Milliseconds of the span that is read first, and how many times as long each further one is. */
const firstSpan = 60_000;
const growth = 8;

/** The instant of a cursor of a list; null without one. */
const instantOf = (list: string, cursor: string | null | undefined, argument: 'after' | 'before') =>
  cursor == null ? null : momentOf(String(decodeCursor(list, ['moment'], cursor, argument)[0]));

/** Cuts a time into spans, the first at the end that a page is taken from, without what lies behind the cursor there. */
const spansOf = (
  list: string,
  { from, to }: ListedTime,
  { after, before, orderBy, fromEnd = false }: PageKey,
  now: Date,
) => {
  const isBackwards = (orderBy?.direction === 'DESC') !== fromEnd;
  const reached = fromEnd ? instantOf(list, before, 'before') : instantOf(list, after, 'after');
  const earliest = reached !== null && !isBackwards && reached > from ? reached : from;
  // Several changes may have the instant of the cursor.
  const latest =
    reached !== null && isBackwards && (to === null || reached < to) ? new Date(reached.getTime() + 1) : to;
  const [start, end] = [earliest.getTime(), (latest ?? now).getTime()];
  const cuts: Date[] = [];
  for (let span = firstSpan, cut = span; start + cut < end; span *= growth, cut += span)
    cuts.push(new Date(isBackwards ? end - cut : start + cut));
  const bounds = [earliest, ...(isBackwards ? cuts.reverse() : cuts), latest];
  const spans = bounds.slice(1).map((lt, place) => ({ gte: bounds[place], lt }));
  return isBackwards ? spans.reverse() : spans;
};

/** Reads a page of a list span by span until it is full: a page needs few of the rows of a long time. */
const loadBySpan = async (
  list: string,
  pages: Pages,
  time: ListedTime,
  now: Date,
  key: PageKey,
): Promise<Page<TimelineRow>> => {
  const { filter, size, fromEnd = false } = key;
  let rows: readonly TimelineRow[] = [];
  for (const between of spansOf(list, time, key, now)) {
    // Every part is asked for at the full size, so that lists of several parents are read in one statement.
    const part = await pages.load({ ...key, filter: { ...filter, between } });
    rows = fromEnd ? [...part.rows, ...rows] : [...rows, ...part.rows];
    if (part.hasMore || rows.length > size)
      return {
        rows: fromEnd ? rows.slice(Math.max(0, rows.length - size)) : rows.slice(0, size),
        hasMore: true,
      };
  }
  return { rows, hasMore: false };
};

/**
 * Pages of the changes of a project, span by span: each change of the tenant in a span is looked at. `now`: about when a time without
 * an end ends; changes after it are listed, too.
 */
export const changesBySpan = (pages: Pages, time: ListedTime, now: Date): Pages => ({
  load: (key) => loadBySpan(changesOfProject.name, pages, time, now, key),
});

/** When any of the users first and last decided anything; null where none did. */
const decidedBetween = async (
  { viewer: { tenant }, byKey }: ReadSession,
  users: readonly string[],
): Promise<{ readonly first: Date; readonly last: Date } | null> => {
  const between = (instant: 'min' | 'max') => {
    const of = (table: string, by: string, at: string) =>
      sql`(select ${sql.raw(instant)}(${sql.ref(at)}) from ${sql.table(table)} where tenant = ${tenant} and ${sql.ref(by)} = one.id`;
    return sql`${sql.raw(instant)}(${sql.raw(instant === 'min' ? 'least' : 'greatest')}(${of('revisions', 'edited_by', 'edited_at')} and not reworded),
      ${of('contradictions', 'resolved_by', 'resolved_at')}), ${of('workflow_items', 'decided_by', 'decided_at')})))`;
  };
  const { rows } = await sql<{
    first: Date | null;
    last: Date | null;
  }>`select ${between('min')} as first, ${between('max')} as last from unnest(${[...users]}::text[]) one (id)`.execute(
    await byKey(),
  );
  const { first, last } = rows[0] ?? {};
  return first && last ? { first, last } : null;
};

/**
 * Pages of the decisions of users, span by span between the first and the last of all users that are asked about together: the spans
 * are the same, so that each is one statement.
 */
export const decisionsBySpan = (session: ReadSession, pages: Pages): Pages => {
  const decided = new DataLoader(async (users: readonly string[]) => {
    const between = await decidedBetween(session, users);
    return users.map(() => between);
  });
  return {
    load: async (key) => {
      const between = await decided.load(key.parentId);
      return between === null
        ? { rows: [], hasMore: false }
        : loadBySpan(decisionsOfUser.name, pages, { from: between.first, to: null }, between.last, key);
    },
  };
};
