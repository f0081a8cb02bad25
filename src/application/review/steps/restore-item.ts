import type { UseCaseContext, Verdict } from '#application/use-case.ts';
import { decideRestoring } from '#domain/review/promotion.ts';
import type { ItemKind } from '#domain/review/states.ts';
import { findSuccessor, lockItem } from '#persistence/review/locked-items.ts';
import {
  changeItem,
  getItemOfKind,
  type ItemDecisionInput,
  type ItemOutcome,
  lockItems,
} from './change-item.ts';
import { type Item, kindOf } from './item.ts';
import { moveOrigin, regainPlace, returnItem } from './review-item.ts';

/**
 * The undo of superseding and of retiring: the item is active again. A successor that was promoted by the superseding
 * returns to the queue, unless it has taken another's place, or has moved on.
 */
export const restoreItem = async (
  useCase: UseCaseContext,
  kind: ItemKind,
  { id, expectedRevision }: ItemDecisionInput,
): Promise<Verdict<ItemOutcome>> => {
  const found = await findSuccessor(useCase.session, kind, id);
  if (found) await lockItems(useCase, [id, found.id]);
  const item = await getItemOfKind(useCase, kind, id);
  const returnedId = found && !found.takesMore && item.successorPromoted ? found.id : null;
  const verdict = await changeItem(useCase, item, expectedRevision, {
    decide: (facts, _item, decisionInput) => decideRestoring(facts, decisionInput),
    write: regainPlace,
    action: `${kindOf(item)}.restored`,
    refusal: `${kindOf(item)}.restoring.refused`,
  });
  if (verdict.verdict === 'refused' || returnedId === null) return verdict;
  const successor = await lockItem<Item>(useCase.session, kind, returnedId);
  // A graduation that is proposed since keeps the successor where it is: the refusal is not the item's.
  if (successor?.status === 'ACTIVE') await returnItem(useCase, successor, null);
  await moveOrigin(useCase, item, 'GRADUATED');
  return verdict;
};
