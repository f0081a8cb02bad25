import { defineUseCase } from '#application/use-case.ts';
import { isForFewer } from '#domain/privacy/for-fewer.ts';
import { decideSuperseding } from '#domain/review/promotion.ts';
import {
  applyChange,
  getItemForUpdate,
  getItemOfKind,
  type ItemDecisionInput,
  type ItemOutcome,
  lockItems,
} from './steps/change-item.ts';
import { kindOf } from './steps/item.ts';
import { leavePlace, promoteItem } from './steps/review-item.ts';

export interface SupersedeInput extends ItemDecisionInput {
  /** An item of the same kind. */
  readonly supersededById: string;
}

/**
 * Another item of the same kind takes the place of an active one, which stays readable with its interval. A memory that
 * is a candidate is promoted in the same step, by the rules of promotion. Undone by `restore`.
 */
export const supersede = defineUseCase<SupersedeInput, ItemOutcome>(
  { mutation: 'supersede', roles: ['reviewer'], as: 'viewer' },
  async (useCase, command) => {
    const { id, supersededById, expectedRevision } = command.input;
    await lockItems(useCase, [id, supersededById]);
    const { item, refusedBy } = await getItemForUpdate(useCase, id);
    const kind = kindOf(item);
    const locked = await getItemOfKind(useCase, kind, supersededById, ['supersededById']);
    const { item: successor } = locked;

    const refused = await refusedBy(
      expectedRevision,
      (facts, decisionInput) =>
        decideSuperseding(
          {
            ...facts,
            successor: {
              isTheItemItself: item.id === successor.id,
              status: successor.status,
              isForFewer: isForFewer(successor, item),
            },
          },
          decisionInput,
        ),
      `${kind}.superseding.refused`,
    );
    if (refused) return refused;
    const successorPromoted = successor.status === 'CANDIDATE';
    if (successorPromoted) {
      const promoted = await promoteItem(useCase, locked, [item], successor.revision);
      if (promoted.verdict === 'refused') return promoted;
    }
    await applyChange(useCase, item, `${kind}.superseded`, () =>
      leavePlace(useCase, successor.id, successorPromoted)(item),
    );
    return { verdict: 'done', outcome: { itemId: item.id, successorId: successor.id } };
  },
);
