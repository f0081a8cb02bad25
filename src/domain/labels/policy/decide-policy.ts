import type { LabelPolicyRule } from '#domain/labels/policy/label-policy.ts';
import { distinctIdsRule } from '#domain/labels/policy/rules/distinct-ids.ts';
import { knownRolesRule } from '#domain/labels/policy/rules/known-roles.ts';
import { namesLabelsRule } from '#domain/labels/policy/rules/names-labels.ts';

/** A rule as somebody proposes it: its roles may be any words. */
export type ProposedRule = Omit<LabelPolicyRule, 'roles' | 'notRoles'> & {
  readonly roles: readonly string[];
  readonly notRoles: readonly string[];
};

interface PolicyViolation {
  readonly message: string;
  /** Place in the list of rules. */
  readonly path: readonly string[];
}

/** A rule about the rules that an admin sets. */
export type PolicyShapeRule = (rules: readonly ProposedRule[]) => PolicyViolation | null;

/** In the order in which they are checked. */
const policyShapeRules: readonly PolicyShapeRule[] = Object.freeze([
  distinctIdsRule,
  namesLabelsRule,
  knownRolesRule,
]);

export type PolicyDecision =
  | { readonly outcome: 'accepted'; readonly rules: readonly LabelPolicyRule[] }
  | { readonly outcome: 'refused'; readonly violation: PolicyViolation };

const sorted = <Value extends string>(values: readonly Value[]): Value[] => [...new Set(values)].sort();

/** Decides whether rules can be a policy. Accepted rules are in canonical form: lists sorted, without repeats. */
export const decideLabelPolicy = (rules: readonly ProposedRule[]): PolicyDecision => {
  for (const rule of policyShapeRules) {
    const violation = rule(rules);
    if (violation) return { outcome: 'refused', violation };
  }
  return {
    outcome: 'accepted',
    rules: rules.map(({ id, anyLabel, allLabels, roles, notRoles, users, action }) => ({
      id,
      anyLabel: sorted(anyLabel),
      allLabels: sorted(allLabels),
      // The rules have found nothing but roles in them.
      roles: sorted(roles) as LabelPolicyRule['roles'],
      notRoles: sorted(notRoles) as LabelPolicyRule['notRoles'],
      users: sorted(users),
      action,
    })),
  };
};
