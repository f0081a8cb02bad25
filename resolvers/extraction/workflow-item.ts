import { workflowChanges } from '#domain/audit/live-changes.ts';
import { policyMask } from '#domain/labels/policy/mask.ts';
import { mayReadField } from '#domain/privacy/field-access.ts';
import { excludesPersonal } from '#domain/privacy/visibility.ts';
import { countWorkflowItems, pageOfWorkflowItems, workflowItemCursor } from '#persistence/routing.ts';
import type { WorkflowItemRow } from '#persistence/workflow-items.ts';
import { auditTrailOf } from '#resolvers/history/audit-event.ts';
import { asOfArg, Difference, otherVersion } from '#resolvers/history/difference.ts';
import { follow, followArgs } from '#resolvers/live/live-change.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { itself, pageArgs, readConnection } from '#resolvers/schema/connection.ts';
import type { GraphQLContext } from '#resolvers/schema/context.ts';
import { WorkflowStatus } from '#resolvers/schema/enums.ts';
import { WorkflowStatusFilter } from '#resolvers/schema/filters/enum-filters.ts';
import { byEnum, byInstant, byName, enumFilter } from '#resolvers/schema/filters/filters.ts';
import { idOf } from '#resolvers/schema/filters/id-arguments.ts';
import { orderInput } from '#resolvers/schema/filters/order-input.ts';
import { User, userOrNull } from '#resolvers/schema/named.ts';
import { requiresReaderOf } from '#resolvers/schema/required-roles.ts';
import { atInstant, orAsItStood } from '#resolvers/schema/snapshots.ts';
import { Extraction } from './extraction.ts';

export const WorkflowReason = builder.enumType('WorkflowReason', {
  description: 'Which rule, or who, decided.',
  values: {
    OK: { description: 'No flag, and every field at or above the threshold.' },
    LOW_CONFIDENCE: { description: 'A field is below the threshold.' },
    GUARDRAIL_REVIEW: { description: 'A flag asks for a look.' },
    GUARDRAIL_REJECTED: { description: 'A flag rejects, as a citation that is not in its source.' },
    HUMAN: { description: 'A person has decided about the extraction.' },
  },
});

export const WorkflowItem = builder.objectRef<WorkflowItemRow>('WorkflowItem');

const loadWorkflowItem = (id: string, { reads }: GraphQLContext) => reads.loaders.workflowItems.load(id);
const loadWorkflowItemAt = atInstant('WorkflowItem', loadWorkflowItem);

/** Lists the facts of a routing, one a line. */
const textOf = ({ routingVersion, status, reason, threshold, guardrailFlags }: WorkflowItemRow): string =>
  [
    `routingVersion: ${routingVersion}`,
    `status: ${status}`,
    `reason: ${reason}`,
    `threshold: ${threshold}`,
    `guardrailFlags: ${guardrailFlags.join(', ')}`,
  ].join('\n');

builder.node(WorkflowItem, {
  description: 'The routing of one extraction under one version of the rules.',
  id: {
    resolve: ({ id }) => id,
    description:
      'The global id of the workflow item (`wfi_…`). In the answer of a dry run it ends in `~preview`, and `node` of it is null; below an answer `asOf` in `@<instant>`, and `node` gives it as it stood then: as routing put it, where a person has decided since.',
  },
  loadWithoutCache: orAsItStood('WorkflowItem', loadWorkflowItem),
  fields: (t) => ({
    status: t.expose('status', {
      type: WorkflowStatus,
      description: 'The status that routing, or a person, gave the extraction.',
    }),
    reason: t.expose('reason', { type: WorkflowReason, description: 'Why the extraction has this status.' }),
    idempotencyKey: t.exposeString('idempotencyKey', {
      description: 'sha256 hex of `extraction_id|schema_name|routing_version`: one item a key, ever.',
    }),
    routingVersion: t.exposeString('routingVersion', { description: 'The version of the rules.' }),
    guardrailFlags: t.exposeStringList('guardrailFlags', { description: 'The flags it was routed with.' }),
    threshold: t.exposeFloat('threshold', {
      description: 'The confidence it was routed with; below it, a field needs review.',
    }),
    decidedBy: t.field({
      type: User,
      nullable: true,
      description: 'The person who decided; null while routing has the last word.',
      resolve: ({ decidedBy }) => userOrNull(decidedBy),
    }),
    decidedAt: t.expose('decidedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the person decided, in UTC; null while none has.',
    }),
    decisionNote: t.string({
      nullable: true,
      description:
        'What that person said of it, masked where the label policy withholds words of the extraction; null without a note, and for all but reviewers, auditors, admins and the contributor.',
      ...requiresReaderOf('decisionNote'),
      resolve: async ({ decisionNote, extractionId }, _args, { viewer, reads }) => {
        const extraction = await reads.loaders.extractions.load(extractionId);
        const contributor = extraction?.contributor ?? null;
        if (decisionNote === null || !mayReadField(viewer, 'decisionNote', { contributor })) return null;
        return extraction?.withholds === false ? decisionNote : policyMask;
      },
    }),
    revision: t.exposeInt('revision', { description: 'Counts its changes, from 1; for `expectedRevision`.' }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'When the extraction was first routed, in UTC.',
    }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'When the workflow item was last changed, in UTC.',
    }),
    extraction: t.field({
      type: Extraction,
      nullable: true,
      description: 'The extraction that was routed.',
      resolve: ({ extractionId }, _args, { reads }) => reads.loaders.extractions.load(extractionId),
    }),
    diff: t.field({
      type: Difference,
      nullable: true,
      description:
        'Two routings of the extraction, compared by words: version of the rules, status, reason, threshold and flags, a line each. Null when one of them is missing, hidden, or of another extraction. `extraction.workflowItems` lists them.',
      args: otherVersion('workflow item (`wfi_…`)', idOf('WorkflowItem')),
      resolve: async (row, { from, to }, context) => {
        const [before, after] = await Promise.all(
          [from ?? row.id, to].map((id) => loadWorkflowItem(id, context)),
        );
        const areOfOne = [before, after].every((one) => one?.extractionId === row.extractionId);
        return before && after && areOfOne ? { from: textOf(before), to: textOf(after) } : null;
      },
    }),
    auditTrail: t.field(auditTrailOf),
  }),
});

export const WorkflowItemConnection = builder.connectionObject(
  { name: 'WorkflowItemConnection', type: WorkflowItem, description: 'A page of workflow items.' },
  { name: 'WorkflowItemEdge', description: 'A workflow item in a list.' },
);

const WorkflowItemFilter = builder.inputType('WorkflowItemFilter', {
  description: 'All given conditions hold together.',
  fields: (t) => ({
    project: t.field(byName('project', 'By the name of the project that the extraction belongs to.')),
    status: t.field(byEnum(WorkflowStatusFilter, 'By the status that routing, or a person, gave.')),
    reason: t.field(byEnum(enumFilter('WorkflowReason', WorkflowReason), 'By the reason for the status.')),
    schemaName: t.field(byName('schemaName', 'By the schema name of the extraction.')),
    decidedBy: t.field(byName('user', 'By the name of the person who decided.')),
    decidedByHuman: t.boolean({
      required: false,
      description: 'True: a person decided. False: routing has the last word. Absent: both.',
    }),
    createdAt: t.field(byInstant('By when the extraction was first routed, in UTC.')),
    updatedAt: t.field(byInstant('By when the workflow item last changed, in UTC.')),
  }),
});

const WorkflowItemOrder = orderInput(
  'WorkflowItemOrder',
  'The order of a list of workflow items.',
  builder.enumType('WorkflowItemOrderField', {
    description: 'What workflow items are ordered by; equal ones by id.',
    values: {
      CREATED_AT: { description: 'By the time when the extraction was first routed.' },
      UPDATED_AT: { description: 'By the time when the workflow item last changed.' },
    },
  }),
);

builder.queryFields((t) => ({
  workflowItem: t.field({
    type: WorkflowItem,
    nullable: true,
    description: 'One workflow item; null when it is missing, or when its extraction is hidden.',
    args: {
      id: t.arg.id({
        ...idOf('WorkflowItem'),
        required: true,
        description: 'The id of the workflow item (`wfi_…`).',
      }),
      ...asOfArg,
    },
    resolve: (_root, { id, asOf }, context) => loadWorkflowItemAt(id, asOf, context),
  }),
  workflowItems: t.field({
    type: WorkflowItemConnection,
    description:
      'The newest routing of every extraction that the viewer sees, personal ones left out, oldest first. For reviewers, auditors, admins, and services, which see what they recorded.',
    nullable: true,
    authScopes: { anyRole: ['reviewer', 'auditor', 'service'] },
    args: {
      filter: t.arg({
        type: WorkflowItemFilter,
        required: false,
        description: 'Which workflow items are listed; absent: all of them.',
      }),
      orderBy: t.arg({
        type: WorkflowItemOrder,
        required: false,
        description: 'The order of the list; absent: oldest first.',
      }),
      ...pageArgs,
    },
    resolve: (_root, { filter, orderBy, ...args }, { reads: { session } }) =>
      readConnection(args, {
        page: (page) => pageOfWorkflowItems(session, { filter: filter ?? {}, orderBy }, page),
        count: () => countWorkflowItems(session, filter ?? {}),
        cursor: (row) => workflowItemCursor(row, orderBy),
        node: itself,
      }),
  }),
}));

const WorkflowItemChanged = builder
  .objectRef<{ readonly cursor: string; readonly workflowItem: WorkflowItemRow }>('WorkflowItemChanged')
  .implement({
    description: 'An extraction was routed, or a person decided about it.',
    fields: (t) => ({
      cursor: t.exposeString('cursor', { description: 'The place in the stream, for `after`.' }),
      workflowItem: t.field({
        type: WorkflowItem,
        description: 'The item, as it is when it is delivered.',
        resolve: ({ workflowItem }) => workflowItem,
      }),
    }),
  });

builder.subscriptionField('workflowItemChanged', (t) =>
  t.field({
    type: WorkflowItemChanged,
    nullable: true,
    description:
      'Delivers each workflow item that is written or changes, to viewers who may ask for `workflowItems`; of personal ones never. What is hidden before it is delivered is not delivered; null is never sent.',
    authScopes: { anyRole: ['reviewer', 'auditor', 'service'] },
    args: followArgs,
    subscribe: (_root, { after }, context) => follow(context, workflowChanges, after),
    resolve: async ({ cursor, targetId }, _args, { viewer, reads: { loaders } }) => {
      const workflowItem = await loaders.workflowItems.load(targetId);
      if (workflowItem === null) return null;
      const extraction = await loaders.extractions.load(workflowItem.extractionId);
      if (extraction === null || (extraction.isPersonal && excludesPersonal(viewer, null))) return null;
      return { cursor, workflowItem };
    },
  }),
);
