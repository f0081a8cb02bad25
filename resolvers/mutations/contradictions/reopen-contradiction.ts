import {
  type ReopenContradictionOutcome,
  reopenContradiction,
} from '#application/contradictions/reopen-contradiction.ts';
import { Contradiction } from '#resolvers/contradiction.ts';
import { Memory } from '#resolvers/memory.ts';
import { decisionFields } from '#resolvers/mutations/steps/input-fields.ts';
import { loadSeen } from '#resolvers/mutations/steps/load-visible.ts';
import { runMutation } from '#resolvers/mutations/steps/run-mutation.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { idOf } from '#resolvers/schema/id-arguments.ts';
import { refusalTypes } from '#resolvers/schema/user-error.ts';

const ReopenContradictionInput = builder.inputType('ReopenContradictionInput', {
  description: 'Which contradiction `reopenContradiction` opens again.',
  fields: (t) => ({
    id: t.id({
      ...idOf('Contradiction'),
      required: true,
      description: 'The id of the contradiction (`con_…`), which must be RESOLVED.',
    }),
    ...decisionFields(t),
  }),
});

const ReopenContradictionPayload = builder
  .objectRef<ReopenContradictionOutcome & { readonly applied: boolean }>('ReopenContradictionPayload')
  .implement({
    description: 'The contradiction, and its sides after the mutation.',
    fields: (t) => ({
      contradiction: t.field({
        type: Contradiction,
        nullable: true,
        description: 'The contradiction as the viewer sees it now; it is OPEN.',
        resolve: ({ contradictionId }, _args, { reads }) =>
          reads.loaders.contradictions.load(contradictionId),
      }),
      restored: t.field({
        type: [Memory],
        description: 'The sides that have their place again, in the status that they had.',
        resolve: ({ restoredIds }, _args, { reads }) => loadSeen(reads.loaders.memories, restoredIds),
      }),
      applied: t.exposeBoolean('applied', {
        description: 'True when the change was made; false for a dry run.',
      }),
    }),
  });

builder.mutationField('reopenContradiction', (t) =>
  t.field({
    type: ReopenContradictionPayload,
    description:
      'The undo of `resolveContradiction`: every side that it moved is what it was, and a merged memory is withdrawn (INVALID). Refused when a side is no longer where the resolution put it.',
    errors: {
      types: refusalTypes,
      union: {
        name: 'ReopenContradictionResult',
        description: 'Both sides as they were before the resolution, or why the mutation was refused.',
      },
    },
    args: {
      input: t.arg({
        type: ReopenContradictionInput,
        required: true,
        description: 'The input of `reopenContradiction`.',
      }),
    },
    resolve: (_root, { input }, context) => runMutation(context, reopenContradiction, input),
  }),
);
