import { type ReopenContradictionOutcome, reopenContradiction } from '#application/reopen-contradiction.ts';
import { builder } from '../builder.ts';
import { Contradiction } from '../contradiction.ts';
import { Memory } from '../memory.ts';
import { refusalTypes } from '../user-error.ts';
import { carryOutMutation } from './carry-out-mutation.ts';
import { decisionFields } from './input-fields.ts';
import { loadSeen } from './load-seen.ts';

const ReopenContradictionInput = builder.inputType('ReopenContradictionInput', {
  description: 'The resolved contradiction.',
  fields: (t) => ({ id: t.id({ required: true, description: '`con_…`; RESOLVED.' }), ...decisionFields(t) }),
});

const ReopenContradictionPayload = builder
  .objectRef<ReopenContradictionOutcome & { readonly applied: boolean }>('ReopenContradictionPayload')
  .implement({
    description: 'The contradiction, and its sides after the mutation.',
    fields: (t) => ({
      contradiction: t.field({
        type: Contradiction,
        nullable: true,
        description: 'As the viewer sees it now; OPEN.',
        resolve: ({ contradictionId }, _args, { reads }) =>
          reads.loaders.contradictions.load(contradictionId),
      }),
      restored: t.field({
        type: [Memory],
        description: 'The sides that have their place again, in the status that they had.',
        resolve: ({ restoredIds }, _args, { reads }) => loadSeen(reads.loaders.memories, restoredIds),
      }),
      applied: t.exposeBoolean('applied', { description: 'False for a dry run.' }),
    }),
  });

builder.mutationField('reopenContradiction', (t) =>
  t.field({
    type: ReopenContradictionPayload,
    description:
      'The undo of `resolveContradiction`: every side that it moved is what it was, and a merged memory is withdrawn (INVALID). Refused when a side is no longer where the resolution put it.',
    errors: {
      types: refusalTypes,
      union: { name: 'ReopenContradictionResult', description: 'Both sides as they were, or why not.' },
    },
    args: {
      input: t.arg({ type: ReopenContradictionInput, required: true, description: 'The contradiction.' }),
    },
    resolve: (_root, { input }, context) => carryOutMutation(context, reopenContradiction, input),
  }),
);
