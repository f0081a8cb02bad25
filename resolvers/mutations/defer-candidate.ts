import { deferCandidate } from '#application/defer-candidate.ts';
import { builder } from '../builder.ts';
import { refusalTypes } from '../user-error.ts';
import { carryOutMutation } from './carry-out-mutation.ts';
import { decisionFields } from './input-fields.ts';
import { candidatePayload } from './item-payloads.ts';

const DeferCandidateInput = builder.inputType('DeferCandidateInput', {
  description: 'The candidate to put off.',
  fields: (t) => ({
    id: t.id({ required: true, description: '`mem_…` or `ent_…`' }),
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
    resolve: (_root, { input }, context) => carryOutMutation(context, deferCandidate, input),
  }),
);
