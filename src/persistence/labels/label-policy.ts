import DataLoader from 'dataloader';
import type { QueryExecutorProvider } from 'kysely';
import type { SignedReceipt } from '#domain/bundle/receipt.ts';
import type { NestedList } from '#persistence/reading/nested-list.ts';
import { type SqlBool, sql } from '#persistence/reading/sql.ts';
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

const policyColumns = sql`n.revision, n.hash, n.mode, n.rules, n.set_by as "setBy", n.set_at as "setAt"`;

/** Revision of a policy to read; the one in force when neither is given. */
export interface PolicyRevision {
  readonly revision?: number | null | undefined;
  /** The one that was in force at this instant. */
  readonly asOf?: Date | null | undefined;
}

/** A revision of the policy; null when there is none. Whom it is shown to is the caller's to say. */
export const findLabelPolicy = async (
  db: QueryExecutorProvider,
  tenant: string,
  { revision = null, asOf = null }: PolicyRevision = {},
): Promise<LabelPolicyRow | null> => {
  const { rows } =
    await sql<LabelPolicyRow>`select ${policyColumns} from label_policies n where n.tenant = ${tenant}
      and (${revision}::int is null or n.revision = ${revision}) and (${asOf}::timestamptz is null or n.set_at <= ${asOf})
    order by n.revision desc limit 1`.execute(db);
  return rows[0] ?? null;
};

/** Every revision of the policy of a tenant, `parent.id`, the first first; for who may ask. */
export const revisionsOfPolicy: NestedList<LabelPolicyRow> = {
  name: 'label-policy',
  columns: policyColumns,
  from: sql`label_policies`,
  parent: 'tenant',
  key: 'revision',
  keyOf: ({ revision }) => revision,
  visible: () => sql<SqlBool>`true`,
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
  which?: PolicyRevision,
): Promise<LabelPolicyRow | null> => findLabelPolicy(await session.db(), session.viewer.tenant, which);

type Delivery = Pick<SignedReceipt, 'id' | 'policyHash' | 'issuedAt'>;

/** The revision under which each bundle was delivered; null where the tenant had no policy. Whom it is shown to is the caller's to say. */
export const policiesOfReceipts = (session: ReadSession) =>
  new DataLoader<Delivery, LabelPolicyRow | null, string>(
    async (receipts) => {
      const { rows } = await sql<
        LabelPolicyRow & { readonly receipt: string }
      >`select given.receipt, ${policyColumns}
        from unnest(${receipts.map(({ id }) => id)}::text[], ${receipts.map(({ policyHash }) => policyHash)}::text[],
          ${receipts.map(({ issuedAt }) => issuedAt.toISOString())}::timestamptz[]) as given (receipt, hash, instant)
        cross join lateral (select p.* from label_policies p where p.tenant = ${session.viewer.tenant} and p.hash = given.hash
          order by p.set_at <= given.instant desc, p.revision desc limit 1) n`.execute(await session.byKey());
      const found = new Map(rows.map((row) => [row.receipt, row]));
      return receipts.map(({ id }) => found.get(id) ?? null);
    },
    { cacheKeyFn: ({ id }) => id },
  );
