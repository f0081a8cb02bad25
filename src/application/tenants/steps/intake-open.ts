import { DomainError } from '#domain/domain-error.ts';
import { type Attempt, bringsIn } from '#domain/ingestion/intake.ts';
import type { Viewer } from '#domain/privacy/viewer.ts';
import { findIntakeHold } from '#persistence/people/intake-holds.ts';
import type { QueryExecutorProvider } from '#persistence/store/viewer-session.ts';

/** Throws `intake.on_hold` for a mutation that brings something in, by a person or a service whom an admin keeps from it. */
export const assertIntakeOpen = async (
  db: QueryExecutorProvider,
  viewer: Viewer,
  attempt: Attempt,
): Promise<void> => {
  if (!bringsIn(attempt)) return;
  const hold = await findIntakeHold(db, viewer, viewer.user);
  if (hold === null) return;
  throw new DomainError(
    'intake.on_hold',
    `An admin has put what you bring in on hold since ${hold.setAt.toISOString()}. Ask ${hold.setBy} to release it.`,
  );
};
