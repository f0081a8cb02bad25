import { defineEntity, p } from '@mikro-orm/core';
import { instant, sourceOwnerColumns, tenantColumns } from './governed-columns.ts';
import { sameTenant, searchableTablePolicies, seesRow } from './policies.ts';
import { reference } from './relations.ts';

/** A path in a project and a visibility, with its version in force. Seen with that version. */
export const SourcePathTable = defineEntity({
  name: 'SourcePath',
  tableName: 'source_paths',
  rowLevelSecurity: 'force',
  properties: {
    ...tenantColumns,
    project: p.text(),
    visibilityKey: p.text(),
    path: p.text(),
    /** The version that was ingested last. */
    documentId: reference('documents'),
    /** The user who first brought the path in, and the groups of their token. */
    ...sourceOwnerColumns,
    /** Since when the path is gone; null while that version is in force. */
    withdrawnAt: instant().nullable(),
    /** When the version came into force, or the path was withdrawn. */
    changedAt: instant(),
  },
  uniques: [{ name: 'source_paths_key', properties: ['tenant', 'project', 'visibilityKey', 'path'] }],
  indexes: [{ name: 'source_paths_document_index', properties: ['tenant', 'documentId'] }],
  policies: searchableTablePolicies(
    'source_paths',
    `${sameTenant} and ${seesRow('documents', 'document_id', 'source_paths')}`,
  ),
});
