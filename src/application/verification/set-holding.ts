import {
  applyChange,
  getItemForUpdate,
  type ItemDecisionInput,
  type ItemOutcome,
} from '#application/review/steps/change-item.ts';
import { kindOf } from '#application/review/steps/item.ts';
import { defineUseCase } from '#application/use-case.ts';
import { DomainError } from '#domain/domain-error.ts';
import { decideHolding } from '#domain/review/promotion.ts';

export interface SetHoldingInput extends ItemDecisionInput {
  /** Null or absent: without a beginning. */
  readonly holdsFrom?: Date | null | undefined;
  /** Null or absent: without an end. */
  readonly holdsUntil?: Date | null | undefined;
}

const assertInOrder = ({ holdsFrom, holdsUntil }: SetHoldingInput): void => {
  if (holdsFrom != null && holdsUntil != null && holdsUntil <= holdsFrom)
    throw new DomainError('input.invalid', 'holdsUntil is not after holdsFrom. Send a later end.', [
      'holdsUntil',
    ]);
};

/** A reviewer says since when and until when an item holds. What has ended waits in the inbox, and is in no bundle. */
export const setHolding = defineUseCase<SetHoldingInput, ItemOutcome>(
  { mutation: 'setHolding', roles: ['reviewer'], as: 'viewer' },
  async (useCase, command) => {
    const { id, holdsFrom = null, holdsUntil = null, expectedRevision } = command.input;
    assertInOrder(command.input);
    const { item, refusedBy } = await getItemForUpdate(useCase, id);
    const kind = kindOf(item);
    const refused = await refusedBy(expectedRevision, decideHolding, `${kind}.holding_setting.refused`);
    if (refused) return refused;
    await applyChange(useCase, item, `${kind}.holding_set`, () => {
      item.holdsFrom = holdsFrom;
      item.holdsUntil = holdsUntil;
    });
    return { verdict: 'done', outcome: { itemId: id } };
  },
);
