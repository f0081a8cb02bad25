import {
  type DetectContradictionsOutcome,
  detectContradictions,
} from '#application/contradictions/detect-contradictions.ts';
import { Contradiction } from '#resolvers/contradiction.ts';
import { commonFields } from '#resolvers/mutations/steps/input-fields.ts';
import { loadSeen } from '#resolvers/mutations/steps/load-visible.ts';
import { runMutation } from '#resolvers/mutations/steps/run-mutation.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { idOf } from '#resolvers/schema/id-arguments.ts';
import { refusalTypes } from '#resolvers/schema/user-error.ts';

const DetectContradictionsInput = builder.inputType('DetectContradictionsInput', {
  description: 'Which memory `detectContradictions` judges.',
  fields: (t) => ({
    memoryId: t.id({ ...idOf('Memory'), required: true, description: 'The id of the memory (`mem_…`).' }),
    ...commonFields(t),
  }),
});

const DetectContradictionsPayload = builder
  .objectRef<DetectContradictionsOutcome & { readonly applied: boolean }>('DetectContradictionsPayload')
  .implement({
    description: 'The result of `detectContradictions`: what the judge found.',
    fields: (t) => ({
      contradictions: t.field({
        type: [Contradiction],
        description: 'The contradictions that the judge named, also those known before, resolved or not.',
        resolve: ({ contradictionIds }, _args, { reads }) =>
          loadSeen(reads.loaders.contradictions, contradictionIds),
      }),
      candidatesConsidered: t.exposeInt('candidatesConsidered', {
        description:
          'The number of memories it was compared with, at most 100: the newest of its domain (without one, its project) that share its visibility and that you see.',
      }),
      judgeCalls: t.exposeInt('judgeCalls', {
        description: '1; 0 when there was nothing to compare with.',
      }),
      answered: t.boolean({
        description:
          'False when the judge failed: the memory stands, nothing was found, and it may be judged again.',
        resolve: ({ ending }) => ending === 'judged' || ending === 'empty',
      }),
      applied: t.exposeBoolean('applied', {
        description: 'True when the change was made; false for a dry run.',
      }),
    }),
  });

builder.mutationField('detectContradictions', (t) =>
  t.field({
    type: DetectContradictionsPayload,
    description:
      'Judges a memory against its company now. Every new memory is judged by itself, soon after it was written.',
    errors: {
      types: refusalTypes,
      union: { name: 'DetectContradictionsResult', description: 'What was found, or why not.' },
    },
    args: {
      input: t.arg({
        type: DetectContradictionsInput,
        required: true,
        description: 'The input of `detectContradictions`.',
      }),
    },
    resolve: (_root, { input }, context) => runMutation(context, detectContradictions, input),
  }),
);
