import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  decideByPolicy,
  type LabelPolicyRule,
  labelPolicyActions,
} from '#domain/labels/policy/label-policy.ts';
import { maxNamedUsers, policyLosses } from '#domain/labels/policy/policy-losses.ts';
import { type Role, roles } from '#domain/privacy/viewer.ts';

const rule = (given: Partial<LabelPolicyRule> = {}): LabelPolicyRule => ({
  id: 'rule',
  anyLabel: ['pii'],
  allLabels: [],
  roles: [],
  notRoles: [],
  users: [],
  action: 'DENY',
  ...given,
});
const items = [
  { labels: ['pii.email'], count: 3 },
  { labels: ['legal', 'pii.phone'], count: 2 },
  { labels: ['legal'], count: 5 },
];
const readerLoses = {
  role: 'reader',
  user: null,
  hidden: 5,
  redacted: 0,
  labels: ['legal', 'pii.email', 'pii.phone'],
};
const enforced = (rules: readonly LabelPolicyRule[]) => ({ mode: 'ENFORCE', rules });
const ofReader = rule({ roles: ['reader'] });

describe('who would see less than under the policy in force', () => {
  test.for([
    ['nobody, without a rule', null, [], []],
    ['whom a rule denies', null, [ofReader], [readerLoses]],
    ['not whom the policy in force denies already', enforced([rule()]), [ofReader], []],
    [
      'what is only logged hides nothing yet',
      { mode: 'LOG_ONLY', rules: [rule()] },
      [ofReader],
      [readerLoses],
    ],
    [
      'from without words to hidden',
      enforced([rule({ roles: ['reader'], action: 'REDACT' })]),
      [ofReader],
      [readerLoses],
    ],
    [
      'not from hidden to without words',
      enforced([ofReader]),
      [rule({ roles: ['reader'], action: 'REDACT' })],
      [],
    ],
    ['a policy that cannot be read denies', { mode: 'ENFORCE', rules: 'none' }, [rule()], []],
    [
      'a user whom a rule names',
      null,
      [rule({ users: ['bob'], action: 'REDACT', anyLabel: ['legal'] })],
      [{ role: null, user: 'bob', hidden: 0, redacted: 7, labels: ['legal', 'pii.phone'] }],
    ],
  ] as const)('%s', ([, stored, rules, losses]) => {
    expect(policyLosses(stored, rules, items)).toEqual(losses);
  });

  test('admins lose what a role that admin includes loses', () => {
    const losses = policyLosses(null, [rule({ roles: ['auditor'] })], items);
    expect(losses.map(({ role }) => role)).toEqual(['auditor', 'admin']);
  });

  test('of many users whom rules name, the first by name are looked at', () => {
    const users = Array.from({ length: maxNamedUsers + 5 }, (_, at) => `u${String(at).padStart(3, '0')}`);
    expect(policyLosses(null, [rule({ users })], items).map(({ user }) => user)).toEqual(
      users.slice(0, maxNamedUsers),
    );
  });

  test('each role loses as the policy decides for it', () => {
    const some = <Value>(values: readonly Value[]) => fc.subarray([...values], { maxLength: 2 });
    const anyRule = fc.record({
      id: fc.constant('rule'),
      anyLabel: fc.subarray(['pii', 'legal'], { minLength: 1 }),
      allLabels: some(['pii.email', 'legal']),
      roles: some<Role>(roles),
      notRoles: some<Role>(roles),
      users: some(['ann', 'bob']),
      action: fc.constantFrom(...labelPolicyActions),
    });
    const severity = { none: 0, REDACT: 1, DENY: 2 };
    fc.assert(
      fc.property(
        fc.array(anyRule, { maxLength: 4 }),
        fc.array(anyRule, { maxLength: 4 }),
        (before, after) => {
          const losses = policyLosses(enforced(before), after, items);
          for (const role of roles) {
            const viewer = { tenant: '', user: '', roles: [role], groups: [] };
            const loses = (action: 'DENY' | 'REDACT') =>
              items
                .filter(({ labels }) => {
                  const was = decideByPolicy(before, viewer, labels)?.action ?? 'none';
                  const becomes = decideByPolicy(after, viewer, labels)?.action ?? 'none';
                  return becomes === action && severity[becomes] > severity[was];
                })
                .reduce((sum, { count }) => sum + count, 0);
            const loss = losses.find((one) => one.role === role) ?? { hidden: 0, redacted: 0 };
            expect([loss.hidden, loss.redacted]).toEqual([loses('DENY'), loses('REDACT')]);
          }
        },
      ),
    );
  });
});
