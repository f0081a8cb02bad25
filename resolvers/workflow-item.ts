import type { WorkflowItemRow } from '#persistence/extraction-repository.ts';
import { builder } from './builder.ts';
import { Extraction } from './extraction.ts';

export const WorkflowStatus = builder.enumType('WorkflowStatus', {
  description: 'Where routing, or a person, put an extraction.',
  values: {
    AUTO_APPROVED: { description: 'Sound enough to stand in the queue unflagged; never promoted by that.' },
    NEEDS_REVIEW: { description: 'A person has to look.' },
    REJECTED: { description: 'A guardrail or a person rejected it.' },
    APPROVED: { description: 'A person approved it.' },
  },
});

export const WorkflowReason = builder.enumType('WorkflowReason', {
  description: 'Which rule, or who, decided.',
  values: {
    OK: { description: 'No flag, and every field at or above the threshold.' },
    LOW_CONFIDENCE: { description: 'A field is below the threshold.' },
    GUARDRAIL_REVIEW: { description: 'A flag asks for a look.' },
    GUARDRAIL_REJECTED: { description: 'A flag rejects, as a citation that is not in its source.' },
    HUMAN: { description: 'A person decided.' },
  },
});

export const WorkflowItem = builder.objectRef<WorkflowItemRow>('WorkflowItem');

builder.node(WorkflowItem, {
  description: 'The routing of one extraction under one version of the rules.',
  id: { resolve: ({ id }) => id, description: '`wfi_…`' },
  loadWithoutCache: (id, { reads }) => reads.loaders.workflowItems.load(id),
  fields: (t) => ({
    status: t.expose('status', { type: WorkflowStatus, description: 'Where the extraction was put.' }),
    reason: t.expose('reason', { type: WorkflowReason, description: 'Why.' }),
    idempotencyKey: t.exposeString('idempotencyKey', {
      description: 'sha256 hex of `extraction_id|schema_name|routing_version`: one item a key, ever.',
    }),
    routingVersion: t.exposeString('routingVersion', { description: 'The version of the rules.' }),
    guardrailFlags: t.exposeStringList('guardrailFlags', { description: 'The flags it was routed with.' }),
    threshold: t.exposeFloat('threshold', {
      description: 'The confidence it was routed with; below it, a field needs review.',
    }),
    decidedBy: t.exposeString('decidedBy', {
      nullable: true,
      description: 'The person who decided; null while routing has the last word.',
    }),
    decidedAt: t.expose('decidedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When that person decided.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was first routed.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it last changed.' }),
    extraction: t.field({
      type: Extraction,
      nullable: true,
      description: 'What was routed.',
      resolve: ({ extractionId }, _args, { reads }) => reads.loaders.extractions.load(extractionId),
    }),
  }),
});
