import { defineEntity, p } from '@mikro-orm/core';
import { type RecordNaming, recordNamings } from '#domain/sources/record-names.ts';
import { oneOf, tenantColumns } from './governed-columns.ts';
import { sameTenant, seesRow, tablePolicies } from './policies.ts';
import { reference } from './relations.ts';

/**
 * A record that a document goes by, takes the place of, or was replaced by, as the document says itself. Written once,
 * and gone when an erasure changes the document's words; seen with the document.
 */
export const RecordNameTable = defineEntity({
  name: 'RecordName',
  tableName: 'record_names',
  rowLevelSecurity: 'force',
  properties: {
    ...tenantColumns,
    project: p.text(),
    documentId: reference('documents'),
    namingKind: p.text().$type<RecordNaming>(),
    /** The folder of the records and the number, whether there is such a record or not. */
    recordKey: p.text(),
  },
  uniques: [{ name: 'record_names_key', properties: ['tenant', 'documentId', 'namingKind', 'recordKey'] }],
  indexes: [
    {
      name: 'record_names_record_index',
      properties: ['tenant', 'project', 'recordKey', 'namingKind', 'documentId'],
    },
  ],
  checks: [oneOf('record_names', 'naming_kind', recordNamings)],
  policies: tablePolicies(
    'record_names',
    `${sameTenant} and ${seesRow('documents', 'document_id', 'record_names')}`,
  ),
});
