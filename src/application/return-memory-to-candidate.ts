import { decideReturn } from '#domain/promotion/promotion.ts';
import { type CarriedOut, type Command, carryOut } from './carry-out.ts';
import { changeMemory, type MemoryDecisionInput, type MemoryOutcome } from './change-memory.ts';
import type { Installation } from './installation.ts';

/** The undo of promoting and of rejecting: the memory stands in the queue again. */
export const returnMemoryToCandidate = (
  installation: Installation,
  command: Command<MemoryDecisionInput>,
): Promise<CarriedOut<MemoryOutcome>> =>
  carryOut(
    installation,
    command,
    { mutation: 'returnMemoryToCandidate', roles: ['reviewer'], as: 'viewer' },
    (useCase) =>
      changeMemory(useCase, command.input, {
        decide: (facts, _memory, ruling) => decideReturn(facts, ruling),
        write: (memory, { to }) => {
          memory.status = to;
          memory.reviewedBy = null;
          memory.reviewedAt = null;
          memory.rejectionReason = null;
        },
        action: 'memory.returned',
        refusal: 'memory.return.refused',
      }),
  );
