import { defineEntity, p } from '@mikro-orm/core';
import { instant, tenantColumns } from './governed-columns.ts';
import { auditorVisibility, searchableTablePolicies } from './policies.ts';

/** A wording that was erased: enough to know it again, and not enough to read it. Written once. */
export const ErasedWordingTable = defineEntity({
  name: 'ErasedWording',
  tableName: 'erased_wordings',
  rowLevelSecurity: 'force',
  properties: {
    ...tenantColumns,
    /** The memory or entity whose wording it was; null: it was a source's alone. */
    itemId: p.text().nullable(),
    /** UTF-16 code units of the wording as texts are compared. */
    length: p.integer(),
    /** A keyed 32-bit checksum, by which most texts are passed over without a digest. */
    mark: p.integer(),
    /** The punctuation that ended it. */
    ending: p.text(),
    /** Keyed hash of the wording as texts are compared, HMAC-SHA-256, lower-case hex. */
    digest: p.text(),
    erasedAt: instant(),
  },
  policies: searchableTablePolicies('erased_wordings', auditorVisibility),
});
