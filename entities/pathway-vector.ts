import { defineEntity, p } from '@mikro-orm/core';
import { sameTenant, tablePolicies } from './policies.ts';

/**
 * A vector that traces of the tenant have, once: what similarity compares. Rows are added and never changed, so that a
 * process may keep what it has read.
 */
export const PathwayVectorTable = defineEntity({
  name: 'PathwayVector',
  tableName: 'pathway_vectors',
  rowLevelSecurity: 'force',
  properties: {
    tenant: p.text().primary(),
    /** The 32 bucket counts, parted by commas. */
    counts: p.text().primary(),
    /** The transaction that added it: all below a snapshot's `xmin` are known to that snapshot. */
    addedIn: p.bigint('number').defaultRaw('((pg_current_xact_id())::text)::bigint'),
  },
  indexes: [{ name: 'pathway_vectors_added_index', properties: ['tenant', 'addedIn'] }],
  policies: tablePolicies('pathway_vectors', sameTenant).filter(({ command }) => command !== 'update'),
});
