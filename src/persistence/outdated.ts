import { erasedMark } from '#domain/erasure/erased-words.ts';
import type { RetentionLimits } from '#domain/erasure/retention.ts';
import { gatewayOf } from '#domain/privacy/gateway-viewer.ts';
import { systemRole } from '#entities/policies.ts';
import type { ErasedPlace } from './erasure.ts';
import { sql } from './reading/sql.ts';
import type { Orm } from './store/orm.ts';
import { inReadSession, type WriteSession } from './store/viewer-session.ts';

/** Rows of a table that one transaction looks at. */
const most = 5_000;

/** Names every tenant that has an audit log. */
export const auditedTenants = async (orm: Orm): Promise<string[]> => {
  return inReadSession(orm, gatewayOf(''), systemRole, async (session) => {
    const { rows } = await sql<{ tenant: string }>`select tenant from audited_tenants()`.execute(
      await session.db(),
    );
    return rows.map(({ tenant }) => tenant);
  });
};

/** Erases some of the tenant's rows that are older than the limits; none: all are erased. */
export const eraseOutdated = async (
  { db }: WriteSession,
  { receipts, auditTexts, reports, versions }: RetentionLimits,
): Promise<ErasedPlace[]> => {
  const { rows } = await sql<ErasedPlace>`select place as where, rows::float8 as count
    from erase_outdated(${receipts}::timestamptz, ${auditTexts}::timestamptz, ${reports}::timestamptz, ${versions}::timestamptz, ${erasedMark}, ${most}::int)`.execute(
    db,
  );
  return rows;
};
