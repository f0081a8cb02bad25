import { hasAnyRole } from '#domain/privacy/viewer.ts';
import type { ItemVisibilityFacts, VisibilityRule } from '#domain/privacy/visibility.ts';
import type { ItemStatus } from '#domain/review/states.ts';

const shownToAll: readonly ItemStatus[] = ['ACTIVE', 'GRADUATED', 'SUPERSEDED', 'RETIRED'];
const shownToReview: readonly ItemStatus[] = ['CANDIDATE', 'INVALID', 'ERASED'];

/** What was promoted is for all; what waits, was rejected or was erased is for reviewers, auditors, admins and the contributor. */
export const visibleStatusRule: VisibilityRule<Pick<ItemVisibilityFacts, 'status' | 'contributor'>> = (
  viewer,
  { status, contributor },
) =>
  shownToAll.includes(status) ||
  (shownToReview.includes(status) &&
    (contributor === viewer.user || hasAnyRole(viewer, ['reviewer', 'auditor', 'admin'])));
