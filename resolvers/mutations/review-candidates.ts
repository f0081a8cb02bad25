import {
  type ReviewCandidatesOutcome,
  type ReviewResult,
  reviewCandidates,
} from '#application/review/review-candidates.ts';
import { governedMutation } from '#resolvers/mutations/steps/governed-mutation.ts';
import { commonFields, rejectionFields } from '#resolvers/mutations/steps/input-fields.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { Candidate, findItem } from '#resolvers/schema/candidate.ts';
import { handsOn } from '#resolvers/schema/columns.ts';
import { idOf } from '#resolvers/schema/filters/id-arguments.ts';
import { UserError } from '#resolvers/schema/user-error.ts';

const ErrorPolicy = builder.enumType('ErrorPolicy', {
  description: 'What becomes of the other decisions when one fails.',
  values: {
    REJECT_ALL: { description: 'When one decision fails, none is applied.' },
    SKIP_FAILED: { description: 'Decisions that succeed are applied, whether or not others fail.' },
  },
});

const ReviewAction = builder.enumType('ReviewAction', {
  description: 'What a reviewer decides about a candidate.',
  values: {
    PROMOTE: {
      description:
        'The candidate is promoted, reworded first when `content` is given, and supersedes as by `promoteCandidate`.',
    },
    REJECT: { description: 'The candidate is rejected; `reason` says why.' },
    DEFER: { description: 'Puts the candidate off until the instant in `until`.' },
  },
});

const ReviewDecision = builder.inputType('ReviewDecision', {
  description: 'A decision about one candidate.',
  fields: (t) => ({
    id: t.id({
      ...idOf('Memory', 'Entity'),
      required: true,
      description: 'The id of a memory or an entity (`mem_…` or `ent_…`).',
    }),
    action: t.field({
      type: ReviewAction,
      required: true,
      description: 'What is decided about the candidate.',
    }),
    reason: t.string({ required: false, description: 'Required for REJECT: 1 to 2,000 characters.' }),
    ...rejectionFields(t),
    content: t.string({
      required: false,
      description: 'Only with PROMOTE: the new content of the candidate, 1 to 32,768 characters.',
    }),
    until: t.field({
      type: 'DateTime',
      required: false,
      description:
        'Only with DEFER: the time before which the candidate is not due; absent: it is due at once.',
    }),
    expectedRevision: t.int({
      required: false,
      description: 'The `revision` that you looked at; when the item has moved on, the decision fails.',
    }),
  }),
});

const ReviewCandidatesInput = builder.inputType('ReviewCandidatesInput', {
  description: 'Up to a hundred decisions, each about another candidate.',
  fields: (t) => ({
    errorPolicy: t.field({
      type: ErrorPolicy,
      required: true,
      description: 'What becomes of the others when one fails.',
    }),
    decisions: t.field({
      type: [ReviewDecision],
      required: true,
      description: 'From 1 to 100 decisions, each about one candidate.',
    }),
    takeOver: t.boolean({
      required: false,
      description: 'True: decide also what another reviewer has claimed. Absent: refused with their name.',
    }),
    ...commonFields(t),
  }),
});

const ReviewResultType = builder.objectRef<ReviewResult>('ReviewResult').implement({
  description: 'What became of one decision.',
  fields: (t) => ({
    index: t.exposeInt('index', { description: 'The place of the decision in the input, from 0 on.' }),
    candidate: t.field({
      type: Candidate,
      nullable: true,
      description: 'The candidate as the viewer sees it now; null when the decision failed.',
      ...handsOn,
      resolve: ({ itemId }, _args, context) => (itemId === null ? null : findItem(context, itemId)),
    }),
    error: t.field({
      type: UserError,
      nullable: true,
      description:
        'Why the decision failed, as the mutation for one candidate says it; null when it did not.',
      resolve: ({ error }) => error && { ...error, path: ['input', ...error.path] },
    }),
  }),
});

const ReviewCandidatesPayload = builder
  .objectRef<ReviewCandidatesOutcome & { readonly applied: boolean }>('ReviewCandidatesPayload')
  .implement({
    description: 'What became of the decisions.',
    fields: (t) => ({
      results: t.field({
        type: [ReviewResultType],
        description: 'One a decision, in the order of the input.',
        resolve: ({ results }) => [...results],
      }),
      applied: t.boolean({
        description: 'False for a dry run, and where none was applied.',
        resolve: ({ appliedCount, applied }) => applied && appliedCount > 0,
      }),
      appliedCount: t.int({
        description: 'How many were applied; under REJECT_ALL none when one failed, and none in a dry run.',
        resolve: ({ appliedCount, applied }) => (applied ? appliedCount : 0),
      }),
      failed: t.exposeInt('failed', { description: 'How many decisions failed.' }),
    }),
  });

governedMutation(reviewCandidates, {
  description:
    'A reviewer decides about many candidates in one transaction; each decision has its own answer.',
  input: ReviewCandidatesInput,
  payload: ReviewCandidatesPayload,
});
