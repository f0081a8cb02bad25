import type { BudgetStop, Spending } from '#domain/language-model/budget.ts';
import { hasAnyRole } from '#domain/privacy/viewer.ts';
import { sql } from '#persistence/reading/sql.ts';
import type { Orm } from './store/orm.ts';
import { asNobody, type ReadSession, type WriteSession } from './store/viewer-session.ts';

interface SpendingRow {
  readonly day: Spending;
  readonly wave: Spending;
}

/** A source's spending on a day, as its key: `YYYY-MM-DD`, and a wave, an interaction, or the empty string. */
export interface SpendingPlace {
  readonly day: string;
  readonly sourceId: string;
}

/** Adds to what is spent; a negative number gives back what was reserved and not used. */
export const addSpending = async (
  { db, viewer }: WriteSession,
  { day, sourceId }: SpendingPlace,
  { tokens, cost }: Spending,
  stops = 0,
): Promise<void> => {
  await sql`insert into model_spending as m (tenant, day, source_id, tokens, cost, stops)
    values (${viewer.tenant}, ${day}, ${sourceId}, ${tokens}, ${cost}, ${stops})
    on conflict (tenant, day, source_id) do update
      set tokens = m.tokens + excluded.tokens, cost = m.cost + excluded.cost, stops = m.stops + excluded.stops`.execute(
    db,
  );
};

/** Adds what a call may spend; where `decide` finds no room for it, counts a stop. The tenant's calls decide one after another. */
export const reserveSpending = async (
  session: WriteSession,
  place: SpendingPlace,
  most: Spending,
  decide: (spent: SpendingRow) => BudgetStop | null,
): Promise<BudgetStop | null> => {
  const { db, viewer } = session;
  await sql`select pg_advisory_xact_lock(hashtextextended('vouch.model_spending:' || ${viewer.tenant}, 0))`.execute(
    db,
  );
  const { rows } = await sql<SpendingRow>`select
    (select jsonb_build_object('tokens', coalesce(sum(tokens), 0), 'cost', coalesce(sum(cost), 0))
      from model_spending where tenant = ${viewer.tenant} and day = ${place.day}) as day,
    (select jsonb_build_object('tokens', coalesce(sum(tokens), 0), 'cost', coalesce(sum(cost), 0))
      from model_spending where tenant = ${viewer.tenant} and source_id = ${place.sourceId} and source_id <> '') as wave`.execute(
    db,
  );
  const [spent] = rows;
  if (!spent) throw new Error('The spending of a tenant has no sum.');
  const stop = decide(spent);
  await (stop === null
    ? addSpending(session, place, most)
    : addSpending(session, place, { tokens: 0, cost: 0 }, 1));
  return stop;
};

export interface DaySpending extends Spending {
  readonly day: string;
  readonly stops: number;
}

/** Spending of the viewer's tenant on a day; null for anybody but auditors and admins. */
export const findDaySpending = async (
  { viewer, db }: ReadSession,
  day: string,
): Promise<DaySpending | null> => {
  if (!hasAnyRole(viewer, ['auditor', 'admin'])) return null;
  const { rows } =
    await sql<DaySpending>`select ${day}::text as day, coalesce(sum(m.tokens), 0)::float8 as tokens,
    coalesce(sum(m.cost), 0)::float8 as cost, coalesce(sum(m.stops), 0)::int as stops
    from model_spending m where m.tenant = ${viewer.tenant} and m.day = ${day}`.execute(await db());
  return rows[0] ?? null;
};

/** The sealed answers under keys, by key. */
export const findModelAnswers = async (
  { db, viewer }: WriteSession,
  keys: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const { rows } = await sql<{ key: string; sealed: string }>`select m.answer_key as key, m.sealed
    from unnest(${[...keys]}::text[]) asked (key)
    join model_answers m on m.tenant = ${viewer.tenant} and m.answer_key = asked.key`.execute(db);
  return new Map(rows.map(({ key, sealed }) => [key, sealed]));
};

/** Keeps sealed answers; a later answer under a key replaces the former. */
export const keepModelAnswers = async (
  { db, viewer }: WriteSession,
  answers: ReadonlyMap<string, string>,
  now: Date,
): Promise<void> => {
  await sql`insert into model_answers (tenant, answer_key, sealed, answered_at)
    select ${viewer.tenant}, kept.key, kept.sealed, ${now}
    from unnest(${[...answers.keys()]}::text[], ${[...answers.values()]}::text[]) kept (key, sealed)
    on conflict (tenant, answer_key) do update set sealed = excluded.sealed, answered_at = excluded.answered_at`.execute(
    db,
  );
};

/** Erases answers and spending of every tenant from before an instant. */
export const eraseModelAnswers = (orm: Orm, before: Date): Promise<void> =>
  asNobody(orm, async ({ db }) => {
    await sql`select erase_model_answers(${before})`.execute(db);
  });
