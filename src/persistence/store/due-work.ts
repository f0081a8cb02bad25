import { gatewayOf } from '#domain/privacy/gateway-viewer.ts';
import { systemRole } from '#entities/policies.ts';
import { sql } from '#persistence/reading/sql.ts';
import type { Orm } from './orm.ts';
import { inReadSession } from './viewer-session.ts';

/** Work that processes do in the background. */
export type DueWork = 'judging' | 'embedding' | 'webhooks';

/** Rows that are counted at most. */
const most = 10_000;

/** Counts the work of all tenants that is due, by kind. */
export const countDueWork = async (orm: Orm, now: Date): Promise<[DueWork, number][]> => {
  return inReadSession(orm, gatewayOf(''), systemRole, async (session) => {
    const { rows } = await sql<Record<DueWork, number>>`select
      (select count(*)::int from due_unjudged_memories(${now}::timestamptz, ${most}::int)) as judging,
      (select count(*)::int from due_unembedded_items(${now}::timestamptz, ${most}::int)) as embedding,
      (select count(*)::int from due_webhooks(${now}::timestamptz, ${most}::int)) as webhooks`.execute(
      await session.db(),
    );
    return Object.entries(rows[0] ?? {}) as [DueWork, number][];
  });
};

/** Counts the candidates of all tenants. */
export const countWaitingCandidates = async (orm: Orm): Promise<number> => {
  return inReadSession(orm, gatewayOf(''), systemRole, async (session) => {
    const { rows } = await sql<{
      waiting: number;
    }>`select count_waiting_candidates()::float8 as waiting`.execute(await session.db());
    return rows[0]?.waiting ?? 0;
  });
};
