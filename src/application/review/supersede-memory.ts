import { type CommonInput, defineUseCase } from '#application/use-case.ts';
import { getMemoryForUpdate, lockItems } from './steps/change-item.ts';
import { supersedeLockedMemory } from './steps/supersede-locked-memory.ts';

export interface SupersedeMemoryInput extends CommonInput {
  readonly id: string;
  readonly supersededById: string;
  readonly expectedRevision?: number | null | undefined;
}

export interface SupersedeMemoryOutcome {
  readonly supersededId: string;
  readonly successorId: string;
}

/**
 * Another memory takes the place of an active one, which stays readable with its interval. A successor that is a candidate
 * is promoted in the same step, by the rules of promotion. Undone by `restoreMemory`.
 */
export const supersedeMemory = defineUseCase<SupersedeMemoryInput, SupersedeMemoryOutcome>(
  { mutation: 'supersedeMemory', roles: ['reviewer'], as: 'viewer' },
  async (useCase, command) => {
    const { id, supersededById, expectedRevision } = command.input;
    await lockItems(useCase, [id, supersededById]);
    const memory = await getMemoryForUpdate(useCase, id);
    const successor = await getMemoryForUpdate(useCase, supersededById, ['supersededById']);
    const verdict = await supersedeLockedMemory(useCase, memory, successor, expectedRevision);
    return verdict.verdict === 'done'
      ? { verdict: 'done', outcome: { supersededId: memory.id, successorId: successor.id } }
      : verdict;
  },
);
