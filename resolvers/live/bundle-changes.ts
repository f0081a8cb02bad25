import {
  type BundleChanges as Changes,
  type EndingReason,
  endingReasons,
  readBundleChanges,
} from '#application/bundle/read-bundle-changes.ts';
import { Memory } from '#resolvers/items/memory.ts';
import { loadSeen } from '#resolvers/mutations/steps/load-visible.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { refusingBadInput } from '#resolvers/schema/errors.ts';
import { idOf } from '#resolvers/schema/filters/id-arguments.ts';
import { rowById } from '#resolvers/schema/row-by-id.ts';

const descriptions: Readonly<Record<EndingReason, string>> = {
  SUPERSEDED: 'Superseded: a newer item took its place.',
  RETIRED: 'The memory is believed no more, and nothing took its place.',
  RETURNED: 'The memory is a candidate again, or was rejected since.',
  NO_LONGER_AVAILABLE:
    'The memory is withheld, or the viewer does not see it any more. The reason is not given.',
};

const BundleEndingReason = builder.enumType('BundleEndingReason', {
  description: 'Why a delivered memory is delivered no more.',
  values: Object.fromEntries(
    endingReasons.map((reason) => [reason, { description: descriptions[reason] }]),
  ) as Record<EndingReason, { description: string }>,
});

const BundleEnding = builder.objectRef<Changes['ended'][number]>('BundleEnding').implement({
  description: 'A delivered memory that is delivered no more.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The id of the memory, `mem_…`, as the receipt names it.' }),
    reason: t.expose('reason', {
      type: BundleEndingReason,
      description: 'Why the item is not in the bundle any more.',
    }),
    replacedBy: t.field({
      type: Memory,
      description:
        'What took its place, or became the entity that took the place of its entity; null when nothing did, when that entity never was a memory, or when it is hidden.',
      ...rowById('replacedById', ({ memories }) => memories),
    }),
  }),
});

const BundleChanges = builder.objectRef<Changes>('BundleChanges').implement({
  description: 'What has become of a delivered bundle, under the present permissions of the viewer.',
  fields: (t) => ({
    ended: t.field({
      type: [BundleEnding],
      description: 'What is delivered no more, in the order of the bundle.',
      resolve: ({ ended }) => [...ended],
    }),
    changed: t.field({
      type: [Memory],
      description: 'What says something else than it did, in the order of the bundle.',
      resolve: ({ changedIds }, _args, { reads }) => loadSeen(reads.loaders.memories, changedIds),
    }),
    contradicted: t.field({
      type: [Memory],
      description:
        'What is still delivered and stands in an open hard contradiction whose other side the viewer sees, in the order of the bundle.',
      resolve: ({ contradictedIds }, _args, { reads }) => loadSeen(reads.loaders.memories, contradictedIds),
    }),
    added: t.field({
      type: [Memory],
      description:
        'What the same request would deliver besides, now; empty for anybody but whom the bundle was given to.',
      resolve: ({ addedIds }, _args, { reads }) => loadSeen(reads.loaders.memories, addedIds),
    }),
  }),
});

builder.queryField('bundleChanges', (t) =>
  t.field({
    type: BundleChanges,
    nullable: true,
    description:
      'What has become of a delivered bundle since: what ended and what took its place, what changed, what is new. Null for a receipt that is missing or another’s; auditors and admins see every receipt.',
    args: {
      receipt: t.arg.id({
        ...idOf('BundleReceipt'),
        required: true,
        description: 'The id of the receipt, `rct_…`.',
      }),
      task: t.arg.string({
        description:
          'The task that the bundle was asked for, word for word: a receipt keeps no text, and `added` needs it. 1 to 2,000 characters. Null or absent: no task.',
      }),
    },
    resolve: (_root, { receipt, task }, { dependencies, reads }) =>
      refusingBadInput(() => readBundleChanges(dependencies, reads, receipt, task)),
  }),
);
