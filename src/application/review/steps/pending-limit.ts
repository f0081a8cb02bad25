import type { UseCaseContext } from '#application/use-case.ts';
import { DomainError } from '#domain/domain-error.ts';
import { hasRole } from '#domain/privacy/viewer.ts';
import { countPending, lockPending } from '#persistence/review/queue.ts';

/** More calls than one person has under way at once: so far below the limit nobody waits for a lock. */
const mostAtOnce = 100;

/** Throws `queue.contributor_full` while as many candidates of the actor wait as one person, or one service, may have. */
export const assertRoomInQueue = async ({ session, viewer, dependencies }: UseCaseContext): Promise<void> => {
  const { pendingPerContributor, pendingPerService } = dependencies.settings.review;
  const limit = hasRole(viewer, 'service') ? pendingPerService : pendingPerContributor;
  if ((await countPending(session, limit)) < limit - mostAtOnce) return;
  // Calls of one person at once would all find the last place free.
  lockPending(session);
  if ((await countPending(session, limit)) < limit) return;
  throw new DomainError(
    'queue.contributor_full',
    `${limit} candidates of yours wait for review already. Wait until reviewers have decided some of them.`,
  );
};
