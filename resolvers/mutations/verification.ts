import { setHolding } from '#application/verification/set-holding.ts';
import { setOwner } from '#application/verification/set-owner.ts';
import { verify } from '#application/verification/verify.ts';
import { OwnerKind } from '#resolvers/items/verification.ts';
import { governedMutation } from '#resolvers/mutations/steps/governed-mutation.ts';
import { itemFields } from '#resolvers/mutations/steps/input-fields.ts';
import { ItemPayload } from '#resolvers/mutations/steps/item-payloads.ts';
import { builder } from '#resolvers/schema/builder.ts';

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
    owner: t.field({
      type: OwnerInput,
      required: false,
      description: 'Who looks after it; absent or null: nobody in particular.',
    }),
    ...itemFields(t),
  }),
});

governedMutation(setOwner, {
  description:
    'A reviewer says who looks after a memory or an entity: its entries stand in their inbox under `mine`, without the role reviewer, too, and they may verify it. Undone by setting the former owner.',
  input: SetOwnerInput,
  payload: ItemPayload,
});

const SetHoldingInput = builder.inputType('SetHoldingInput', {
  description: 'An item, and the time in which what it says holds.',
  fields: (t) => ({
    holdsFrom: t.field({
      type: 'DateTime',
      required: false,
      description: 'The instant since which it holds; absent or null: nobody knows.',
    }),
    holdsUntil: t.field({
      type: 'DateTime',
      required: false,
      description: 'The instant until which it holds, after `holdsFrom`; absent or null: without an end.',
    }),
    ...itemFields(t),
  }),
});

governedMutation(setHolding, {
  description:
    'A reviewer who did not write the item says since when and until when it holds in the world. When that has ended, it is in no bundle, and waits in the inbox as EXPIRED, until its time is set anew or it is retired. Undone by setting the former times.',
  input: SetHoldingInput,
  payload: ItemPayload,
});

const VerifyInput = builder.inputType('VerifyInput', {
  description: 'The memory or entity that still holds; it is ACTIVE or GRADUATED.',
  fields: (t) => ({
    note: t.string({
      required: false,
      description: 'What is said of it, 1 to 2,000 characters.',
    }),
    verifyBy: t.field({
      type: 'DateTime',
      required: false,
      description:
        'When the item is to be verified again, within the next 731 days; absent: a memory when its effective confidence will have fallen below the threshold, an entity at no date.',
    }),
    ...itemFields(t),
  }),
});

governedMutation(verify, {
  description:
    'A reviewer, or the user or group that looks after it (`owner`), says that a believed memory or entity still holds. An owner who is no reviewer is refused while it has words of a reviewer that another is to confirm, or its extraction is rejected. Of a memory it is evidence of kind CONFIRMATION, from which its clock starts anew. Settles the source drift and the overdue verification of the item in the inbox, but not that `holdsUntil` has passed (`setHolding`).',
  input: VerifyInput,
  payload: ItemPayload,
});
