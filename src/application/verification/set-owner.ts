import { assertName } from '#application/input-shape.ts';
import {
  applyChange,
  getItemForUpdate,
  type ItemDecisionInput,
  type ItemOutcome,
} from '#application/review/steps/change-item.ts';
import { kindOf } from '#application/review/steps/item.ts';
import { defineUseCase } from '#application/use-case.ts';
import { decideOwnership } from '#domain/review/promotion.ts';
import type { OwnerKind } from '#domain/verification/verification.ts';

export interface SetOwnerInput extends ItemDecisionInput {
  /** Null or absent: nobody in particular. */
  readonly owner?: { readonly kind: OwnerKind; readonly name: string } | null | undefined;
}

/** A reviewer says who looks after an item. */
export const setOwner = defineUseCase<SetOwnerInput, ItemOutcome>(
  { mutation: 'setOwner', roles: ['reviewer'], as: 'viewer' },
  async (useCase, command) => {
    const { id, owner, expectedRevision } = command.input;
    if (owner) assertName(owner.name, 'The owner', ['owner', 'name']);
    const { item, refusedBy } = await getItemForUpdate(useCase, id);
    const kind = kindOf(item);
    const refused = await refusedBy(expectedRevision, decideOwnership, `${kind}.owner_setting.refused`);
    if (refused) return refused;
    if (item.ownerKind !== (owner?.kind ?? null) || item.ownerName !== (owner?.name ?? null))
      await applyChange(useCase, item, `${kind}.owner_set`, () => {
        item.ownerKind = owner?.kind ?? null;
        item.ownerName = owner?.name ?? null;
      });
    return { verdict: 'done', outcome: { itemId: id } };
  },
);
