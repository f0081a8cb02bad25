import type { DocumentVisibilityFacts, VisibilityRule } from '#domain/privacy/visibility.ts';

/** Nobody sees what belongs to another tenant, whatever their roles. */
export const sameTenantRule: VisibilityRule<Pick<DocumentVisibilityFacts, 'tenant'>> = (viewer, { tenant }) =>
  viewer.tenant === tenant;
