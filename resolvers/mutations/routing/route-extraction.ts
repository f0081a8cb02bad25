import {
  type RouteExtractionOutcome,
  routeExtraction,
  routingOutcomes,
} from '#application/routing/route-extraction.ts';
import { commonFields } from '#resolvers/mutations/steps/input-fields.ts';
import { runMutation } from '#resolvers/mutations/steps/run-mutation.ts';
import { RoutingDecision } from '#resolvers/routing-decision.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { idOf } from '#resolvers/schema/id-arguments.ts';
import { refusalTypes } from '#resolvers/schema/user-error.ts';
import { WorkflowItem } from '#resolvers/workflow-item.ts';

const outcomeDescriptions: Readonly<Record<(typeof routingOutcomes)[number], string>> = {
  INSERTED: 'The first routing under this version of the rules.',
  UNCHANGED: 'The status stands: it is the same, or a person decided.',
  UPDATED: 'The item has another status now.',
};

const RoutingOutcome = builder.enumType('RoutingOutcome', {
  description: 'What a routing did to the stored item.',
  values: Object.fromEntries(
    routingOutcomes.map((outcome) => [outcome, { description: outcomeDescriptions[outcome] }]),
  ) as Record<(typeof routingOutcomes)[number], { description: string }>,
});

const RouteExtractionInput = builder.inputType('RouteExtractionInput', {
  description: 'The extraction to route, and what guardrails say of it now.',
  fields: (t) => ({
    extractionId: t.id({
      ...idOf('Extraction'),
      required: true,
      description: 'The id of the extraction (`ext_…`).',
    }),
    guardrailFlags: t.stringList({
      required: false,
      description:
        'The flags of this routing, in the place of those of the last. Absent: at the first routing those of the recording, later none. A citation that the gateway found false stays flagged.',
    }),
    ...commonFields(t),
  }),
});

const RouteExtractionPayload = builder
  .objectRef<RouteExtractionOutcome & { readonly applied: boolean }>('RouteExtractionPayload')
  .implement({
    description: 'Where routing put the extraction.',
    fields: (t) => ({
      workflowItem: t.field({
        type: WorkflowItem,
        nullable: true,
        description: 'The stored item, as the viewer sees it.',
        resolve: ({ workflowItemId }, _args, { reads }) => reads.loaders.workflowItems.load(workflowItemId),
      }),
      decision: t.field({
        type: RoutingDecision,
        description: 'What the rules said; the stored item differs where a person decided.',
        resolve: async ({ workflowItemId, decision }, _args, { reads }) => {
          const item = await reads.loaders.workflowItems.load(workflowItemId);
          return { ...decision, matchesStored: item && item.status === decision.status };
        },
      }),
      outcome: t.expose('routing', { type: RoutingOutcome, description: 'What it did to the stored item.' }),
      applied: t.exposeBoolean('applied', {
        description: 'True when the change was made; false for a dry run.',
      }),
    }),
  });

builder.mutationField('routeExtraction', (t) =>
  t.field({
    type: RouteExtractionPayload,
    description:
      'Routes an extraction, for services and reviewers. One item a key, however often; what was once rejected is approved by `decideWorkflowItem` alone.',
    errors: {
      types: refusalTypes,
      union: { name: 'RouteExtractionResult', description: 'The routing, or why there is none.' },
    },
    args: {
      input: t.arg({
        type: RouteExtractionInput,
        required: true,
        description: 'The input of `routeExtraction`.',
      }),
    },
    resolve: (_root, { input }, context) => runMutation(context, routeExtraction, input),
  }),
);
