import { maxSummaryLength } from '#application/text-limits.ts';
import { defineUseCase } from '#application/use-case.ts';
import { assertStorableText } from '#domain/input/text.ts';
import { getEntityForUpdate, type ItemDecisionInput, type ItemOutcome } from './steps/change-item.ts';
import { type Rejection, rejectItem } from './steps/review-item.ts';

export type RejectEntityInput = ItemDecisionInput & Rejection;

/** A reviewer rejects a candidate entity, and says why; the statement is not proposed again. */
export const rejectEntity = defineUseCase<RejectEntityInput, ItemOutcome>(
  { mutation: 'rejectEntity', roles: ['reviewer'], as: 'viewer' },
  async (useCase, command) => {
    const { id, expectedRevision, reason, rejectionKind } = command.input;
    assertStorableText(reason, { name: 'The reason', path: ['reason'], min: 1, max: maxSummaryLength });
    return rejectItem(useCase, await getEntityForUpdate(useCase, id), expectedRevision, {
      reason,
      rejectionKind,
    });
  },
);
