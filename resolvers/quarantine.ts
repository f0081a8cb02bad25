import { itemsOfQuarantine, type QuarantineRow } from '#persistence/quarantines.ts';
import { builder } from './schema/builder.ts';
import { CandidateConnection, loadItem } from './schema/candidate.ts';
import { pageArgs, readNestedConnection } from './schema/connection.ts';
import { User, userOf } from './schema/named.ts';

export const Quarantine = builder.objectRef<QuarantineRow>('Quarantine');

builder.node(Quarantine, {
  description:
    'What an admin withholds at once by where it came from: its items are hidden from all but reviewers, auditors and admins until they are released.',
  id: { resolve: ({ id }) => id, description: '`qua_…`' },
  loadWithoutCache: (id, { reads }) => reads.loaders.quarantines.load(id),
  fields: (t) => ({
    reason: t.exposeString('reason', { description: 'Why, in the words of the admin.' }),
    setBy: t.field({
      type: User,
      description: 'The admin who set it.',
      resolve: ({ setBy }) => userOf(setBy),
    }),
    setAt: t.expose('setAt', { type: 'DateTime', description: 'When it was set.' }),
    endedAt: t.expose('endedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the last of its items was released; null while it withholds some.',
    }),
    items: t.field({
      type: CandidateConnection,
      description: 'The memories and entities that it still withholds, as far as the viewer sees them.',
      args: pageArgs,
      resolve: ({ id }, args, context) =>
        readNestedConnection(
          id,
          args,
          itemsOfQuarantine,
          context.reads.loaders.itemsOfQuarantine,
          context.reads.loaders.itemCountsOfQuarantine,
          ({ itemId }) => loadItem(context, { id: itemId }),
        ),
    }),
  }),
});
