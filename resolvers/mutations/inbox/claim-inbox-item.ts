import { claimInboxItem } from '#application/inbox/mark-inbox-item.ts';
import { inboxItemPayload } from '#resolvers/mutations/inbox/steps/inbox-item-payload.ts';
import { commonFields } from '#resolvers/mutations/steps/input-fields.ts';
import { runMutation } from '#resolvers/mutations/steps/run-mutation.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { idOf } from '#resolvers/schema/id-arguments.ts';
import { refusalTypes } from '#resolvers/schema/user-error.ts';

const ClaimInboxItemInput = builder.inputType('ClaimInboxItemInput', {
  description: 'The entry of the inbox that is meant.',
  fields: (t) => ({
    id: t.id({ ...idOf('InboxItem'), required: true, description: 'The id of the inbox entry, `inb_…`.' }),
    ...commonFields(t),
  }),
});

builder.mutationField('claimInboxItem', (t) =>
  t.field({
    type: inboxItemPayload('ClaimInboxItemPayload'),
    description:
      'A reviewer takes an entry of the inbox, so that nobody else does the same work. The claim ends by itself after 30 minutes, or by `releaseInboxItem`.',
    errors: {
      types: refusalTypes,
      union: { name: 'ClaimInboxItemResult', description: 'The entry, or why it was not claimed.' },
    },
    args: {
      input: t.arg({
        type: ClaimInboxItemInput,
        required: true,
        description: 'The entry of the inbox that is meant.',
      }),
    },
    resolve: (_root, { input }, context) => runMutation(context, claimInboxItem, input),
  }),
);
