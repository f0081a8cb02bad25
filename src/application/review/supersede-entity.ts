import { type CommonInput, defineUseCase } from '#application/use-case.ts';
import { decideSuperseding } from '#domain/review/promotion.ts';
import { changeItem, getEntityForUpdate, lockItems } from './steps/change-item.ts';
import { leavePlace } from './steps/review-item.ts';
import { successorFacts } from './steps/successor-facts.ts';

export interface SupersedeEntityInput extends CommonInput {
  readonly id: string;
  readonly supersededById: string;
  readonly expectedRevision?: number | null | undefined;
}

export interface SupersedeEntityOutcome {
  readonly supersededId: string;
  readonly successorId: string;
}

/** An active entity takes the place of another, which stays readable with its interval. Undone by `restoreEntity`. */
export const supersedeEntity = defineUseCase<SupersedeEntityInput, SupersedeEntityOutcome>(
  { mutation: 'supersedeEntity', roles: ['reviewer'], as: 'viewer' },
  async (useCase, command) => {
    const { id, supersededById, expectedRevision } = command.input;
    await lockItems(useCase, [id, supersededById]);
    const entity = await getEntityForUpdate(useCase, id);
    const successor = await getEntityForUpdate(useCase, supersededById, ['supersededById']);

    const verdict = await changeItem(useCase, entity, expectedRevision, {
      decide: (facts, _entity, decisionInput) =>
        decideSuperseding({ ...facts, successor: successorFacts(entity, successor) }, decisionInput),
      write: leavePlace(useCase, successor.id, false),
      action: 'entity.superseded',
      refusal: 'entity.superseding.refused',
    });
    return verdict.verdict === 'done'
      ? { verdict: 'done', outcome: { supersededId: entity.id, successorId: successor.id } }
      : verdict;
  },
);
