import {
  type ResolveContradictionOutcome,
  resolveContradiction,
} from '#application/contradictions/resolve-contradiction.ts';
import { Contradiction, ResolutionAction } from '#resolvers/contradiction.ts';
import { Memory } from '#resolvers/memory.ts';
import { decisionFields } from '#resolvers/mutations/steps/input-fields.ts';
import { loadSeen } from '#resolvers/mutations/steps/load-visible.ts';
import { runMutation } from '#resolvers/mutations/steps/run-mutation.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { idOf } from '#resolvers/schema/id-arguments.ts';
import { refusalTypes } from '#resolvers/schema/user-error.ts';
import { rowById } from '../../schema/row-by-id.ts';

const ResolveContradictionInput = builder.inputType('ResolveContradictionInput', {
  description: 'The contradiction, and what it comes to.',
  fields: (t) => ({
    id: t.id({
      ...idOf('Contradiction'),
      required: true,
      description: 'The id of the contradiction (`con_…`), which must be OPEN.',
    }),
    action: t.field({
      type: ResolutionAction,
      required: true,
      description: 'How the contradiction is resolved.',
    }),
    mergedContent: t.string({
      required: false,
      description: 'What the merged memory says; for MERGE, and for nothing else. 1 to 32,768 characters.',
    }),
    note: t.string({ required: false, description: 'The reason for the decision, 1 to 2,000 characters.' }),
    ...decisionFields(t),
  }),
});

const ResolveContradictionPayload = builder
  .objectRef<ResolveContradictionOutcome & { readonly applied: boolean }>('ResolveContradictionPayload')
  .implement({
    description: 'The contradiction, and its sides after the mutation.',
    fields: (t) => ({
      contradiction: t.field({
        type: Contradiction,
        nullable: true,
        description: 'The item as the viewer sees it now; null when the decision hid it from them.',
        resolve: ({ contradictionId }, _args, { reads }) =>
          reads.loaders.contradictions.load(contradictionId),
      }),
      superseded: t.field({
        type: [Memory],
        description: 'The sides that lost their place: SUPERSEDED, or INVALID where it was a candidate.',
        resolve: ({ supersededIds }, _args, { reads }) => loadSeen(reads.loaders.memories, supersededIds),
      }),
      merged: t.field({
        type: Memory,
        description:
          'The memory that MERGE made, ACTIVE; null for the other actions, and where it is for another person alone.',
        ...rowById('mergedId', ({ memories }) => memories),
      }),
      promoted: t.field({
        type: Memory,
        nullable: true,
        description:
          'The candidate that took the place of a believed side and was promoted in the same step; null when there was none.',
        resolve: ({ promotedId }, _args, { reads }) =>
          promotedId == null ? null : reads.loaders.memories.load(promotedId),
      }),
      applied: t.exposeBoolean('applied', {
        description: 'True when the change was made; false for a dry run.',
      }),
    }),
  });

builder.mutationField('resolveContradiction', (t) =>
  t.field({
    type: ResolveContradictionPayload,
    description:
      'A reviewer decides a contradiction, and it takes effect: the loser is superseded by the winner, or both by the merged memory. A candidate takes the place of a believed side only when the reviewer may promote it, and is promoted in the same step. Undone by `reopenContradiction`.',
    errors: {
      types: refusalTypes,
      union: { name: 'ResolveContradictionResult', description: 'What became of both sides, or why not.' },
    },
    args: {
      input: t.arg({
        type: ResolveContradictionInput,
        required: true,
        description: 'The input of `resolveContradiction`.',
      }),
    },
    resolve: (_root, { input }, context) => runMutation(context, resolveContradiction, input),
  }),
);
