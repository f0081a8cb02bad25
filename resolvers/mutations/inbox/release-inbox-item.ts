import { releaseInboxItem } from '#application/inbox/mark-inbox-item.ts';
import { inboxItemPayload } from '#resolvers/mutations/inbox/steps/inbox-item-payload.ts';
import { commonFields } from '#resolvers/mutations/steps/input-fields.ts';
import { runMutation } from '#resolvers/mutations/steps/run-mutation.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { idOf } from '#resolvers/schema/id-arguments.ts';
import { refusalTypes } from '#resolvers/schema/user-error.ts';

const ReleaseInboxItemInput = builder.inputType('ReleaseInboxItemInput', {
  description: 'The entry of the inbox that is meant.',
  fields: (t) => ({
    id: t.id({ ...idOf('InboxItem'), required: true, description: 'The id of the inbox entry, `inb_…`.' }),
    ...commonFields(t),
  }),
});

builder.mutationField('releaseInboxItem', (t) =>
  t.field({
    type: inboxItemPayload('ReleaseInboxItemPayload'),
    description: 'The undo of `claimInboxItem`.',
    errors: {
      types: refusalTypes,
      union: { name: 'ReleaseInboxItemResult', description: 'The entry, or why it was not released.' },
    },
    args: {
      input: t.arg({
        type: ReleaseInboxItemInput,
        required: true,
        description: 'The entry of the inbox that is meant.',
      }),
    },
    resolve: (_root, { input }, context) => runMutation(context, releaseInboxItem, input),
  }),
);
