import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { appendAsOwner } from './owner-event.ts';
import { StartError } from './start-error.ts';
import { type OwnerConnection, writeUnguarded } from './unguarded-tables.ts';

/** Tables that show later what was done in a tenant, and hold no words of it. */
const keptTables = ['audit_events', 'audit_heads'];

/** Texts of the audit log that have numbers of rows alone: they stay. */
const numbersAlone = `and id not in (select e.id from audit_events e
  where e.tenant = $1 and e.action in ('tenant.deleted', 'tenant.outdated_erased'))`;

/** The event of a deletion, and the folder with the artifacts of passes. */
export interface DeletionTerms {
  readonly eventId: string;
  readonly deletionId: string;
  readonly now: Date;
  readonly reportDir: string | null;
}

export interface DeletedTenant {
  readonly tenant: string;
  /** Rows that were deleted, by table; tables without any are left out. */
  readonly rows: Readonly<Record<string, number>>;
  /** Events that the audit log kept, with that of the deletion. */
  readonly events: number;
}

/**
 * Deletes all rows of a tenant, as the owner of the tables: all of them, or none. The audit chain stays, without texts, and goes
 * on with an event that has the number of deleted rows of each table.
 */
export const deleteTenant = async (
  owner: OwnerConnection,
  tenant: string,
  { eventId, deletionId, now, reportDir }: DeletionTerms,
): Promise<DeletedTenant> => {
  const deleted: Record<string, number> = {};
  let events = 0;
  let sources: string[] = [];
  await writeUnguarded(owner, async (tables) => {
    const found = await owner.query<{ id: string }>(
      'select id from waves where tenant = $1 union all select id from interactions where tenant = $1',
      [tenant],
    );
    sources = found.rows.map(({ id }) => id);
    for (const { name, columns } of tables) {
      if (!columns.split(', ').includes('tenant') || keptTables.includes(name)) continue;
      const { rows } = await owner.query<{ count: number }>(
        `with gone as (delete from ${name} where tenant = $1 ${name === 'audit_texts' ? numbersAlone : ''} returning 1) select count(*)::int as count from gone`,
        [tenant],
      );
      if (rows[0]?.count) deleted[name] = rows[0].count;
    }
    if (Object.keys(deleted).length === 0)
      throw new StartError(`The tenant ${tenant} has no rows here. Nothing was deleted.`);
    await owner.query('update installation set imported_keys = imported_keys - $1::text', [tenant]);
    await appendAsOwner(owner, tenant, {
      ...{ eventId, now, action: 'tenant.deleted', targetId: deletionId, after: { deleted } },
    });
    const { rows: heads } = await owner.query<{ events: number }>(
      'select sequence::int as events from audit_heads where tenant = $1',
      [tenant],
    );
    events = heads[0]?.events ?? 0;
  });
  if (reportDir !== null)
    for (const id of sources)
      await rm(join(reportDir, 'extraction-reports', id), { recursive: true, force: true });
  return { tenant, rows: deleted, events };
};
