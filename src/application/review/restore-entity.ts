import type { AppDependencies } from '#application/app-dependencies.ts';
import { type Command, runUseCase, type UseCaseResult } from '#application/use-case.ts';
import { decideRestoring } from '#domain/review/promotion.ts';
import {
  changeItem,
  getEntityForUpdate,
  type ItemDecisionInput,
  type ItemOutcome,
} from './steps/change-item.ts';

/** The undo of superseding and of retiring: the entity has its place again, beside what had taken it. */
export const restoreEntity = (
  dependencies: AppDependencies,
  command: Command<ItemDecisionInput>,
): Promise<UseCaseResult<ItemOutcome>> =>
  runUseCase(
    dependencies,
    command,
    { mutation: 'restoreEntity', roles: ['reviewer'], as: 'viewer' },
    async (useCase) => {
      const { id, expectedRevision } = command.input;
      return changeItem(useCase, await getEntityForUpdate(useCase, id), expectedRevision, {
        decide: (facts, _entity, decisionInput) => decideRestoring(facts, decisionInput),
        write: (entity, { to }) => {
          entity.status = to;
          entity.supersededById = null;
          entity.validUntil = null;
          entity.retirementReason = null;
        },
        action: 'entity.restored',
        refusal: 'entity.restoring.refused',
      });
    },
  );
