import { hasRole } from '#domain/privacy/viewer.ts';
import type { InteractionVisibilityFacts, VisibilityRule } from '#domain/privacy/visibility.ts';

/** A personal item is seen by its contributor and by admins. */
export const personalRule: VisibilityRule<Pick<InteractionVisibilityFacts, 'isPersonal' | 'contributor'>> = (
  viewer,
  { isPersonal, contributor },
) => !isPersonal || contributor === viewer.user || hasRole(viewer, 'admin');
