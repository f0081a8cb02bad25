import { audienceSet, sortedSet } from '#application/input-shape.ts';
import { DomainError } from '#domain/domain-error.ts';
import { decideNamedAudience } from '#domain/privacy/named-audience.ts';
import type { Viewer } from '#domain/privacy/viewer.ts';
import { violationMessage } from '#domain/review/violation-message.ts';
import type { QueryExecutorProvider } from '#persistence/store/viewer-session.ts';
import { findUnknownGroups } from '#persistence/tenants.ts';

/** An audience that a call names, and where in its input. */
export interface NamedAudience {
  readonly audience: readonly string[] | null | undefined;
  readonly path: readonly string[];
}

/** A text is for groups that its writer may write for: throws at the first audience that names another. */
export const assertNamedAudiences = async (
  db: QueryExecutorProvider,
  viewer: Viewer,
  named: readonly NamedAudience[],
): Promise<void> => {
  const unknown = new Set(
    await findUnknownGroups(db, viewer, sortedSet(named.flatMap(({ audience }) => audienceSet(audience)))),
  );
  for (const { audience, path } of named) {
    const violation = decideNamedAudience(viewer, audienceSet(audience), unknown);
    if (violation) throw new DomainError(violation.code, violationMessage(violation), path);
  }
};
