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
  labels: ['pii'],
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
      [{ role: null, user: 'bob', hidden: 0, redacted: 7, labels: ['legal'] }],
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

  const topsec = [{ labels: ['topsec', 'project.unnamed'], count: 4 }];
  const topsecRule = (given: Partial<LabelPolicyRule>) => rule({ anyLabel: ['topsec'], ...given });
  const known: Role[] = ['admin', 'reviewer', 'reader', 'contributor'];
  const lostBy = (user: string, hidden: number, redacted: number) => ({
    role: null,
    user,
    hidden,
    redacted,
    labels: ['topsec'],
  });

  test('a user whom a rule names loses what they see with a role, though without any they see nothing', () => {
    const present = enforced([
      topsecRule({ action: 'REDACT', roles: ['reader', 'contributor'] }),
      topsecRule({ notRoles: known }),
    ]);
    const proposed = [topsecRule({ users: ['rita', 'zed'] })];
    expect(policyLosses(present, proposed, topsec)).toEqual([lostBy('rita', 4, 0), lostBy('zed', 4, 0)]);
  });

  test('a user is reported only for what naming them adds to what a role loses', () => {
    const denied = topsecRule({});
    const forAll = topsecRule({ action: 'REDACT' });
    const forRita = topsecRule({ users: ['rita'] });
    const usersIn = (rules: readonly LabelPolicyRule[]) =>
      policyLosses(null, rules, topsec).filter(({ user }) => user !== null);
    expect(usersIn([denied, forRita])).toEqual([]);
    expect(usersIn([forRita, denied])).toEqual([]);
    expect(usersIn([forRita, forAll])).toEqual([lostBy('rita', 4, 0)]);
    expect(usersIn([forAll, forRita])).toEqual([]);
  });

  test('a user whom rules in force alone name loses what those rules left to them', () => {
    const forRita = topsecRule({ action: 'REDACT', users: ['rita'] });
    const forAll = topsecRule({});
    expect(policyLosses(enforced([forRita, forAll]), [forAll], topsec)).toEqual([lostBy('rita', 4, 0)]);
    expect(policyLosses({ mode: 'LOG_ONLY', rules: [forRita] }, [forAll], topsec)).not.toContainEqual(
      expect.objectContaining({ user: 'rita' }),
    );
  });

  test('an item that a user loses with several roles counts once, as the worst that becomes of it', () => {
    const rules = [
      topsecRule({ roles: ['reader'], users: ['rita'], action: 'REDACT' }),
      topsecRule({ notRoles: ['curator'], users: ['rita'] }),
    ];
    expect(policyLosses(null, rules, topsec)).toEqual([lostBy('rita', 4, 0)]);
    expect(policyLosses(null, rules.slice(0, 1), topsec)).toEqual([lostBy('rita', 0, 4)]);
  });

  test('labels are those that the rules name, as they are written, of the items that are lost', () => {
    const rules = [
      rule({ anyLabel: ['pii', 'risk'], allLabels: ['legal'], roles: ['reader'] }),
      rule({ anyLabel: ['pii.email'], roles: ['reader'] }),
    ];
    const labelled = [...items, { labels: ['pii.email', 'project.unnamed'], count: 1 }];
    const labelsUnder = (first: number, last: number) =>
      policyLosses(null, rules.slice(first, last), labelled).map(({ labels }) => labels);
    expect(labelsUnder(0, 1)).toEqual([['legal', 'pii']]);
    expect(labelsUnder(1, 2)).toEqual([['pii.email']]);
    expect(labelsUnder(0, 2)).toEqual([['legal', 'pii', 'pii.email']]);
  });

  test('each role, and each user with any one role, loses as the policy decides for them', () => {
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
          for (const user of new Set([...before, ...after].flatMap(({ users }) => users))) {
            const worst = items.map(({ labels }) => {
              const added = [[], ...roles.map((role) => [role])].map((theirs) => {
                const lostAs = (name: string): number => {
                  const viewer = { tenant: '', user: name, roles: theirs, groups: [] };
                  const was = severity[decideByPolicy(before, viewer, labels)?.action ?? 'none'];
                  const becomes = severity[decideByPolicy(after, viewer, labels)?.action ?? 'none'];
                  return becomes > was ? becomes : 0;
                };
                return lostAs(user) > lostAs('') ? lostAs(user) : 0;
              });
              return Math.max(...added);
            });
            const sumOf = (wanted: number) =>
              items.reduce((sum, { count }, at) => sum + (worst[at] === wanted ? count : 0), 0);
            const loss = losses.find((one) => one.user === user) ?? { hidden: 0, redacted: 0 };
            expect([loss.hidden, loss.redacted]).toEqual([sumOf(2), sumOf(1)]);
          }
          const written = new Set(after.flatMap(({ anyLabel, allLabels }) => [...anyLabel, ...allLabels]));
          expect(losses.flatMap(({ labels }) => labels).filter((label) => !written.has(label))).toEqual([]);
        },
      ),
    );
  });
});
