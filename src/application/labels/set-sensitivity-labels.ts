import type { AppDependencies } from '#application/app-dependencies.ts';
import { assertNames } from '#application/input-shape.ts';
import { getMemoryForUpdate, type ItemOutcome, refusedBy } from '#application/review/steps/change-item.ts';
import { type Command, runUseCase, type UseCaseResult } from '#application/use-case.ts';
import { decideDirectLabels } from '#domain/labels/label-review.ts';
import { decideLabelling } from '#domain/review/promotion.ts';
import { labelsOf, type MemoryLabelsInput, writeLabels } from './steps/label-memory.ts';

/**
 * The tenant says itself which labels are authoritative: these and no others. Done in a session of the system role, since the
 * entities that follow the memory may be hidden from a service; visibility is the pure rule's.
 */
export const setSensitivityLabels = (
  dependencies: AppDependencies,
  command: Command<MemoryLabelsInput>,
): Promise<UseCaseResult<ItemOutcome>> =>
  runUseCase(
    dependencies,
    command,
    { mutation: 'setSensitivityLabels', roles: ['admin', 'service'], as: 'system' },
    async (useCase) => {
      const { memoryId, labels, expectedRevision } = command.input;
      assertNames(labels, 'The labels', ['labels']);
      const memory = await getMemoryForUpdate(useCase, memoryId, ['memoryId']);
      const refused = await refusedBy(
        useCase,
        memory,
        expectedRevision,
        decideLabelling,
        'memory.labelling.refused',
      );
      if (refused) return refused;
      const after = decideDirectLabels(labelsOf(memory), labels);
      if (after !== null) await writeLabels(useCase, memory, 'memory.labels_set', after);
      return { verdict: 'done', outcome: { itemId: memoryId } };
    },
  );
