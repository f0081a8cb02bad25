import { hasAnyRole, type Viewer } from '#domain/privacy/viewer.ts';

export type AudienceViolation = {
  readonly code: 'audience.not_a_member' | 'audience.unknown_group';
  readonly group: string;
};

/**
 * Decides who may write for a group: its members; services and admins for any known group. Others are refused alike for
 * known and unknown groups, so that nobody learns which groups exist or what their items say (docs/rules.md 1.13).
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
