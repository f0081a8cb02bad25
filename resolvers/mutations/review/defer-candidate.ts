import { deferCandidate } from '#application/review/defer-candidate.ts';
import { decisionFields } from '#resolvers/mutations/steps/input-fields.ts';
import { candidatePayload } from '#resolvers/mutations/steps/item-payloads.ts';
import { runMutation } from '#resolvers/mutations/steps/run-mutation.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { idOf } from '#resolvers/schema/id-arguments.ts';
import { refusalTypes } from '#resolvers/schema/user-error.ts';

const DeferCandidateInput = builder.inputType('DeferCandidateInput', {
  description: 'The candidate to put off.',
  fields: (t) => ({
    id: t.id({
      ...idOf('Memory', 'Entity'),
      required: true,
      description: 'The id of a memory or an entity (`mem_…` or `ent_…`).',
    }),
    until: t.field({
      type: 'DateTime',
      required: false,
      description: 'Not due before this instant; absent: due at once.',
    }),
    ...decisionFields(t),
  }),
});

builder.mutationField('deferCandidate', (t) =>
  t.field({
    type: candidatePayload('DeferCandidatePayload'),
    description:
      'A reviewer puts a candidate off: it stays in the queue, and is not due before then. Undone by deferring it without `until`.',
    errors: {
      types: refusalTypes,
      union: { name: 'DeferCandidateResult', description: 'The deferred candidate, or why not.' },
    },
    args: {
      input: t.arg({ type: DeferCandidateInput, required: true, description: 'The candidate to put off.' }),
    },
    resolve: (_root, { input }, context) => runMutation(context, deferCandidate, input),
  }),
);
