import type { ResolutionAction as Action } from '#domain/contradictions/contradictions.ts';
import type { ContradictionFilter as ListFilter } from '#persistence/contradictions/contradictions.ts';
import {
  type ContradictionRow,
  contradictionCursor,
  countContradictions,
  pageOfContradictions,
} from '#persistence/contradictions/contradictions.ts';
import { tracesOfContradiction } from '#persistence/versions/lineage.ts';
import { auditTrailOf } from '#resolvers/history/audit-event.ts';
import { asOfArg } from '#resolvers/history/difference.ts';
import { PathwayTraceConnection } from '#resolvers/pathways/pathway-trace.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { columns } from '#resolvers/schema/columns.ts';
import { itself, ofId, pageArgs, present, readConnection } from '#resolvers/schema/connection.ts';
import type { GraphQLContext } from '#resolvers/schema/context.ts';
import { byEnum, byInstant, byName, combinable, enumFilter } from '#resolvers/schema/filters/filters.ts';
import { idOf } from '#resolvers/schema/filters/id-arguments.ts';
import { orderByOne } from '#resolvers/schema/filters/order-input.ts';
import { User, userOf } from '#resolvers/schema/named.ts';
import { atInstant, orAsItStood } from '#resolvers/schema/snapshots.ts';
import { Memory } from './memory.ts';

const ContradictionSeverity = builder.enumType('ContradictionSeverity', {
  description: 'How far two statements are apart.',
  values: {
    HARD: { description: 'Both statements cannot be true at once.' },
    SOFT: { description: 'The statements are in tension, and both may be true.' },
  },
});

const ContradictionStatus = builder.enumType('ContradictionStatus', {
  description: 'Whether a person has decided about a contradiction.',
  values: {
    OPEN: { description: 'Nobody has, or it was opened again.' },
    RESOLVED: { description: 'Somebody has, and it has taken effect.' },
  },
});

export const ResolutionAction = builder.enumType('ResolutionAction', {
  description: 'What a contradiction comes to. A is the older of its sides, B the newer.',
  values: {
    KEPT_A: { description: 'A takes the place of B; a candidate that loses is rejected.' },
    KEPT_B: { description: 'B takes the place of A; a candidate that loses is rejected.' },
    MERGE: { description: 'A new memory, worded by the reviewer, takes the place of both.' },
    BOTH_VALID: { description: 'Both sides stay as they are: they do not contradict each other.' },
  },
});

const SuggestedResolution = builder
  .objectRef<
    Pick<ContradictionRow, 'suggestedContent' | 'suggestedJustification'> & {
      readonly suggestedAction: Action;
    }
  >('SuggestedResolution')
  .implement({
    description: 'What the judge would make of a contradiction. Advice alone: nothing acts on it.',
    fields: (t) => ({
      action: t.expose('suggestedAction', {
        type: ResolutionAction,
        description: 'The action by which the contradiction is resolved.',
      }),
      mergedContent: t.exposeString('suggestedContent', {
        nullable: true,
        description: 'The wording for MERGE; null for the others, and when the judge gave none.',
      }),
      justification: t.exposeString('suggestedJustification', {
        nullable: true,
        description: 'The reason for the suggested resolution; null when the judge gave none.',
      }),
    }),
  });

type Resolved = ContradictionRow & {
  readonly action: Action;
  readonly resolvedBy: string;
  readonly resolvedAt: Date;
};
const isResolved = (row: ContradictionRow): row is Resolved =>
  row.action !== null && row.resolvedBy !== null && row.resolvedAt !== null;

const loadSide = async (id: string, { reads }: GraphQLContext) =>
  present(await reads.loaders.memories.load(id));

const Resolution = builder.objectRef<Resolved>('ContradictionResolution').implement({
  description: 'What a person made of a contradiction.',
  fields: (t) => ({
    action: t.expose('action', {
      type: ResolutionAction,
      description: 'The action by which the contradiction is resolved.',
    }),
    resolvedBy: t.field({
      type: User,
      description: 'The user who resolved the contradiction.',
      resolve: ({ resolvedBy }) => userOf(resolvedBy),
    }),
    resolvedAt: t.expose('resolvedAt', {
      type: 'DateTime',
      description: 'When the contradiction was resolved, in UTC.',
    }),
    note: t.exposeString('note', { nullable: true, description: 'What they said of it; null: nothing.' }),
    losers: t.field({
      type: [Memory],
      description:
        'The sides whose place another memory took: superseded, or rejected where they were candidates. None while both are valid.',
      resolve: ({ loserIds }, _args, context) => Promise.all(loserIds.map((id) => loadSide(id, context))),
    }),
  }),
});

export const Contradiction = builder.objectRef<ContradictionRow>('Contradiction');

const loadContradiction = (id: string, { reads }: GraphQLContext) => reads.loaders.contradictions.load(id);
const loadContradictionAt = atInstant('Contradiction', loadContradiction);

builder.node(Contradiction, {
  description: 'Two memories that a judge found to contradict each other. Seen by who sees both.',
  id: {
    resolve: ({ id }) => id,
    description:
      'The global id of the contradiction (`con_…`). In the answer of a dry run it ends in `~preview`, and `node` of it is null; below an answer `asOf` in `@<instant>`, and `node` gives it as it stood then: open, where it has been resolved since.',
  },
  loadWithoutCache: orAsItStood('Contradiction', loadContradiction),
  fields: (t) => ({
    itemA: t.field({
      type: Memory,
      description: 'The memory of the pair that was written earlier.',
      ...columns<ContradictionRow>('olderId'),
      resolve: ({ olderId }, _args, context) => loadSide(olderId, context),
    }),
    itemB: t.field({
      type: Memory,
      description: 'The memory of the pair that was written later.',
      ...columns<ContradictionRow>('newerId'),
      resolve: ({ newerId }, _args, context) => loadSide(newerId, context),
    }),
    other: t.field({
      type: Memory,
      nullable: true,
      description:
        'The side that is not `than`. Where the contradiction is reached from one of its sides, that is `than` when it is absent; null when it is absent elsewhere, or is neither side.',
      args: {
        than: t.arg.id({
          ...idOf('Memory'),
          required: false,
          description: 'The id of one of the sides (`mem_…`).',
        }),
      },
      ...columns<ContradictionRow>('olderId', 'newerId'),
      resolve: ({ olderId, newerId, reachedFrom }, { than }, context) => {
        const side = than ?? reachedFrom;
        if (side === olderId) return loadSide(newerId, context);
        return side === newerId ? loadSide(olderId, context) : null;
      },
    }),
    pathwayTraces: t.field({
      type: PathwayTraceConnection,
      description: 'The traces that were given the section of either side, oldest first.',
      ...columns<ContradictionRow>(),
      ...ofId.rows(tracesOfContradiction, (loaders) => [
        loaders.tracesOfContradiction,
        loaders.traceCountsOfContradiction,
      ]),
    }),
    severity: t.expose('severity', {
      type: ContradictionSeverity,
      nullable: true,
      description: 'How grave the judge found the contradiction; null when it did not say.',
    }),
    status: t.expose('status', {
      type: ContradictionStatus,
      description: 'Whether the contradiction is open or resolved.',
    }),
    explanation: t.exposeString('explanation', {
      description: 'Why the judge found a contradiction, in its own words.',
    }),
    judge: t.exposeString('judge', {
      description:
        'The judge: `heuristic`, `dispute` where a person disputed the one by the other, or the name of the model.',
    }),
    detectedAt: t.expose('detectedAt', {
      type: 'DateTime',
      description: 'When the contradiction was first found, in UTC.',
    }),
    revision: t.exposeInt('revision', {
      description: 'Counts its changes, from 1; for `expectedRevision`.',
    }),
    auditTrail: t.field(auditTrailOf),
    suggestedResolution: t.field({
      type: SuggestedResolution,
      nullable: true,
      description: 'What the judge would make of it; null when it suggested nothing.',
      ...columns<ContradictionRow>('suggestedAction', 'suggestedContent', 'suggestedJustification'),
      resolve: ({ suggestedAction, suggestedContent, suggestedJustification }) =>
        suggestedAction === null ? null : { suggestedAction, suggestedContent, suggestedJustification },
    }),
    resolution: t.field({
      type: Resolution,
      nullable: true,
      description: 'What a person made of it; null while it is open.',
      ...columns<ContradictionRow>('action', 'resolvedBy', 'resolvedAt', 'note', 'loserIds'),
      resolve: (row) => (isResolved(row) ? row : null),
    }),
  }),
});

export const ContradictionConnection = builder.connectionObject(
  {
    name: 'ContradictionConnection',
    type: Contradiction,
    description: 'A page of contradictions, with the cursors of its ends.',
  },
  { name: 'ContradictionEdge', description: 'A contradiction in a list.' },
);

interface Filter extends Omit<ListFilter, 'and' | 'or'> {
  and?: Filter[] | null;
  or?: Filter[] | null;
}

const ContradictionFilter = builder.inputRef<Filter>('ContradictionFilter').implement({
  description: combinable,
  fields: (t) => ({
    project: t.field(byName('project', 'By the project of either side.')),
    domain: t.field(byName('domain', 'By the domain of either side.')),
    severity: t.field(
      byEnum(enumFilter('ContradictionSeverity', ContradictionSeverity), 'By how grave the judge found it.'),
    ),
    status: t.field(
      byEnum(enumFilter('ContradictionStatus', ContradictionStatus), 'By whether it is open or resolved.'),
    ),
    judge: t.field(byName('judge', 'By the judge: `heuristic`, or the name of the model.')),
    detectedAt: t.field(byInstant('By when the contradiction was first found, in UTC.')),
    resolvedAt: t.field(byInstant('By when the contradiction was resolved, in UTC.')),
    resolvedBy: t.field(byName('user', 'By the name of the user who resolved the contradiction.')),
    and: t.field({ type: [ContradictionFilter], required: false, description: 'All of these hold as well.' }),
    or: t.field({ type: [ContradictionFilter], required: false, description: 'One of these holds as well.' }),
  }),
});

const ContradictionOrder = orderByOne(
  'ContradictionOrder',
  'contradictions',
  'DETECTED_AT',
  'By the time when the contradiction was first found.',
);

builder.queryFields((t) => ({
  contradiction: t.field({
    type: Contradiction,
    nullable: true,
    description: 'One contradiction; null when it is missing, or when a side of it is hidden.',
    args: {
      id: t.arg.id({
        ...idOf('Contradiction'),
        required: true,
        description: 'The id of the contradiction (`con_…`).',
      }),
      ...asOfArg,
    },
    resolve: (_root, { id, asOf }, context) => loadContradictionAt(id, asOf, context),
  }),
  contradictions: t.field({
    type: ContradictionConnection,
    description:
      'The contradictions whose sides the reviewer sees, newest first. Those of personal memories are not listed; they hang on the memory.',
    nullable: true,
    authScopes: { anyRole: ['reviewer'] },
    args: {
      filter: t.arg({
        type: ContradictionFilter,
        required: false,
        description: 'Which contradictions are listed; absent: all of them.',
      }),
      orderBy: t.arg({
        type: ContradictionOrder,
        required: false,
        description: 'The order of the list; absent: newest first.',
      }),
      ...pageArgs,
    },
    resolve: (_root, { filter, orderBy, ...args }, { reads: { session } }) =>
      readConnection(args, {
        page: (page) => pageOfContradictions(session, { filter: filter ?? {}, orderBy }, page),
        count: () => countContradictions(session, filter ?? {}),
        cursor: (row) => contradictionCursor(row, orderBy),
        node: itself,
      }),
  }),
}));
