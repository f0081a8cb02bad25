import { decidePromotion } from '#domain/promotion/promotion.ts';
import { type CarriedOut, type Command, carryOut } from './carry-out.ts';
import { changeMemory, type MemoryDecisionInput, type MemoryOutcome } from './change-memory.ts';
import type { Installation } from './installation.ts';

/** A reviewer vouches for a candidate: it becomes active. */
export const promoteMemory = (
  installation: Installation,
  command: Command<MemoryDecisionInput>,
): Promise<CarriedOut<MemoryOutcome>> =>
  carryOut(
    installation,
    command,
    { mutation: 'promoteMemory', roles: ['reviewer'], as: 'viewer' },
    (useCase) =>
      changeMemory(useCase, command.input, {
        decide: (facts, _memory, ruling) => decidePromotion(facts, ruling),
        write: (memory, { to }) => {
          memory.status = to;
          memory.reviewedBy = useCase.viewer.user;
          memory.reviewedAt = useCase.now;
          memory.rejectionReason = null;
        },
        action: 'memory.promoted',
        refusal: 'memory.promotion.refused',
      }),
  );
