import {
  type DecideWorkflowItemOutcome,
  decideWorkflowItem,
} from '#application/routing/decide-workflow-item.ts';
import { type HumanDecision, humanDecisions } from '#domain/routing/human-decision.ts';
import { decisionFields } from '#resolvers/mutations/steps/input-fields.ts';
import { runMutation } from '#resolvers/mutations/steps/run-mutation.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { idOf } from '#resolvers/schema/id-arguments.ts';
import { refusalTypes } from '#resolvers/schema/user-error.ts';
import { WorkflowItem } from '#resolvers/workflow-item.ts';

const decisionDescriptions: Readonly<Record<HumanDecision, string>> = {
  APPROVE: 'The workflow item becomes APPROVED; its withheld statements become candidates.',
  REJECT:
    'The workflow item becomes REJECTED. Candidates that its extraction gave already are reviewed on their own.',
  REOPEN: 'The workflow item becomes NEEDS_REVIEW, and stays there until somebody decides.',
};

const WorkflowDecision = builder.enumType('WorkflowDecision', {
  description: 'What a person says of a workflow item. Each can be taken back by another.',
  values: Object.fromEntries(
    humanDecisions.map((decision) => [decision, { description: decisionDescriptions[decision] }]),
  ) as Record<HumanDecision, { description: string }>,
});

const DecideWorkflowItemInput = builder.inputType('DecideWorkflowItemInput', {
  description: 'The item, and the decision.',
  fields: (t) => ({
    id: t.id({
      ...idOf('WorkflowItem'),
      required: true,
      description: 'The id of the workflow item, `wfi_…`; it is the newest of its extraction.',
    }),
    decision: t.field({
      type: WorkflowDecision,
      required: true,
      description: 'Whether the extraction is approved, rejected or reopened.',
    }),
    note: t.string({ required: false, description: 'The reason for the decision, 1 to 2,000 characters.' }),
    ...decisionFields(t),
  }),
});

const DecideWorkflowItemPayload = builder
  .objectRef<DecideWorkflowItemOutcome & { readonly applied: boolean }>('DecideWorkflowItemPayload')
  .implement({
    description: 'The item after the decision.',
    fields: (t) => ({
      workflowItem: t.field({
        type: WorkflowItem,
        nullable: true,
        description: 'The workflow item as the viewer sees it.',
        resolve: ({ workflowItemId }, _args, { reads }) => reads.loaders.workflowItems.load(workflowItemId),
      }),
      applied: t.exposeBoolean('applied', {
        description: 'True when the change was made; false for a dry run.',
      }),
    }),
  });

builder.mutationField('decideWorkflowItem', (t) =>
  t.field({
    type: DecideWorkflowItemPayload,
    description:
      'A reviewer decides about a workflow item. Routing never overwrites it, and it is the only way off a rejection to approval.',
    errors: {
      types: refusalTypes,
      union: { name: 'DecideWorkflowItemResult', description: 'The item, or why nothing was decided.' },
    },
    args: {
      input: t.arg({
        type: DecideWorkflowItemInput,
        required: true,
        description: 'The input of `decideWorkflowItem`.',
      }),
    },
    resolve: (_root, { input }, context) => runMutation(context, decideWorkflowItem, input),
  }),
);
