import { describe, expect, test } from 'vitest';
import { isPlainName, isSamePerson } from '#domain/privacy/folded-name.ts';
import { gatewayOf } from '#domain/privacy/gateway-viewer.ts';
import { decideNamedAudience } from '#domain/privacy/named-audience.ts';
import { projectIdOf, projectNameOf, userIdOf, userNameOf } from '#domain/privacy/named-ids.ts';
import type { Role } from '#domain/privacy/viewer.ts';

describe('ids that hold a name', () => {
  test.for(['ada', 'Ada van Dam', 'ada@dock.example', 'Ødegård', '名前', 'a/b c', ' '])(
    '%j is read again from its id, and from no other kind of id',
    (name) => {
      expect([userNameOf(userIdOf(name)), projectNameOf(projectIdOf(name))]).toEqual([name, name]);
      expect([projectNameOf(userIdOf(name)), userNameOf(projectIdOf(name))]).toEqual([null, null]);
      expect(userIdOf(name)).toMatch(/^usr_[\w-]+$/);
      expect(projectIdOf(name)).toMatch(/^prj_[\w-]+$/);
    },
  );

  test.for([
    '',
    'usr',
    'usr_',
    'mem_YWRh',
    'YWRh',
    'xusr_YWRh',
    'usr_YWRh=',
    'usr_YWRi!',
    'usr_YWR',
    'usr_AGE',
  ])('%j is no id of a user', (id) => {
    expect(userNameOf(id)).toBeNull();
  });

  test('an id as it is written elsewhere', () => {
    expect([userIdOf('ada'), projectIdOf('dock'), userNameOf('usr_YWRh')]).toEqual([
      'usr_YWRh',
      'prj_ZG9jaw',
      'ada',
    ]);
  });
});

test('the gateway itself is a person without roles and groups in the tenant', () => {
  expect(gatewayOf('acme')).toEqual({ tenant: 'acme', user: 'vouch', roles: [], groups: [] });
});

test.for<readonly [name: string, isPlain: boolean]>([
  ['ada', true],
  ['Ada', true],
  ['Ådne', true],
  ['a\u200Bda', false],
  ['ﬁn', false],
  ['Ａda', false],
])('%j is plain: %s', ([name, isPlain]) => {
  expect(isPlainName(name)).toBe(isPlain);
});

test.for<readonly [one: string, other: string, isSame: boolean]>([
  ['Ada', 'ada', true],
  ['a\u200Bda', 'ADA', true],
  ['ada  lund', 'Ada Lund ', true],
  ['ada', 'ade', false],
])('%j and %j are one person: %s', ([one, other, isSame]) => {
  expect([isSamePerson(one, other), isSamePerson(other, one)]).toEqual([isSame, isSame]);
});

describe('who may write for a group', () => {
  const unknown = new Set(['ghosts']);
  const decide = (role: Role, audience: readonly string[]) =>
    decideNamedAudience(
      { tenant: 'acme', user: 'ada', roles: [role], groups: ['pilots'] },
      audience,
      unknown,
    );
  test.for<readonly [role: Role, audience: readonly string[], code: string | null, group: string | null]>([
    ['contributor', [], null, null],
    ['contributor', ['pilots'], null, null],
    ['contributor', ['pilots', 'crews'], 'audience.not_a_member', 'crews'],
    ['reviewer', ['crews'], 'audience.not_a_member', 'crews'],
    ['contributor', ['ghosts'], 'audience.not_a_member', 'ghosts'],
    ['service', ['crews'], null, null],
    ['admin', ['crews', 'pilots'], null, null],
    ['admin', ['crews', 'ghosts'], 'audience.unknown_group', 'ghosts'],
    ['service', ['ghosts'], 'audience.unknown_group', 'ghosts'],
  ])('a %s of the pilots, for %j: %s %s', ([role, audience, code, group]) => {
    expect(decide(role, audience)).toEqual(code === null ? null : { code, group });
  });
});
