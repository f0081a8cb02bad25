import type { Installation } from '#application/app-dependencies.ts';
import { type CarriedOut, type Command, carryOut } from '#application/use-case.ts';
import { decideRestoring } from '#domain/review/promotion.ts';
import {
  changeItem,
  getEntityForUpdate,
  type ItemDecisionInput,
  type ItemOutcome,
} from './steps/change-item.ts';

/** The undo of superseding: the entity has its place again, beside what had taken it. */
export const restoreEntity = (
  installation: Installation,
  command: Command<ItemDecisionInput>,
): Promise<CarriedOut<ItemOutcome>> =>
  carryOut(
    installation,
    command,
    { mutation: 'restoreEntity', roles: ['reviewer'], as: 'viewer' },
    async (useCase) => {
      const { id, expectedRevision } = command.input;
      return changeItem(useCase, await getEntityForUpdate(useCase, id), expectedRevision, {
        decide: (facts, _entity, ruling) => decideRestoring(facts, ruling),
        write: (entity, { to }) => {
          entity.status = to;
          entity.supersededById = null;
          entity.validUntil = null;
        },
        action: 'entity.restored',
        refusal: 'entity.restoring.refused',
      });
    },
  );
