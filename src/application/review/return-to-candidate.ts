import { maxSummaryLength } from '#application/text-limits.ts';
import { defineUseCase } from '#application/use-case.ts';
import { assertStorableText } from '#domain/input/text.ts';
import { getItemWith, type ItemDecisionInput, type ItemOutcome } from './steps/change-item.ts';
import { returnFromPlace } from './steps/review-item.ts';

interface ReturnInput extends ItemDecisionInput {
  readonly reason?: string | null | undefined;
}

/** The undo of promoting and of rejecting: the item stands in the queue again. */
export const returnToCandidate = defineUseCase<ReturnInput, ItemOutcome>(
  { mutation: 'returnToCandidate', roles: ['reviewer'], as: 'system' },
  async (useCase, command) => {
    const { id, expectedRevision, reason = null } = command.input;
    if (reason !== null)
      assertStorableText(reason, { name: 'The reason', path: ['reason'], min: 1, max: maxSummaryLength });
    return returnFromPlace(useCase, await getItemWith(useCase, id, 'displaced'), expectedRevision, reason);
  },
);
