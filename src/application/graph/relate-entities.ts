import { getEntityForUpdate, lockItems } from '#application/review/steps/change-item.ts';
import { type CommonInput, defineUseCase } from '#application/use-case.ts';
import { DomainError } from '#domain/domain-error.ts';
import { decideRelation, relationViolationMessage } from '#domain/graph/relating.ts';
import type { EntityRelation } from '#domain/graph/relations.ts';
import { findWholes, hasRelation, insertRelation, lockRelations } from '#persistence/relations.ts';

export interface RelateEntitiesInput extends CommonInput {
  readonly fromId: string;
  readonly toId: string;
  readonly relation: EntityRelation;
}

export interface RelateEntitiesOutcome {
  readonly fromId: string;
  readonly toId: string;
}

/** Relates two entities; one that is there already is left as it is. Undone by `unrelateEntities`. */
export const relateEntities = defineUseCase<RelateEntitiesInput, RelateEntitiesOutcome>(
  { mutation: 'relateEntities', roles: ['reviewer'], as: 'viewer' },
  async (useCase, command) => {
    const { session, now, record } = useCase;
    const { fromId, toId, relation } = command.input;
    await lockRelations(session);
    await lockItems(useCase, [fromId, toId]);
    await getEntityForUpdate(useCase, fromId, ['fromId']);
    await getEntityForUpdate(useCase, toId, ['toId']);
    const decision = decideRelation({
      fromId,
      toId,
      relation,
      exists: await hasRelation(session, command.input),
      wholesOfTo: relation === 'PART_OF' ? await findWholes(session, toId) : [],
    });
    if (decision.outcome === 'refused')
      return {
        verdict: 'refused',
        error: new DomainError(decision.violation.code, relationViolationMessage(decision.violation), [
          'toId',
        ]),
        action: 'entity.relation.refused',
        targetType: 'Entity',
        targetId: fromId,
      };
    if (decision.outcome === 'applied') {
      await insertRelation(session, command.input, { id: useCase.dependencies.newId('rel'), now });
      record([
        {
          action: 'entity.related',
          targetType: 'Entity',
          targetId: fromId,
          before: null,
          after: { relation, toId },
        },
      ]);
    }
    return { verdict: 'done', outcome: { fromId, toId } };
  },
);
