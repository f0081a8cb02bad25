import { assertStorableText } from '#domain/input/text.ts';
import { decideRejection } from '#domain/promotion/promotion.ts';
import { type CarriedOut, type Command, carryOut } from './carry-out.ts';
import { changeMemory, type MemoryDecisionInput, type MemoryOutcome } from './change-memory.ts';
import type { Installation } from './installation.ts';
import { maxSummaryLength } from './text-limits.ts';

export interface RejectMemoryInput extends MemoryDecisionInput {
  readonly reason: string;
}

/** A reviewer rejects a candidate, and says why; the statement is not proposed again. */
export const rejectMemory = (
  installation: Installation,
  command: Command<RejectMemoryInput>,
): Promise<CarriedOut<MemoryOutcome>> =>
  carryOut(
    installation,
    command,
    { mutation: 'rejectMemory', roles: ['reviewer'], as: 'viewer' },
    (useCase) => {
      const { reason } = command.input;
      assertStorableText(reason, { name: 'The reason', path: ['reason'], min: 1, max: maxSummaryLength });
      return changeMemory(useCase, command.input, {
        decide: (facts, _memory, ruling) => decideRejection(facts, ruling),
        write: (memory, { to }) => {
          memory.status = to;
          memory.reviewedBy = useCase.viewer.user;
          memory.reviewedAt = useCase.now;
          memory.rejectionReason = reason;
        },
        action: 'memory.rejected',
        refusal: 'memory.rejection.refused',
      });
    },
  );
