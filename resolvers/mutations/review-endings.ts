import { restoreEntity } from '#application/review/restore-entity.ts';
import { restoreMemory } from '#application/review/restore-memory.ts';
import { retireEntity } from '#application/review/retire-entity.ts';
import { retireMemory } from '#application/review/retire-memory.ts';
import { type SupersedeEntityOutcome, supersedeEntity } from '#application/review/supersede-entity.ts';
import { type SupersedeMemoryOutcome, supersedeMemory } from '#application/review/supersede-memory.ts';
import { Entity } from '#resolvers/entity.ts';
import { Memory } from '#resolvers/memory.ts';
import { governedMutation } from '#resolvers/mutations/steps/governed-mutation.ts';
import { decisionFields } from '#resolvers/mutations/steps/input-fields.ts';
import { EntityPayload, MemoryPayload } from '#resolvers/mutations/steps/item-payloads.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { idOf } from '#resolvers/schema/id-arguments.ts';

const SupersedeMemoryInput = builder.inputType('SupersedeMemoryInput', {
  description: 'The memory, and what takes its place.',
  fields: (t) => ({
    id: t.id({
      ...idOf('Memory'),
      required: true,
      description: 'The id of the memory (`mem_…`), which must be ACTIVE.',
    }),
    supersededById: t.id({
      ...idOf('Memory'),
      required: true,
      description:
        'The id of the successor, `mem_…`: it is ACTIVE, or a CANDIDATE, which is promoted in the same step by the rules of `promoteMemory`.',
    }),
    ...decisionFields(t),
  }),
});

const SupersedeMemoryPayload = builder
  .objectRef<SupersedeMemoryOutcome & { readonly applied: boolean }>('SupersedeMemoryPayload')
  .implement({
    description: 'Both memories after the mutation.',
    fields: (t) => ({
      superseded: t.field({
        type: Memory,
        nullable: true,
        description: 'What lost its place; null when the viewer does not see it any more.',
        resolve: ({ supersededId }, _args, { reads }) => reads.loaders.memories.load(supersededId),
      }),
      successor: t.field({
        type: Memory,
        nullable: true,
        description: 'What took it; null when the viewer does not see it any more.',
        resolve: ({ successorId }, _args, { reads }) => reads.loaders.memories.load(successorId),
      }),
      applied: t.exposeBoolean('applied', {
        description: 'True when the change was made; false for a dry run.',
      }),
    }),
  });

governedMutation(supersedeMemory, {
  description:
    'Another memory takes the place of an ACTIVE one, which stays readable with its interval. A successor that is a CANDIDATE is promoted in the same step. Undone by `restoreMemory`.',
  input: SupersedeMemoryInput,
  payload: SupersedeMemoryPayload,
});

const SupersedeEntityInput = builder.inputType('SupersedeEntityInput', {
  description: 'The entity, and what takes its place.',
  fields: (t) => ({
    id: t.id({
      ...idOf('Entity'),
      required: true,
      description: 'The id of the entity (`ent_…`), which must be ACTIVE.',
    }),
    supersededById: t.id({
      ...idOf('Entity'),
      required: true,
      description: 'The id of the successor, `ent_…`: another entity, which is ACTIVE.',
    }),
    ...decisionFields(t),
  }),
});

const SupersedeEntityPayload = builder
  .objectRef<SupersedeEntityOutcome & { readonly applied: boolean }>('SupersedeEntityPayload')
  .implement({
    description: 'Both entities after the mutation.',
    fields: (t) => ({
      superseded: t.field({
        type: Entity,
        nullable: true,
        description: 'The entity that was superseded.',
        resolve: ({ supersededId }, _args, { reads }) => reads.loaders.entities.load(supersededId),
      }),
      successor: t.field({
        type: Entity,
        nullable: true,
        description: 'The entity that took its place.',
        resolve: ({ successorId }, _args, { reads }) => reads.loaders.entities.load(successorId),
      }),
      applied: t.exposeBoolean('applied', {
        description: 'True when the change was made; false for a dry run.',
      }),
    }),
  });

governedMutation(supersedeEntity, {
  description:
    'An active entity takes the place of another, which stays readable with its interval. Undone by `restoreEntity`.',
  input: SupersedeEntityInput,
  payload: SupersedeEntityPayload,
});

const RetireMemoryInput = builder.inputType('RetireMemoryInput', {
  description: 'The memory that is believed no more.',
  fields: (t) => ({
    id: t.id({
      ...idOf('Memory'),
      required: true,
      description: 'The id of the memory (`mem_…`), which must be ACTIVE.',
    }),
    reason: t.string({
      required: true,
      description: 'Why the item is believed no more; 1 to 2,000 characters.',
    }),
    ...decisionFields(t),
  }),
});

governedMutation(retireMemory, {
  description:
    'A reviewer says that an ACTIVE memory is believed no more, and that nothing takes its place: it becomes RETIRED. Undone by `restoreMemory`.',
  input: RetireMemoryInput,
  payload: MemoryPayload,
});

const RetireEntityInput = builder.inputType('RetireEntityInput', {
  description: 'The entity that is believed no more.',
  fields: (t) => ({
    id: t.id({
      ...idOf('Entity'),
      required: true,
      description: 'The id of the entity (`ent_…`), which must be ACTIVE.',
    }),
    reason: t.string({
      required: true,
      description: 'Why the item is believed no more; 1 to 2,000 characters.',
    }),
    ...decisionFields(t),
  }),
});

governedMutation(retireEntity, {
  description:
    'A reviewer says that an ACTIVE entity is believed no more, and that nothing takes its place: it becomes RETIRED. Undone by `restoreEntity`.',
  input: RetireEntityInput,
  payload: EntityPayload,
});

const RestoreMemoryInput = builder.inputType('RestoreMemoryInput', {
  description: 'The superseded or retired memory.',
  fields: (t) => ({
    id: t.id({
      ...idOf('Memory'),
      required: true,
      description: 'The id of the memory (`mem_…`), which must be SUPERSEDED or RETIRED.',
    }),
    ...decisionFields(t),
  }),
});

governedMutation(restoreMemory, {
  description:
    'The undo of superseding and of `retireMemory`: the memory is ACTIVE again. A successor that was promoted by the superseding, still stands and took no other place returns to the review queue.',
  input: RestoreMemoryInput,
  payload: MemoryPayload,
});

const RestoreEntityInput = builder.inputType('RestoreEntityInput', {
  description: 'The superseded or retired entity.',
  fields: (t) => ({
    id: t.id({ ...idOf('Entity'), required: true, description: 'The id of the entity (`ent_…`).' }),

    ...decisionFields(t),
  }),
});

governedMutation(restoreEntity, {
  description:
    'The undo of superseding and of retiring: the entity is ACTIVE again. A successor that was promoted by the superseding, still stands and took no other place returns to the review queue.',
  input: RestoreEntityInput,
  payload: EntityPayload,
});
