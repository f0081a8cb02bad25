import { snoozeInboxItem } from '#application/inbox/mark-inbox-item.ts';
import { inboxItemPayload } from '#resolvers/mutations/inbox/steps/inbox-item-payload.ts';
import { commonFields } from '#resolvers/mutations/steps/input-fields.ts';
import { runMutation } from '#resolvers/mutations/steps/run-mutation.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { idOf } from '#resolvers/schema/id-arguments.ts';
import { refusalTypes } from '#resolvers/schema/user-error.ts';

const SnoozeInboxItemInput = builder.inputType('SnoozeInboxItemInput', {
  description: 'The entry of the inbox that is meant.',
  fields: (t) => ({
    id: t.id({ ...idOf('InboxItem'), required: true, description: 'The id of the inbox entry, `inb_…`.' }),
    until: t.field({
      type: 'DateTime',
      required: false,
      description: 'Not listed before this instant; absent or null: due again.',
    }),
    ...commonFields(t),
  }),
});

builder.mutationField('snoozeInboxItem', (t) =>
  t.field({
    type: inboxItemPayload('SnoozeInboxItemPayload'),
    description: 'An entry of the inbox is put off until a date, or due again.',
    errors: {
      types: refusalTypes,
      union: { name: 'SnoozeInboxItemResult', description: 'The entry, or why it was not snoozed.' },
    },
    args: {
      input: t.arg({
        type: SnoozeInboxItemInput,
        required: true,
        description: 'The entry of the inbox that is meant.',
      }),
    },
    resolve: (_root, { input }, context) => runMutation(context, snoozeInboxItem, input),
  }),
);
