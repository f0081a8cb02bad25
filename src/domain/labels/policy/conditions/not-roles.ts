import type { LabelPolicyCondition } from '#domain/labels/policy/label-policy.ts';
import { hasAnyRole } from '#domain/privacy/viewer.ts';

/** `notRoles`: the viewer holds none of them; an admin holds what admin includes. */
export const notRolesCondition: LabelPolicyCondition = ({ notRoles }, viewer) =>
  !hasAnyRole(viewer, notRoles);
