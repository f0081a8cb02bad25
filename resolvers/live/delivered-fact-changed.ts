import { endingReasonOf } from '#application/bundle/read-bundle-changes.ts';
import { deliveredFactChanges } from '#domain/audit/live-changes.ts';
import { changesSince, deliveredDigest } from '#domain/bundle/receipt.ts';
import { type DeliveryChange, followDeliveries } from '#persistence/bundle/deliveries.ts';
import { Memory } from '#resolvers/items/memory.ts';
import { builder } from '#resolvers/schema/builder.ts';
import type { GraphQLContext } from '#resolvers/schema/context.ts';
import { rowById } from '#resolvers/schema/row-by-id.ts';
import { follow, followArgs } from './live-change.ts';

const DeliveredFactChange = builder.enumType('DeliveredFactChange', {
  description: 'What became of a memory that a bundle delivered.',
  values: {
    SUPERSEDED: { description: 'Superseded: a newer item took its place.' },
    RETIRED: { description: 'The memory is believed no more, and nothing took its place.' },
    RETURNED: { description: 'The memory is a candidate again, or was rejected since.' },
    REWORDED: { description: 'The memory says something else than what was delivered.' },
    CONTRADICTED: { description: 'The memory stands in an open hard contradiction.' },
    NO_LONGER_AVAILABLE: {
      description: 'The memory is withheld, or the viewer does not see it any more. The reason is not given.',
    },
  },
});
type FactChange = typeof DeliveredFactChange.$inferType;

interface FactChanged {
  readonly cursor: string;
  readonly memoryId: string;
  readonly receiptId: string;
  readonly change: FactChange;
  readonly replacedById: string | null;
}

const DeliveredFactChanged = builder.objectRef<FactChanged>('DeliveredFactChanged').implement({
  description: 'A memory that a bundle delivered to the viewer is not as it was delivered.',
  fields: (t) => ({
    cursor: t.exposeString('cursor', { description: 'The place in the stream, for `after`.' }),
    memoryId: t.exposeID('memoryId', {
      description: 'The id of the memory, `mem_…`, as the receipt names it.',
    }),
    receiptId: t.exposeID('receiptId', {
      description: 'The id of the newest receipt, `rct_…`, with which the viewer was given the memory.',
    }),
    change: t.expose('change', { type: DeliveredFactChange, description: 'What became of the memory.' }),
    memory: t.field({
      type: Memory,
      nullable: true,
      description:
        'The memory, as it is when it is delivered; null when the viewer does not see it any more.',
      resolve: ({ memoryId }, _args, { reads }) => reads.loaders.memories.load(memoryId),
    }),
    replacedBy: t.field({
      type: Memory,
      description:
        'What took its place, or became the entity that took the place of its entity; null when nothing did, when that entity never was a memory, or when it is hidden.',
      ...rowById('replacedById', ({ memories }) => memories),
    }),
  }),
});

/** Reads the change of a delivered memory under the viewer's present visibility; null when there is nothing that they may learn. */
const readChange = async (
  event: DeliveryChange,
  { reads, dependencies }: GraphQLContext,
): Promise<FactChanged | null> => {
  const { cursor, memoryId, action, unavailable } = event;
  const [delivered, now] = await Promise.all([
    reads.loaders.lastDeliveries.load(memoryId),
    reads.loaders.presentWords.load(memoryId),
  ]);
  if (delivered === null) return null;
  const changed = (change: FactChange): FactChanged => ({
    cursor,
    memoryId,
    receiptId: delivered.receiptId,
    change,
    replacedById: now?.supersededById ?? null,
  });
  if (now === null) {
    // Once for each time that it becomes unavailable: what happens to what is hidden is not for the viewer.
    if (!unavailable.has(memoryId)) unavailable.set(memoryId, event);
    return unavailable.get(memoryId) === event ? changed('NO_LONGER_AVAILABLE') : null;
  }
  unavailable.delete(memoryId);
  const present = {
    status: now.status,
    digest: deliveredDigest(dependencies.fingerprintKey, memoryId, now.words),
  };
  const [found] = changesSince([delivered], new Map([[memoryId, present]]));
  if (found) return changed(found.change === 'REWORDED' ? 'REWORDED' : endingReasonOf(now.status));
  if (!action.startsWith('contradiction.')) return null;
  const warnings = await reads.loaders.warningFacts.load(memoryId);
  return (warnings?.contradictions ?? 0) > 0 ? changed('CONTRADICTED') : null;
};

builder.subscriptionField('deliveredFactChanged', (t) =>
  t.field({
    type: DeliveredFactChanged,
    nullable: true,
    description:
      'Delivers each memory that a bundle delivered to the viewer with a receipt (`deliverBundle`) and that has ended, says something else, is contradicted, or is no longer available. With `after` it begins with all that is not available by now. For the user who was given the bundle; null is never sent.',
    args: followArgs,
    subscribe: async (_root, { after }, context) =>
      followDeliveries(
        context.dependencies.orm,
        context.viewer,
        await follow(context, deliveredFactChanges, after),
        context.lastEventId ?? after ?? null,
      ),
    resolve: (event, _args, context) => readChange(event, context),
  }),
);
