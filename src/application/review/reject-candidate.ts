import { maxSummaryLength } from '#application/text-limits.ts';
import { defineUseCase } from '#application/use-case.ts';
import { assertStorableText } from '#domain/input/text.ts';
import { getItemForUpdate, type ItemDecisionInput, type ItemOutcome } from './steps/change-item.ts';
import { type Rejection, rejectItem } from './steps/review-item.ts';

export type RejectCandidateInput = ItemDecisionInput & Rejection;

/** A reviewer rejects a candidate, and says why; the statement is not proposed again. */
export const rejectCandidate = defineUseCase<RejectCandidateInput, ItemOutcome>(
  { mutation: 'rejectCandidate', roles: ['reviewer'], as: 'viewer' },
  async (useCase, command) => {
    const { id, expectedRevision, reason, rejectionKind } = command.input;
    assertStorableText(reason, { name: 'The reason', path: ['reason'], min: 1, max: maxSummaryLength });
    return rejectItem(useCase, await getItemForUpdate(useCase, id), expectedRevision, {
      reason,
      rejectionKind,
    });
  },
);
