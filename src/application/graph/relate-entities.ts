import type { AppDependencies } from '#application/app-dependencies.ts';
import { getEntityForUpdate, lockItems } from '#application/review/steps/change-item.ts';
import {
  type Command,
  type CommonInput,
  runUseCase,
  type UseCaseContext,
  type UseCaseResult,
} from '#application/use-case.ts';
import { DomainError } from '#domain/domain-error.ts';
import { decideRelation, relationViolationMessage } from '#domain/graph/relating.ts';
import type { EntityRelation } from '#domain/graph/relations.ts';
import { sql } from '#persistence/reading/sql.ts';
import { bulkInsert } from '#persistence/store/bulk-insert.ts';

export interface RelateEntitiesInput extends CommonInput {
  readonly fromId: string;
  readonly toId: string;
  readonly relation: EntityRelation;
}

export interface RelateEntitiesOutcome {
  readonly fromId: string;
  readonly toId: string;
}

/** Edges of one tenant are drawn one after the other: two that are fine alone may close a circle together. */
const takeTurn = async ({ session, viewer }: UseCaseContext): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('vouch.relations:' || ${viewer.tenant}, 0))`.execute(
    session.db,
  );
};

/** Read: every entity that this one is part of, as far as the actor sees. */
const findWholes = async ({ session, viewer }: UseCaseContext, id: string): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`with recursive wholes (id) as (
      select r.to_id from entity_relations r where r.tenant = ${viewer.tenant} and r.relation = 'PART_OF' and r.from_id = ${id}
      union
      select r.to_id from entity_relations r join wholes w on r.from_id = w.id
        where r.tenant = ${viewer.tenant} and r.relation = 'PART_OF')
    select id from wholes`.execute(session.db);
  return rows.map((row) => row.id);
};

/** Draws an edge between two entities; one that is there already is left as it is. Undone by `unrelateEntities`. */
export const relateEntities = (
  dependencies: AppDependencies,
  command: Command<RelateEntitiesInput>,
): Promise<UseCaseResult<RelateEntitiesOutcome>> =>
  runUseCase(
    dependencies,
    command,
    { mutation: 'relateEntities', roles: ['reviewer'], as: 'viewer' },
    async (useCase) => {
      const { session, viewer, now, record } = useCase;
      const { fromId, toId, relation } = command.input;
      await takeTurn(useCase);
      await lockItems(useCase, [fromId, toId]);
      await getEntityForUpdate(useCase, fromId, ['fromId']);
      await getEntityForUpdate(useCase, toId, ['toId']);
      const { rows: edges } = await sql`select 1 from entity_relations where tenant = ${viewer.tenant}
        and from_id = ${fromId} and to_id = ${toId} and relation = ${relation}`.execute(session.db);

      const decision = decideRelation({
        fromId,
        toId,
        relation,
        exists: edges.length > 0,
        wholesOfTo: relation === 'PART_OF' ? await findWholes(useCase, toId) : [],
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
        await bulkInsert(session.db, 'entity_relations', [
          {
            id: dependencies.newId('rel'),
            tenant: viewer.tenant,
            from_id: fromId,
            to_id: toId,
            relation,
            related_by: viewer.user,
            related_at: now,
          },
        ]);
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
