import { maxSummaryLength } from '#application/text-limits.ts';
import { defineUseCase } from '#application/use-case.ts';
import { assertStorableText } from '#domain/input/text.ts';
import type { RejectMemoryInput } from './reject-memory.ts';
import { getItemForUpdate, type ItemOutcome } from './steps/change-item.ts';
import { rejectItem } from './steps/review-item.ts';

/** A reviewer rejects a candidate memory or entity, and says why; the statement is not proposed again. */
export const rejectCandidate = defineUseCase<RejectMemoryInput, ItemOutcome>(
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
