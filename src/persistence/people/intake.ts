import { foldedName } from '#domain/privacy/folded-name.ts';
import { gatewayOf } from '#domain/privacy/gateway-viewer.ts';
import {
  type ContributorIntake,
  findUnusualIntake,
  type UnusualIntake,
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
/** Sources that are compared with what is usual of them at most, those with the most candidates. */
const mostSources = 50;

/** Candidates of the last 24 hours, and of the days before, whatever became of them. */
const itemsOf = ({ viewer: { tenant } }: ReadSession, now: Date, condition: RawBuilder<unknown>) => {
  const since = new Date(now.getTime() - day);
  const before = new Date(now.getTime() - (unusualIntakeNumbers.days + 1) * day);
  const items = (table: 'memories' | 'graph_entities', from: Date, to: Date) =>
    sql`(select i.contributor, i.source_id, i.created_at from ${sql.table(table)} i where i.tenant = ${tenant}
      and i.created_at > ${from} and i.created_at <= ${to} and ${condition} order by i.created_at desc, i.id desc limit ${most})`;
  const both = (from: Date, to: Date) =>
    sql`(${items('memories', from, to)} union all ${items('graph_entities', from, to)})`;
  return { since, recent: both(since, now), former: both(before, since) };
};

const daysOf = sql`(created_at at time zone 'UTC')::date`;

/** Counts candidates by contributor, in one statement. */
const readIntake = async (
  session: ReadSession,
  now: Date,
  condition: RawBuilder<unknown>,
): Promise<ContributorIntake[]> => {
  const { since, recent, former } = itemsOf(session, now, condition);
  const { rows } = await sql<ContributorIntake>`select contributor as name,
      count(*) filter (where created_at > ${since})::int as items,
      count(*) filter (where created_at <= ${since})::int as "formerItems",
      count(distinct ${daysOf}) filter (where created_at <= ${since})::int as "formerDays"
    from (${recent} union all ${former}) taken group by 1 order by 1`.execute(await session.db());
  return [...Map.groupBy(rows, ({ name }) => foldedName(name)).values()].map((spellings) => ({
    name: spellings[0]?.name ?? '',
    items: spellings.reduce((sum, one) => sum + one.items, 0),
    formerItems: spellings.reduce((sum, one) => sum + one.formerItems, 0),
    formerDays: spellings.reduce((sum, one) => sum + one.formerDays, 0),
  }));
};

/**
 * Counts candidates by contributor and the source that they name, a path or the person whom a conversation is about, where many came
 * in 24 hours, in one statement. Only where there are any, the days before are read.
 */
const readIntakeOfSources = async (
  session: ReadSession,
  now: Date,
  condition: RawBuilder<unknown>,
): Promise<ContributorIntake[]> => {
  const { tenant } = session.viewer;
  const { recent, former } = itemsOf(session, now, condition);
  const source = sql`coalesce(
    (select d.path from chunks c join documents d on d.tenant = c.tenant and d.id = c.document_id
      where c.tenant = ${tenant} and c.id = i.source_id),
    (select t.subject_id from interactions t where t.tenant = ${tenant} and t.id = i.source_id))`;
  const { rows } = await sql<ContributorIntake>`with named as materialized (
      select contributor, source, count(*)::int as items
      from (select i.contributor, ${source} as source from ${recent} i where i.source_id is not null) taken
      where source is not null group by 1, 2
      having count(*) >= ${unusualIntakeNumbers.leastItems} order by 3 desc, 1, 2 limit ${mostSources}
    ), before as materialized (
      select i.contributor, ${source} as source, i.created_at from ${former} i
      where i.source_id is not null and i.contributor in (select contributor from named)
    )
    select n.contributor as name, n.source, n.items, count(b.created_at)::int as "formerItems",
      count(distinct ${daysOf})::int as "formerDays"
    from named n left join before b on b.contributor = n.contributor and b.source = n.source
    group by 1, 2, 3 order by 1, 2`.execute(await session.db());
  return rows;
};

const findIntake = async (session: ReadSession, now: Date, condition: RawBuilder<unknown>) =>
  findUnusualIntake(
    await readIntake(session, now, condition),
    await readIntakeOfSources(session, now, condition),
  );

/** Finds who brought in far more than is usual, among what the session's viewer sees. */
export const findVisibleUnusualIntake = (session: ReadSession, now: Date): Promise<UnusualIntake[]> =>
  findIntake(session, now, sql`${itemsVisibleTo(session.viewer, 'i')}`);

/** Counts the contributors of all tenants who bring in far more than is usual, by themselves or by one of their sources. */
export const countUnusualIntake = async (orm: Orm, now: Date): Promise<number> => {
  let found = 0;
  for (const tenant of await auditedTenants(orm)) {
    const unusual = await inReadSession(orm, gatewayOf(tenant), systemRole, (session) =>
      findIntake(session, now, sql`true`),
    );
    found += new Set(unusual.map(({ name }) => foldedName(name))).size;
  }
  return found;
};
