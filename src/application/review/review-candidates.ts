import { assertNothingErased } from '#application/erasure/steps/erased-at-entry.ts';
import { maxContentLength, maxSummaryLength } from '#application/text-limits.ts';
import { type CommonInput, defineUseCase, type UseCaseContext, type Verdict } from '#application/use-case.ts';
import { DomainError } from '#domain/domain-error.ts';
import { assertStorableText } from '#domain/input/text.ts';
import type { RejectionKind } from '#domain/review/rejection-kinds.ts';
import { holdOffErasures } from '#persistence/erasure.ts';
import { releaseSavepoint, rollbackToSavepoint, setSavepoint } from '#persistence/store/savepoint.ts';
import { deferItem } from './defer-candidate.ts';
import { getItemForUpdate, getItemWith, type ItemOutcome, lockItems } from './steps/change-item.ts';
import { promoteInPlace, rejectItem } from './steps/review-item.ts';
import { rewordItem } from './steps/reword-item.ts';

const reviewActions = ['PROMOTE', 'REJECT', 'DEFER'] as const;
type ReviewAction = (typeof reviewActions)[number];

interface ReviewDecision {
  readonly id: string;
  readonly action: ReviewAction;
  /** Required for REJECT. */
  readonly reason?: string | null | undefined;
  /** REJECT: of which kind the reason is. */
  readonly rejectionKind?: RejectionKind | null | undefined;
  /** PROMOTE: reworded first. */
  readonly content?: string | null | undefined;
  /** DEFER: not due before. */
  readonly until?: Date | null | undefined;
  readonly expectedRevision?: number | null | undefined;
}

const errorPolicies = ['REJECT_ALL', 'SKIP_FAILED'] as const;
type ErrorPolicy = (typeof errorPolicies)[number];

export interface ReviewCandidatesInput extends CommonInput {
  readonly errorPolicy: ErrorPolicy;
  readonly decisions: readonly ReviewDecision[];
}

export interface ReviewResult {
  readonly index: number;
  /** Null when it failed. */
  readonly itemId: string | null;
  readonly error: {
    readonly code: DomainError['code'];
    readonly message: string;
    readonly path: readonly string[];
  } | null;
}

export interface ReviewCandidatesOutcome {
  readonly results: readonly ReviewResult[];
  readonly appliedCount: number;
  readonly failed: number;
}

const maxDecisions = 100;

const assertShape = ({ decisions }: ReviewCandidatesInput): void => {
  if (decisions.length === 0 || decisions.length > maxDecisions)
    throw new DomainError(
      'input.invalid',
      `The call has ${decisions.length} decisions; send 1 to ${maxDecisions}.`,
      ['decisions'],
    );
  if (new Set(decisions.map(({ id }) => id)).size < decisions.length)
    throw new DomainError('input.invalid', 'A candidate is named twice. Decide each once a call.', [
      'decisions',
    ]);
};

const runDecision = async (
  useCase: UseCaseContext,
  decision: ReviewDecision,
): Promise<Verdict<ItemOutcome>> => {
  const { id, action, content, until } = decision;
  let { expectedRevision } = decision;
  if (action === 'REJECT')
    assertStorableText(decision.reason ?? '', {
      name: 'The reason',
      path: ['reason'],
      min: 1,
      max: maxSummaryLength,
    });
  if (action === 'PROMOTE' && content != null)
    assertStorableText(content, { name: 'The content', path: ['content'], min: 1, max: maxContentLength });

  await assertNothingErased(useCase, decision);
  if (action === 'REJECT')
    return rejectItem(useCase, await getItemForUpdate(useCase, id), expectedRevision, {
      reason: decision.reason ?? '',
      rejectionKind: decision.rejectionKind,
    });
  if (action === 'DEFER')
    return deferItem(await getItemForUpdate(useCase, id), expectedRevision, until ?? null);
  const locked = await getItemWith(useCase, id, 'replaced');
  const { item } = locked;
  if (
    content != null &&
    content !== item.content &&
    (expectedRevision == null || expectedRevision === item.revision)
  ) {
    const reworded = await rewordItem(useCase, locked, null, { content });
    if (reworded.verdict === 'refused') return reworded;
    expectedRevision = item.revision;
  }
  return promoteInPlace(useCase, locked, expectedRevision);
};

type Attempt =
  | { readonly index: number; readonly verdict: Verdict<ItemOutcome> }
  | { readonly index: number; readonly error: DomainError };

const errorOf = (attempt: Attempt): DomainError | null => {
  if ('error' in attempt) return attempt.error;
  return attempt.verdict.verdict === 'refused' ? attempt.verdict.error : null;
};

/**
 * Decides about up to a hundred candidates in one transaction; each row has its own answer, in the order given. A row
 * that fails leaves nothing behind but the audit event of its refusal; under REJECT_ALL it undoes all the others.
 */
export const reviewCandidates = defineUseCase<ReviewCandidatesInput, ReviewCandidatesOutcome>(
  { mutation: 'reviewCandidates', roles: ['reviewer'], as: 'viewer', handlesErased: true },
  async (useCase, command) => {
    const { session, record } = useCase;
    const { decisions, errorPolicy } = command.input;
    assertShape(command.input);
    holdOffErasures(session);
    await lockItems(
      useCase,
      decisions.map(({ id }) => id),
    );

    const attempts: Attempt[] = [];
    let changes: Parameters<UseCaseContext['record']>[0] = [];
    await setSavepoint(session, 'review');
    for (const [index, decision] of decisions.entries()) {
      const ofRow: (typeof changes)[number][] = [];
      const row: UseCaseContext = { ...useCase, record: (more) => ofRow.push(...more) };
      await setSavepoint(session, 'decision');
      const attempt = await runDecision(row, decision).then(
        (verdict): Attempt => ({ index, verdict }),
        (error: unknown): Attempt => {
          if (error instanceof DomainError) return { index, error };
          throw error;
        },
      );
      attempts.push(attempt);
      if (errorOf(attempt) === null) changes = [...changes, ...ofRow];
      else await rollbackToSavepoint(session, 'decision');
      await releaseSavepoint(session, 'decision');
    }

    const failed = attempts.filter((attempt) => errorOf(attempt) !== null).length;
    const undone = errorPolicy === 'REJECT_ALL' && failed > 0;
    if (undone) await rollbackToSavepoint(session, 'review');
    else record(changes);
    for (const attempt of attempts)
      if ('verdict' in attempt && attempt.verdict.verdict === 'refused') {
        const { action, targetType, targetId, error } = attempt.verdict;
        record([{ action, targetType, targetId, before: null, after: { code: error.code } }]);
      }
    return {
      verdict: 'done',
      outcome: {
        results: attempts.map((attempt) => {
          const error = errorOf(attempt);
          return {
            index: attempt.index,
            itemId: error === null ? (decisions[attempt.index]?.id ?? null) : null,
            error:
              error === null
                ? null
                : {
                    code: error.code,
                    message: error.message,
                    path: ['decisions', String(attempt.index), ...error.path],
                  },
          };
        }),
        appliedCount: undone ? 0 : decisions.length - failed,
        failed,
      },
    };
  },
);
