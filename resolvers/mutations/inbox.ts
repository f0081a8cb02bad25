import {
  claimInboxItem,
  handOverInboxItem,
  releaseInboxItem,
  snoozeInboxItem,
} from '#application/inbox/mark-inbox-item.ts';
import { governedMutation } from '#resolvers/mutations/steps/governed-mutation.ts';
import { InboxItemPayload } from '#resolvers/mutations/steps/inbox-item-payload.ts';
import { commonFields } from '#resolvers/mutations/steps/input-fields.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { idOf } from '#resolvers/schema/filters/id-arguments.ts';

const ClaimInboxItemInput = builder.inputType('ClaimInboxItemInput', {
  description: 'The entry of the inbox that is meant.',
  fields: (t) => ({
    id: t.id({ ...idOf('InboxItem'), required: true, description: 'The id of the inbox entry, `inb_…`.' }),
    ...commonFields(t),
  }),
});

governedMutation(claimInboxItem, {
  description:
    'A reviewer takes an entry of the inbox, so that nobody else does the same work: decisions of others about it are refused with the name, unless they send `takeOver`. The claim ends by itself after 30 minutes, or by `releaseInboxItem`.',
  input: ClaimInboxItemInput,
  payload: InboxItemPayload,
});

const HandOverInboxItemInput = builder.inputType('HandOverInboxItemInput', {
  description: 'An entry of the inbox, and the person who takes it on.',
  fields: (t) => ({
    id: t.id({ ...idOf('InboxItem'), required: true, description: 'The id of the inbox entry, `inb_…`.' }),
    to: t.string({
      required: true,
      description:
        'The name of the person who takes the entry on, which something that the viewer sees has; else the nearest are named.',
    }),
    ...commonFields(t),
  }),
});

governedMutation(handOverInboxItem, {
  description:
    'A reviewer gives an entry of the inbox to another person, who finds it under `inbox(filter: { mine: true })`. It is their claim, as by `claimInboxItem`, for 7 days, or until it is released; another reviewer releases it with `takeOver`.',
  input: HandOverInboxItemInput,
  payload: InboxItemPayload,
});

const ReleaseInboxItemInput = builder.inputType('ReleaseInboxItemInput', {
  description: 'The entry of the inbox that is meant.',
  fields: (t) => ({
    id: t.id({ ...idOf('InboxItem'), required: true, description: 'The id of the inbox entry, `inb_…`.' }),
    takeOver: t.boolean({
      required: false,
      description: 'True: end the claim of another person, too. Absent: refused while it holds.',
    }),
    ...commonFields(t),
  }),
});

governedMutation(releaseInboxItem, {
  description: 'The undo of `claimInboxItem` and of `handOverInboxItem`.',
  input: ReleaseInboxItemInput,
  payload: InboxItemPayload,
});

const SnoozeInboxItemInput = builder.inputType('SnoozeInboxItemInput', {
  description: 'The entry of the inbox that is meant.',
  fields: (t) => ({
    id: t.id({ ...idOf('InboxItem'), required: true, description: 'The id of the inbox entry, `inb_…`.' }),
    until: t.field({
      type: 'DateTime',
      required: false,
      description: 'Not listed before this instant, within 30 days; absent or null: due again.',
    }),
    ...commonFields(t),
  }),
});

governedMutation(snoozeInboxItem, {
  description:
    'An entry of the inbox is put off until a date, or due again: for every reviewer, but contradictions, disputes and source drift for the viewer alone.',
  input: SnoozeInboxItemInput,
  payload: InboxItemPayload,
});
