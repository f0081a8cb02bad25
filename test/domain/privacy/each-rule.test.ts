import { expect, test } from 'vitest';
import { interactionReaderRule } from '#domain/privacy/rules/interaction-reader.ts';
import { quarantineRule } from '#domain/privacy/rules/quarantine.ts';
import { sourceChangeReaderRule } from '#domain/privacy/rules/source-change-reader.ts';
import { visibleStatusRule } from '#domain/privacy/rules/visible-status.ts';
import type { Role, Viewer } from '#domain/privacy/viewer.ts';
import { withoutWithdrawn } from '#domain/privacy/viewer.ts';

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

test('a withdrawn group counts no more, for that viewer alone', () => {
  const who = viewer('reader', 'carol', ['board', 'crew']);
  const isWithdrawn = ({ user }: Pick<Viewer, 'user'>, group: string) =>
    user === 'carol' && group === 'board';
  expect(withoutWithdrawn(who, isWithdrawn)).toEqual({ ...who, groups: ['crew'] });
  const other = viewer('reader', 'dora', ['board']);
  expect(withoutWithdrawn(other, isWithdrawn)).toEqual(other);
});
