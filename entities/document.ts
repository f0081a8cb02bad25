import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { type DocumentFormat, documentFormats } from '#domain/ingestion/formats/document-formats.ts';
import { type DocumentKind, documentKinds } from '#domain/ingestion/records/document-facts.ts';
import { audienceColumns, instant, oneOf, tenantColumns } from './governed-columns.ts';
import { documentVisibility, searchableTablePolicies } from './policies.ts';
import { reference } from './relations.ts';

/** One version of a source document, exactly as it was ingested. */
export const DocumentTable = defineEntity({
  name: 'Document',
  tableName: 'documents',
  rowLevelSecurity: 'force',
  properties: {
    ...tenantColumns,
    ...audienceColumns,
    waveId: reference('waves'),
    project: p.text(),
    path: p.text(),
    title: p.text().nullable(),
    /** Format that it is read in. */
    format: p.text().$type<DocumentFormat>().default('markdown'),
    /** Kind that it is read as. */
    kind: p.text().$type<DocumentKind>().default('other'),
    /** True when the caller or a reviewer said so; false: judged by path, headings and opening words. */
    kindGiven: p.boolean().default(false),
    content: p.text(),
    /** SHA-256, lower-case hex, of the content's UTF-8. */
    contentHash: p.text(),
    visibilityKey: p.text(),
    /** The file's own date; null when the caller did not say. */
    updatedAt: instant().nullable(),
    createdAt: instant(),
    /** When its words came back after others, or after the path was withdrawn: instants in ISO 8601, ascending; null: never. */
    returnedAt: p.json<readonly string[]>().nullable(),
    /** When its words were erased; null: they stand. Then only those stand that kept statements were read from. */
    erasedAt: instant().nullable(),
  },
  uniques: [
    {
      name: 'documents_version_key',
      properties: ['tenant', 'path', 'contentHash', 'project', 'visibilityKey'],
    },
  ],
  indexes: [
    { name: 'documents_contributor_index', properties: ['tenant', 'contributor', 'id'] },
    { name: 'documents_project_index', properties: ['tenant', 'project', 'id'] },
    { name: 'documents_wave_index', properties: ['tenant', 'waveId', 'id'] },
  ],
  checks: [oneOf('documents', 'format', documentFormats), oneOf('documents', 'kind', documentKinds)],
  policies: searchableTablePolicies('documents', documentVisibility),
});
export type Document = InferEntity<typeof DocumentTable>;
