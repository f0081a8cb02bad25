import { assertStorableText } from '#domain/input/text.ts';
import { type CarriedOut, type Command, carryOut } from './carry-out.ts';
import { getEntityForUpdate, type ItemDecisionInput, type ItemOutcome } from './change-item.ts';
import type { Installation } from './installation.ts';
import { rejectItem } from './review-item.ts';
import { maxSummaryLength } from './text-limits.ts';

export interface RejectEntityInput extends ItemDecisionInput {
  readonly reason: string;
}

/** A reviewer rejects a candidate entity, and says why; the statement is not proposed again. */
export const rejectEntity = (
  installation: Installation,
  command: Command<RejectEntityInput>,
): Promise<CarriedOut<ItemOutcome>> =>
  carryOut(
    installation,
    command,
    { mutation: 'rejectEntity', roles: ['reviewer'], as: 'viewer' },
    async (useCase) => {
      const { id, expectedRevision, reason } = command.input;
      assertStorableText(reason, { name: 'The reason', path: ['reason'], min: 1, max: maxSummaryLength });
      return rejectItem(useCase, await getEntityForUpdate(useCase, id), expectedRevision, reason);
    },
  );
