import type { AppDependencies } from '#application/app-dependencies.ts';
import { assertNames } from '#application/input-shape.ts';
import {
  applyChange,
  getItemForUpdate,
  type ItemOutcome,
  isMemory,
  kindOf,
  refusedBy,
} from '#application/review/steps/change-item.ts';
import { type Command, runUseCase, type UseCaseResult } from '#application/use-case.ts';
import { DomainError } from '#domain/domain-error.ts';
import { decideDirectLabels } from '#domain/labels/label-review.ts';
import { decideLabelling } from '#domain/review/promotion.ts';
import { labelsOf, type MemoryLabelsInput, writeLabels } from './steps/label-memory.ts';

/**
 * The tenant says itself which labels of a memory, or of an entity that came by the short path, are authoritative: these and no others. Done in a session of the system role, since the
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
      const item = await getItemForUpdate(useCase, memoryId, ['memoryId']);
      if (!isMemory(item) && item.graduatedFromId != null)
        throw new DomainError(
          'input.invalid',
          'This entity came from a memory, whose labels it has. Send the id of that memory.',
          ['memoryId'],
        );
      const refused = await refusedBy(
        useCase,
        item,
        expectedRevision,
        decideLabelling,
        `${kindOf(item)}.labelling.refused`,
      );
      if (refused) return refused;
      if (isMemory(item)) {
        const after = decideDirectLabels(labelsOf(item), labels);
        if (after !== null) await writeLabels(useCase, item, 'memory.labels_set', after);
      } else {
        const after = decideDirectLabels({ suggested: [], authoritative: item.sensitivityLabels }, labels);
        if (after !== null)
          await applyChange(useCase, item, 'entity.labels_set', () => {
            item.sensitivityLabels = [...after.authoritative];
          });
      }
      return { verdict: 'done', outcome: { itemId: memoryId } };
    },
  );
