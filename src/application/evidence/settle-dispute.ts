import {
  getMemoryForUpdate,
  type ItemDecisionInput,
  type ItemOutcome,
  saveItem,
} from '#application/review/steps/change-item.ts';
import { retireItem } from '#application/review/steps/retire-item.ts';
import { maxSummaryLength } from '#application/text-limits.ts';
import { defineUseCase } from '#application/use-case.ts';
import type { DisputeVerdict } from '#domain/evidence/disputes.ts';
import { assertStorableText } from '#domain/input/text.ts';
import { decideSettlement } from '#domain/review/belief.ts';
import { readOpenRaisers, settleDisputes } from '#persistence/disputes.ts';
import { readAuthors } from '#persistence/evidence.ts';

export interface SettleDisputeInput extends ItemDecisionInput {
  readonly verdict: DisputeVerdict;
  readonly note: string;
}

/** A reviewer settles the open disputes of a memory: it holds, or it is retired with the note as the reason. */
export const settleDispute = defineUseCase<SettleDisputeInput, ItemOutcome>(
  { mutation: 'settleDispute', roles: ['reviewer'], as: 'viewer' },
  async (useCase, command) => {
    const { session, now, record } = useCase;
    const { id, verdict, note, expectedRevision } = command.input;
    assertStorableText(note, { name: 'The note', path: ['note'], min: 1, max: maxSummaryLength });
    const locked = await getMemoryForUpdate(useCase, id);
    const { item: memory } = locked;
    const [raisers, authors] = [await readOpenRaisers(session, id), await readAuthors(session, [id])];
    const refused = await locked.refusedBy(
      expectedRevision,
      (facts, decisionInput) =>
        decideSettlement(
          facts,
          { openDisputes: raisers.length, verdict, authors: authors.get(id) ?? [] },
          decisionInput,
        ),
      'memory.dispute_settlement.refused',
    );
    if (refused) return refused;
    if (verdict === 'UPHELD') {
      const retired = await retireItem(useCase, locked, { id, expectedRevision, reason: note });
      if (retired.verdict === 'refused') return retired;
    }
    saveItem(useCase, memory, { ...memory, disputedSince: null });
    settleDisputes(session, id, { verdict, note, now });
    record([
      {
        action: 'memory.dispute_settled',
        targetType: 'Memory',
        targetId: id,
        before: { openDisputes: raisers.length },
        after: { openDisputes: 0, verdict, decisionNote: note },
      },
    ]);
    return { verdict: 'done', outcome: { itemId: id } };
  },
);
