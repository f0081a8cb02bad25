import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { audienceColumns, tenantColumns } from './governed-columns.ts';
import { documentVisibility, searchableTablePolicies } from './policies.ts';
import { reference } from './relations.ts';
import { textArray } from './text-array.ts';

/** A section of a document: `content.slice(startOffset, endOffset) === text`, in UTF-16 code units. */
export const ChunkTable = defineEntity({
  name: 'Chunk',
  tableName: 'chunks',
  rowLevelSecurity: 'force',
  properties: {
    ...tenantColumns,
    ...audienceColumns,
    documentId: reference('documents'),
    ordinal: p.integer(),
    headingPath: textArray(),
    startOffset: p.integer(),
    endOffset: p.integer(),
    text: p.text(),
    /** True for a piece of code that does not show it: nothing is read from it. */
    literal: p.boolean().default(false),
  },
  uniques: [{ name: 'chunks_ordinal_key', properties: ['tenant', 'documentId', 'ordinal'] }],
  policies: searchableTablePolicies('chunks', documentVisibility),
});
export type Chunk = InferEntity<typeof ChunkTable>;
