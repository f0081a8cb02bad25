import {
  itemConditions,
  type LabelPolicyAction,
  type LabelPolicyRule,
} from '#domain/labels/policy/label-policy.ts';
import type { Viewer } from '#domain/privacy/viewer.ts';

/** Labels alone are asked about; nobody looks. */
const nobody: Viewer = { tenant: '', user: '', roles: [], groups: [] };

const takesEverybody = ({ roles, notRoles, users }: LabelPolicyRule): boolean =>
  roles.length + notRoles.length + users.length === 0;

/**
 * Actions of an enforced policy on an item with these labels, for anybody: of the rules that match its labels, down to
 * the first that matches everybody. Both actions where people are treated differently.
 */
export const policyReach = (
  rules: readonly LabelPolicyRule[],
  labels: readonly string[],
): ReadonlySet<LabelPolicyAction> => {
  const matching = rules.filter((rule) =>
    itemConditions.every((condition) => condition(rule, nobody, labels)),
  );
  const last = matching.findIndex(takesEverybody);
  return new Set((last < 0 ? matching : matching.slice(0, last + 1)).map(({ action }) => action));
};
