import type { LabelPolicyCondition } from '#domain/labels/policy/label-policy.ts';
import { hasAnyRole } from '#domain/privacy/viewer.ts';

/** `roles`: the viewer holds one of them; an admin holds what admin includes. */
export const rolesCondition: LabelPolicyCondition = ({ roles }, viewer) =>
  roles.length === 0 || hasAnyRole(viewer, roles);
