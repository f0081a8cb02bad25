import { describe, expect, test } from 'vitest';
import { plainClaims } from '#config/claim-mapping.ts';
import { parseConfig } from '#config/config.ts';
import { mapClaims } from '#server/http/map-claims.ts';

/** The recipes of `docs/operations.md`, and a token as each issuer makes it. */
const recipes: [string, Record<string, string>, object][] = [
  [
    'Keycloak',
    {
      VOUCH_CLAIM_USER: 'preferred_username',
      VOUCH_TENANT: 'acme',
      VOUCH_CLAIM_ROLES: 'resource_access.vouch.roles',
      VOUCH_GROUP_MAP: '/staff/crew=crew',
    },
    {
      sub: '0f1c',
      preferred_username: 'bob',
      resource_access: { vouch: { roles: ['reviewer'] }, account: { roles: ['view-profile'] } },
      groups: ['/staff/crew'],
    },
  ],
  [
    'Auth0',
    {
      VOUCH_CLAIM_USER: 'https://vouch.example.com/user',
      VOUCH_CLAIM_TENANT: 'org_id',
      VOUCH_TENANT_MAP: 'org_9xYz=acme',
      VOUCH_CLAIM_ROLES: 'https://vouch.example.com/roles',
      VOUCH_CLAIM_GROUPS: 'https://vouch.example.com/app.groups',
    },
    {
      sub: 'auth0|5f7c',
      org_id: 'org_9xYz',
      'https://vouch.example.com/user': 'bob',
      'https://vouch.example.com/roles': ['reviewer'],
      'https://vouch.example.com/app': { groups: ['crew'] },
    },
  ],
  [
    'Entra',
    {
      VOUCH_CLAIM_USER: 'preferred_username',
      VOUCH_CLAIM_TENANT: 'tid',
      VOUCH_TENANT_MAP: '9188040d-6c67-4c5b-b112-36a304b66dad=acme',
      VOUCH_ROLE_MAP: 'Vouch.Review=reviewer',
      VOUCH_GROUP_MAP: '11111111-2222-3333-4444-555555555555=crew',
    },
    {
      oid: 'a1',
      tid: '9188040d-6c67-4c5b-b112-36a304b66dad',
      preferred_username: 'bob',
      roles: ['Vouch.Review'],
      groups: ['11111111-2222-3333-4444-555555555555'],
    },
  ],
  [
    'Okta',
    {
      VOUCH_TENANT: 'acme',
      VOUCH_CLAIM_ROLES: 'scp',
      VOUCH_ROLE_MAP: 'vouch.review=reviewer',
      VOUCH_CLAIM_GROUPS: 'groups',
    },
    { sub: 'bob', scp: 'openid vouch.review', groups: ['crew'] },
  ],
];

const mapping = (env: Record<string, string>) => {
  const { claims } = parseConfig(env).tokens;
  if (!claims) throw new Error('settings have a mapping');
  return claims;
};

describe('the claims of an issuer', () => {
  test.each(recipes)('%s', (_issuer, env, token) => {
    const { sub, tenant, roles, groups } = mapClaims(token as Record<string, unknown>, mapping(env));
    expect({ sub, tenant, groups }).toEqual({ sub: 'bob', tenant: 'acme', groups: ['crew'] });
    expect(roles).toContain('reviewer');
  });

  test.each([
    ['a tenant that the map does not name', { VOUCH_TENANT_MAP: 'theirs=acme' }, { tenant: 'acme' }],
    ['a path that leads nowhere', { VOUCH_CLAIM_TENANT: 'a.b.c' }, { a: { b: 'x' } }],
    ['a name of every object', { VOUCH_CLAIM_TENANT: 'constructor.name' }, {}],
  ])('%s names no tenant', (_name, env, token) => {
    expect(mapClaims(token, mapping(env as Record<string, string>)).tenant).toBeUndefined();
  });

  test('a map of roles is a list of those that count, and a map of groups is not', () => {
    const maps = {
      ...plainClaims,
      roleMap: new Map([['lead', ['reviewer']]]),
      groupMap: new Map([['a', ['b']]]),
    };
    expect(
      mapClaims({ sub: 'bob', tenant: 'acme', roles: ['lead', 'admin'], groups: ['a', 'c'] }, maps),
    ).toEqual({
      sub: 'bob',
      tenant: 'acme',
      roles: ['reviewer'],
      groups: ['b', 'c'],
    });
  });

  test('without settings they are taken as they are', () => {
    const token = { sub: 'bob', tenant: 'acme', roles: ['reviewer'], groups: ['crew'] };
    expect(mapClaims(token, mapping({}))).toEqual(token);
  });
});
