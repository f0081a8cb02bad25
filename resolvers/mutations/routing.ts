import {
  type DecideWorkflowItemOutcome,
  decideWorkflowItem,
} from '#application/routing/decide-workflow-item.ts';
import { type RerouteAllOutcome, rerouteAll } from '#application/routing/reroute-all.ts';
import {
  type RouteExtractionOutcome,
  routeExtraction,
  routingOutcomes,
} from '#application/routing/route-extraction.ts';
import { type HumanDecision, humanDecisions } from '#domain/routing/human-decision.ts';
import { RoutingDecision } from '#resolvers/extraction/routing-decision.ts';
import { WorkflowItem } from '#resolvers/extraction/workflow-item.ts';
import { governedMutation } from '#resolvers/mutations/steps/governed-mutation.ts';
import { commonFields, decisionFields } from '#resolvers/mutations/steps/input-fields.ts';
import { applied } from '#resolvers/mutations/steps/item-payloads.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { idOf } from '#resolvers/schema/filters/id-arguments.ts';

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
      applied: t.exposeBoolean('applied', applied),
    }),
  });

governedMutation(decideWorkflowItem, {
  description:
    'A reviewer decides about a workflow item. Routing never overwrites it, and it is the only way off a rejection to approval.',
  input: DecideWorkflowItemInput,
  payload: DecideWorkflowItemPayload,
});

const RerouteAllInput = builder.inputType('RerouteAllInput', {
  description: 'How far to go; empty: over every extraction.',
  fields: (t) => ({
    after: t.string({
      required: false,
      description: 'Goes on after this `endCursor` of a pass before; absent: from the first extraction.',
    }),
    limit: t.int({
      required: false,
      description: 'Stops after so many extractions, at least 1; absent: goes on to the last.',
    }),
    ...commonFields(t),
  }),
});

const RerouteAllPayload = builder
  .objectRef<RerouteAllOutcome & { readonly applied: boolean }>('RerouteAllPayload')
  .implement({
    description: 'What routing all extractions again has changed.',
    fields: (t) => ({
      considered: t.exposeInt('considered', { description: 'How many extractions were routed again.' }),
      inserted: t.exposeInt('inserted', {
        description: 'How many have an item under this version of the rules now and had none.',
      }),
      updated: t.exposeInt('updated', {
        description: 'How many workflow items have another status than before.',
      }),
      unchanged: t.exposeInt('unchanged', {
        description: 'How many have the same status, or a decision of a person.',
      }),
      refused: t.exposeInt('refused', {
        description: 'How many were rejected once, so that routing does not approve them.',
      }),
      endCursor: t.exposeString('endCursor', {
        nullable: true,
        description: 'For `after` of the next pass; null when there was no extraction.',
      }),
      complete: t.exposeBoolean('complete', {
        description: 'True when all items were routed again; false when `limit` stopped the run.',
      }),
      applied: t.exposeBoolean('applied', applied),
    }),
  });

governedMutation(rerouteAll, {
  description:
    'The pass after a new version of the rules, for admins: routes every extraction again with the flags of its last routing. It works in batches, each with its audit events; interrupted, it goes on where it was when it is called again.',
  input: RerouteAllInput,
  payload: RerouteAllPayload,
});

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
      applied: t.exposeBoolean('applied', applied),
    }),
  });

governedMutation(routeExtraction, {
  description:
    'Routes an extraction, for services and reviewers. One item a key, however often; what was once rejected is approved by `decideWorkflowItem` alone.',
  input: RouteExtractionInput,
  payload: RouteExtractionPayload,
});
