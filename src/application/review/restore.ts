import { defineUseCase } from '#application/use-case.ts';
import { decideRestoring } from '#domain/review/promotion.ts';
import { findSuccessor, lockItem } from '#persistence/review/locked-items.ts';
import {
  getItemForUpdate,
  type ItemDecisionInput,
  type ItemOutcome,
  lockedItem,
  lockItems,
} from './steps/change-item.ts';
import { type Item, kindOf, kindOfId } from './steps/item.ts';
import { moveOrigin, regainPlace, returnItem } from './steps/review-item.ts';

/**
 * The undo of superseding and of retiring: the item is active again. A successor that was promoted by the superseding
 * returns to the queue, unless it has taken another's place, or has moved on.
 */
export const restore = defineUseCase<ItemDecisionInput, ItemOutcome>(
  { mutation: 'restore', roles: ['reviewer'], as: 'viewer' },
  async (useCase, command) => {
    const { id, expectedRevision } = command.input;
    const found = await findSuccessor(useCase.session, kindOfId(id), id);
    if (found) await lockItems(useCase, [id, found.id]);
    const { item, change } = await getItemForUpdate(useCase, id);
    const returnedId = found && !found.takesMore && item.successorPromoted ? found.id : null;
    const verdict = await change(expectedRevision, {
      decide: decideRestoring,
      write: regainPlace,
      action: `${kindOf(item)}.restored`,
      refusal: `${kindOf(item)}.restoring.refused`,
    });
    if (verdict.verdict === 'refused' || returnedId === null) return verdict;
    const successor = await lockItem<Item>(useCase.session, kindOf(item), returnedId);
    // A graduation that is proposed since keeps the successor where it is: the refusal is not the item's.
    if (successor?.status === 'ACTIVE') await returnItem(useCase, lockedItem(useCase, successor), null);
    await moveOrigin(useCase, item, 'GRADUATED');
    return verdict;
  },
);
