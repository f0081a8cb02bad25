import { findInboxItem, type InboxItemOutcome } from '#application/inbox/mark-inbox-item.ts';
import { InboxItem } from '#resolvers/items/inbox.ts';
import { applied } from '#resolvers/mutations/steps/item-payloads.ts';
import { builder } from '#resolvers/schema/builder.ts';

/** The payload of a mutation that marks an entry of the inbox. */
export const InboxItemPayload = builder
  .objectRef<InboxItemOutcome & { readonly applied: boolean }>('InboxItemPayload')
  .implement({
    description: 'The entry after the mutation.',
    fields: (t) => ({
      item: t.field({
        type: InboxItem,
        nullable: true,
        description: 'The entry as it stands in the inbox now; null when it has left it.',
        resolve: ({ entryId }, _args, { reads, dependencies }) =>
          findInboxItem(reads.session, entryId, dependencies.clock()),
      }),
      applied: t.exposeBoolean('applied', applied),
    }),
  });
