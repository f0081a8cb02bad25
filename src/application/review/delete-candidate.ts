import type { AppDependencies } from '#application/app-dependencies.ts';
import { type Command, runUseCase, type UseCaseContext, type UseCaseResult } from '#application/use-case.ts';
import { decideDeletion } from '#domain/review/promotion.ts';
import { sql } from '#persistence/reading/sql.ts';
import {
  auditedItem,
  getItemForUpdate,
  type Item,
  type ItemDecisionInput,
  isMemory,
  kindOf,
  refusedBy,
  targetOf,
} from './steps/change-item.ts';

const ownerColumn = (item: Item) => sql.ref(isMemory(item) ? 'memory_id' : 'entity_id');

/** Read: what a locked item has been, and for whom it stands. */
const readPast = async ({ session, viewer: { tenant } }: UseCaseContext, item: Item) => {
  const { rows } = await sql<{ wasPromoted: boolean; isSuccessor: boolean }>`select
      exists (select 1 from revisions r where r.tenant = ${tenant} and ${ownerColumn(item)} = ${item.id} and r.status = 'ACTIVE') as "wasPromoted",
      exists (select 1 from memories m where m.tenant = ${tenant} and m.superseded_by_id = ${item.id}) as "isSuccessor"`.execute(
    session.db,
  );
  return rows[0] ?? { wasPromoted: false, isSuccessor: false };
};

/**
 * A reviewer deletes a candidate that was never believed: the undo of writing one. Its revisions, fingerprints,
 * sightings and edges go with it, so that the statement may be proposed again; the audit and the extraction stay.
 */
export const deleteCandidate = (
  dependencies: AppDependencies,
  command: Command<ItemDecisionInput>,
): Promise<UseCaseResult<{ readonly deletedId: string }>> =>
  runUseCase(
    dependencies,
    command,
    { mutation: 'deleteCandidate', roles: ['reviewer'], as: 'viewer' },
    async (useCase) => {
      const { session, viewer, record } = useCase;
      const { id, expectedRevision } = command.input;
      const item = await getItemForUpdate(useCase, id);
      const past = await readPast(useCase, item);
      const refused = await refusedBy(
        useCase,
        item,
        expectedRevision,
        (facts, decisionInput) => decideDeletion({ ...facts, ...past }, decisionInput),
        `${kindOf(item)}.deletion.refused`,
      );
      if (refused) return refused;

      const owner = ownerColumn(item);
      for (const table of ['revisions', 'fingerprints', 'sightings'])
        await sql`delete from ${sql.table(table)} where tenant = ${viewer.tenant} and ${owner} = ${id}`.execute(
          session.db,
        );
      await sql`delete from ${sql.table(isMemory(item) ? 'memories' : 'graph_entities')} where tenant = ${viewer.tenant} and id = ${id}`.execute(
        session.db,
      );
      record([
        {
          action: `${kindOf(item)}.deleted`,
          targetType: targetOf(item),
          targetId: id,
          before: auditedItem(item),
          after: null,
        },
      ]);
      return { verdict: 'done', outcome: { deletedId: id } };
    },
  );
