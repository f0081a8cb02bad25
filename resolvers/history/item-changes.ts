import { entityChanges, memoryChanges } from '#domain/audit/live-changes.ts';
import type { EntityRow, MemoryRow } from '#persistence/reading/item-rows.ts';
import type { AuditEventRow } from '#persistence/store/audit-log.ts';
import { Entity } from '#resolvers/items/entity.ts';
import { Memory } from '#resolvers/items/memory.ts';
import { follow, followArgs } from '#resolvers/live/live-change.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { idOf } from '#resolvers/schema/filters/id-arguments.ts';
import { AuditEvent } from './audit-event.ts';

const cursorDescription = 'The place in the stream, for `after`.';

const MemoryChanged = builder
  .objectRef<{ readonly cursor: string; readonly memory: MemoryRow }>('MemoryChanged')
  .implement({
    description: 'A memory is not as it was.',
    fields: (t) => ({
      cursor: t.exposeString('cursor', { description: cursorDescription }),
      memory: t.field({
        type: Memory,
        description: 'The memory, as it is when it is delivered.',
        resolve: ({ memory }) => memory,
      }),
    }),
  });

const EntityChanged = builder
  .objectRef<{ readonly cursor: string; readonly entity: EntityRow }>('EntityChanged')
  .implement({
    description: 'An entity is not as it was.',
    fields: (t) => ({
      cursor: t.exposeString('cursor', { description: cursorDescription }),
      entity: t.field({
        type: Entity,
        description: 'The entity, as it is when it is delivered.',
        resolve: ({ entity }) => entity,
      }),
    }),
  });

const AuditEventRecorded = builder
  .objectRef<{ readonly cursor: string; readonly auditEvent: AuditEventRow }>('AuditEventRecorded')
  .implement({
    description: 'An audit event was recorded.',
    fields: (t) => ({
      cursor: t.exposeString('cursor', { description: cursorDescription }),
      auditEvent: t.field({
        type: AuditEvent,
        description: 'The audit event, as an auditor or admin sees it.',
        resolve: ({ auditEvent }) => auditEvent,
      }),
    }),
  });

builder.subscriptionFields((t) => ({
  memoryChanged: t.field({
    type: MemoryChanged,
    nullable: true,
    description:
      'Delivers one memory each time that it changes, as long as the viewer sees it. Of one that is missing or hidden nothing is delivered; null is never sent.',
    args: {
      id: t.arg.id({ ...idOf('Memory'), required: true, description: 'The id of the memory, `mem_…`.' }),
      ...followArgs,
    },
    subscribe: (_root, { id, after }, context) => follow(context, memoryChanges, after, id),
    resolve: async ({ cursor, targetId }, _args, { reads }) => {
      const memory = await reads.loaders.memories.load(targetId);
      return memory === null ? null : { cursor, memory };
    },
  }),
  entityChanged: t.field({
    type: EntityChanged,
    nullable: true,
    description:
      'Delivers one entity each time that it changes, as long as the viewer sees it. Of one that is missing or hidden nothing is delivered; null is never sent.',
    args: {
      id: t.arg.id({ ...idOf('Entity'), required: true, description: 'The id of the entity, `ent_…`.' }),
      ...followArgs,
    },
    subscribe: (_root, { id, after }, context) => follow(context, entityChanges, after, id),
    resolve: async ({ cursor, targetId }, _args, { reads }) => {
      const entity = await reads.loaders.entities.load(targetId);
      return entity === null ? null : { cursor, entity };
    },
  }),
  auditEvents: t.field({
    type: AuditEventRecorded,
    nullable: true,
    description:
      'Delivers every audit event of the tenant, in the order of the chain. For auditors and admins; null is never sent.',
    authScopes: { anyRole: ['auditor'] },
    args: followArgs,
    subscribe: (_root, { after }, context) => follow(context, null, after),
    resolve: async ({ cursor, eventId }, _args, { reads }) => {
      const auditEvent = await reads.loaders.auditEvents.load(eventId);
      return auditEvent === null ? null : { cursor, auditEvent };
    },
  }),
}));
