import { unknownNameMessage } from '#domain/input/nearest-names.ts';
import { type DetectedLabel, suggestableLabels } from '#domain/labels/labels.ts';
import { countLabelQueue, labelQueueCursor, pageOfLabelQueue } from '#persistence/labels/labels.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { Candidate, loadItem } from '#resolvers/schema/candidate.ts';
import { nestedArgs, readConnection } from '#resolvers/schema/connection.ts';
import { createBadUserInput } from '#resolvers/schema/errors.ts';

const CataloguedLabel = builder
  .objectRef<Pick<DetectedLabel, 'label' | 'description'>>('CataloguedLabel')
  .implement({
    description: 'A label that detectors suggest.',
    fields: (t) => ({
      label: t.exposeString('label', { description: 'The label, written `category.kind`.' }),
      description: t.exposeString('description', { description: 'What it flags, in one sentence.' }),
    }),
  });

const LabelReviewConnection = builder.connectionObject(
  {
    name: 'LabelReviewConnection',
    type: Candidate,
    description: 'A page of memories and entities with suggested labels.',
    fields: (t) => ({
      catalogue: t.field({
        type: [CataloguedLabel],
        description: 'Every label that there is a detector for, whether it is suggested anywhere or not.',
        resolve: () => [...suggestableLabels],
      }),
    }),
  },
  { name: 'LabelReviewEdge', description: 'A memory or an entity in a list.' },
);

const everyLabel = suggestableLabels.map(({ label }) => label);
const labelsOf = (label: string | null | undefined) => {
  if (label == null) return everyLabel;
  if (!everyLabel.includes(label))
    throw createBadUserInput(unknownNameMessage('The label', label, everyLabel), ['label']);
  return [label];
};

builder.queryField('itemsWithSuggestedLabels', (t) =>
  t.field({
    type: LabelReviewConnection,
    description:
      'The memories and entities whose suggested labels wait for a reviewer, oldest first, in whatever status. Personal ones are not listed, nor entities that came from a memory, whose labels they have.',
    nullable: true,
    authScopes: { anyRole: ['reviewer'] },
    args: {
      label: t.arg.string({
        required: false,
        description: 'Only items with this suggested label; absent: with any suggestion.',
      }),
      subjectId: t.arg.string({
        required: false,
        description: 'Only memories about this subject; absent: memories about anybody, and entities.',
      }),
      ...nestedArgs,
    },
    resolve: (_root, { label, subjectId, orderBy, ...args }, context) => {
      const { session } = context.reads;
      const filter = { labels: labelsOf(label), subjectId: subjectId ?? null };
      return readConnection(args, {
        page: (page) => pageOfLabelQueue(session, filter, page, orderBy?.direction),
        count: () => countLabelQueue(session, filter),
        cursor: labelQueueCursor,
        node: (ref) => loadItem(context, ref),
      });
    },
  }),
);
