import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { instant, tenantColumns } from './governed-columns.ts';
import { sameTenant, tablePolicies } from './policies.ts';

/** The code paths that share a task class, a file prefix and a signal class. Seen by the whole tenant. */
export const PathwayTable = defineEntity({
  name: 'Pathway',
  tableName: 'pathways',
  rowLevelSecurity: 'force',
  properties: {
    ...tenantColumns,
    /** SHA-256 hex of `task_class|file_prefix|signal_class`. */
    pathwayId: p.text(),
    taskClass: p.text(),
    filePrefix: p.text(),
    signalClass: p.text().nullable(),
    /** For good: a trigger refuses the way back. */
    retired: p.boolean().default(false),
    /** Null while it serves, and when it came retired with a file, which does not say when. */
    retiredAt: instant().nullable(),
    /** Sums over its traces, of every version. */
    replayCount: p.bigint('number').default(0),
    replaysSucceeded: p.bigint('number').default(0),
    createdAt: instant(),
    /** When a trace was last inserted, revised, replayed or imported. */
    updatedAt: instant(),
  },
  uniques: [{ name: 'pathways_pathway_key', properties: ['tenant', 'pathwayId'] }],
  checks: [
    {
      name: 'pathways_replays_check',
      expression: 'replays_succeeded >= 0 and replays_succeeded <= replay_count',
    },
  ],
  policies: tablePolicies('pathways', sameTenant),
});
export type Pathway = InferEntity<typeof PathwayTable>;
