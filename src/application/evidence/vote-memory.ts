import {
  getMemoryForUpdate,
  type ItemDecisionInput,
  type ItemOutcome,
} from '#application/review/steps/change-item.ts';
import { defineUseCase } from '#application/use-case.ts';
import type { Vote } from '#domain/evidence/votes.ts';
import { decideVote } from '#domain/review/belief.ts';
import { findOwnVote, storeOwnVote } from '#persistence/evidence.ts';

export interface VoteMemoryInput extends ItemDecisionInput {
  /** NONE takes the vote back. */
  readonly vote: Vote | 'NONE';
}

/** One user's vote about a memory that they see; it takes the place of their last one, and raises no revision. */
export const voteMemory = defineUseCase<VoteMemoryInput, ItemOutcome>(
  { mutation: 'voteMemory', roles: 'anybody', as: 'viewer' },
  async (useCase, command) => {
    const { session, now, record } = useCase;
    const { id, vote, expectedRevision } = command.input;
    // Locked, so that two votes of one user come one after the other.
    const { refusedBy } = await getMemoryForUpdate(useCase, id);
    const refused = await refusedBy(expectedRevision, decideVote, 'memory.voting.refused');
    if (refused) return refused;

    const last = (await findOwnVote(session, id)) ?? 'NONE';
    if (last !== vote) {
      await storeOwnVote(session, id, vote === 'NONE' ? null : vote, now);
      record([
        {
          action: 'memory.voted',
          targetType: 'Memory',
          targetId: id,
          before: { vote: last },
          after: { vote },
        },
      ]);
    }
    return { verdict: 'done', outcome: { itemId: id } };
  },
);
