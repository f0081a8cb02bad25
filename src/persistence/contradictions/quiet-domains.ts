import { gatewayOf } from '#domain/privacy/gateway-viewer.ts';
import { systemRole } from '#entities/policies.ts';
import { auditedTenants } from '#persistence/outdated.ts';
import { type Expression, type SqlBool, sql } from '#persistence/reading/sql.ts';
import { contradictionsVisibleTo, itemsVisibleTo } from '#persistence/reading/visibility-predicate.ts';
import { classesOf } from '#persistence/review/item-counts.ts';
import type { Orm } from '#persistence/store/orm.ts';
import { inReadSession, type ReadSession } from '#persistence/store/viewer-session.ts';

/** A busy domain in which nothing was found to contradict. */
export interface QuietDomain {
  readonly name: string;
  /** Its memories that are proposed or believed. */
  readonly memories: number;
}

/** Contradictions that are looked through, those that were found last: however many there are, the cost has a bound. */
export const mostLookedThrough = 10_000;

interface Seen {
  /** Condition of a class of items `i`. */
  readonly items: Expression<SqlBool>;
  /** Condition of a contradiction `c`. */
  readonly contradictions: Expression<SqlBool>;
}

/** Counts by the classes of `item_counts`; contradictions are read only where a domain is busy. */
const readQuietDomains = async (
  session: ReadSession,
  quietItems: number,
  { items, contradictions }: Seen,
): Promise<QuietDomain[]> => {
  const { tenant } = session.viewer;
  const { rows } = await sql<QuietDomain>`with busy as materialized (
      select i.domain as name, sum(i.items)::int as memories from item_counts i
      where i.tenant = ${tenant} and ${classesOf.memory} and i.domain is not null
        and i.status in ('CANDIDATE', 'ACTIVE', 'GRADUATED') and ${items}
      group by 1 having sum(i.items) >= ${quietItems}),
    contradicting as materialized (
      select distinct m.domain from (select c.older_id, c.newer_id from contradictions c
          where c.tenant = ${tenant} and ${contradictions} and exists (select 1 from busy)
          order by c.detected_at desc, c.id desc limit ${sql.lit(mostLookedThrough)}) c
        cross join lateral (values (c.older_id), (c.newer_id)) side(id)
        join memories m on m.tenant = ${tenant} and m.id = side.id)
    select name, memories from busy where not exists (select 1 from contradicting where domain = name)
    order by memories desc, name`.execute(await session.db());
  return rows;
};

/** Lists the busy domains in which nothing was found to contradict, among what the session's viewer sees, the busiest first. */
export const readVisibleQuietDomains = (session: ReadSession, quietItems: number): Promise<QuietDomain[]> =>
  readQuietDomains(session, quietItems, {
    items: itemsVisibleTo(session.viewer, 'i'),
    contradictions: contradictionsVisibleTo(session.viewer, 'c'),
  });

/** Counts the busy domains of all tenants in which nothing was found to contradict. */
export const countQuietDomains = async (
  orm: Orm,
  quietItemsOf: (tenant: string) => number,
): Promise<number> => {
  const all = { items: sql<SqlBool>`true`, contradictions: sql<SqlBool>`true` };
  let found = 0;
  for (const tenant of await auditedTenants(orm)) {
    const quiet = await inReadSession(orm, gatewayOf(tenant), systemRole, (session) =>
      readQuietDomains(session, quietItemsOf(tenant), all),
    );
    found += quiet.length;
  }
  return found;
};
