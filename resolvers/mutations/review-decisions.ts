import { deferCandidate } from '#application/review/defer-candidate.ts';
import { deleteCandidate } from '#application/review/delete-candidate.ts';
import { promoteCandidate } from '#application/review/promote-candidate.ts';
import { rejectCandidate } from '#application/review/reject-candidate.ts';
import { restore } from '#application/review/restore.ts';
import { retire } from '#application/review/retire.ts';
import { returnToCandidate } from '#application/review/return-to-candidate.ts';
import { supersede } from '#application/review/supersede.ts';
import { governedMutation } from '#resolvers/mutations/steps/governed-mutation.ts';
import { itemFields, rejectionFields } from '#resolvers/mutations/steps/input-fields.ts';
import { applied, ItemPayload } from '#resolvers/mutations/steps/item-payloads.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { idOf } from '#resolvers/schema/filters/id-arguments.ts';

const PromoteCandidateInput = builder.inputType('PromoteCandidateInput', {
  description: 'The candidate to promote, a memory or an entity.',
  fields: itemFields,
});

governedMutation(promoteCandidate, {
  description:
    'A reviewer vouches for a candidate: it becomes ACTIVE, and the memory that an entity came from GRADUATED. What is believed, and whose changed source says this candidate in its place, is superseded in the same step, if the reviewer sees it and the candidate is for everybody whom that is for; `supersedes` of the item, also in a dry run, shows it. Undone by `returnToCandidate`.',
  input: PromoteCandidateInput,
  payload: ItemPayload,
});

const RejectCandidateInput = builder.inputType('RejectCandidateInput', {
  description: 'The candidate to reject, a memory or an entity, and why.',
  fields: (t) => ({
    reason: t.string({
      required: true,
      description:
        'The reason for the decision, 1 to 2,000 characters; the contributor of the item may read it.',
    }),
    ...rejectionFields(t),
    ...itemFields(t),
  }),
});

governedMutation(rejectCandidate, {
  description:
    'A reviewer rejects a candidate: it becomes INVALID, the statement is not proposed again, and the memory that an entity came from is given back. Undone by `returnToCandidate`.',
  input: RejectCandidateInput,
  payload: ItemPayload,
});

const ReturnToCandidateInput = builder.inputType('ReturnToCandidateInput', {
  description: 'The memory or entity to put back into the queue, and why.',
  fields: (t) => ({
    reason: t.string({
      required: false,
      description: 'Why the item is looked at again, 1 to 2,000 characters; its contributor may read it.',
    }),
    ...itemFields(t),
  }),
});

governedMutation(returnToCandidate, {
  description:
    'A reviewer undoes a promotion or a rejection: the item stands in the review queue again, where it stood, the memory that an entity came from is given back, and what its promotion superseded is ACTIVE again.',
  input: ReturnToCandidateInput,
  payload: ItemPayload,
});

const DeferCandidateInput = builder.inputType('DeferCandidateInput', {
  description: 'The candidate to put off.',
  fields: (t) => ({
    until: t.field({
      type: 'DateTime',
      required: false,
      description: 'Not due before this instant; absent: due at once.',
    }),
    ...itemFields(t),
  }),
});

governedMutation(deferCandidate, {
  description:
    'A reviewer puts a candidate off: it stays in the queue, and is not due before then. Undone by deferring it without `until`.',
  input: DeferCandidateInput,
  payload: ItemPayload,
});

const DeleteCandidateInput = builder.inputType('DeleteCandidateInput', {
  description: 'Which candidate `deleteCandidate` deletes.',
  fields: itemFields,
});

const DeleteCandidatePayload = builder
  .objectRef<{ readonly deletedId: string; readonly applied: boolean }>('DeleteCandidatePayload')
  .implement({
    description: 'The result of `deleteCandidate`: what was deleted.',
    fields: (t) => ({
      deletedId: t.exposeID('deletedId', { description: 'The id that is no more.' }),
      applied: t.exposeBoolean('applied', applied),
    }),
  });

governedMutation(deleteCandidate, {
  description:
    'A reviewer deletes a candidate that was never believed: the undo of writing one. The statement may be proposed again.',
  input: DeleteCandidateInput,
  payload: DeleteCandidatePayload,
});

const SupersedeInput = builder.inputType('SupersedeInput', {
  description: 'The item that loses its place, which must be ACTIVE, and what takes it.',
  fields: (t) => ({
    supersededById: t.id({
      ...idOf('Memory', 'Entity'),
      required: true,
      description:
        'The id of the successor, of the same kind and ACTIVE. A memory may also be a CANDIDATE, which is promoted in the same step by the rules of `promoteCandidate`.',
    }),
    ...itemFields(t),
  }),
});

governedMutation(supersede, {
  description:
    'Another memory takes the place of an ACTIVE memory, or another entity that of an ACTIVE entity, which stays readable with its interval. Undone by `restore`.',
  input: SupersedeInput,
  payload: ItemPayload,
});

const RetireInput = builder.inputType('RetireInput', {
  description: 'The item that is believed no more, which must be ACTIVE, and why.',
  fields: (t) => ({
    reason: t.string({
      required: true,
      description: 'Why the item is believed no more; 1 to 2,000 characters.',
    }),
    ...itemFields(t),
  }),
});

governedMutation(retire, {
  description:
    'A reviewer says that an ACTIVE memory or entity is believed no more, and that nothing takes its place: it becomes RETIRED. Undone by `restore`.',
  input: RetireInput,
  payload: ItemPayload,
});

const RestoreInput = builder.inputType('RestoreInput', {
  description: 'The memory or entity that is SUPERSEDED or RETIRED.',
  fields: itemFields,
});

governedMutation(restore, {
  description:
    'The undo of `supersede` and of `retire`: the item is ACTIVE again. A successor that was promoted by the superseding, still stands and took no other place returns to the review queue.',
  input: RestoreInput,
  payload: ItemPayload,
});
