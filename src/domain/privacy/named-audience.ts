import { hasAnyRole, type Viewer } from '#domain/privacy/viewer.ts';

export type AudienceViolation = {
  readonly code: 'audience.not_a_member' | 'audience.unknown_group';
  readonly group: string;
};

/**
 * Who may write for a group: who is in it; services and admins for any that the tenant knows. To others a known group and an unknown
 * one are refused alike, so that nobody learns which groups there are, nor what their items say (docs/rules.md 1.13).
 */
export const decideNamedAudience = (
  viewer: Viewer,
  audience: readonly string[],
  unknown: ReadonlySet<string>,
): AudienceViolation | null => {
  if (!hasAnyRole(viewer, ['service', 'admin'])) {
    const group = audience.find((name) => !viewer.groups.includes(name));
    return group === undefined ? null : { code: 'audience.not_a_member', group };
  }
  const group = audience.find((name) => unknown.has(name));
  return group === undefined ? null : { code: 'audience.unknown_group', group };
};
