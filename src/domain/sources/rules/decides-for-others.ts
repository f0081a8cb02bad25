import { isSamePerson } from '#domain/privacy/folded-name.ts';
import { hasRole } from '#domain/privacy/viewer.ts';
import type { SourceChangeRule } from '#domain/sources/source-changes.ts';
import { mayChangeSource } from '#domain/sources/source-owners.ts';

/**
 * A change of a source is decided by an owner, an admin, or, where no rule names the owners, a reviewer who did not send
 * it.
 */
export const decidesForOthersRule: SourceChangeRule = ({ owners, isRuled, contributor }, viewer) =>
  mayChangeSource(viewer, owners) ||
  (!isRuled && hasRole(viewer, 'reviewer') && !isSamePerson(viewer.user, contributor))
    ? null
    : 'source_change.not_owner';
