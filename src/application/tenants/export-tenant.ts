import { type CommonInput, defineUseCase, notFound } from '#application/use-case.ts';
import { DomainError } from '#domain/domain-error.ts';
import { findItems, findLinkedItems, readPartOnce } from '#persistence/export-part.ts';
import type { WriteSession } from '#persistence/store/viewer-session.ts';
import {
  countLeftOut,
  exportedTables,
  exportSchema,
  findPartOfExport,
  isAnythingWithheld,
  readChainHead,
  rowsOfTable,
} from '#persistence/tenant-export.ts';
import {
  decodePlace,
  type ExportEnd,
  type ExportHeader,
  type ExportPart,
  type ExportPlace,
  encodePlace,
  encodeRow,
  exportFormat,
} from '#persistence/tenant-export-lines.ts';
import { assertKnownProject } from './steps/known-name.ts';

export interface ExportTenantInput extends CommonInput {
  /** Both of the first call alone; neither: the whole tenant. */
  readonly project?: string | null | undefined;
  readonly itemIds?: readonly string[] | null | undefined;
  readonly after?: string | null | undefined;
}

export interface ExportTenantOutcome {
  /** Lines of the file, each one JSON value. */
  readonly lines: readonly string[];
  /** Null: it is the last page. */
  readonly cursor: string | null;
}

/** Characters of a page, about. */
const pageSize = 1_000_000;

/** Memories and entities that one export is asked for; a project has any number. */
const mostItems = 1_000;

const partOf = async (
  session: WriteSession,
  { project = null, itemIds = null }: ExportTenantInput,
): Promise<ExportPart | null> => {
  if (project === null && itemIds === null) return null;
  if (project !== null) await assertKnownProject(session, project, ['project']);
  const chosen = [...new Set(itemIds)].sort();
  if (chosen.length > mostItems || (project === null && chosen.length === 0))
    throw new DomainError(
      'input.invalid',
      `An export is of 1 to ${mostItems} memories and entities, and these are ${chosen.length}. Ask for a whole project, or for fewer.`,
      ['itemIds'],
    );
  const found = await findItems(session, chosen);
  const missing = itemIds?.findIndex((id) => !found.has(id)) ?? -1;
  if (missing >= 0) throw notFound(['itemIds', String(missing)]);
  return { project, chosen, linked: await findLinkedItems(session, project, chosen) };
};

/**
 * An admin takes the tenant's rows out, or a part of them, page by page. The first call is the audited one, and the audit log keeps
 * what the export is of; a later page is refused when anything was audited since the first row was read, so that a file is of one state.
 */
export const exportTenant = defineUseCase<ExportTenantInput, ExportTenantOutcome>(
  { mutation: 'exportTenant', roles: ['admin'], as: 'viewer' },
  async ({ session, viewer, dependencies, record }, { input }) => {
    if (await isAnythingWithheld(session))
      throw new DomainError(
        'export.withheld',
        'The label policy withholds labels from you, and an export without what has them would not be whole. Ask an admin from whom it withholds nothing.',
      );
    if (input.after == null) {
      const exportId = dependencies.newId('exp');
      // The event of this call is the next one: any other before the first page ends the export.
      const sequence = ((await readChainHead(session))?.sequence ?? 0) + 1;
      const after = await partOf(session, input);
      record([{ action: 'tenant.exported', targetType: 'Tenant', targetId: exportId, before: null, after }]);
      const cursor = encodePlace(
        { exportId, sequence, table: 0, key: null, rows: {} },
        dependencies.fingerprintKey,
      );
      return { verdict: 'done', outcome: { lines: [], cursor } };
    }
    const place = decodePlace(input.after, dependencies.fingerprintKey);
    const part = place === null ? undefined : await findPartOfExport(session, place.exportId);
    if (place === null || part === undefined) throw notFound(['after']);
    const before = await readChainHead(session);
    if (before === null) throw notFound(['after']);
    const { sequence } = place;
    const header: ExportHeader = {
      ...{ format: exportFormat, schema: exportSchema, tenant: viewer.tenant, part },
      ...{ sequence, hash: before.hash },
      keys: {
        fingerprints: dependencies.fingerprintKey,
        webhooks: part === null ? dependencies.webhookKey : null,
      },
    };
    const isFirst = place.table === 0 && place.key === null;
    const lines = isFirst ? [JSON.stringify(header)] : [];
    const reading = part === null ? null : readPartOnce(session, part);
    const rows: Record<string, number> = { ...place.rows };
    let next: Pick<ExportPlace, 'table' | 'key'> = place;
    for (let left = pageSize; left > 0 && next.table < exportedTables.length; ) {
      const table = exportedTables[next.table];
      if (table === undefined) break;
      const found = await rowsOfTable(session, table, next.key, left, reading);
      for (const { row } of found) {
        lines.push(encodeRow(table.name, row));
        left -= row.length;
      }
      rows[table.name] = (rows[table.name] ?? 0) + found.length;
      const last = found.at(-1);
      next = last ? { table: next.table, key: last.key } : { table: next.table + 1, key: null };
    }
    // Read after the rows, so that it includes everything that was committed before them.
    const after = await readChainHead(session);
    if (after?.sequence !== sequence)
      throw new DomainError(
        'export.changed',
        `The tenant has changed since the export began (its audit log went on from event ${sequence}). Begin again while nobody writes.`,
        ['after'],
      );
    if (next.table < exportedTables.length) {
      const cursor = encodePlace({ ...place, ...next, rows }, dependencies.fingerprintKey);
      lines.push(JSON.stringify({ after: cursor }));
      return { verdict: 'done', outcome: { lines, cursor } };
    }
    const end: ExportEnd = { end: true, rows, leftOut: await countLeftOut(session, rows) };
    lines.push(JSON.stringify(end));
    return { verdict: 'done', outcome: { lines, cursor: null } };
  },
);
