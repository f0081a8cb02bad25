import { assertStorableText } from '#domain/input/text.ts';
import { type CarriedOut, type Command, carryOut } from './carry-out.ts';
import { getMemoryForUpdate, type ItemDecisionInput, type ItemOutcome } from './change-item.ts';
import type { Installation } from './installation.ts';
import { rejectItem } from './review-item.ts';
import { maxSummaryLength } from './text-limits.ts';

export interface RejectMemoryInput extends ItemDecisionInput {
  readonly reason: string;
}

/** A reviewer rejects a candidate memory, and says why; the statement is not proposed again. */
export const rejectMemory = (
  installation: Installation,
  command: Command<RejectMemoryInput>,
): Promise<CarriedOut<ItemOutcome>> =>
  carryOut(
    installation,
    command,
    { mutation: 'rejectMemory', roles: ['reviewer'], as: 'viewer' },
    async (useCase) => {
      const { id, expectedRevision, reason } = command.input;
      assertStorableText(reason, { name: 'The reason', path: ['reason'], min: 1, max: maxSummaryLength });
      return rejectItem(useCase, await getMemoryForUpdate(useCase, id), expectedRevision, reason);
    },
  );
