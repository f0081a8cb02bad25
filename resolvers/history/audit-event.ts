import { type AuditAction as Action, auditActions } from '#domain/audit/audit-actions.ts';
import { type RecordedChange, recordedChanges } from '#domain/audit/recorded-changes.ts';
import { redactRecord } from '#domain/labels/policy/redaction.ts';
import { mayReadField, readableRecord } from '#domain/privacy/field-access.ts';
import type { AuditEventRow } from '#persistence/store/audit-log.ts';
import {
  auditCursor,
  auditTrail,
  countAuditEvents,
  type PartVerification,
  pageOfAuditEvents,
  verifyAuditChain,
} from '#persistence/store/audit-log.ts';
import { builder } from '#resolvers/schema/builder.ts';
import {
  itself,
  pageArgs,
  readConnection,
  readNestedConnection,
  selectionArgs,
} from '#resolvers/schema/connection.ts';
import { constantName } from '#resolvers/schema/constant-name.ts';
import type { GraphQLContext } from '#resolvers/schema/context.ts';
import { refusingBadInput } from '#resolvers/schema/errors.ts';
import { byEnum, byId, byInstant, byName, enumFilter } from '#resolvers/schema/filters/filters.ts';
import { orderInput } from '#resolvers/schema/filters/order-input.ts';
import { loadNode, loadRow } from '#resolvers/schema/load-node.ts';
import { User, userOf } from '#resolvers/schema/named.ts';
import { Node } from '#resolvers/schema/node.ts';
import { gatedBy, requiresReaderOf } from '#resolvers/schema/required-roles.ts';

export const AuditEvent = builder.objectRef<AuditEventRow>('AuditEvent');

const AuditAction = builder.enumType('AuditAction', {
  description:
    'What an audit event records, as area and past participle; a refusal by a rule ends in `_REFUSED`, and changed nothing.',
  values: Object.fromEntries(
    auditActions.map((action) => [
      constantName(action),
      { value: action, description: `The hash of the event covers it as \`${action}\`.` },
    ]),
  ) as Record<string, { value: Action; description: string }>,
});

/** Event targets that belong to the tenant rather than to an item: never hidden from an auditor. */
const ungoverned: readonly AuditEventRow['targetType'][] = [
  'LabelPolicy',
  'KnownGroup',
  'Tenant',
  'DomainKeywords',
  'SourceOwnerRules',
  'InboxItem',
  'User',
  'Webhook',
];

/**
 * Before and after are null where the target is hidden from this auditor, and so is a field in them that its role may not
 * read; of an item that the label policy redacts, and of a decision about an extraction with such an item, they hold no words.
 */
const loadText = async (field: 'before' | 'after', event: AuditEventRow, context: GraphQLContext) => {
  if (!mayReadField(context.viewer, field)) return null;
  // Together, so that the texts of a page are one statement, whatever its events are about.
  const [target, texts] = await Promise.all([
    loadRow(event.targetId, context),
    context.reads.loaders.auditTexts.load(event.id),
  ]);
  if (target === null) return ungoverned.includes(event.targetType) ? texts[field] : null;
  const contributor = 'contributor' in target ? target.contributor : null;
  const recorded = 'redacted' in target && target.redacted ? redactRecord(texts[field]) : texts[field];
  return readableRecord(context.viewer, recorded, { contributor });
};

/** The members of a record that name a peer: an item with a visibility of its own. */
const peers: readonly string[] = [
  'toId',
  'supersededById',
  'graduatedFromId',
  'proposedId',
  'olderId',
  'newerId',
  'mergedId',
  'counterId',
  'loserIds',
];

/**
 * An event about a visible thing names no hidden one: the id of a peer that is hidden, or gone, is null in its record,
 * and not in a list of it.
 */
const withoutHiddenPeers = async (record: unknown, context: GraphQLContext): Promise<unknown> => {
  if (typeof record !== 'object' || record === null || Array.isArray(record)) return record;
  const isHidden = async (id: unknown) => typeof id === 'string' && (await loadRow(id, context)) === null;
  const shown = async (value: unknown): Promise<unknown> => {
    if (!Array.isArray(value)) return (await isHidden(value)) ? null : value;
    const hidden = await Promise.all(value.map(isHidden));
    return value.filter((_, index) => !hidden[index]);
  };
  return Object.fromEntries(
    await Promise.all(
      Object.entries(record).map(async ([field, value]) => [
        field,
        peers.includes(field) ? await shown(value) : value,
      ]),
    ),
  );
};

const AuditChange = builder.objectRef<RecordedChange>('AuditChange').implement({
  description: 'One member in which the records of an audit event differ.',
  fields: (t) => ({
    field: t.exposeString('field', {
      description: 'The name of the member that differs, in the recorded JSON.',
    }),
    before: t.expose('before', {
      type: 'JSON',
      nullable: true,
      description: 'The value of the member before the event; null when there was none.',
    }),
    after: t.expose('after', {
      type: 'JSON',
      nullable: true,
      description: 'The value of the member after the event; null when there is none.',
    }),
  }),
});

builder.node(AuditEvent, {
  description:
    'One state change, or one refusal by a rule, chained to the one before. For auditors and admins.',
  id: { resolve: ({ id }) => id, description: 'The global id of the audit event (`aud_…`).' },
  loadWithoutCache: (id, { reads }) => reads.loaders.auditEvents.load(id),
  fields: (t) => ({
    sequence: t.expose('sequence', {
      type: 'SafeInt',
      description: "The place of the event in the tenant's chain, from 1 on, without gaps.",
    }),
    at: t.expose('at', { type: 'DateTime', description: 'When the change was recorded, in UTC.' }),
    actor: t.field({
      type: User,
      description: 'The user who made the change.',
      resolve: ({ actor }) => userOf(actor),
    }),
    action: t.expose('action', { type: AuditAction, description: 'What was done, or refused.' }),
    target: t.field({
      type: Node,
      nullable: true,
      description: 'What it is about; null when it is hidden from this viewer, or gone.',
      resolve: ({ targetId }, _args, context) => loadNode(targetId, context),
    }),
    before: t.field({
      type: 'JSON',
      nullable: true,
      description:
        'What stood before; null when nothing did, when the target is hidden from this viewer, and when it was erased, by a person or by its age, as `VOUCH_AUDIT_TEXT_DAYS` says: the chain goes on with its digest.',
      ...requiresReaderOf('before'),
      resolve: async (event, _args, context) =>
        withoutHiddenPeers(await loadText('before', event, context), context),
    }),
    after: t.field({
      type: 'JSON',
      nullable: true,
      description:
        'What stands after; null when nothing does, when the target is hidden from this viewer, and when it was erased, as `before` is.',
      ...requiresReaderOf('after'),
      resolve: async (event, _args, context) =>
        withoutHiddenPeers(await loadText('after', event, context), context),
    }),
    changes: t.field({
      type: [AuditChange],
      nullable: true,
      description:
        'What `before` and `after` differ in, member by member, in the order of their names; null when both are null for this viewer.',
      resolve: async (event, _args, context) => {
        const [before, after] = await Promise.all(
          (['before', 'after'] as const).map(async (field) =>
            withoutHiddenPeers(await loadText(field, event, context), context),
          ),
        );
        return before === null && after === null ? null : recordedChanges(before, after);
      },
    }),
    requestId: t.exposeString('requestId', {
      nullable: true,
      description: 'The request it came with, as the response header named it.',
    }),
    hash: t.exposeString('hash', {
      description: 'SHA-256 over the event and the hash before it, lower-case hex.',
    }),
    previousHash: t.exposeString('previousHash', {
      nullable: true,
      description: "The hash of the event before; null for the tenant's first.",
    }),
  }),
});

const AuditEventConnection = builder.connectionObject(
  { name: 'AuditEventConnection', type: AuditEvent, description: 'A page of audit events.' },
  { name: 'AuditEventEdge', description: 'An audit event in a list.' },
);

/** The types that events are about and that have ids. */
const audited = [
  'Memory', 'Entity', 'Document', 'IngestionWave', 'Interaction', 'Extraction', 'WorkflowItem', 'ProjectStateEntry', 'Pathway',
  'PathwayTrace', 'BundleReceipt', 'Contradiction', 'InboxItem', 'Quarantine', 'SourceChange', 'User',
] as const; // biome-ignore format: a list to be read across

const AuditActionFilter = enumFilter('AuditAction', AuditAction);

const AuditFilter = builder.inputType('AuditFilter', {
  description: 'All given conditions hold together.',
  fields: (t) => ({
    actor: t.field(byName('actor', 'By the name of the user who made the change.')),
    action: t.field(byEnum(AuditActionFilter, 'By what was done or refused.')),
    targetId: t.field(
      byId(audited, 'By the id of what the event is about, as far as the viewer may see it.'),
    ),
    at: t.field(byInstant('By when the event was recorded, in UTC.')),
  }),
});

const AuditOrderField = builder.enumType('AuditOrderField', {
  description: 'What audit events are ordered by.',
  values: {
    SEQUENCE: {
      description: "By the place in the tenant's chain, which is the order in which events were recorded.",
    },
  },
});

const AuditOrder = orderInput('AuditOrder', 'An order of audit events.', AuditOrderField);

/** The field with the audit events about a row. */
export const auditTrailOf = {
  type: AuditEventConnection,
  nullable: true as const,
  description: 'The audit events about this object, oldest first; null for all but auditors and admins.',
  args: selectionArgs(AuditFilter, AuditOrder),
  ...gatedBy<{ readonly id: string }>('auditTrail'),
  resolve: (
    { id }: { readonly id: string },
    args: Parameters<typeof readNestedConnection>[1],
    { viewer, reads: { loaders } }: GraphQLContext,
  ) =>
    mayReadField(viewer, 'auditTrail')
      ? readNestedConnection(id, args, auditTrail, loaders.auditTrail, loaders.auditTrailCounts, itself)
      : null,
};

const AuditVerification = builder.objectRef<PartVerification>('AuditVerification').implement({
  description: "What recomputing the tenant's audit chain found.",
  fields: (t) => ({
    valid: t.exposeBoolean('valid', { description: 'True when every event fits the one before.' }),
    events: t.expose('events', {
      type: 'SafeInt',
      description: 'How many events were read, with those before `after`.',
    }),
    firstBroken: t.expose('firstBroken', {
      type: 'SafeInt',
      nullable: true,
      description: 'The sequence of the first event that does not fit; null when all do.',
    }),
    head: t.exposeString('head', {
      nullable: true,
      description:
        'The hash of the last event that was read. Keep it elsewhere with `events`, to notice later that the end was cut off, and to go on from there. Null when there is no event.',
    }),
    isComplete: t.exposeBoolean('isComplete', {
      description:
        'True when the end of the chain was reached; false when more events follow than `first` allowed, which `after` goes on with.',
    }),
  }),
});

const VerifiedUpTo = builder.inputType('VerifiedUpTo', {
  description: 'The place up to which somebody has verified the audit chain before, and noted it.',
  fields: (t) => ({
    events: t.field({
      type: 'SafeInt',
      required: true,
      description: 'The `events` of that verification, at least 1.',
    }),
    head: t.string({ required: true, description: 'The `head` of that verification.' }),
  }),
});

builder.queryFields((t) => ({
  auditEvents: t.field({
    type: AuditEventConnection,
    description:
      "The tenant's audit log, oldest first unless `orderBy` says otherwise; `last: 5` are the newest five. For auditors and admins.",
    nullable: true,
    authScopes: { anyRole: ['auditor'] },
    args: {
      filter: t.arg({
        type: AuditFilter,
        required: false,
        description: 'Which events are listed; absent: all of them.',
      }),
      orderBy: t.arg({
        type: AuditOrder,
        required: false,
        description: 'The order of the events; absent: oldest first.',
      }),
      ...pageArgs,
    },
    resolve: (_root, { filter, orderBy, ...args }, { reads: { session } }) =>
      readConnection(args, {
        page: (page) => pageOfAuditEvents(session, filter ?? {}, page, orderBy?.direction),
        count: () => countAuditEvents(session, filter ?? {}),
        cursor: auditCursor,
        node: itself,
      }),
  }),
  verifyAuditChain: t.field({
    type: AuditVerification,
    description:
      "Recomputes the tenant's audit chain, from its first event or from where it was verified before. For auditors and admins.",
    nullable: true,
    authScopes: { anyRole: ['auditor'] },
    args: {
      after: t.arg({
        type: VerifiedUpTo,
        required: false,
        description:
          'Where to go on: what precedes it is not read again, and the next event has to fit the noted `head`. Absent: from the first event.',
      }),
      first: t.arg.int({
        required: false,
        description: 'How many events are read at most, at least 1; absent: all of them.',
      }),
    },
    resolve: (_root, part, { reads }) => refusingBadInput(() => verifyAuditChain(reads.session, part)),
  }),
}));
