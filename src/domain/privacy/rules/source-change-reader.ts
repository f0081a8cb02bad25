import { hasAnyRole } from '#domain/privacy/viewer.ts';
import type { SourceChangeVisibilityFacts, VisibilityRule } from '#domain/privacy/visibility.ts';
import { isOwner } from '#domain/sources/source-owners.ts';

/** A change of a source is seen by who sent it, the owners of its path, reviewers, auditors and admins. */
export const sourceChangeReaderRule: VisibilityRule<SourceChangeVisibilityFacts> = (viewer, facts) =>
  facts.contributor === viewer.user ||
  hasAnyRole(viewer, ['reviewer', 'auditor', 'admin']) ||
  isOwner(viewer, facts.owners);
