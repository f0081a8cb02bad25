import { maxSummaryLength } from '#application/text-limits.ts';
import { defineUseCase } from '#application/use-case.ts';
import { assertStorableText } from '#domain/input/text.ts';
import { getMemoryForUpdate, type ItemDecisionInput, type ItemOutcome } from './steps/change-item.ts';
import { type Rejection, rejectItem } from './steps/review-item.ts';

export type RejectMemoryInput = ItemDecisionInput & Rejection;

/** A reviewer rejects a candidate memory, and says why; the statement is not proposed again. */
export const rejectMemory = defineUseCase<RejectMemoryInput, ItemOutcome>(
  { mutation: 'rejectMemory', roles: ['reviewer'], as: 'viewer' },
  async (useCase, command) => {
    const { id, expectedRevision, reason, rejectionKind } = command.input;
    assertStorableText(reason, { name: 'The reason', path: ['reason'], min: 1, max: maxSummaryLength });
    return rejectItem(useCase, await getMemoryForUpdate(useCase, id), expectedRevision, {
      reason,
      rejectionKind,
    });
  },
);
