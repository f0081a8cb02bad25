import { hasAnyRole } from '#domain/privacy/viewer.ts';
import type { ItemVisibilityFacts, VisibilityRule } from '#domain/privacy/visibility.ts';
import type { ItemStatus } from '#domain/review/states.ts';

/** Statuses of what was vouched for, now or once: no role is needed to see it. */
export const shownToAll: readonly ItemStatus[] = ['ACTIVE', 'GRADUATED', 'SUPERSEDED', 'RETIRED'];
const shownToReview: readonly ItemStatus[] = ['CANDIDATE', 'INVALID', 'ERASED'];

/** A promoted item is for all; a pending, rejected or erased one is for reviewers, auditors, admins and the contributor. */
export const visibleStatusRule: VisibilityRule<Pick<ItemVisibilityFacts, 'status' | 'contributor'>> = (
  viewer,
  { status, contributor },
) =>
  shownToAll.includes(status) ||
  (shownToReview.includes(status) &&
    (contributor === viewer.user || hasAnyRole(viewer, ['reviewer', 'auditor', 'admin'])));
