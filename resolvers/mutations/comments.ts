import { commentOnItem } from '#application/review/comment-on-item.ts';
import { governedMutation } from '#resolvers/mutations/steps/governed-mutation.ts';
import { commonFields } from '#resolvers/mutations/steps/input-fields.ts';
import { ItemPayload } from '#resolvers/mutations/steps/item-payloads.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { idOf } from '#resolvers/schema/filters/id-arguments.ts';

const CommentOnItemInput = builder.inputType('CommentOnItemInput', {
  description: 'A remark on an item, and for whom it is.',
  fields: (t) => ({
    id: t.id({
      ...idOf('Memory', 'Entity'),
      required: true,
      description: 'The id of the item: a memory, `mem_…`, or an entity, `ent_…`.',
    }),
    text: t.string({ required: true, description: 'The words of the comment; at most 2,000 characters.' }),
    addressee: t.string({
      required: false,
      description:
        'The name of the person whom the comment is for, which something that the viewer sees has; else the nearest are named. Absent: everybody who reads it.',
    }),
    ...commonFields(t),
  }),
});

governedMutation(commentOnItem, {
  description:
    'Writes a comment on an item, for those who review it and its contributor. Changes nothing of the item. A comment is never changed, and is erased with its item.',
  input: CommentOnItemInput,
  payload: ItemPayload,
});
