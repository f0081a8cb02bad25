import { defineUseCase } from '#application/use-case.ts';
import { decideDeletion } from '#domain/review/promotion.ts';
import { deleteItem, readPast } from '#persistence/review/item-changes.ts';
import { auditedItem } from './steps/audited-item.ts';
import { getItemForUpdate, type ItemDecisionInput } from './steps/change-item.ts';
import { kindOf, targetOf } from './steps/item.ts';

/**
 * A reviewer deletes a candidate that was never believed: the undo of writing one. Its revisions, fingerprints,
 * sightings and edges go with it, so that the statement may be proposed again; the audit and the extraction stay.
 */
export const deleteCandidate = defineUseCase<ItemDecisionInput, { readonly deletedId: string }>(
  { mutation: 'deleteCandidate', roles: ['reviewer'], as: 'viewer' },
  async (useCase, command) => {
    const { session, record } = useCase;
    const { id, expectedRevision } = command.input;
    const { item, refusedBy } = await getItemForUpdate(useCase, id);
    const past = await readPast(session, kindOf(item), id);
    const refused = await refusedBy(
      expectedRevision,
      (facts, decisionInput) => decideDeletion({ ...facts, ...past }, decisionInput),
      `${kindOf(item)}.deletion.refused`,
    );
    if (refused) return refused;

    await deleteItem(session, kindOf(item), id);
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
