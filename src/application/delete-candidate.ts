import { decideDeletion } from '#domain/promotion/promotion.ts';
import { sql } from '#persistence/sql.ts';
import { type CarriedOut, type Command, carryOut } from './carry-out.ts';
import {
  auditedItem,
  getItemForUpdate,
  type ItemDecisionInput,
  isMemory,
  kindOf,
  refusedBy,
  targetOf,
} from './change-item.ts';
import type { Installation } from './installation.ts';

/**
 * A reviewer deletes a candidate that was never believed: the undo of writing one. Its revisions, fingerprints,
 * sightings and edges go with it, so that the statement may be proposed again; the audit and the extraction stay.
 */
export const deleteCandidate = (
  installation: Installation,
  command: Command<ItemDecisionInput>,
): Promise<CarriedOut<{ readonly deletedId: string }>> =>
  carryOut(
    installation,
    command,
    { mutation: 'deleteCandidate', roles: ['reviewer'], as: 'viewer' },
    async (useCase) => {
      const { session, viewer, record } = useCase;
      const { id, expectedRevision } = command.input;
      const item = await getItemForUpdate(useCase, id);
      const refused = await refusedBy(
        useCase,
        item,
        expectedRevision,
        decideDeletion,
        `${kindOf(item)}.deletion.refused`,
      );
      if (refused) return refused;

      const owner = sql.ref(isMemory(item) ? 'memory_id' : 'entity_id');
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
