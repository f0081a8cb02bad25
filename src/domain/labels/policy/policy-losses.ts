import {
  itemConditions,
  type LabelPolicyAction,
  type LabelPolicyRule,
  viewerConditions,
} from '#domain/labels/policy/label-policy.ts';
import { readStoredPolicy } from '#domain/labels/policy/stored-policy.ts';
import { type Role, roles, type Viewer } from '#domain/privacy/viewer.ts';

/** Labels, and how many items have exactly these. */
export interface LabelledItems {
  readonly labels: readonly string[];
  readonly count: number;
}

/** What one role, or one user whom a rule names, would see less of. */
export interface PolicyLoss {
  /** Null where a user is meant. */
  readonly role: Role | null;
  /** Null where a role is meant. A user is looked at without any role. */
  readonly user: string | null;
  /** Items that would be hidden from them. */
  readonly hidden: number;
  /** Items that they would see without their words. */
  readonly redacted: number;
  /** The labels of these items, sorted. */
  readonly labels: readonly string[];
}

/** So many users whom rules name are looked at, by name. */
export const maxNamedUsers = 100;

type ActionOn = (labels: readonly string[]) => LabelPolicyAction | null;

const actionOf = (rules: readonly LabelPolicyRule[], viewer: Viewer): ActionOn => {
  const theirs = rules.filter((rule) => viewerConditions.every((condition) => condition(rule, viewer, [])));
  return (labels) =>
    theirs.find((rule) => itemConditions.every((condition) => condition(rule, viewer, labels)))?.action ??
    null;
};

/** What the policy in force does; one that cannot be read denies, and one that is only logged does nothing. */
const presentActionOf = (stored: unknown, viewer: Viewer): ActionOn => {
  if (stored === null) return () => null;
  const policy = readStoredPolicy(stored);
  if (policy === null) return () => 'DENY';
  return policy.mode === 'ENFORCE' ? actionOf(policy.rules, viewer) : () => null;
};

/**
 * Who would see less under the rules, once they are enforced, than under the stored policy (null: there is none): each role,
 * then each user whom a rule names. Labels alone decide: whether an audience hides the item from them already is not asked.
 */
export const policyLosses = (
  stored: unknown,
  rules: readonly LabelPolicyRule[],
  items: readonly LabelledItems[],
): PolicyLoss[] => {
  const named = [...new Set(rules.flatMap(({ users }) => users))].sort().slice(0, maxNamedUsers);
  const everybody = [
    ...roles.map((role) => ({ role, user: null })),
    ...named.map((user) => ({ role: null, user })),
  ];
  return everybody.flatMap(({ role, user }) => {
    const viewer = { tenant: '', user: user ?? '', roles: role === null ? [] : [role], groups: [] };
    const [before, after] = [presentActionOf(stored, viewer), actionOf(rules, viewer)];
    let hidden = 0;
    let redacted = 0;
    const labelsOfLost = new Set<string>();
    for (const { labels, count } of items) {
      const [was, becomes] = [before(labels), after(labels)];
      if (becomes === null || was === 'DENY' || was === becomes) continue;
      if (becomes === 'DENY') hidden += count;
      else redacted += count;
      for (const label of labels) labelsOfLost.add(label);
    }
    return hidden + redacted === 0
      ? []
      : [{ role, user, hidden, redacted, labels: [...labelsOfLost].sort() }];
  });
};
