import DataLoader from 'dataloader';
import { findInboxItems } from '#application/inbox/mark-inbox-item.ts';
import { inboxChanges } from '#domain/audit/live-changes.ts';
import {
  allSettlingMutations,
  inboxItemId,
  inboxReasons,
  type SettlingMutation as Mutation,
  settlingMutations,
} from '#domain/inbox/inbox.ts';
import { typenameOfId } from '#domain/input/ids.ts';
import { mayReadField } from '#domain/privacy/field-access.ts';
import { type InboxCount as Count, countInbox } from '#persistence/inbox/counts.ts';
import { type InboxRow, inboxCursor, pageOfInbox } from '#persistence/inbox/inbox.ts';
import { sumOf } from '#persistence/reading/count.ts';
import type { ReadSession } from '#persistence/store/viewer-session.ts';
import { WorkflowItem } from '#resolvers/extraction/workflow-item.ts';
import { followInbox } from '#resolvers/live/inbox-stream.ts';
import { followArgs } from '#resolvers/live/live-change.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { Candidate, findItem } from '#resolvers/schema/candidate.ts';
import { itself, pageArgs, present, readConnection } from '#resolvers/schema/connection.ts';
import type { GraphQLContext } from '#resolvers/schema/context.ts';
import { refusingBadInput } from '#resolvers/schema/errors.ts';
import {
  InboxFilter,
  InboxOrder,
  InboxReason,
  readInboxFilter,
} from '#resolvers/schema/filters/inbox-filter.ts';
import { User, userOrNull } from '#resolvers/schema/named.ts';
import { gatedBy } from '#resolvers/schema/required-roles.ts';
import { IngestionWave } from '#resolvers/sources/ingestion-wave.ts';
import { SourceChange } from '#resolvers/sources/source-change.ts';
import { Contradiction } from './contradiction.ts';
import { Entity } from './entity.ts';
import { Memory } from './memory.ts';
import { Quarantine } from './quarantine.ts';

const subjectTypes = [
  Memory,
  Entity,
  Contradiction,
  WorkflowItem,
  Quarantine,
  SourceChange,
  IngestionWave,
] as const;
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
    case 'SourceChange':
      return loaders.sourceChanges.load(subjectId);
    case 'IngestionWave':
      return loaders.waves.load(subjectId);
    case 'Quarantine':
      return loaders.quarantines.load(subjectId);
    default:
      return findItem(context, subjectId);
  }
};

/** True where the source of a drifted item says again what another item said that was superseded. */
const saysFormer = async ({ reason, subjectId }: InboxRow, context: GraphQLContext): Promise<boolean> => {
  if (reason !== 'SOURCE_DRIFT') return false;
  const [newest] = await context.reads.loaders.proposedSuccessors.load(subjectId);
  return newest !== undefined && (await findItem(context, newest))?.status === 'SUPERSEDED';
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
      description:
        'The mutations that settle the entry, each about its subject; RESTORE is about the newest of its `proposedSuccessors`, whose words the source says again.',
      resolve: async (row, _args, context) => [
        ...settlingMutations(row.reason, await saysFormer(row, context)),
      ],
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
    count: t.exposeInt('value', {
      description:
        'How many entries the viewer may see; up to 10,000 where the filter asks of more than reasons and a project, and of quarantines.',
    }),
    isExact: t.exposeBoolean('isExact', {
      description: 'False when there are more than `count` says, which then is shown as `10,000+`.',
    }),
  }),
});

/** A page of the inbox reads its counts once, when they are asked for. */
interface WithCounts {
  readonly counts: () => Promise<Count[]>;
}

const InboxConnection = builder.connectionObject<typeof InboxItem, WithCounts>(
  {
    name: 'InboxConnection',
    type: InboxItem,
    description: 'A page of the inbox.',
    fields: (t) => ({
      counts: t.field({
        type: [InboxCount],
        description:
          'How many entries each reason has under this filter, most urgent first; none that is empty.',
        resolve: ({ counts }) => counts(),
      }),
    }),
  },
  { name: 'InboxEdge', description: 'An entry of the inbox in a list.' },
);

builder.queryField('inbox', (t) =>
  t.field({
    type: InboxConnection,
    nullable: true,
    description:
      'Everything that waits for a person and that the reviewer may see, by priority, then longest waiting first, where senders take turns: each further candidate or change of a source that a contributor, or of a service a source, has waiting counts as an hour younger. `orderBy` gives another order. Personal items are not listed. For reviewers and admins; others ask for `filter: { mine: true }`, and are given what waits on the believed items that they or their groups look after (DISPUTE, REVIEWER_WORDING, SOURCE_DRIFT, REJECTED_AFTER_PROMOTION, EXPIRED, VERIFICATION_DUE).',
    authScopes: (_root, { filter }) => filter?.mine === true || { anyRole: ['reviewer'] },
    args: {
      filter: t.arg({
        type: InboxFilter,
        required: false,
        description: 'Which entries to list; absent: all that are due now.',
      }),
      orderBy: t.arg({
        type: InboxOrder,
        required: false,
        description:
          'The order of the list; absent: by priority, then longest waiting first, in turns of the senders.',
      }),
      ...pageArgs,
    },
    resolve: (_root, { filter: asked, orderBy = null, ...args }, { now, reads: { session } }) =>
      refusingBadInput(async () => {
        const filter = readInboxFilter(asked, now());
        let counting: Promise<Count[]> | null = null;
        const counts = () => {
          counting ??= countInbox(session, filter);
          return counting;
        };
        const connection = await readConnection(args, {
          page: (page) => pageOfInbox(session, filter, page, orderBy),
          count: async () => sumOf(await counts()),
          cursor: (row) => inboxCursor(row, orderBy),
          node: itself,
        });
        return { ...connection, counts };
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

/** The edge from a thing to what waits about it; all things of an answer are looked up together. */
const entriesAbout = {
  type: [InboxItem] as [typeof InboxItem],
  nullable: true as const,
  description:
    'The entries of the inbox of which it is the `subject`, those that are put off too, by priority, then longest waiting first. Null for all but reviewers and admins, and in an answer `asOf`.',
  ...gatedBy('inboxEntries'),
  resolve: async (row: { readonly id: string }, _args: object, context: GraphQLContext) => {
    const isOfThePast = 'stoodAt' in row && row.stoodAt !== undefined;
    if (isOfThePast || !mayReadField(context.viewer, 'inboxEntries')) return null;
    const entries = await Promise.all(
      inboxReasons.map((reason) => loadEntry(inboxItemId(reason, row.id), context)),
    );
    return entries
      .filter((entry) => entry !== null)
      .sort((a, b) => b.priority - a.priority || a.since.getTime() - b.since.getTime());
  },
};

builder.interfaceField(Candidate, 'inboxEntries', (t) => t.field(entriesAbout));
for (const type of [Contradiction, WorkflowItem, Quarantine, SourceChange, IngestionWave])
  builder.objectField(type as typeof Contradiction, 'inboxEntries', (t) => t.field(entriesAbout));

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
