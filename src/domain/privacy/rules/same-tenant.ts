import type { DocumentVisibilityFacts, VisibilityRule } from '#domain/privacy/visibility.ts';

/** A tenant is a wall: nobody sees across it, whatever their roles. */
export const sameTenantRule: VisibilityRule<Pick<DocumentVisibilityFacts, 'tenant'>> = (viewer, { tenant }) =>
  viewer.tenant === tenant;
