import { assertKnownUser } from '#application/tenants/steps/known-name.ts';
import { type CommonInput, defineUseCase, notFound, type UseCaseContext } from '#application/use-case.ts';
import type { AuditChange } from '#domain/audit/audit-actions.ts';
import { DomainError } from '#domain/domain-error.ts';
import {
  decideClaim,
  decideHandOver,
  decideRelease,
  decideSnooze,
  type Mark,
  type MarkDecision,
} from '#domain/inbox/claims.ts';
import { readInboxItemId } from '#domain/inbox/inbox.ts';
import { type InboxFilter, type InboxRow, pageOfInbox } from '#persistence/inbox/inbox.ts';
import { lockMark, storeMark } from '#persistence/inbox/marks.ts';
import { type ReadSession, readThrough } from '#persistence/store/viewer-session.ts';

export interface InboxItemInput extends CommonInput {
  readonly id: string;
}

export interface SnoozeInboxItemInput extends InboxItemInput {
  /** Null: it is due again. */
  readonly until?: Date | null | undefined;
}

export interface HandOverInboxItemInput extends InboxItemInput {
  /** Name of the person who takes it on. */
  readonly to: string;
}

export interface InboxItemOutcome {
  readonly entryId: string;
}

/** Finds entries of the viewer's inbox by their ids, in one statement; null for an id that is not in it. */
export const findInboxItems = async (
  session: ReadSession,
  ids: readonly string[],
  now: Date,
): Promise<(InboxRow | null)[]> => {
  const filter: InboxFilter = {
    reasons: null,
    project: null,
    owner: null,
    item: null,
    mine: false,
    snoozed: true,
    entries: ids.map(readInboxItemId).filter((key) => key !== null),
    now,
  };
  const { rows } = await pageOfInbox(session, filter, { size: ids.length, after: null });
  const found = new Map(rows.map((row) => [row.entryId, row]));
  return ids.map((id) => found.get(id) ?? null);
};

/** Like `findInboxItems`, for one entry. */
export const findInboxItem = async (
  session: ReadSession,
  id: string,
  now: Date,
): Promise<InboxRow | null> => {
  const [entry = null] = await findInboxItems(session, [id], now);
  return entry;
};

const mark = <Input extends InboxItemInput>(
  mutation: string,
  action: AuditChange,
  decide: (mark: Mark, user: string, now: Date, input: Input) => MarkDecision,
  check: (useCase: UseCaseContext, input: Input) => Promise<void> = async () => undefined,
) =>
  defineUseCase<Input, InboxItemOutcome>(
    { mutation, roles: ['reviewer'], as: 'viewer' },
    async (useCase, command) => {
      const { session, viewer, now, record } = useCase;
      const { id } = command.input;
      const entry = await findInboxItem(readThrough(session), id, now);
      if (entry === null) throw notFound();
      await check(useCase, command.input);
      const decision = decide(await lockMark(session, id), viewer.user, now, command.input);
      if (decision.outcome === 'refused')
        return {
          verdict: 'refused',
          error: new DomainError(
            decision.code,
            decision.code === 'inbox.claimed'
              ? 'Somebody else works on this entry. Wait until their claim ends, ask them to release it, or release it with takeOver: true.'
              : 'An entry is put off for 30 days at most. Name an earlier date.',
            [decision.code === 'inbox.claimed' ? 'id' : 'until'],
          ),
          action: 'inbox.marking.refused',
          targetType: 'InboxItem',
          targetId: id,
        };
      storeMark(session, id, decision.mark);
      record([{ action, targetType: 'InboxItem', targetId: id, before: null, after: decision.mark }]);
      return { verdict: 'done', outcome: { entryId: id } };
    },
  );

/** A reviewer takes an entry, so that nobody else does the same work; the claim ends by itself. */
export const claimInboxItem = mark<InboxItemInput>('claimInboxItem', 'inbox.claimed', decideClaim);

/** A reviewer gives an entry to another person, who finds it under "mine"; it is free again after 7 days. */
export const handOverInboxItem = mark<HandOverInboxItemInput>(
  'handOverInboxItem',
  'inbox.assigned',
  (standing, user, now, { to }) => decideHandOver(standing, user, now, to),
  ({ session }, { to }) => assertKnownUser(session, to, ['to']),
);

/** The undo of claiming. */
export const releaseInboxItem = mark<InboxItemInput>(
  'releaseInboxItem',
  'inbox.released',
  (standing, user, now, { takeOver }) => decideRelease(standing, user, now, takeOver === true),
);

/** An entry is put off until a date, or due again. */
export const snoozeInboxItem = mark<SnoozeInboxItemInput>(
  'snoozeInboxItem',
  'inbox.snoozed',
  (standing, user, now, { until }) => decideSnooze(standing, user, now, until ?? null),
);
