import { foldedName } from '#domain/privacy/folded-name.ts';
import { gatewayOf } from '#domain/privacy/gateway-viewer.ts';
import {
  type ContributorIntake,
  findUnusualIntake,
  unusualIntakeNumbers,
} from '#domain/review/unusual-intake.ts';
import { systemRole } from '#entities/policies.ts';
import { auditedTenants } from '#persistence/outdated.ts';
import { type RawBuilder, sql } from '#persistence/reading/sql.ts';
import { itemsVisibleTo } from '#persistence/reading/visibility-predicate.ts';
import type { Orm } from '#persistence/store/orm.ts';
import { inReadSession, type ReadSession } from '#persistence/store/viewer-session.ts';

const day = 86_400_000;
/** Items of each table and time that are read at most, the newest of them: their days make what is usual. */
const most = 20_000;

/** Candidates by contributor, of the last 24 hours and of the days before, whatever became of them, in one statement. */
const readIntake = async (
  session: ReadSession,
  now: Date,
  condition: RawBuilder<unknown>,
): Promise<ContributorIntake[]> => {
  const since = new Date(now.getTime() - day);
  const before = new Date(now.getTime() - (unusualIntakeNumbers.days + 1) * day);
  const items = (table: 'memories' | 'graph_entities', from: Date, to: Date) =>
    sql`(select i.contributor, i.created_at from ${sql.table(table)} i where i.tenant = ${session.viewer.tenant}
      and i.created_at > ${from} and i.created_at <= ${to} and ${condition} order by i.created_at desc limit ${most})`;
  const both = (from: Date, to: Date) =>
    sql`${items('memories', from, to)} union all ${items('graph_entities', from, to)}`;
  const { rows } = await sql<ContributorIntake>`select contributor as name,
      count(*) filter (where created_at > ${since})::int as items,
      count(*) filter (where created_at <= ${since})::int as "formerItems",
      count(distinct (created_at at time zone 'UTC')::date) filter (where created_at <= ${since})::int as "formerDays"
    from (${both(since, now)} union all ${both(before, since)}) taken group by 1 order by 1`.execute(
    await session.db(),
  );
  return [...Map.groupBy(rows, ({ name }) => foldedName(name)).values()].map((spellings) => ({
    name: spellings[0]?.name ?? '',
    items: spellings.reduce((sum, one) => sum + one.items, 0),
    formerItems: spellings.reduce((sum, one) => sum + one.formerItems, 0),
    formerDays: spellings.reduce((sum, one) => sum + one.formerDays, 0),
  }));
};

/** Reads what each contributor brought in, among what the session's viewer sees. */
export const readVisibleIntake = (session: ReadSession, now: Date): Promise<ContributorIntake[]> =>
  readIntake(session, now, sql`${itemsVisibleTo(session.viewer, 'i')}`);

/** Counts the contributors of all tenants who bring in far more than is usual. */
export const countUnusualIntake = async (orm: Orm, now: Date): Promise<number> => {
  let found = 0;
  for (const tenant of await auditedTenants(orm)) {
    const intake = await inReadSession(orm, gatewayOf(tenant), systemRole, (session) =>
      readIntake(session, now, sql`true`),
    );
    found += findUnusualIntake(intake).length;
  }
  return found;
};
