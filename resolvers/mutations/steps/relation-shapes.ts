import type { RelateEntitiesOutcome } from '#application/graph/relate-entities.ts';
import { Entity, EntityRelationKind } from '#resolvers/items/entity.ts';
import { applied } from '#resolvers/mutations/steps/item-payloads.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { idOf } from '#resolvers/schema/filters/id-arguments.ts';
import { commonFields } from './input-fields.ts';

/** The input of a mutation about one edge. */
export const relationInput = (name: string) =>
  builder.inputType(name, {
    description: 'The edge, by its two ends and its kind.',
    fields: (t) => ({
      fromId: t.id({
        ...idOf('Entity'),
        required: true,
        description: 'The id of the entity at which the edge begins, `ent_…`.',
      }),
      toId: t.id({
        ...idOf('Entity'),
        required: true,
        description: 'The id of the entity (`ent_…`): where it ends.',
      }),
      relation: t.field({
        type: EntityRelationKind,
        required: true,
        description: 'How the first stands to the second.',
      }),
      ...commonFields(t),
    }),
  });

/** The payload of a mutation about one edge. */
export const RelationPayload = builder
  .objectRef<RelateEntitiesOutcome & { readonly applied: boolean }>('RelationPayload')
  .implement({
    description: 'Both ends of the edge after the mutation.',
    fields: (t) => ({
      from: t.field({
        type: Entity,
        nullable: true,
        description: 'The entity from which the relation leads.',
        resolve: ({ fromId }, _args, { reads }) => reads.loaders.entities.load(fromId),
      }),
      to: t.field({
        type: Entity,
        nullable: true,
        description: 'The entity to which the relation leads.',
        resolve: ({ toId }, _args, { reads }) => reads.loaders.entities.load(toId),
      }),
      applied: t.exposeBoolean('applied', applied),
    }),
  });
