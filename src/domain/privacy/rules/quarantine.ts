import { hasAnyRole } from '#domain/privacy/viewer.ts';
import type { ItemVisibilityFacts, VisibilityRule } from '#domain/privacy/visibility.ts';

/** A quarantined item is seen by reviewers, auditors and admins alone, not by its contributor. */
export const quarantineRule: VisibilityRule<Pick<ItemVisibilityFacts, 'quarantined'>> = (
  viewer,
  { quarantined },
) => !quarantined || hasAnyRole(viewer, ['reviewer', 'auditor', 'admin']);
