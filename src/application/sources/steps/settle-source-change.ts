import { claimed } from '#application/review/steps/claimed-refusal.ts';
import { notFound, type UseCaseContext, type Verdict } from '#application/use-case.ts';
import type { AuditRefusal } from '#domain/audit/audit-actions.ts';
import { DomainError } from '#domain/domain-error.ts';
import { refusalOfSettling, type SourceChangeRefusal } from '#domain/sources/source-changes.ts';
import { ownersUnder } from '#domain/sources/source-owners.ts';
import { findClaim } from '#persistence/review/locked-items.ts';
import { lockSourceChange, ownersOf, type SourceChangeRow } from '#persistence/sources/source-changes.ts';
import { readOwnerRules } from './owner-rules.ts';

export interface SourceChangeOutcome {
  readonly sourceChangeId: string;
}

const messages: Readonly<Record<SourceChangeRefusal, string>> = {
  'source_change.settled': 'The change waits no more: it was accepted, declined, or replaced by its sender.',
  'source_change.not_owner':
    'An owner of the path, an admin, or, where no rule names the owners, a reviewer who did not send the change decides it. Ask one of them.',
};

/** Read and decide: locks a change that the viewer sees and may decide, and calls `apply`; else refuses. Throws `not_found`. */
export const settleSourceChange = async <Outcome extends SourceChangeOutcome>(
  useCase: UseCaseContext,
  id: string,
  refusedAction: AuditRefusal,
  apply: (change: SourceChangeRow) => Promise<Verdict<Outcome>>,
): Promise<Verdict<Outcome>> => {
  const { session, viewer, now, takeOver } = useCase;
  const change = await lockSourceChange(session, id);
  if (change === null) throw notFound();
  const claimedBy = takeOver ? null : await findClaim(session, id, now);
  if (claimedBy !== null) return claimed(claimedBy, refusedAction, 'SourceChange', id);
  const sent = ownersOf(change);
  const rules = await readOwnerRules(useCase.dependencies, session.db, viewer);
  const { owners, isRuled } = ownersUnder(rules, change, sent);
  const code = refusalOfSettling({ ...change, owners: owners ?? sent, isRuled }, viewer);
  if (code !== null)
    return {
      verdict: 'refused',
      error: new DomainError(code, messages[code], ['id']),
      action: refusedAction,
      targetType: 'SourceChange',
      targetId: id,
    };
  return apply(change);
};
