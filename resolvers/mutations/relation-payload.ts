import type { RelateEntitiesOutcome } from '#application/relate-entities.ts';
import { builder } from '../builder.ts';
import { Entity } from '../entity.ts';

/** The payload of a mutation about one edge. */
export const relationPayload = (name: string) =>
  builder.objectRef<RelateEntitiesOutcome & { readonly applied: boolean }>(name).implement({
    description: 'Both ends of the edge after the mutation.',
    fields: (t) => ({
      from: t.field({
        type: Entity,
        nullable: true,
        description: 'Where the edge begins.',
        resolve: ({ fromId }, _args, { reads }) => reads.loaders.entities.load(fromId),
      }),
      to: t.field({
        type: Entity,
        nullable: true,
        description: 'Where it ends.',
        resolve: ({ toId }, _args, { reads }) => reads.loaders.entities.load(toId),
      }),
      applied: t.exposeBoolean('applied', { description: 'False for a dry run.' }),
    }),
  });
