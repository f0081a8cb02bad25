import type { PolicyShapeRule } from '#domain/labels/policy/decide-policy.ts';
import { roles as known } from '#domain/privacy/viewer.ts';

/** A rule names roles that there are: one that nobody holds would let everybody through, or nobody. */
export const knownRolesRule: PolicyShapeRule = (rules) => {
  for (const [index, rule] of rules.entries())
    for (const field of ['roles', 'notRoles'] as const)
      if (!rule[field].every((role) => (known as readonly string[]).includes(role)))
        return {
          message: `A rule names a role that does not exist. The roles are ${known.join(', ')}.`,
          path: [String(index), field],
        };
  return null;
};
