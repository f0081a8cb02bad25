import { unknownNameMessage } from '#domain/input/nearest-names.ts';
import { type DetectedLabel, suggestableLabels } from '#domain/labels/labels.ts';
import { countLabelQueue, labelQueueCursor, pageOfLabelQueue } from '#persistence/labels/labels.ts';
import { Entity } from '#resolvers/items/entity.ts';
import { Memory } from '#resolvers/items/memory.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { nestedArgs, present, readConnection } from '#resolvers/schema/connection.ts';
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

const catalogue = {
  type: [CataloguedLabel] as [typeof CataloguedLabel],
  description: 'Every label that there is a detector for, whether it is suggested anywhere or not.',
  resolve: () => [...suggestableLabels],
};

const LabelReviewConnection = builder.connectionObject(
  {
    name: 'LabelReviewConnection',
    type: Memory,
    description: 'A page of memories with suggested labels.',
    fields: (t) => ({ catalogue: t.field(catalogue) }),
  },
  { name: 'LabelReviewEdge', description: 'A memory in a list.' },
);

const EntityLabelReviewConnection = builder.connectionObject(
  {
    name: 'EntityLabelReviewConnection',
    type: Entity,
    description: 'A page of entities with suggested labels.',
    fields: (t) => ({ catalogue: t.field(catalogue) }),
  },
  { name: 'EntityLabelReviewEdge', description: 'An entity in a list.' },
);

const everyLabel = suggestableLabels.map(({ label }) => label);
const labelsOf = (label: string | null | undefined) => {
  if (label == null) return everyLabel;
  if (!everyLabel.includes(label))
    throw createBadUserInput(unknownNameMessage('The label', label, everyLabel), ['label']);
  return [label];
};

builder.queryFields((t) => {
  const label = t.arg.string({
    required: false,
    description: 'Only items with this suggested label; absent: with any suggestion.',
  });
  return {
    memoriesWithSuggestedLabels: t.field({
      type: LabelReviewConnection,
      description:
        'The memories whose suggested labels wait for a reviewer, oldest first, in whatever status. Personal ones are not listed.',
      nullable: true,
      authScopes: { anyRole: ['reviewer'] },
      args: {
        label,
        subjectId: t.arg.string({ required: false, description: 'About this subject; absent: about any.' }),
        ...nestedArgs,
      },
      resolve: (_root, { label: asked, subjectId, orderBy, ...args }, { reads: { session, loaders } }) => {
        const filter = { kind: 'memory', labels: labelsOf(asked), subjectId: subjectId ?? null } as const;
        return readConnection(args, {
          page: (page) => pageOfLabelQueue(session, filter, page, orderBy?.direction),
          count: () => countLabelQueue(session, filter),
          cursor: labelQueueCursor,
          node: async ({ id }) => present(await loaders.memories.load(id)),
        });
      },
    }),
    entitiesWithSuggestedLabels: t.field({
      type: EntityLabelReviewConnection,
      description:
        'The entities whose suggested labels wait for a reviewer, oldest first, in whatever status. Personal ones are not listed, nor those that came from a memory, whose labels they have.',
      nullable: true,
      authScopes: { anyRole: ['reviewer'] },
      args: { label, ...nestedArgs },
      resolve: (_root, { label: asked, orderBy, ...args }, { reads: { session, loaders } }) => {
        const filter = { kind: 'entity', labels: labelsOf(asked), subjectId: null } as const;
        return readConnection(args, {
          page: (page) => pageOfLabelQueue(session, filter, page, orderBy?.direction),
          count: () => countLabelQueue(session, filter),
          cursor: labelQueueCursor,
          node: async ({ id }) => present(await loaders.entities.load(id)),
        });
      },
    }),
  };
});
