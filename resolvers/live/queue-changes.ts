import { entityChanges, isLeaving, memoryChanges, queueingChanges } from '#domain/audit/live-changes.ts';
import { hasAnyRole, type Viewer } from '#domain/privacy/viewer.ts';
import { excludesPersonal } from '#domain/privacy/visibility.ts';
import type { ItemRow } from '#persistence/reading/item-rows.ts';
import type { Change, ChangeStream } from '#persistence/store/change-feed.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { Candidate, findItem } from '#resolvers/schema/candidate.ts';
import { follow, followArgs } from './live-change.ts';

interface QueueUpdate {
  readonly cursor: string;
  readonly candidate: ItemRow;
}

const changeFields = (t: Parameters<NonNullable<Parameters<typeof queued.implement>[0]['fields']>>[0]) => ({
  cursor: t.exposeString('cursor', { description: 'The place in the stream, for `after`.' }),
  candidate: t.field({
    type: Candidate,
    description: 'The memory or entity, as it is when it is delivered.',
    resolve: ({ candidate }) => candidate,
  }),
});

const queued = builder.objectRef<QueueUpdate>('CandidateQueued');
const CandidateQueued = queued.implement({
  description: 'Something came to stand in the review queue.',
  fields: changeFields,
});

const updated = builder.objectRef<QueueUpdate>('CandidateUpdated');
const CandidateUpdated = updated.implement({
  description: 'Something that stands in the review queue has changed.',
  fields: changeFields,
});

const CandidateLeftReason = builder.enumType('CandidateLeftReason', {
  description: 'Why something stands in the review queue no longer.',
  values: {
    PROMOTED: { description: 'A person promoted the item.' },
    REJECTED: { description: 'A person rejected the candidate.' },
    ENDED: { description: 'The candidate was superseded, merged or retired.' },
    GONE: { description: 'The candidate was deleted, or is no longer visible to this viewer.' },
  },
});

interface Left {
  readonly cursor: string;
  readonly candidateId: string;
  readonly reason: 'PROMOTED' | 'REJECTED' | 'ENDED' | 'GONE';
}

const CandidateLeft = builder.objectRef<Left>('CandidateLeft').implement({
  description: 'Something stands in the review queue no longer.',
  fields: (t) => ({
    cursor: t.exposeString('cursor', { description: 'The place in the stream, for `after`.' }),
    candidateId: t.exposeID('candidateId', { description: 'The id of the memory or entity.' }),
    reason: t.expose('reason', {
      type: CandidateLeftReason,
      description: 'Why the candidate left the review queue.',
    }),
  }),
});

const CandidateChange = builder.unionType('CandidateChange', {
  description: 'What became of the review queue.',
  types: [CandidateQueued, CandidateUpdated, CandidateLeft],
  resolveType: (change) => {
    if ('candidateId' in change) return CandidateLeft;
    return isQueueing.has(change) ? CandidateQueued : CandidateUpdated;
  },
});

/** Items that this very change put into the queue. */
const isQueueing = new WeakSet<QueueUpdate>();

const stands = (candidate: ItemRow, project: string | null, viewer: Viewer): boolean =>
  candidate.status === 'CANDIDATE' &&
  (project === null || candidate.project === project) &&
  !(candidate.isPersonal && excludesPersonal(viewer, null));

const reasonOf = ({ status }: ItemRow): Left['reason'] => {
  if (status === 'INVALID') return 'REJECTED';
  return status === 'ACTIVE' || status === 'GRADUATED' ? 'PROMOTED' : 'ENDED';
};

/** Items that a stream has delivered, so that it can report their removal; the oldest are forgotten. */
class Delivered {
  readonly #ids = new Set<string>();
  readonly #leaving = new WeakSet<Change>();
  add(id: string): void {
    this.#ids.delete(id);
    this.#ids.add(id);
    const [oldest] = this.#ids;
    if (this.#ids.size > mostRemembered && oldest !== undefined) this.#ids.delete(oldest);
  }
  remove(id: string): void {
    this.#ids.delete(id);
  }
  /** True for a change with which a delivered item left, however often the change is read: after an outage, or for a slow client. */
  leavesWith(change: Change): boolean {
    if (this.#ids.delete(change.targetId)) this.#leaving.add(change);
    return this.#leaving.has(change);
  }
}
const mostRemembered = 1_000;

type QueueChange = Change & { readonly delivered: Delivered };

/** The changes of a stream, each with what the stream has delivered so far. */
const remembering = (changes: ChangeStream): AsyncIterableIterator<QueueChange> => {
  const delivered = new Delivered();
  const remembered = (change: Change): QueueChange => ({ ...change, delivered });
  const stream: AsyncIterableIterator<QueueChange> & { takeReady: (most: number) => QueueChange[] } = {
    [Symbol.asyncIterator]: () => stream,
    takeReady: (most: number) => changes.takeReady(most).map(remembered),
    next: async (): Promise<IteratorResult<QueueChange, undefined>> => {
      const result = await changes.next();
      return result.done ? result : { done: false, value: remembered(result.value) };
    },
    return: async () => {
      await changes.return?.();
      return { done: true, value: undefined };
    },
  };
  return stream;
};

builder.subscriptionFields((t) => ({
  candidateQueued: t.field({
    type: CandidateQueued,
    nullable: true,
    description:
      'Delivers each memory and entity that enters the review queue, to viewers who may ask for `candidates`. One that has left the queue, or is hidden, before it is delivered is not delivered; null is never sent.',
    authScopes: { anyRole: ['reviewer', 'contributor'] },
    args: {
      project: t.arg.string({
        required: false,
        description: 'Only items of this project, which need not hold anything yet; absent: of all projects.',
      }),
      ...followArgs,
    },
    subscribe: (_root, { after }, context) => follow(context, queueingChanges, after),
    resolve: async ({ cursor, targetId }, { project }, context) => {
      const candidate = await findItem(context, targetId);
      if (candidate === null || !stands(candidate, project ?? null, context.viewer)) return null;
      return { cursor, candidate };
    },
  }),
  candidatesChanged: t.field({
    type: CandidateChange,
    nullable: true,
    description:
      'Keeps a list of `candidates` on a screen true: delivers what enters the review queue, what changes in it, and what leaves it with the reason. The leaving of what is gone or hidden is delivered only where this stream has delivered the item before. For viewers who may ask for `candidates`; null is never sent.',
    authScopes: { anyRole: ['reviewer', 'contributor'] },
    args: {
      project: t.arg.string({
        required: false,
        description: 'Only items of this project, which need not hold anything yet; absent: of all projects.',
      }),
      ...followArgs,
    },
    subscribe: async (_root, { after }, context) =>
      remembering(await follow(context, [...memoryChanges, ...entityChanges], after)),
    resolve: async (change, { project }, context) => {
      const { cursor, action, targetId, delivered } = change;
      const candidate = await findItem(context, targetId);
      if (candidate !== null && stands(candidate, project ?? null, context.viewer)) {
        const update = { cursor, candidate };
        if (queueingChanges.some((queueing) => queueing === action)) isQueueing.add(update);
        delivered.add(targetId);
        return update;
      }
      if (candidate === null || candidate.isPersonal)
        return delivered.leavesWith(change)
          ? { cursor, candidateId: targetId, reason: 'GONE' as const }
          : null;
      const wasTheirs =
        hasAnyRole(context.viewer, ['reviewer']) || candidate.contributor === context.viewer.user;
      if (candidate.status === 'CANDIDATE' || !isLeaving(action) || !wasTheirs) return null;
      if (project != null && candidate.project !== project) return null;
      delivered.remove(targetId);
      return { cursor, candidateId: targetId, reason: reasonOf(candidate) };
    },
  }),
}));
