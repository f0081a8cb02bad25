import { expect, test } from 'vitest';
import { interactionReaderRule } from '#domain/privacy/rules/interaction-reader.ts';
import { labelPolicyRule } from '#domain/privacy/rules/label-policy.ts';
import { quarantineRule } from '#domain/privacy/rules/quarantine.ts';
import { sourceChangeReaderRule } from '#domain/privacy/rules/source-change-reader.ts';
import { visibleStatusRule } from '#domain/privacy/rules/visible-status.ts';
import type { Role, Viewer } from '#domain/privacy/viewer.ts';
import { withoutWithdrawn } from '#domain/privacy/viewer.ts';
import { isSourceChangeVisible } from '#domain/privacy/visibility.ts';

const roles = ['reader', 'contributor', 'service', 'reviewer', 'auditor', 'admin'] as const;
const overseers: readonly Role[] = ['reviewer', 'auditor', 'admin'];
const viewer = (role: Role, user = 'carol', groups: readonly string[] = []): Viewer => ({
  tenant: 'acme',
  user,
  roles: [role],
  groups,
});
const owners = { users: ['dora'], groups: ['board'] };

test.for(roles)('%s sees what is withheld, pending or whole as their role says', (role) => {
  const overseen = overseers.includes(role);
  const who = viewer(role);
  expect(quarantineRule(who, { quarantined: false })).toBe(true);
  expect(quarantineRule(who, { quarantined: true })).toBe(overseen);
  expect(interactionReaderRule(who, { contributor: 'ann' })).toBe(overseen);
  expect(interactionReaderRule(who, { contributor: 'carol' })).toBe(true);
  for (const status of ['ACTIVE', 'GRADUATED', 'SUPERSEDED', 'RETIRED'] as const)
    expect(visibleStatusRule(who, { status, contributor: 'ann' })).toBe(true);
  for (const status of ['CANDIDATE', 'INVALID', 'ERASED'] as const) {
    expect(visibleStatusRule(who, { status, contributor: 'ann' })).toBe(overseen);
    expect(visibleStatusRule(who, { status, contributor: 'carol' })).toBe(true);
  }
});

test.for(roles)('%s sees a change of a source as their role, its sender and its owners say', (role) => {
  const facts = { tenant: 'acme', contributor: 'ann', audience: [], isPersonal: false, owners };
  expect(sourceChangeReaderRule(viewer(role), facts)).toBe(overseers.includes(role));
  expect(sourceChangeReaderRule(viewer(role, 'ann'), facts)).toBe(true);
  expect(sourceChangeReaderRule(viewer(role, 'dora'), facts)).toBe(true);
  expect(sourceChangeReaderRule(viewer(role, 'carol', ['board']), facts)).toBe(true);
});

test('a change of a source is of its tenant and its audience alone', () => {
  const ofDora = { users: ['dora'], groups: [] };
  const facts = {
    tenant: 'acme',
    contributor: 'ann',
    audience: ['board'],
    isPersonal: false,
    owners: ofDora,
  };
  const who = viewer('reviewer', 'carol', ['board']);
  expect(isSourceChangeVisible(who, facts)).toBe(true);
  expect(isSourceChangeVisible({ ...who, tenant: 'other' }, facts)).toBe(false);
  expect(isSourceChangeVisible({ ...who, groups: [] }, facts)).toBe(false);
  expect(isSourceChangeVisible({ ...who, roles: ['reader'] }, facts)).toBe(false);
});

test.for<readonly [action: string, mode: string, labels: readonly string[], role: Role, sees: boolean]>([
  ['DENY', 'ENFORCE', ['pii'], 'reader', false],
  ['DENY', 'ENFORCE', ['pii'], 'admin', true],
  ['DENY', 'ENFORCE', ['public'], 'reader', true],
  ['DENY', 'ENFORCE', [], 'reader', true],
  ['DENY', 'LOG_ONLY', ['pii'], 'reader', true],
  ['REDACT', 'ENFORCE', ['pii'], 'reader', true],
])('%s in the mode %s of what is labelled %j: a %s sees it: %s', ([action, mode, labels, role, sees]) => {
  const of = { allLabels: [], roles: ['reader'], notRoles: [], users: [] };
  const labelPolicy = { mode, rules: [{ id: 'r1', anyLabel: ['pii'], ...of, action }] };
  expect(labelPolicyRule(viewer(role), { sensitivityLabels: labels, labelPolicy })).toBe(sees);
});

test('a policy that cannot be read denies what has a label', () => {
  const labelPolicy = { mode: 'ENFORCE', rules: [{ id: 'r1' }] };
  expect(labelPolicyRule(viewer('admin'), { sensitivityLabels: ['pii'], labelPolicy })).toBe(false);
  expect(labelPolicyRule(viewer('admin'), { sensitivityLabels: [], labelPolicy })).toBe(true);
  expect(labelPolicyRule(viewer('reader'), { sensitivityLabels: ['pii'], labelPolicy: null })).toBe(true);
});

test('a withdrawn group counts no more, for that viewer alone', () => {
  const who = viewer('reader', 'carol', ['board', 'crew']);
  const isWithdrawn = ({ user }: Pick<Viewer, 'user'>, group: string) =>
    user === 'carol' && group === 'board';
  expect(withoutWithdrawn(who, isWithdrawn)).toEqual({ ...who, groups: ['crew'] });
  const other = viewer('reader', 'dora', ['board']);
  expect(withoutWithdrawn(other, isWithdrawn)).toEqual(other);
});
