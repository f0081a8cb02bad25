import { deferCandidate } from '#application/review/defer-candidate.ts';
import { deleteCandidate } from '#application/review/delete-candidate.ts';
import { promoteCandidate } from '#application/review/promote-candidate.ts';
import { promoteEntity } from '#application/review/promote-entity.ts';
import { promoteMemory } from '#application/review/promote-memory.ts';
import { rejectCandidate } from '#application/review/reject-candidate.ts';
import { rejectEntity } from '#application/review/reject-entity.ts';
import { rejectMemory } from '#application/review/reject-memory.ts';
import { returnEntityToCandidate } from '#application/review/return-entity-to-candidate.ts';
import { returnMemoryToCandidate } from '#application/review/return-memory-to-candidate.ts';
import { returnToCandidate } from '#application/review/return-to-candidate.ts';
import { governedMutation } from '#resolvers/mutations/steps/governed-mutation.ts';
import { decisionFields, rejectionFields } from '#resolvers/mutations/steps/input-fields.ts';
import { CandidatePayload, EntityPayload, MemoryPayload } from '#resolvers/mutations/steps/item-payloads.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { idOf } from '#resolvers/schema/id-arguments.ts';

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

governedMutation(promoteCandidate, {
  description:
    'A reviewer vouches for a memory or an entity: it becomes ACTIVE, and the memory that an entity came from GRADUATED. What is believed, and whose changed source says this in its place, is superseded in the same step, as by `promoteMemory`. Undone by `returnToCandidate`.',
  input: PromoteCandidateInput,
  payload: CandidatePayload,
});

const PromoteMemoryInput = builder.inputType('PromoteMemoryInput', {
  description: 'Which memory `promoteMemory` promotes.',
  fields: (t) => ({
    id: t.id({ ...idOf('Memory'), required: true, description: 'The id of the memory (`mem_…`).' }),
    ...decisionFields(t),
  }),
});

governedMutation(promoteMemory, {
  description:
    'A reviewer vouches for a candidate: it becomes ACTIVE. A memory whose changed source says this candidate in its place is superseded in the same step, if the reviewer sees it and the candidate is for everybody whom that is for; `supersedes` of the answer, also of a dry run, shows it. Undone by `returnMemoryToCandidate`.',
  input: PromoteMemoryInput,
  payload: MemoryPayload,
});

const PromoteEntityInput = builder.inputType('PromoteEntityInput', {
  description: 'Which entity `promoteEntity` promotes.',
  fields: (t) => ({
    id: t.id({ ...idOf('Entity'), required: true, description: 'The id of the entity (`ent_…`).' }),

    ...decisionFields(t),
  }),
});

governedMutation(promoteEntity, {
  description:
    'A reviewer vouches for an entity: it becomes ACTIVE, and the memory it came from a pointer to it. What is believed, and whose changed source says this in its place, is superseded in the same step, as by `promoteMemory`. Undone by `returnEntityToCandidate`.',
  input: PromoteEntityInput,
  payload: EntityPayload,
});

const RejectCandidateInput = builder.inputType('RejectCandidateInput', {
  description: 'The candidate to reject, and why.',
  fields: (t) => ({
    id: t.id({
      ...idOf('Memory', 'Entity'),
      required: true,
      description: 'The id of the candidate, `mem_…` or `ent_…`, as `candidates` lists it.',
    }),
    reason: t.string({
      required: true,
      description:
        'The reason for the decision, 1 to 2,000 characters; the contributor of the item may read it.',
    }),
    ...rejectionFields(t),
    ...decisionFields(t),
  }),
});

governedMutation(rejectCandidate, {
  description:
    'A reviewer rejects a memory or an entity: it becomes INVALID and is not proposed again. Undone by `returnToCandidate`.',
  input: RejectCandidateInput,
  payload: CandidatePayload,
});

const RejectMemoryInput = builder.inputType('RejectMemoryInput', {
  description: 'Which memory `rejectMemory` rejects, and why.',
  fields: (t) => ({
    id: t.id({ ...idOf('Memory'), required: true, description: 'The id of the memory (`mem_…`).' }),
    reason: t.string({
      required: true,
      description:
        'The reason for the decision, 1 to 2,000 characters; the contributor of the item reads it.',
    }),
    ...rejectionFields(t),
    ...decisionFields(t),
  }),
});

governedMutation(rejectMemory, {
  description:
    'A reviewer rejects a candidate: it becomes INVALID, and the statement is not proposed again. Undone by `returnMemoryToCandidate`.',
  input: RejectMemoryInput,
  payload: MemoryPayload,
});

const RejectEntityInput = builder.inputType('RejectEntityInput', {
  description: 'Which entity `rejectEntity` rejects, and why.',
  fields: (t) => ({
    id: t.id({ ...idOf('Entity'), required: true, description: 'The id of the entity (`ent_…`).' }),
    reason: t.string({
      required: true,
      description:
        'The reason for the decision, 1 to 2,000 characters; the contributor of the item reads it.',
    }),
    ...rejectionFields(t),
    ...decisionFields(t),
  }),
});

governedMutation(rejectEntity, {
  description:
    'A reviewer rejects an entity: it becomes INVALID, and the memory it came from is given back. Undone by `returnEntityToCandidate`.',
  input: RejectEntityInput,
  payload: EntityPayload,
});

const ReturnToCandidateInput = builder.inputType('ReturnToCandidateInput', {
  description: 'The memory or entity to put back into the queue.',
  fields: (t) => ({
    id: t.id({
      ...idOf('Memory', 'Entity'),
      required: true,
      description: 'The id of the candidate, `mem_…` or `ent_…`, as `candidates` lists it.',
    }),
    ...decisionFields(t),
  }),
});

governedMutation(returnToCandidate, {
  description:
    'A reviewer undoes a promotion or a rejection: the memory or entity stands in the review queue again, and what its promotion superseded is ACTIVE again.',
  input: ReturnToCandidateInput,
  payload: CandidatePayload,
});

const ReturnMemoryToCandidateInput = builder.inputType('ReturnMemoryToCandidateInput', {
  description: 'The memory to put back into the queue.',
  fields: (t) => ({
    id: t.id({ ...idOf('Memory'), required: true, description: 'The id of the memory (`mem_…`).' }),
    ...decisionFields(t),
  }),
});

governedMutation(returnMemoryToCandidate, {
  description:
    'A reviewer undoes a promotion or a rejection: the memory stands in the queue again, where it stood, and what its promotion superseded is ACTIVE again.',
  input: ReturnMemoryToCandidateInput,
  payload: MemoryPayload,
});

const ReturnEntityToCandidateInput = builder.inputType('ReturnEntityToCandidateInput', {
  description: 'The entity to put back into the queue.',
  fields: (t) => ({
    id: t.id({ ...idOf('Entity'), required: true, description: 'The id of the entity (`ent_…`).' }),

    ...decisionFields(t),
  }),
});

governedMutation(returnEntityToCandidate, {
  description:
    'A reviewer undoes a promotion or a rejection: the entity stands in the queue again, the memory it came from is given back, and what its promotion superseded is ACTIVE again.',
  input: ReturnEntityToCandidateInput,
  payload: EntityPayload,
});

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

governedMutation(deferCandidate, {
  description:
    'A reviewer puts a candidate off: it stays in the queue, and is not due before then. Undone by deferring it without `until`.',
  input: DeferCandidateInput,
  payload: CandidatePayload,
});

const DeleteCandidateInput = builder.inputType('DeleteCandidateInput', {
  description: 'Which candidate `deleteCandidate` deletes.',
  fields: (t) => ({
    id: t.id({
      ...idOf('Memory', 'Entity'),
      required: true,
      description: 'The id of a memory or an entity (`mem_…` or `ent_…`).',
    }),
    ...decisionFields(t),
  }),
});

const DeleteCandidatePayload = builder
  .objectRef<{ readonly deletedId: string; readonly applied: boolean }>('DeleteCandidatePayload')
  .implement({
    description: 'The result of `deleteCandidate`: what was deleted.',
    fields: (t) => ({
      deletedId: t.exposeID('deletedId', { description: 'The id that is no more.' }),
      applied: t.exposeBoolean('applied', {
        description: 'True when the change was made; false for a dry run.',
      }),
    }),
  });

governedMutation(deleteCandidate, {
  description:
    'A reviewer deletes a candidate that was never believed: the undo of writing one. The statement may be proposed again.',
  input: DeleteCandidateInput,
  payload: DeleteCandidatePayload,
});
