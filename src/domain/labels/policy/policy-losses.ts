import { isInCategory } from '#domain/labels/policy/conditions/label-category.ts';
import {
  itemConditions,
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

/** Loss of visibility for one role, or for one user whom a rule names. */
export interface PolicyLoss {
  /** Null where a user is meant. */
  readonly role: Role | null;
  /** Null where a role is meant. */
  readonly user: string | null;
  /** Items that would be hidden from them. */
  readonly hidden: number;
  /** Items that they would see without their words. */
  readonly redacted: number;
  /** Labels named by the rules that take these items, as written, sorted; never another label of an item. */
  readonly labels: readonly string[];
}

/** Users named by rules for whom losses are counted, in the order of their names. */
export const maxNamedUsers = 100;

/** Items that the same rules match, and so are treated alike. */
interface RuledItems {
  readonly count: number;
  /** Rules in force, in order. */
  readonly inForce: readonly LabelPolicyRule[];
  /** Proposed rules, in order. */
  readonly proposed: readonly LabelPolicyRule[];
  /** Labels or categories that the proposed rules name and an item has. */
  readonly named: ReadonlySet<string>;
}

/** The proposed rule that leaves a viewer less of an item than they have; undefined: none does. */
type Taking = LabelPolicyRule | undefined;

const nobody: Viewer = { tenant: '', user: '', roles: [], groups: [] };

const weights = { REDACT: 1, DENY: 2 };
const weightOf = (rule: Taking): number => (rule ? weights[rule.action] : 0);

/** The rules in force. Null: they cannot be read, and all is denied. What is only logged does nothing. */
const rulesInForce = (stored: unknown): readonly LabelPolicyRule[] | null => {
  if (stored === null) return [];
  const policy = readStoredPolicy(stored);
  return policy && (policy.mode === 'ENFORCE' ? policy.rules : []);
};

const namesIn = ({ anyLabel, allLabels }: LabelPolicyRule): string[] => [...anyLabel, ...allLabels];

/** Without the items that no proposed rule matches. */
const groupByRules = (
  present: readonly LabelPolicyRule[],
  rules: readonly LabelPolicyRule[],
  items: readonly LabelledItems[],
): RuledItems[] => {
  const names = [...new Set(rules.flatMap(namesIn))];
  const places = new Map([...present, ...rules].map((rule, at) => [rule, at]));
  const placeOf = (rule: LabelPolicyRule) => places.get(rule);
  const groups = new Map<string, RuledItems>();
  for (const { labels, count } of items) {
    const matches = (rule: LabelPolicyRule) =>
      itemConditions.every((condition) => condition(rule, nobody, labels));
    const [inForce, proposed] = [present.filter(matches), rules.filter(matches)];
    if (proposed.length === 0) continue;
    const key = JSON.stringify([inForce.map(placeOf), proposed.map(placeOf)]);
    const before = groups.get(key);
    const named = names.filter((name) => labels.some((label) => isInCategory(label, name)));
    groups.set(key, {
      count: count + (before?.count ?? 0),
      inForce,
      proposed,
      named: new Set([...(before?.named ?? []), ...named]),
    });
  }
  return [...groups.values()];
};

/** For each group of items, in their order. */
const takenFrom = (viewer: Viewer, items: readonly RuledItems[]): Taking[] => {
  const known = new Map<LabelPolicyRule, boolean>();
  const isTheirs = (rule: LabelPolicyRule): boolean => {
    const is = known.get(rule) ?? viewerConditions.every((condition) => condition(rule, viewer, []));
    known.set(rule, is);
    return is;
  };
  return items.map(({ inForce, proposed }) => {
    const becomes = proposed.find(isTheirs);
    return weightOf(becomes) > weightOf(inForce.find(isTheirs)) ? becomes : undefined;
  });
};

/** Combines several lists of losses: for each group of items the worst counts. */
const sumUp = (
  items: readonly RuledItems[],
  lists: readonly Taking[][],
): Omit<PolicyLoss, 'role' | 'user'> => {
  let hidden = 0;
  let redacted = 0;
  const labels = new Set<string>();
  for (const [at, { count, named }] of items.entries()) {
    const taking = new Set(lists.flatMap((list) => list[at] ?? []));
    const worst = Math.max(0, ...[...taking].map(weightOf));
    if (worst === weights.DENY) hidden += count;
    if (worst === weights.REDACT) redacted += count;
    for (const name of [...taking].flatMap(namesIn)) if (named.has(name)) labels.add(name);
  }
  return { hidden, redacted, labels: [...labels].sort() };
};

/**
 * Computes who would see less under the proposed rules, once enforced, than under the stored policy (null for none):
 * each role, then each user whom a rule names, in force or proposed. A user is tried with each role alone and without
 * any, and loses what others with the same roles keep. Labels alone decide: audiences are not considered.
 */
export const policyLosses = (
  stored: unknown,
  rules: readonly LabelPolicyRule[],
  items: readonly LabelledItems[],
): PolicyLoss[] => {
  const present = rulesInForce(stored);
  if (present === null) return [];
  const ruled = groupByRules(present, rules, items);

  const takenWith = [null, ...roles].map((role) => {
    const viewer = { ...nobody, roles: role === null ? [] : [role] };
    return { role, viewer, taken: takenFrom(viewer, ruled) };
  });
  const ofRoles = takenWith.flatMap(({ role, taken }) =>
    role === null ? [] : [{ role, user: null, ...sumUp(ruled, [taken]) }],
  );
  const named = [...new Set([...present, ...rules].flatMap(({ users }) => users))]
    .sort()
    .slice(0, maxNamedUsers);
  const ofUsers = named.map((user) => {
    const added = takenWith.map(({ viewer, taken }) =>
      takenFrom({ ...viewer, user }, ruled).map((rule, at) =>
        weightOf(rule) > weightOf(taken[at]) ? rule : undefined,
      ),
    );
    return { role: null, user, ...sumUp(ruled, added) };
  });
  return [...ofRoles, ...ofUsers].filter(({ hidden, redacted }) => hidden + redacted > 0);
};
