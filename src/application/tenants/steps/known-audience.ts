import { audienceSet, sortedSet } from '#application/input-shape.ts';
import { DomainError } from '#domain/domain-error.ts';
import type { Viewer } from '#domain/privacy/viewer.ts';
import { violationMessage } from '#domain/review/violation-message.ts';
import type { QueryExecutorProvider } from '#persistence/store/viewer-session.ts';
import { findUnknownGroups } from '#persistence/tenants.ts';

/** An audience that a call names, and where in its input. */
export interface NamedAudience {
  readonly audience: readonly string[] | null | undefined;
  readonly path: readonly string[];
}

/** A text is for groups that the tenant knows, or nobody would ever see it: throws `audience.unknown_group` at the first audience that names another. */
export const assertKnownAudiences = async (
  db: QueryExecutorProvider,
  viewer: Viewer,
  named: readonly NamedAudience[],
): Promise<void> => {
  const unknown = new Set(
    await findUnknownGroups(db, viewer, sortedSet(named.flatMap(({ audience }) => audienceSet(audience)))),
  );
  for (const { audience, path } of named) {
    const group = audienceSet(audience).find((name) => unknown.has(name));
    if (group !== undefined)
      throw new DomainError(
        'audience.unknown_group',
        violationMessage({ code: 'audience.unknown_group', group }),
        path,
      );
  }
};
