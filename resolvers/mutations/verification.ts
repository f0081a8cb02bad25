import { setOwner } from '#application/verification/set-owner.ts';
import { verifyEntity } from '#application/verification/verify-entity.ts';
import { verifyMemory } from '#application/verification/verify-memory.ts';
import { governedMutation } from '#resolvers/mutations/steps/governed-mutation.ts';
import { decisionFields } from '#resolvers/mutations/steps/input-fields.ts';
import { CandidatePayload, EntityPayload, MemoryPayload } from '#resolvers/mutations/steps/item-payloads.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { idOf } from '#resolvers/schema/id-arguments.ts';
import { OwnerKind } from '#resolvers/verification.ts';

const OwnerInput = builder.inputType('OwnerInput', {
  description: 'Who looks after an item.',
  fields: (t) => ({
    kind: t.field({
      type: OwnerKind,
      required: true,
      description: 'Whether the owner is a user or a group.',
    }),
    name: t.string({ required: true, description: 'The name that tokens carry, 1 to 200 characters.' }),
  }),
});

const SetOwnerInput = builder.inputType('SetOwnerInput', {
  description: 'An item, and who looks after it.',
  fields: (t) => ({
    id: t.id({
      ...idOf('Memory', 'Entity'),
      required: true,
      description: 'The id of the item: a memory, `mem_…`, or an entity, `ent_…`.',
    }),
    owner: t.field({
      type: OwnerInput,
      required: false,
      description: 'Who looks after it; absent or null: nobody in particular.',
    }),
    ...decisionFields(t),
  }),
});

governedMutation(setOwner, {
  description:
    'A reviewer says who looks after a memory or an entity: its entries stand in their inbox under `mine`. It gives nobody a right. Undone by setting the former owner.',
  input: SetOwnerInput,
  payload: CandidatePayload,
});

const VerifyEntityInput = builder.inputType('VerifyEntityInput', {
  description: 'The entity that still holds.',
  fields: (t) => ({
    id: t.id({
      ...idOf('Entity'),
      required: true,
      description: 'The id of the entity, `ent_…`; it is ACTIVE or GRADUATED.',
    }),
    note: t.string({
      required: false,
      description: 'What the reviewer says of it, 1 to 2,000 characters.',
    }),
    verifyBy: t.field({
      type: 'DateTime',
      required: false,
      description: 'When the item is to be verified again, in the future; absent: at no date.',
    }),
    ...decisionFields(t),
  }),
});

governedMutation(verifyEntity, {
  description:
    'A reviewer says that a believed entity still holds. Settles its source drift and its overdue verification in the inbox.',
  input: VerifyEntityInput,
  payload: EntityPayload,
});

const VerifyMemoryInput = builder.inputType('VerifyMemoryInput', {
  description: 'The memory that still holds.',
  fields: (t) => ({
    id: t.id({
      ...idOf('Memory'),
      required: true,
      description: 'The id of the memory, `mem_…`; it is ACTIVE or GRADUATED.',
    }),
    note: t.string({
      required: false,
      description: 'What the reviewer says of it, 1 to 2,000 characters.',
    }),
    verifyBy: t.field({
      type: 'DateTime',
      required: false,
      description:
        'When it is to be verified again, in the future; absent: when its effective confidence will have fallen below the threshold.',
    }),
    ...decisionFields(t),
  }),
});

governedMutation(verifyMemory, {
  description:
    'A reviewer says that a believed memory still holds: it is evidence of kind CONFIRMATION, from which its clock starts anew. Settles its source drift and its overdue verification in the inbox.',
  input: VerifyMemoryInput,
  payload: MemoryPayload,
});
