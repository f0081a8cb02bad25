import { promoteCandidate } from '#application/review/promote-candidate.ts';
import { decisionFields } from '#resolvers/mutations/steps/input-fields.ts';
import { candidatePayload } from '#resolvers/mutations/steps/item-payloads.ts';
import { runMutation } from '#resolvers/mutations/steps/run-mutation.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { idOf } from '#resolvers/schema/id-arguments.ts';
import { refusalTypes } from '#resolvers/schema/user-error.ts';

const PromoteCandidateInput = builder.inputType('PromoteCandidateInput', {
  description: 'Which candidate `promoteCandidate` promotes.',
  fields: (t) => ({
    id: t.id({
      ...idOf('Memory', 'Entity'),
      required: true,
      description: 'The id of the candidate, `mem_…` or `ent_…`, as `candidates` lists it.',
    }),
    ...decisionFields(t),
  }),
});

builder.mutationField('promoteCandidate', (t) =>
  t.field({
    type: candidatePayload('PromoteCandidatePayload'),
    description:
      'A reviewer vouches for a memory or an entity: it becomes ACTIVE, and the memory that an entity came from GRADUATED. What is believed, and whose changed source says this in its place, is superseded in the same step, as by `promoteMemory`. Undone by `returnToCandidate`.',
    errors: {
      types: refusalTypes,
      union: { name: 'PromoteCandidateResult', description: 'The promoted memory or entity, or why not.' },
    },
    args: {
      input: t.arg({
        type: PromoteCandidateInput,
        required: true,
        description: 'The input of `promoteCandidate`.',
      }),
    },
    resolve: (_root, { input }, context) => runMutation(context, promoteCandidate, input),
  }),
);
