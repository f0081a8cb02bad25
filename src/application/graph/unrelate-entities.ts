import { getEntityForUpdate, lockItems } from '#application/review/steps/change-item.ts';
import { defineUseCase, notFound } from '#application/use-case.ts';
import { endRelation } from '#persistence/relations.ts';
import type { RelateEntitiesInput, RelateEntitiesOutcome } from './relate-entities.ts';

/** Ends an edge: the undo of relating. Throws `not_found` when there is none. */
export const unrelateEntities = defineUseCase<RelateEntitiesInput, RelateEntitiesOutcome>(
  { mutation: 'unrelateEntities', roles: ['reviewer'], as: 'viewer' },
  async (useCase, command) => {
    const { session, now, record } = useCase;
    const { fromId, toId, relation } = command.input;
    await lockItems(useCase, [fromId, toId]);
    await getEntityForUpdate(useCase, fromId, ['fromId']);
    await getEntityForUpdate(useCase, toId, ['toId']);
    if (!(await endRelation(session, command.input, now))) throw notFound(['relation']);
    record([
      {
        action: 'entity.unrelated',
        targetType: 'Entity',
        targetId: fromId,
        before: { relation, toId },
        after: null,
      },
    ]);
    return { verdict: 'done', outcome: { fromId, toId } };
  },
);
