import { type InboxReason, reasonsWithoutRows } from '#domain/inbox/inbox.ts';
import { isStated } from '#domain/input/condition.ts';
import { hasAnyRole } from '#domain/privacy/viewer.ts';
import { type Count, exactly, sumOf } from '#persistence/reading/count.ts';
import { type CountedMet, countMet, countOfMet, selectMet } from '#persistence/reading/filtered-list.ts';
import { type RawBuilder, sql } from '#persistence/reading/sql.ts';
import { inboxEntriesVisibleTo } from '#persistence/reading/visibility-predicate.ts';
import type { Orm } from '#persistence/store/orm.ts';
import { asNobody, type ReadSession } from '#persistence/store/viewer-session.ts';
import { filtered, type InboxFilter, mostOfEach, planOf, withMarks } from './inbox.ts';
import { eitherMeets, type Source, sourcesOf } from './sources.ts';

export interface InboxCount extends Count {
  readonly reason: InboxReason;
}

/** Decides whether a filter asks of nothing but what is the same for all entries of a class (`inbox_counts`), of who sees classes. */
const isOfClasses = ({ viewer }: ReadSession, { owner, item, mine, entries }: InboxFilter): boolean =>
  hasAnyRole(viewer, ['reviewer', 'auditor']) &&
  !isStated(owner) &&
  item === null &&
  !mine &&
  entries === null;

/**
 * The numbers of the classes that the viewer sees, with those of the entries that fell due since upkeep looked last, and without those
 * that are put off.
 */
const sumsOf = (
  { viewer }: ReadSession,
  { reasons, project, snoozed, now }: InboxFilter,
): RawBuilder<unknown> => {
  const visible = sql`${inboxEntriesVisibleTo(viewer, 'n')}${reasons === null ? sql`` : sql` and n.reason = any(${[...reasons]}::text[])`}${
    isStated(project) ? sql` and ${eitherMeets('project', project)}` : sql``
  }`;
  // An interval, of which the planner expects few: most dates are ahead.
  const due = sql`n.falls_due_at between '-infinity' and ${now}`;
  const putOff = sql` union all select n.reason, -1 from put_off o
    cross join lateral (select * from inbox_entries e where e.tenant = ${viewer.tenant} and e.subject_id = o.subject_id and e.reason = o.reason offset 0) n
    where (n.falls_due_at is null or ${due}) and ${visible}`;
  return sql`select reason, sum(entries) as count, false as "isCut" from (
      select n.reason, n.entries from inbox_counts n where ${visible}
      union all select n.reason, 1 from inbox_entries n where ${due} and ${visible}
      ${snoozed ? sql`` : putOff}
    ) summed group by reason having sum(entries) <> 0`;
};

const rowsOf = (
  session: ReadSession,
  filter: InboxFilter,
  sources: readonly Source[],
): RawBuilder<unknown>[] =>
  sources.flatMap((source) => {
    const left = filtered(session, source, filter);
    if (left === null) return [];
    const from = sql`from ${source.from} where ${left.where} and ${source.inTurn}`;
    const entries = selectMet(
      { from, met: left.met, most: mostOfEach(sources) },
      sql`${source.turn}, ${source.id}`,
    );
    return [sql`select ${sql.lit(source.reason)} as reason, ${countMet([entries])}`];
  });

/**
 * How many entries each reason has, in one statement, in the order of their highest priorities; those that have none are left out. By the
 * numbers of their classes and exact, unless the filter asks of more than those.
 */
export const countInbox = async (session: ReadSession, filter: InboxFilter): Promise<InboxCount[]> => {
  const sources = sourcesOf(session, filter);
  const ofClasses = isOfClasses(session, filter);
  const parts = ofClasses
    ? [
        sumsOf(session, filter),
        ...rowsOf(
          session,
          filter,
          sources.filter(({ reason }) => reasonsWithoutRows.includes(reason)),
        ),
      ]
    : rowsOf(session, filter, sources);
  if (parts.length === 0) return [];
  const { rows } = await sql<
    CountedMet & { reason: InboxReason }
  >`${withMarks(session, filter)} ${sql.join(parts, sql` union all `)}`.execute(
    await planOf(session, filter),
  );
  const isSum = ({ reason }: { readonly reason: InboxReason }) =>
    ofClasses && !reasonsWithoutRows.includes(reason);
  return [...new Set(sources.map(({ reason }) => reason))].flatMap((reason) => {
    const counts = rows
      .filter((row) => row.reason === reason)
      .map((row) => (isSum(row) ? exactly(Number(row.count)) : countOfMet(row)));
    const count = sumOf(counts);
    return count.value === 0 ? [] : [{ reason, ...count }];
  });
};

/** Entries of a tenant that one statement counts when they fall due. */
const mostAtOnce = 10_000;

/** Counts the entries that fell due before an instant, and makes one row of the rows of each class, in every tenant. */
export const foldInboxCounts = (orm: Orm, before: Date): Promise<void> =>
  asNobody(orm, async ({ db }) => {
    await sql`select fold_inbox_counts(${before}::timestamptz, ${mostAtOnce}::int)`.execute(db);
  });
