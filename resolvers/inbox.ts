import DataLoader from 'dataloader';
import { findInboxItems } from '#application/inbox/mark-inbox-item.ts';
import { inboxChanges } from '#domain/audit/live-changes.ts';
import {
  allSettlingMutations,
  type InboxItemKey,
  inboxReasons,
  type SettlingMutation as Mutation,
  readInboxItemId,
  settlingMutations,
} from '#domain/inbox/inbox.ts';
import { typenameOfId } from '#domain/input/ids.ts';
import {
  type InboxCount as Count,
  countInbox,
  type InboxFilter as Filter,
  type InboxRow,
  inboxCursor,
  pageOfInbox,
} from '#persistence/inbox/inbox.ts';
import type { ReadSession } from '#persistence/store/viewer-session.ts';
import { Contradiction } from './contradiction.ts';
import { Entity } from './entity.ts';
import { followInbox } from './inbox-stream.ts';
import { followArgs } from './live-change.ts';
import { Memory } from './memory.ts';
import { Quarantine } from './quarantine.ts';
import { builder } from './schema/builder.ts';
import { findItem } from './schema/candidate.ts';
import { itself, pageArgs, present, readConnection } from './schema/connection.ts';
import type { GraphQLContext } from './schema/context.ts';
import { createBadUserInput, refusingBadInput } from './schema/errors.ts';
import { idOf } from './schema/id-arguments.ts';
import { User, userOrNull } from './schema/named.ts';
import { WorkflowItem } from './workflow-item.ts';

const descriptions: Readonly<Record<(typeof inboxReasons)[number], string>> = {
  CANDIDATE:
    'A candidate is in the review queue and due. The entry is settled by promoting, rejecting, deferring or deleting the candidate.',
  SUGGESTED_LABELS: 'Labels are suggested for it. Settled by promoteLabels and dismissLabels.',
  CONTRADICTION: 'Two memories contradict each other. Settled by resolveContradiction.',
  DISPUTE: 'Somebody says that a believed memory does not hold. Settled by settleDispute.',
  PERSONAL_REQUEST:
    'The contributor of a believed memory would like it to be theirs alone. Settled by setMemoryPersonal, true or false.',
  ROUTING: 'What a service recorded is to be reviewed. Settled by decideWorkflowItem.',
  SOURCE_DRIFT:
    'The source of the item no longer says it in that place. The entry is settled by verifying, editing, superseding or retiring the item.',
  VERIFICATION_DUE:
    'The verification of a believed item is overdue. The entry is settled by verifying, editing, superseding or retiring the item.',
  GRADUATION:
    'A memory is proposed as an entity. Settled by promoteEntity, rejectEntity and deleteCandidate.',
  QUARANTINE: 'An admin withholds what came from somewhere. Settled by releaseQuarantine.',
  REJECTED_AFTER_PROMOTION:
    'A believed item whose extraction was rejected since. The entry is settled by verifying, superseding or retiring the item.',
};

const InboxReason = builder.enumType('InboxReason', {
  description: 'Why something waits for a person.',
  values: Object.fromEntries(
    inboxReasons.map((reason) => [reason, { description: descriptions[reason] }]),
  ) as Record<(typeof inboxReasons)[number], { description: string }>,
});

const subjectTypes = [Memory, Entity, Contradiction, WorkflowItem, Quarantine] as const;
const InboxSubject = builder.unionType('InboxSubject', {
  description: 'What an entry of the inbox is about.',
  types: [...subjectTypes],
  resolveType: (subject) => typenameOfId((subject as { readonly id: string }).id) ?? 'Memory',
});

const loadSubject = ({ subjectId }: InboxRow, context: GraphQLContext) => {
  const { loaders } = context.reads;
  switch (typenameOfId(subjectId)) {
    case 'Contradiction':
      return loaders.contradictions.load(subjectId);
    case 'WorkflowItem':
      return loaders.workflowItems.load(subjectId);
    case 'Quarantine':
      return loaders.quarantines.load(subjectId);
    default:
      return findItem(context, subjectId);
  }
};

/** `promoteCandidate` is `PROMOTE_CANDIDATE`. */
const enumName = (mutation: string): string => mutation.replaceAll(/[A-Z]/g, '_$&').toUpperCase();

const SettlingMutation = builder.enumType('SettlingMutation', {
  description: 'A mutation that settles an entry of the inbox.',
  values: Object.fromEntries(
    allSettlingMutations.map((mutation) => [
      enumName(mutation),
      { value: mutation, description: `The entry is settled by \`${mutation}\`.` },
    ]),
  ) as Record<string, { value: Mutation; description: string }>,
});

export const InboxItem = builder.objectRef<InboxRow>('InboxItem').implement({
  description: 'Something that waits for a person, for one reason. It is there while the reason holds.',
  fields: (t) => ({
    id: t.id({
      description: 'The id of the entry, `inb_…`; it is the same for the same reason and subject.',
      resolve: ({ entryId }) => entryId,
    }),
    reason: t.expose('reason', { type: InboxReason, description: 'The reason for which the entry waits.' }),
    since: t.expose('since', { type: 'DateTime', description: 'Since when the entry has waited, in UTC.' }),
    priority: t.exposeInt('priority', {
      description: 'From 1 to 100, by the reason and how grave it is; higher comes first.',
    }),
    claimedBy: t.field({
      type: User,
      nullable: true,
      description: 'The reviewer who works on it; null when nobody does, or when their claim has ended.',
      resolve: ({ claimedBy }) => userOrNull(claimedBy),
    }),
    snoozedUntil: t.expose('snoozedUntil', {
      type: 'DateTime',
      nullable: true,
      description: 'Not listed before this instant, unless it is asked for; null: it was never put off.',
    }),
    settledBy: t.field({
      type: [SettlingMutation],
      description: 'The mutations that settle the entry, each about its subject.',
      resolve: ({ reason, subjectId }) =>
        settlingMutations(reason, typenameOfId(subjectId) === 'Entity' ? 'Entity' : 'Memory'),
    }),
    subject: t.field({
      type: InboxSubject,
      description: 'The item that the entry is about.',
      resolve: async (row, _args, context) => present(await loadSubject(row, context)),
    }),
  }),
});

const InboxCount = builder.objectRef<Count>('InboxCount').implement({
  description: 'How many entries one reason has.',
  fields: (t) => ({
    reason: t.expose('reason', {
      type: InboxReason,
      description: 'The reason for which these entries wait.',
    }),
    count: t.exposeInt('count', { description: 'How many entries the viewer may see.' }),
  }),
});

/** The counts of a connection that this module made, read once. */
const countsOf = new WeakMap<object, () => Promise<Count[]>>();

const InboxConnection = builder.connectionObject(
  {
    name: 'InboxConnection',
    type: InboxItem,
    description: 'A page of the inbox.',
    fields: (t) => ({
      counts: t.field({
        type: [InboxCount],
        description:
          'How many entries each reason has under this filter, most urgent first; none that is empty.',
        resolve: (connection) => countsOf.get(connection)?.() ?? [],
      }),
    }),
  },
  { name: 'InboxEdge', description: 'An entry of the inbox in a list.' },
);

const InboxFilter = builder.inputType('InboxFilter', {
  description: 'All given conditions hold together.',
  fields: (t) => ({
    reasons: t.field({
      type: [InboxReason],
      required: false,
      description: 'For one of these reasons; absent: for any.',
    }),
    project: t.string({ required: false, description: 'Only entries about items of this project.' }),
    owner: t.string({ required: false, description: 'About something that this user or group looks after.' }),
    mine: t.boolean({
      required: false,
      description: 'True: what you claimed, or you or one of your groups looks after.',
    }),
    snoozed: t.boolean({ required: false, description: 'True: those that are put off, too.' }),
    ids: t.idList({
      ...idOf('InboxItem'),
      required: false,
      description:
        'Only the entries with these ids, `inb_…`, as far as they still wait; one that is put off needs `snoozed`.',
    }),
  }),
});

const keyOf = (id: string): InboxItemKey => {
  const key = readInboxItemId(id);
  if (key === null)
    throw createBadUserInput(
      `${JSON.stringify(id.slice(0, 80))} is the id of no entry: it names no reason with a subject.`,
      ['filter', 'ids'],
    );
  return key;
};

builder.queryField('inbox', (t) =>
  t.field({
    type: InboxConnection,
    nullable: true,
    description:
      'Everything that waits for a person and that the reviewer may see, by priority, then longest waiting first. Personal items are not listed. For reviewers and admins.',
    authScopes: { anyRole: ['reviewer'] },
    args: {
      filter: t.arg({
        type: InboxFilter,
        required: false,
        description: 'Which entries to list; absent: all that are due now.',
      }),
      ...pageArgs,
    },
    resolve: (_root, { filter: asked, ...args }, { now, reads: { session } }) =>
      refusingBadInput(async () => {
        const filter: Filter = {
          reasons: asked?.reasons ?? null,
          project: asked?.project ?? null,
          owner: asked?.owner ?? null,
          mine: asked?.mine ?? false,
          snoozed: asked?.snoozed ?? false,
          entries: asked?.ids?.map(keyOf) ?? null,
          now: now(),
        };
        let counting: Promise<Count[]> | null = null;
        const counts = () => {
          counting ??= countInbox(session, filter);
          return counting;
        };
        const connection = await readConnection(args, {
          page: (page) => pageOfInbox(session, filter, page),
          count: async () => (await counts()).reduce((sum, { count }) => sum + count, 0),
          cursor: inboxCursor,
          node: itself,
        });
        countsOf.set(connection, counts);
        return connection;
      }),
  }),
);

interface InboxUpdate {
  readonly cursor: string;
  readonly entryId: string;
  readonly item: InboxRow | null;
  readonly isQueued: boolean;
}

const cursorField = 'The place in the stream, for `after`.';

const InboxItemQueued = builder
  .objectRef<InboxUpdate & { readonly item: InboxRow }>('InboxItemQueued')
  .implement({
    description: 'An entry came to stand in the inbox.',
    fields: (t) => ({
      cursor: t.exposeString('cursor', { description: cursorField }),
      item: t.field({
        type: InboxItem,
        description: 'The entry, as it is when it is delivered.',
        resolve: ({ item }) => item,
      }),
    }),
  });

const InboxItemUpdated = builder
  .objectRef<InboxUpdate & { readonly item: InboxRow }>('InboxItemUpdated')
  .implement({
    description: 'An entry, or what it is about, changed, and it still stands in the inbox.',
    fields: (t) => ({
      cursor: t.exposeString('cursor', { description: cursorField }),
      item: t.field({
        type: InboxItem,
        description: 'The entry, as it is when it is delivered.',
        resolve: ({ item }) => item,
      }),
    }),
  });

const InboxItemLeft = builder.objectRef<InboxUpdate>('InboxItemLeft').implement({
  description: 'An entry left the inbox. Delivered only for what the viewer still sees.',
  fields: (t) => ({
    cursor: t.exposeString('cursor', { description: cursorField }),
    itemId: t.id({
      description: 'The id of the entry, `inb_…`; it may be an id that was never listed.',
      resolve: ({ entryId }) => entryId,
    }),
  }),
});

const InboxChange = builder.unionType('InboxChange', {
  description: 'What became of an entry of the inbox.',
  types: [InboxItemQueued, InboxItemUpdated, InboxItemLeft],
  resolveType: (update) => {
    const { item, isQueued } = update as InboxUpdate;
    if (item === null) return 'InboxItemLeft';
    return isQueued ? 'InboxItemQueued' : 'InboxItemUpdated';
  },
});

const entriesById = new WeakMap<ReadSession, DataLoader<string, InboxRow | null>>();

/** An entry as it stands in the viewer's inbox. Those of events that are delivered together are read together. */
const loadEntry = (
  entryId: string,
  { reads: { session }, now }: GraphQLContext,
): Promise<InboxRow | null> => {
  const loader =
    entriesById.get(session) ??
    new DataLoader<string, InboxRow | null>((ids) => findInboxItems(session, ids, now()));
  entriesById.set(session, loader);
  return loader.load(entryId);
};

builder.subscriptionField('inboxChanged', (t) =>
  t.field({
    type: InboxChange,
    nullable: true,
    description:
      'Delivers each entry that enters the inbox, changes in it, or leaves it, to viewers who may ask for `inbox`. An entry that becomes due because time passes is not delivered. Nor is an entry that is hidden before its delivery; null is never sent.',
    authScopes: { anyRole: ['reviewer'] },
    args: followArgs,
    subscribe: (_root, { after }, context) => followInbox(context, inboxChanges, after),
    resolve: async (
      { cursor, entryId, subjectId, isQueued, mayHaveLeft },
      _args,
      context,
    ): Promise<InboxUpdate | null> => {
      const item = await loadEntry(entryId, context);
      if (item === null && !mayHaveLeft) return null;
      if (item === null && (await loadSubject({ subjectId } as InboxRow, context)) === null) return null;
      return { cursor, entryId, item, isQueued };
    },
  }),
);
