import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decideLabelPolicy, type ProposedRule } from '#domain/labels/policy/decide-policy.ts';
import {
  decideByPolicy,
  type LabelPolicyRule,
  labelPolicyActions,
  labelPolicyHash,
} from '#domain/labels/policy/label-policy.ts';
import { policyReach } from '#domain/labels/policy/policy-reach.ts';
import { labelEffect, readStoredPolicy } from '#domain/labels/policy/stored-policy.ts';
import { type Role, roles, type Viewer } from '#domain/privacy/viewer.ts';

const viewer = (role: Role, user: string = role): Viewer => ({
  tenant: 'acme',
  user,
  roles: [role],
  groups: [],
});
const rule = (given: Partial<LabelPolicyRule> = {}): LabelPolicyRule => ({
  id: 'rule',
  anyLabel: [],
  allLabels: [],
  roles: [],
  notRoles: [],
  users: [],
  action: 'DENY',
  ...given,
});
const pii = rule({ anyLabel: ['pii'] });

describe('a rule matches by labels, and a category matches its members', () => {
  test.for([
    ['the label itself', { anyLabel: ['pii.email'] }, ['pii.email'], true],
    ['a member of the category', { anyLabel: ['pii'] }, ['pii.email'], true],
    ['a member of a member', { anyLabel: ['pii'] }, ['pii.email.work'], true],
    ['the category itself', { anyLabel: ['pii'] }, ['pii'], true],
    ['no other word that begins alike', { anyLabel: ['pii'] }, ['piix.email'], false],
    ['not the category above', { anyLabel: ['pii.email'] }, ['pii'], false],
    ['not a sibling', { anyLabel: ['pii.email'] }, ['pii.phone'], false],
    ['upper and lower case as they are', { anyLabel: ['PII'] }, ['pii.email'], false],
    ['any of several', { anyLabel: ['legal', 'pii'] }, ['x', 'pii.email'], true],
    ['all of several', { allLabels: ['legal', 'pii'] }, ['legal.contract', 'pii.email'], true],
    ['not some of all', { allLabels: ['legal', 'pii'] }, ['pii.email'], false],
    ['one label for two of all', { allLabels: ['pii', 'pii.email'] }, ['pii.email'], true],
    ['any and all together', { anyLabel: ['a', 'b'], allLabels: ['c'] }, ['b', 'c'], true],
    ['not any without all', { anyLabel: ['a', 'b'], allLabels: ['c'] }, ['b'], false],
    ['nothing without labels', { anyLabel: ['pii'] }, [], false],
  ] as const)('%s', ([, given, labels, matches]) => {
    expect(decideByPolicy([rule(given)], viewer('reader'), labels) !== null).toBe(matches);
  });
});

describe('a rule matches by who looks', () => {
  test.for([
    ['everybody when it names nobody', {}, viewer('admin'), true],
    ['who holds one of the roles', { roles: ['reader', 'service'] }, viewer('service'), true],
    ['not who holds none', { roles: ['reader'] }, viewer('service'), false],
    ['an admin is a reviewer', { roles: ['reviewer'] }, viewer('admin'), true],
    ['an admin is no curator', { roles: ['curator'] }, viewer('admin'), false],
    ['not who is spared', { notRoles: ['reviewer'] }, viewer('reviewer'), false],
    ['nor the admin, who is a reviewer', { notRoles: ['reviewer'] }, viewer('admin'), false],
    ['but the others', { notRoles: ['reviewer'] }, viewer('auditor'), true],
    ['a user by name', { users: ['ann'] }, viewer('reader', 'ann'), true],
    ['and no other', { users: ['ann'] }, viewer('reader', 'bob'), false],
    ['all conditions together', { users: ['ann'], roles: ['reader'] }, viewer('service', 'ann'), false],
    ['spared wins over named', { roles: ['reader'], notRoles: ['reader'] }, viewer('reader'), false],
  ] as const)('%s', ([, given, actor, matches]) => {
    expect(decideByPolicy([rule({ anyLabel: ['pii'], ...given })], actor, ['pii']) !== null).toBe(matches);
  });
});

describe('the first rule that matches wins, and what none matches is allowed', () => {
  const redacts = rule({ id: 'r', anyLabel: ['pii.email'], action: 'REDACT' });
  test.for([
    ['redacted before denied', [redacts, pii], ['pii.email'], 'REDACT'],
    ['denied before redacted', [pii, redacts], ['pii.email'], 'DENY'],
    ['the second, where the first does not match', [redacts, pii], ['pii.phone'], 'DENY'],
    ['nothing', [redacts, pii], ['legal'], null],
    ['nothing without rules', [], ['pii'], null],
  ] as const)('%s', ([, rules, labels, action]) => {
    expect(decideByPolicy(rules, viewer('reader'), labels)?.action ?? null).toBe(action);
  });
});

describe('a policy as it is stored', () => {
  const stored = { mode: 'ENFORCE', rules: [pii] };
  test.for<[string, unknown, readonly string[], unknown]>([
    ['holds when it is enforced', stored, ['pii'], { action: 'DENY', enforced: true }],
    [
      'is noted when it is not',
      { ...stored, mode: 'LOG_ONLY' },
      ['pii'],
      { action: 'DENY', enforced: false },
    ],
    ['governs nothing without labels', stored, [], null],
    ['is none', null, ['pii'], null],
    ['cannot be read: no object', 'ENFORCE', ['legal'], { action: 'DENY', enforced: true }],
    ['cannot be read: undefined', undefined, ['legal'], { action: 'DENY', enforced: true }],
    ['cannot be read, and what has no label is not its own', 'ENFORCE', [], null],
  ])('%s', ([, policy, labels, effect]) => {
    expect(labelEffect(policy, viewer('admin'), labels)).toEqual(effect);
  });

  test.for<[string, unknown]>([
    ['another mode', { mode: 'OFF', rules: [] }],
    ['no mode', { rules: [] }],
    ['no list', { mode: 'ENFORCE', rules: { 0: pii } }],
    ['no rule', { mode: 'ENFORCE', rules: [null] }],
    ['a field that a later release brings', { mode: 'ENFORCE', rules: [{ ...pii, groups: [] }] }],
    ['a field less', { mode: 'ENFORCE', rules: [{ ...pii, users: undefined }] }],
    ['another action', { mode: 'ENFORCE', rules: [{ ...pii, action: 'ALLOW' }] }],
    ['a role that nobody has', { mode: 'ENFORCE', rules: [{ ...pii, roles: ['owner'] }] }],
    ['labels that are no texts', { mode: 'ENFORCE', rules: [{ ...pii, anyLabel: [1] }] }],
    ['a rule without labels', { mode: 'ENFORCE', rules: [rule()] }],
    ['a rule without a name', { mode: 'ENFORCE', rules: [{ ...pii, id: '' }] }],
    ['one bad rule among good ones', { mode: 'LOG_ONLY', rules: [pii, 'pii'] }],
  ])('is unreadable with %s, and denies whatever has a label', ([, policy]) => {
    expect(readStoredPolicy(policy)).toBeNull();
    for (const role of roles)
      expect(labelEffect(policy, viewer(role), ['legal'])).toEqual({ action: 'DENY', enforced: true });
  });

  test('whatever it is, it is read or denies, and never throws', () => {
    fc.assert(
      fc.property(fc.anything(), (policy) => {
        const effect = labelEffect(policy, viewer('reader'), ['legal']);
        expect(policy === null || readStoredPolicy(policy) !== null || effect?.action === 'DENY').toBe(true);
      }),
    );
  });
});

describe('what an admin proposes', () => {
  test.for<[string, readonly ProposedRule[], readonly string[]]>([
    ['two rules of one name', [pii, rule({ anyLabel: ['x'] })], ['1', 'id']],
    ['a rule that names no label', [rule({ users: ['ann'] })], ['0', 'anyLabel']],
    ['a role that nobody has', [{ ...pii, roles: ['owner'] }], ['0', 'roles']],
    ['a role that nobody has, spared', [{ ...pii, notRoles: ['Reader'] }], ['0', 'notRoles']],
  ])('is refused with %s', ([, rules, path]) => {
    expect(decideLabelPolicy(rules)).toMatchObject({ outcome: 'refused', violation: { path } });
  });

  test('is kept in one spelling, so that the same policy has the same hash', () => {
    const spelt = (labels: string[], roles: Role[]) => decideLabelPolicy([rule({ anyLabel: labels, roles })]);
    const one = spelt(['pii', 'legal', 'pii'], ['service', 'reader']);
    const other = spelt(['legal', 'pii'], ['reader', 'service', 'reader']);
    expect(one).toEqual(other);
    if (one.outcome !== 'accepted') throw new Error('they are accepted');
    const hash = labelPolicyHash({ mode: 'ENFORCE', rules: one.rules });
    expect(hash).toBe('8564acffe2673b42c59525255c10b3cb8cc9c339a17bd1aaf59094855b11df39');
    expect(labelPolicyHash({ mode: 'LOG_ONLY', rules: one.rules })).not.toBe(hash);
  });

  test('comes back from the store as it went in', () => {
    const anyRule = fc.record({
      anyLabel: fc.array(fc.string(), { minLength: 1 }),
      allLabels: fc.array(fc.string()),
      roles: fc.array(fc.constantFrom<Role>(...roles)),
      notRoles: fc.array(fc.constantFrom<Role>(...roles)),
      users: fc.array(fc.string()),
      action: fc.constantFrom(...labelPolicyActions),
    });
    fc.assert(
      fc.property(fc.array(anyRule), (given) => {
        const decision = decideLabelPolicy(given.map((each, index) => ({ id: `r${index}`, ...each })));
        if (decision.outcome !== 'accepted') throw new Error('they are accepted');
        const policy = { mode: 'ENFORCE', rules: decision.rules } as const;
        expect(readStoredPolicy(JSON.parse(JSON.stringify(policy)))).toEqual(policy);
      }),
    );
  });
});

describe('whom a policy reaches, without asking who looks', () => {
  const forReaders = rule({ id: 'readers', anyLabel: ['pii'], roles: ['reader'] });
  const redactsAll = rule({ id: 'all', anyLabel: ['pii'], action: 'REDACT' });
  test.for([
    ['nothing without a match', [pii], ['legal'], []],
    ['denied to some, redacted for the rest', [forReaders, redactsAll], ['pii.email'], ['DENY', 'REDACT']],
    ['a rule behind one that takes everybody is not reached', [redactsAll, forReaders], ['pii'], ['REDACT']],
    [
      'one for readers who are no admins does not take everybody',
      [{ ...forReaders, notRoles: ['admin'] }, redactsAll],
      ['pii'],
      ['DENY', 'REDACT'],
    ],
    [
      'one for a reader by name does not take everybody',
      [{ ...forReaders, users: ['rita'] }, redactsAll],
      ['pii'],
      ['DENY', 'REDACT'],
    ],
    [
      'one that takes everybody, of other labels, stops nothing',
      [{ ...redactsAll, anyLabel: ['x'] }, forReaders],
      ['pii'],
      ['DENY'],
    ],
  ] as const)('%s', ([, rules, labels, actions]) => {
    expect([...policyReach(rules, labels)].sort()).toEqual(actions);
  });

  test('an item that is denied to somebody or redacted for somebody is counted', () => {
    const some = <Value>(values: readonly Value[]) => fc.subarray([...values], { maxLength: 2 });
    const labels = ['pii', 'pii.email', 'legal'];
    const anyRule = fc.record({
      anyLabel: some(labels),
      allLabels: some(labels),
      roles: some<Role>(roles),
      notRoles: some<Role>(roles),
      users: some(['ann', 'bob']),
      action: fc.constantFrom(...labelPolicyActions),
    });
    fc.assert(
      fc.property(
        fc.array(anyRule, { maxLength: 4 }),
        some(labels),
        fc.constantFrom(...roles),
        fc.constantFrom('ann', 'bob', 'cy'),
        (given, of, role, user) => {
          const rules = given.map((each, index) => ({ id: String(index), ...each }));
          const decided = decideByPolicy(rules, viewer(role, user), of);
          if (decided) expect(policyReach(rules, of)).toContain(decided.action);
        },
      ),
    );
  });
});
