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
    /** Grows in the order in which transactions commit vectors of the tenant (`order_vector`). */
    writtenOrder: p.bigint('number').defaultRaw('0'),
  },
  indexes: [{ name: 'pathway_vectors_order_index', properties: ['tenant', 'writtenOrder'] }],
  policies: tablePolicies('pathway_vectors', sameTenant).filter(({ command }) => command !== 'update'),
});
