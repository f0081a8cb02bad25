import { defineEntity, p } from '@mikro-orm/core';
import { instant } from './governed-columns.ts';
import { sameTenant, tablePolicies } from './policies.ts';
import { textArray } from './text-array.ts';

/** Fields beside the traces in the tenant's last imported file, kept so that they can be exported again. One row a tenant. */
export const PathwayStateTable = defineEntity({
  name: 'PathwayState',
  tableName: 'pathway_states',
  rowLevelSecurity: 'force',
  properties: {
    tenant: p.text().primary(),
    /** The file without `pathways`, redacted. */
    envelope: p.json<Readonly<Record<string, unknown>>>(),
    /** Buckets without a trace. */
    emptyBuckets: textArray().defaultRaw(`'{}'`),
    importedAt: instant(),
  },
  policies: tablePolicies('pathway_states', sameTenant),
});
