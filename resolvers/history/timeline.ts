import { mayReadField } from '#domain/privacy/field-access.ts';
import type { TimelineKind, TimelineRow } from '#persistence/versions/timeline.ts';
import { BundleReceipt } from '#resolvers/bundle/bundle-receipt.ts';
import { WorkflowItem } from '#resolvers/extraction/workflow-item.ts';
import { Contradiction } from '#resolvers/items/contradiction.ts';
import { Relation } from '#resolvers/items/entity.ts';
import { Evidence } from '#resolvers/items/evidence.ts';
import { Pathway } from '#resolvers/pathways/pathway.ts';
import { PathwayTrace } from '#resolvers/pathways/pathway-trace.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { Candidate, findItem } from '#resolvers/schema/candidate.ts';
import { readsWhole } from '#resolvers/schema/columns.ts';
import type { GraphQLContext } from '#resolvers/schema/context.ts';
import { ItemStatus } from '#resolvers/schema/enums.ts';
import { User, userOrNull } from '#resolvers/schema/named.ts';
import { requiresReaderOf } from '#resolvers/schema/required-roles.ts';
import { Document } from '#resolvers/sources/document.ts';
import { ProjectStateEntry } from '#resolvers/tenant/project-state.ts';
import { AuditEvent } from './audit-event.ts';
import { Revision } from './revision.ts';

const typenames: Readonly<Record<TimelineKind, string>> = {
  REVISION: 'RevisionEvent',
  DECISION: 'DecisionEvent',
  CHANGE: 'ChangeEvent',
  EVIDENCE: 'EvidenceEvent',
  CONTRADICTION: 'ContradictionEvent',
  RESOLUTION: 'ResolutionEvent',
  LABELS: 'LabelsEvent',
  ROUTING: 'RoutingEvent',
  DELIVERY: 'DeliveryEvent',
  INGESTION: 'IngestionEvent',
  RELATION: 'RelationEvent',
  RELATION_END: 'RelationEvent',
  STATE: 'StateEvent',
  TRACE: 'TraceEvent',
  REPLAY: 'ReplayEvent',
  RETIREMENT: 'RetirementEvent',
};

const TimelineEvent = builder.interfaceRef<TimelineRow>('TimelineEvent').implement({
  description: 'Something that happened to a memory, an entity, a document or a trace.',
  resolveType: ({ kind }) => typenames[kind],
  fields: (t) => ({
    at: t.expose('at', { type: 'DateTime', description: 'When the event happened, in UTC.' }),
    actor: t.field({
      type: User,
      nullable: true,
      description:
        'The user who did it; null where no person did, and where the viewer may not read who did.',
      ...readsWhole('Evidence'),
      resolve: async ({ kind, actor, ref }, _args, { viewer, reads: { loaders } }) => {
        if (kind !== 'EVIDENCE') return userOrNull(actor);
        const evidence = await loaders.evidence.load(ref);
        return evidence && mayReadField(viewer, 'sourceUser', evidence)
          ? userOrNull(evidence.sourceUser)
          : null;
      },
    }),
    candidate: t.field({
      type: Candidate,
      nullable: true,
      description:
        'The memory or entity that it happened to, as it is now; null where it happened to none, such as to a document or a trace, and when the item is hidden.',
      resolve: ({ itemId }, _args, context) => (itemId === null ? null : findItem(context, itemId)),
    }),
  }),
});

/** The value of a version of an entry, counted from the version of the event. */
const stateValue = async (
  { ref, revision }: TimelineRow,
  further: number,
  { reads: { loaders } }: GraphQLContext,
): Promise<string | null> => {
  const history = await loaders.projectStateHistory.load(ref);
  return history.find(({ version }) => version === (revision ?? 0) + further)?.value ?? null;
};

const event = (name: string) => builder.objectRef<TimelineRow>(name);
const interfaces = [TimelineEvent];

/** The version of the item that an event made. */
const versionOf = (description: string) => ({
  type: Revision,
  nullable: true as const,
  description,
  resolve: ({ ref: itemId, revision }: TimelineRow, _args: object, { reads: { loaders } }: GraphQLContext) =>
    revision === null ? null : loaders.versionsOfItems.load({ itemId, revision }),
});

event('RevisionEvent').implement({
  description: 'An item was written, or a text of it was worded anew.',
  interfaces,
  fields: (t) => ({
    revision: t.field(versionOf('The version with the new wording; null when the item is hidden.')),
    previous: t.field({
      type: Revision,
      nullable: true,
      description:
        'The version before, with the former wording; null for the original, and when the item is hidden.',
      resolve: ({ ref: itemId, revision }, _args, { reads: { loaders } }) =>
        revision === null ? null : loaders.versionsOfItems.load({ itemId, revision: revision - 1 }),
    }),
  }),
});

event('DecisionEvent').implement({
  description: 'The status of an item changed.',
  interfaces,
  fields: (t) => ({
    from: t.expose('statusBefore', {
      type: ItemStatus,
      nullable: true,
      description: 'The status before; null when the item had none yet.',
    }),
    to: t.expose('status', {
      type: ItemStatus,
      nullable: true,
      description: 'The status of the item after the change; null where the change gave it none.',
    }),
    revision: t.field(
      versionOf(
        'The version whose words were decided about; null when the item is hidden, or the change made none.',
      ),
    ),
    reason: t.string({
      nullable: true,
      description:
        'Why the item was rejected, retired or returned to the queue, as the decision said; null for other decisions, and for all but reviewers, auditors, admins and the contributor.',
      ...requiresReaderOf('rejectionReason'),
      resolve: async ({ ref: itemId, revision }, _args, context) => {
        const item = revision === null ? null : await findItem(context, itemId);
        if (item === null || revision === null || !mayReadField(context.viewer, 'rejectionReason', item))
          return null;
        return (await context.reads.loaders.versionsOfItems.load({ itemId, revision }))?.reason ?? null;
      },
    }),
  }),
});

event('ChangeEvent').implement({
  description: 'Something of an item changed that is neither its status nor its words, such as its labels.',
  interfaces,
  fields: (t) => ({
    revision: t.field(versionOf('The version that the change made; null when the item is hidden.')),
  }),
});

event('EvidenceEvent').implement({
  description: 'A verification event of a memory was recorded.',
  interfaces,
  fields: (t) => ({
    evidence: t.field({
      type: Evidence,
      nullable: true,
      description: 'The verification event; null when its memory is hidden.',
      resolve: ({ ref }, _args, { reads }) => reads.loaders.evidence.load(ref),
    }),
  }),
});

const contradictionEvent = (name: string, description: string) =>
  event(name).implement({
    description,
    interfaces,
    fields: (t) => ({
      contradiction: t.field({
        type: Contradiction,
        nullable: true,
        description: 'The contradiction; null when a side of it is hidden.',
        resolve: ({ ref }, _args, { reads }) => reads.loaders.contradictions.load(ref),
      }),
    }),
  });
contradictionEvent('ContradictionEvent', 'A judge found that a memory contradicts another.');
contradictionEvent('ResolutionEvent', 'A person resolved a contradiction.');

event('LabelsEvent').implement({
  description: 'Suggested labels were promoted or dismissed. Listed for reviewers and admins alone.',
  interfaces,
  fields: (t) => ({
    revision: t.exposeInt('revision', {
      nullable: true,
      description: 'The revision that the memory got by it.',
    }),
  }),
});

event('RoutingEvent').implement({
  description: 'An extraction was routed, or a person decided about its routing.',
  interfaces,
  fields: (t) => ({
    workflowItem: t.field({
      type: WorkflowItem,
      nullable: true,
      description: 'The routing as it is now; null when its extraction is hidden.',
      resolve: ({ ref }, _args, { reads }) => reads.loaders.workflowItems.load(ref),
    }),
  }),
});

event('DeliveryEvent').implement({
  description:
    'A bundle delivered a memory. Listed for auditors, admins and the viewer who asked for the bundle.',
  interfaces,
  fields: (t) => ({
    receipt: t.field({
      type: BundleReceipt,
      nullable: true,
      description: 'The receipt of the bundle; null when it is another’s.',
      resolve: ({ ref }, _args, { reads }) => reads.loaders.receipts.load(ref),
    }),
  }),
});

event('IngestionEvent').implement({
  description:
    'A version of a document was ingested, or its words came back; who brought them back is not named.',
  interfaces,
  fields: (t) => ({
    document: t.field({
      type: Document,
      nullable: true,
      description: 'The version; null when it is hidden.',
      resolve: ({ ref }, _args, { reads }) => reads.loaders.documents.load(ref),
    }),
  }),
});

event('RelationEvent').implement({
  description: 'An entity was related to another, or no longer is.',
  interfaces,
  fields: (t) => ({
    relation: t.field({
      type: Relation,
      nullable: true,
      description: 'The relation; null when an end of it is hidden.',
      resolve: ({ ref }, _args, { reads }) => reads.loaders.relationsById.load(ref),
    }),
    ended: t.boolean({
      description: 'True when the relation ended; false when it began.',
      resolve: ({ kind }) => kind === 'RELATION_END',
    }),
  }),
});

event('StateEvent').implement({
  description: 'A curator set an entry of trusted project state.',
  interfaces,
  fields: (t) => ({
    entry: t.field({
      type: ProjectStateEntry,
      nullable: true,
      description: 'The entry as it is now.',
      resolve: ({ ref }, _args, { reads }) => reads.loaders.projectState.load(ref),
    }),
    from: t.string({
      nullable: true,
      description: 'The value of the entry before; null when it was new.',
      resolve: (row, _args, context) => stateValue(row, -1, context),
    }),
    to: t.string({
      nullable: true,
      description: 'The value that the curator set.',
      resolve: (row, _args, context) => stateValue(row, 0, context),
    }),
  }),
});

event('TraceEvent').implement({
  description: 'A version of a trace was written.',
  interfaces,
  fields: (t) => ({
    trace: t.field({
      type: PathwayTrace,
      nullable: true,
      description: 'The version of the trace.',
      resolve: ({ ref }, _args, { reads }) => reads.loaders.traces.load(ref),
    }),
  }),
});

event('ReplayEvent').implement({
  description: 'A version of a trace was replayed. Listed for auditors and admins alone.',
  interfaces,
  fields: (t) => ({
    auditEvent: t.field({
      type: AuditEvent,
      nullable: true,
      description:
        'The audit event of the replay, which says whether it succeeded; never null where it is listed.',
      resolve: ({ ref }, _args, { reads }) => reads.loaders.auditEvents.load(ref),
    }),
  }),
});

event('RetirementEvent').implement({
  description: 'The pathway of a trace failed probation: none of its traces is served any more.',
  interfaces,
  fields: (t) => ({
    pathway: t.field({
      type: Pathway,
      nullable: true,
      description: 'The pathway that was retired.',
      resolve: ({ ref }, _args, { reads }) => reads.loaders.pathways.load(ref),
    }),
  }),
});

export const TimelineConnection = builder.connectionObject(
  { name: 'TimelineConnection', type: TimelineEvent, description: 'A page of events, oldest first.' },
  { name: 'TimelineEdge', description: 'An event in a timeline.' },
);
