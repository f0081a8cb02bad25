import type { Installation } from '#application/app-dependencies.ts';
import { type CarriedOut, type Command, type CommonInput, carryOut } from '#application/use-case.ts';
import { decideSuperseding } from '#domain/review/promotion.ts';
import { changeItem, getEntityForUpdate, lockItems } from './steps/change-item.ts';

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
export const supersedeEntity = (
  installation: Installation,
  command: Command<SupersedeEntityInput>,
): Promise<CarriedOut<SupersedeEntityOutcome>> =>
  carryOut(
    installation,
    command,
    { mutation: 'supersedeEntity', roles: ['reviewer'], as: 'viewer' },
    async (useCase) => {
      const { id, supersededById, expectedRevision } = command.input;
      await lockItems(useCase, [id, supersededById]);
      const entity = await getEntityForUpdate(useCase, id);
      const successor = await getEntityForUpdate(useCase, supersededById, ['supersededById']);

      const verdict = await changeItem(useCase, entity, expectedRevision, {
        decide: (facts, _entity, ruling) =>
          decideSuperseding(
            {
              ...facts,
              successor: { isTheItemItself: entity.id === successor.id, status: successor.status },
            },
            ruling,
          ),
        write: (superseded, { to }) => {
          superseded.status = to;
          superseded.supersededById = successor.id;
          superseded.validUntil = useCase.now;
        },
        action: 'entity.superseded',
        refusal: 'entity.superseding.refused',
      });
      return verdict.verdict === 'done'
        ? { verdict: 'done', outcome: { supersededId: entity.id, successorId: successor.id } }
        : verdict;
    },
  );
