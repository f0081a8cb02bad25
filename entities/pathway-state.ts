import { defineEntity, p } from '@mikro-orm/core';
import { instant } from './governed-columns.ts';
import { sameTenant, tablePolicies } from './policies.ts';
import { textArray } from './text-array.ts';

/** What the tenant's last imported file said beside its traces, so that it can be said again. One row a tenant. */
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
