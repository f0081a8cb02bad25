import type { BudgetStop, Spending } from '#domain/language-model/budget.ts';
import { sql } from '#persistence/reading/sql.ts';
import type { Orm } from './store/orm.ts';
import { asNobody, type WriteSession } from './store/viewer-session.ts';

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
): Promise<void> => {
  await sql`insert into model_spending as m (tenant, day, source_id, tokens, cost)
    values (${viewer.tenant}, ${day}, ${sourceId}, ${tokens}, ${cost})
    on conflict (tenant, day, source_id) do update set tokens = m.tokens + excluded.tokens, cost = m.cost + excluded.cost`.execute(
    db,
  );
};

/** Adds what a call may spend, unless `decide` finds no room for it. The tenant's calls decide one after another. */
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
  if (stop === null) await addSpending(session, place, most);
  return stop;
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
