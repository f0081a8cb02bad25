import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { instant, tenantColumns } from './governed-columns.ts';
import { sameTenant, searchableTablePolicies } from './policies.ts';

/**
 * An ingestion wave: documents that were ingested together and are extracted once. Seen by who started it, by admins,
 * and with any of its documents.
 */
export const WaveTable = defineEntity({
  name: 'Wave',
  tableName: 'waves',
  rowLevelSecurity: 'force',
  properties: {
    ...tenantColumns,
    project: p.text(),
    startedBy: p.text(),
    startedAt: instant(),
    /** When the first extraction pass read the wave; documents are no longer added from then on. */
    extractedAt: instant().nullable(),
    /** When somebody last asked to stop a pass over it; null: never. */
    stoppedAt: instant().nullable(),
    /** When the gateway last began to read what its calls had left unread; null: never. */
    resumedAt: instant().nullable(),
    /**
     * Since when documents of it wait to be read, those of any audience: the last call for it, or the last try of the gateway;
     * null: all is read, somebody stopped it, or the gateway gave it up.
     */
    unreadSince: instant().nullable(),
    /** How often the gateway tried in vain to read them since the last call. */
    resumptions: p.smallint().default(0),
    /** When the gateway gave it up; null: it did not, or somebody has called for it, or stopped it, since. */
    givenUpAt: instant().nullable(),
    /** True when a service began it, whose limits it has when the gateway reads it. */
    isOfService: p.boolean().default(false),
  },
  indexes: [
    { name: 'waves_project_index', properties: ['tenant', 'project', 'id'] },
    { name: 'waves_unread_index', properties: ['tenant', 'unreadSince'], where: 'unread_since is not null' },
    {
      name: 'waves_given_up_index',
      properties: ['tenant', 'givenUpAt', 'id'],
      where: 'given_up_at is not null',
    },
  ],
  policies: searchableTablePolicies(
    'waves',
    `${sameTenant} and (started_by = (select viewer_user()) or (select viewer_has_role('{admin}')) or exists (select 1 from documents seen where seen.tenant = waves.tenant and seen.wave_id = waves.id offset 0))`,
  ),
});
export type Wave = InferEntity<typeof WaveTable>;
