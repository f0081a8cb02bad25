import { assertNames } from '#application/input-shape.ts';
import type { ItemOutcome } from '#application/review/steps/change-item.ts';
import { kindOf } from '#application/review/steps/item.ts';
import { defineUseCase } from '#application/use-case.ts';
import { decideDirectLabels } from '#domain/labels/label-review.ts';
import { decideLabelling } from '#domain/review/promotion.ts';
import { getLabelledItem, type ItemLabelsInput, labelsOf, writeLabels } from './steps/label-item.ts';

/**
 * The tenant says itself which labels of a memory, or of an entity that came by the short path, are authoritative:
 * these and no others. Done in a session of the system role, since the
 * entities that follow the memory may be hidden from a service; visibility is the pure rule's.
 */
export const setSensitivityLabels = defineUseCase<ItemLabelsInput, ItemOutcome>(
  { mutation: 'setSensitivityLabels', roles: ['admin', 'service'], as: 'system' },
  async (useCase, command) => {
    const { id, labels, expectedRevision } = command.input;
    assertNames(labels, 'The labels', ['labels']);
    const { item, refusedBy } = await getLabelledItem(useCase, id);
    const refused = await refusedBy(expectedRevision, decideLabelling, `${kindOf(item)}.labelling.refused`);
    if (refused) return refused;
    const after = decideDirectLabels(labelsOf(item), labels);
    if (after !== null) await writeLabels(useCase, item, 'labels_set', after);
    return { verdict: 'done', outcome: { itemId: id } };
  },
);
