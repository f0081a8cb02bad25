import type { QueryExecutorProvider } from 'kysely';
import { sql } from '#persistence/reading/sql.ts';
import type { ReadSession } from '#persistence/store/viewer-session.ts';

/** The tenant's label policy as it is stored, `{ mode, rules }`, for `labelEffect`; null when there is none. */
export const readPolicyInForce = async (db: QueryExecutorProvider): Promise<unknown> => {
  const { rows } = await sql<{ policy: unknown }>`select label_policy_in_force() as policy`.execute(db);
  return rows[0]?.policy ?? null;
};

/** One revision of a tenant's policy. Mode and rules are as they are stored, readable or not. */
export interface LabelPolicyRow {
  readonly revision: number;
  readonly hash: string;
  readonly mode: unknown;
  readonly rules: unknown;
  readonly setBy: string;
  readonly setAt: Date;
}

/** A revision of the policy; null for the one in force. Null when there is none. Whom it is shown to is the caller's to say. */
export const findLabelPolicy = async (
  db: QueryExecutorProvider,
  tenant: string,
  revision: number | null,
): Promise<LabelPolicyRow | null> => {
  const { rows } =
    await sql<LabelPolicyRow>`select p.revision, p.hash, p.mode, p.rules, p.set_by as "setBy", p.set_at as "setAt"
      from label_policies p where p.tenant = ${tenant}${revision === null ? sql`` : sql` and p.revision = ${revision}`}
      order by p.revision desc limit 1`.execute(db);
  return rows[0] ?? null;
};

/** Items of the tenant by the labels that they have; none without labels. For the system role: it counts what is hidden, too. */
export const countByLabels = async (
  db: QueryExecutorProvider,
  tenant: string,
): Promise<{ readonly labels: readonly string[]; readonly count: number }[]> => {
  const labelled = (table: 'memories' | 'graph_entities') =>
    sql`select i.sensitivity_labels from ${sql.table(table)} i where i.tenant = ${tenant} and i.sensitivity_labels <> '{}'`;
  const { rows } = await sql<{
    labels: string[];
    count: string;
  }>`select i.sensitivity_labels as labels, count(*) as count
    from (${labelled('memories')} union all ${labelled('graph_entities')}) i group by 1`.execute(db);
  return rows.map(({ labels, count }) => ({ labels, count: Number(count) }));
};

/** The policy that governs this session; for who may ask. */
export const labelPolicyOf = async (
  session: ReadSession,
  revision: number | null,
): Promise<LabelPolicyRow | null> => findLabelPolicy(await session.db(), session.viewer.tenant, revision);
