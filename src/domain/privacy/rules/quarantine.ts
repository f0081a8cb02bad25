import { hasAnyRole } from '#domain/privacy/viewer.ts';
import type { ItemVisibilityFacts, VisibilityRule } from '#domain/privacy/visibility.ts';

/** What is quarantined is seen by reviewers, auditors and admins alone, by its contributor neither. */
export const quarantineRule: VisibilityRule<Pick<ItemVisibilityFacts, 'quarantined'>> = (
  viewer,
  { quarantined },
) => !quarantined || hasAnyRole(viewer, ['reviewer', 'auditor', 'admin']);
