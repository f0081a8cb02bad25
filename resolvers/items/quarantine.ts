import { itemsOfQuarantine, type QuarantineRow } from '#persistence/quarantines.ts';
import { auditTrailOf } from '#resolvers/history/audit-event.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { itemsOf } from '#resolvers/schema/candidate.ts';
import { User, userOf } from '#resolvers/schema/named.ts';
import { orAsItStood } from '#resolvers/schema/snapshots.ts';

export const Quarantine = builder.objectRef<QuarantineRow>('Quarantine');

builder.node(Quarantine, {
  description:
    'What an admin withholds at once by where it came from: its items are hidden from all but reviewers, auditors and admins until they are released. Seen by admins, and by reviewers and auditors who see any of its items, released ones included.',
  id: {
    resolve: ({ id }) => id,
    description:
      'The id of the quarantine, `qua_…`; below an answer `asOf` it ends in `@<instant>`, and `node` gives the quarantine as it stood then.',
  },
  loadWithoutCache: orAsItStood('Quarantine', (id, { reads }) => reads.loaders.quarantines.load(id)),
  fields: (t) => ({
    reason: t.exposeString('reason', {
      description: 'The reason for the quarantine, in the words of the admin.',
    }),
    setBy: t.field({
      type: User,
      description: 'The admin who set the quarantine.',
      resolve: ({ setBy }) => userOf(setBy),
    }),
    setAt: t.expose('setAt', { type: 'DateTime', description: 'When the quarantine was set, in UTC.' }),
    endedAt: t.expose('endedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the last of its items was released; null while it withholds some.',
    }),
    auditTrail: t.field(auditTrailOf),
    items: t.field({
      description: 'The memories and entities that it still withholds, as far as the viewer sees them.',
      ...itemsOf(itemsOfQuarantine, (loaders) => [loaders.itemsOfQuarantine, loaders.itemCountsOfQuarantine]),
    }),
  }),
});
