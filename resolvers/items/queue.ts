import { daysBefore } from '#domain/input/instant.ts';
import { readSearch } from '#domain/input/search.ts';
import { countQueue, itemCursor, pageOfQueue, type QueueFilter } from '#persistence/review/queue.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { CandidateConnection, loadItem } from '#resolvers/schema/candidate.ts';
import { pageArgs, readConnection } from '#resolvers/schema/connection.ts';
import { refusingBadInput } from '#resolvers/schema/errors.ts';
import { EntityTypeFilter, MemoryKindFilter } from '#resolvers/schema/filters/enum-filters.ts';
import { byEnum, byInstant, byName, byNumber, combinable } from '#resolvers/schema/filters/filters.ts';
import { refuseOrderOfSearch, refuseSearchWithin } from '#resolvers/schema/filters/list-as-of.ts';
import { orderInput } from '#resolvers/schema/filters/order-input.ts';
import { searchField } from '#resolvers/schema/filters/search-field.ts';
import { originFields } from '#resolvers/schema/origin-fields.ts';

const QueueLayer = builder.enumType('QueueLayer', {
  description: 'The layers that candidates stand in.',
  values: {
    L1_CANDIDATE: { description: 'Only memories that wait for review.' },
    L2_CANDIDATE: { description: 'Only entities that wait for review.' },
  },
});

interface GivenFilter extends Omit<QueueFilter, 'and' | 'or' | 'pendingBefore' | 'due' | 'search'> {
  pendingLongerThanDays?: number | null | undefined;
  due?: boolean | null | undefined;
  search?: string | null | undefined;
  and?: GivenFilter[] | null | undefined;
  or?: GivenFilter[] | null | undefined;
}

const CandidateFilter = builder.inputRef<GivenFilter>('CandidateFilter').implement({
  description: combinable,
  fields: (t) => ({
    project: t.field(byName('project', 'By the name of the project that the candidate belongs to.')),
    kind: t.field(byEnum(MemoryKindFilter, 'By the kind of a memory; entities have none.')),
    entityType: t.field(byEnum(EntityTypeFilter, 'By the type of an entity; memories have none.')),
    layer: t.field({
      type: QueueLayer,
      required: false,
      description: 'Only memories, or only entities, of the queue.',
    }),
    ...originFields(t),
    domain: t.field(byName('domain', 'By the domain of a memory; entities have none.')),
    confidence: t.field(byNumber('By `confidence`, from 0 to 1: what the candidate was written with.')),
    reviewScore: t.field(byNumber('By `reviewScore`, from 0 to 1.')),
    pendingSince: t.field(byInstant('By since when the candidate has been in the review queue, in UTC.')),
    createdAt: t.field(byInstant('By when the candidate was written, in UTC.')),
    pendingLongerThanDays: t.float({
      required: false,
      description: 'Only candidates that have been in the review queue for longer than this many days.',
    }),
    due: t.boolean({
      required: false,
      description: 'True: without those that are deferred to later. False: those alone. Absent: both.',
    }),
    search: searchField(t, 'In whose name, content or summary'),
    and: t.field({ type: [CandidateFilter], required: false, description: 'All of these hold as well.' }),
    or: t.field({ type: [CandidateFilter], required: false, description: 'One of these holds as well.' }),
  }),
});

const days = 'pendingLongerThanDays';

/** The filter as of an instant. Throws `input.invalid` for days beyond all time. */
const readFilter = (filter: GivenFilter, now: Date, path: readonly string[]): QueueFilter => {
  const { pendingLongerThanDays, due, search: _search, and, or, ...members } = filter;
  return {
    ...members,
    due: due == null ? null : { is: due, at: now },
    pendingBefore:
      pendingLongerThanDays == null
        ? null
        : daysBefore(now, pendingLongerThanDays, { name: days, path: [...path, days] }),
    and: and?.map((one) => readFilter(one, now, [...path, 'and'])),
    or: or?.map((one) => readFilter(one, now, [...path, 'or'])),
  };
};

const CandidateOrderField = builder.enumType('CandidateOrderField', {
  description: 'What the review queue is ordered by; equal ones in the order in which they were written.',
  values: {
    PENDING_SINCE: { description: 'By the time since which the candidate has been in the review queue.' },
    CONFIDENCE: { description: 'By `confidence`: the score that the candidate was written with.' },
    REVIEW_SCORE: {
      description: 'By `reviewScore`: how likely a reviewer keeps the candidate as it stands.',
    },
  },
});

const CandidateOrder = orderInput('CandidateOrder', 'An order of the review queue.', CandidateOrderField);

builder.queryField('candidates', (t) =>
  t.field({
    type: CandidateConnection,
    description:
      'The review queue, highest `reviewScore` first unless `orderBy` says otherwise, or what answers `search` best. Memories and entities stand in it in one order. Reviewers see what is visible to them, contributors their own.',
    nullable: true,
    authScopes: { anyRole: ['reviewer', 'contributor'] },
    args: {
      filter: t.arg({
        type: CandidateFilter,
        required: false,
        description: 'Which candidates are listed; absent: the whole queue.',
      }),
      orderBy: t.arg({
        type: CandidateOrder,
        required: false,
        description:
          'The order of the list, not together with `search`; absent: the best match of `search` first, else the highest review score.',
      }),
      ...pageArgs,
    },
    resolve: (_root, { filter, orderBy, ...args }, context) =>
      refusingBadInput(() => {
        const { reads } = context;
        refuseSearchWithin(filter);
        const queue: QueueFilter = {
          ...readFilter(filter ?? {}, context.now(), ['filter']),
          search: filter?.search == null ? null : readSearch(filter.search),
        };
        refuseOrderOfSearch(queue.search ?? null, orderBy);
        const order = orderBy ?? undefined;
        return readConnection(args, {
          page: (page) => pageOfQueue(reads.session, queue, page, order),
          count: () => countQueue(reads.session, queue),
          cursor: (ref) => itemCursor(ref, order),
          node: (ref) => loadItem(context, ref),
        });
      }),
  }),
);
