import { hasRole } from '#domain/privacy/viewer.ts';
import type { DocumentVisibilityFacts, VisibilityRule } from '#domain/privacy/visibility.ts';

/** An item for certain groups is seen by their members, by its contributor and by admins. */
export const audienceRule: VisibilityRule<Pick<DocumentVisibilityFacts, 'audience' | 'contributor'>> = (
  viewer,
  { audience, contributor },
) =>
  audience.length === 0 ||
  audience.some((group) => viewer.groups.includes(group)) ||
  contributor === viewer.user ||
  hasRole(viewer, 'admin');
