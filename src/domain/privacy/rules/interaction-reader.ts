import { hasAnyRole } from '#domain/privacy/viewer.ts';
import type { InteractionVisibilityFacts, VisibilityRule } from '#domain/privacy/visibility.ts';

/** A whole interaction is read by who recorded it, by reviewers, auditors and admins. */
export const interactionReaderRule: VisibilityRule<Pick<InteractionVisibilityFacts, 'contributor'>> = (
  viewer,
  { contributor },
) => contributor === viewer.user || hasAnyRole(viewer, ['reviewer', 'auditor', 'admin']);
