import type { LabelPolicyCondition } from '#domain/labels/policy/label-policy.ts';

/** `users`: the viewer is one of them. */
export const usersCondition: LabelPolicyCondition = ({ users }, { user }) =>
  users.length === 0 || users.includes(user);
