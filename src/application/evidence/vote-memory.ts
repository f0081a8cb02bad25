import type { AppDependencies } from '#application/app-dependencies.ts';
import {
  getMemoryForUpdate,
  type ItemDecisionInput,
  type ItemOutcome,
  refusedBy,
} from '#application/review/steps/change-item.ts';
import { type Command, runUseCase, type UseCaseResult } from '#application/use-case.ts';
import type { Vote } from '#domain/evidence/votes.ts';
import { decideOnRevision } from '#domain/review/promotion.ts';
import { sql } from '#persistence/reading/sql.ts';

export interface VoteMemoryInput extends ItemDecisionInput {
  /** NONE takes the vote back. */
  readonly vote: Vote | 'NONE';
}

/** One user's vote about a memory that they see; it takes the place of their last one, and raises no revision. */
export const voteMemory = (
  dependencies: AppDependencies,
  command: Command<VoteMemoryInput>,
): Promise<UseCaseResult<ItemOutcome>> =>
  runUseCase(
    dependencies,
    command,
    { mutation: 'voteMemory', roles: 'anybody', as: 'viewer' },
    async (useCase) => {
      const { session, viewer, now, record } = useCase;
      const { id, vote, expectedRevision } = command.input;
      // Locked, so that two votes of one user come one after the other.
      const memory = await getMemoryForUpdate(useCase, id);
      const refused = await refusedBy(
        useCase,
        memory,
        expectedRevision,
        decideOnRevision,
        'memory.voting.refused',
      );
      if (refused) return refused;

      const { rows } = await sql<{ vote: Vote }>`select vote from votes
        where tenant = ${viewer.tenant} and memory_id = ${id} and user_id = ${viewer.user}`.execute(
        session.db,
      );
      const last = rows[0]?.vote ?? 'NONE';
      if (last !== vote) {
        await sql`delete from votes where tenant = ${viewer.tenant} and memory_id = ${id} and user_id = ${viewer.user}`.execute(
          session.db,
        );
        if (vote !== 'NONE')
          await sql`insert into votes (tenant, memory_id, user_id, vote, voted_at)
            values (${viewer.tenant}, ${id}, ${viewer.user}, ${vote}, ${now})`.execute(session.db);
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
