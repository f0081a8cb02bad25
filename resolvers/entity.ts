import type { EntityRow } from '#persistence/item-repository.ts';
import { builder } from './builder.ts';
import { Candidate } from './candidate.ts';
import { EntityType } from './enums.ts';

export const Entity = builder.objectRef<EntityRow>('Entity');

builder.node(Entity, {
  description: 'A typed node of the graph: a candidate until a person vouches for it.',
  interfaces: [Candidate],
  id: { resolve: ({ id }) => id, description: '`ent_…`; never changes, on promotion neither.' },
  loadWithoutCache: (id, { reads }) => reads.loaders.entities.load(id),
  fields: (t) => ({
    entityType: t.expose('entityType', { type: EntityType, description: 'What it is.' }),
    name: t.exposeString('name', { description: 'What it is called.' }),
  }),
});

builder.queryField('entity', (t) =>
  t.field({
    type: Entity,
    nullable: true,
    description: 'One entity; null when it is missing or hidden.',
    args: { id: t.arg.id({ required: true, description: '`ent_…`' }) },
    resolve: (_root, { id }, { reads }) => reads.loaders.entities.load(id),
  }),
);
