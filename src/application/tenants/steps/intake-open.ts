import { DomainError } from '#domain/domain-error.ts';
import type { Viewer } from '#domain/privacy/viewer.ts';
import { findIntakeHold } from '#persistence/people/intake-holds.ts';
import type { QueryExecutorProvider } from '#persistence/store/viewer-session.ts';

/** Throws `intake.on_hold` for a person or a service whom an admin keeps from bringing anything in. */
export const assertIntakeOpen = async (db: QueryExecutorProvider, viewer: Viewer): Promise<void> => {
  const hold = await findIntakeHold(db, viewer, viewer.user);
  if (hold === null) return;
  throw new DomainError(
    'intake.on_hold',
    `An admin has put what you bring in on hold since ${hold.setAt.toISOString()}. Ask ${hold.setBy} to release it.`,
  );
};
