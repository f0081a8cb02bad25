import { createServer } from 'node:http';
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { plainClaims } from '#config/claim-mapping.ts';
import { createAuthenticator } from '#server/http/authentication.ts';
import { issueToken } from '#server/http/local-tokens.ts';
import { bob, bobsToken, createToyGateway, now, tokens } from './toy-gateway.ts';

const secret = new TextEncoder().encode(tokens.secret ?? '');
const inAnHour = now.getTime() / 1000 + 3600;
const claims = { sub: 'bob', tenant: 'acme', roles: ['reviewer'], groups: ['engineering'], exp: inAnHour };

const sign = (payload: object, alg = 'HS256', key = secret) =>
  new SignJWT({ ...payload }).setProtectedHeader({ alg }).sign(key);

const identify = (authorization: string, config = tokens) =>
  createAuthenticator(config, { now: () => now }).authenticate(new Headers({ authorization }));
const authenticate = async (authorization: string, config = tokens) =>
  (await identify(authorization, config))?.viewer;

const unauthenticated = expect.objectContaining({
  message: 'This needs a valid token: send it as `Authorization: Bearer <token>`.',
  extensions: expect.objectContaining({ code: 'UNAUTHENTICATED' }),
});

describe('the viewer is what a valid token says', () => {
  test('no token is nobody', async () => {
    expect(await createAuthenticator(tokens, { now: () => now }).authenticate(new Headers())).toBeNull();
  });

  test('its claims', async () => {
    expect(await authenticate(`Bearer ${await sign(claims)}`)).toEqual(bob);
    expect(await authenticate(`bearer ${bobsToken}`)).toEqual(bob);
  });

  test('and for as long as it says', async () => {
    expect((await identify(`Bearer ${await sign(claims)}`))?.remaining()).toBe(3_600_000);
  });

  test('it is known for half a minute, never beyond its end, and its time runs on', async () => {
    let at = now.getTime();
    const authenticator = createAuthenticator(tokens, { now: () => new Date(at) });
    const headers = new Headers({
      authorization: `Bearer ${await issueToken(tokens, bob, { now, seconds: 90 })}`,
    });
    const first = await authenticator.authenticate(headers);
    at += 29_000;
    const again = await authenticator.authenticate(headers);
    expect(again).toBe(first);
    expect(again?.remaining()).toBe(61_000);
    at += 1_000;
    const anew = await authenticator.authenticate(headers);
    expect(anew).not.toBe(first);
    expect(anew?.viewer).toEqual(bob);
    at += 29_999;
    await authenticator.authenticate(headers);
    at += 30_000;
    expect((await authenticator.authenticate(headers))?.remaining()).toBe(1);
    at += 1;
    await expect(authenticator.authenticate(headers)).rejects.toEqual(unauthenticated);
  });

  test.for([
    ['roles that nobody knows give nothing', { roles: ['reviewer', 'king'] }, { roles: ['reviewer'] }],
    ['without groups there are none', { groups: undefined }, { groups: [] }],
    ['a group counts once', { groups: ['a', 'a'] }, { groups: ['a'] }],
  ] as const)('%s', async ([, changed, expected]) => {
    expect(await authenticate(`Bearer ${await sign({ ...claims, ...changed })}`)).toMatchObject(expected);
  });
});

describe('a token that gives no role', () => {
  test.for([
    ['has none', { roles: undefined }],
    ['has none that this version knows', { roles: ['king'] }],
  ] as const)('%s', async ([, changed]) => {
    await expect(authenticate(`Bearer ${await sign({ ...claims, ...changed })}`)).rejects.toMatchObject({
      message: 'The token is valid and gives no role of this gateway: ask its administrator for one.',
      extensions: { code: 'FORBIDDEN', http: { status: 403 } },
    });
  });
});

describe('a token that was not made to last', () => {
  const hour = 3_600;
  const seconds = now.getTime() / 1_000;
  const limited = { ...tokens, longestLife: 24 * hour };

  test('is accepted up to the longest life', async () => {
    const day = { ...claims, iat: seconds - hour, exp: seconds + 23 * hour };
    expect(await authenticate(`Bearer ${await sign(day)}`, limited)).toEqual(bob);
  });

  test.for([
    ['is refused beyond it', { iat: seconds - hour, exp: seconds + 23 * hour + 1 }],
    ['is refused when it ends later and says nothing of its issue', { exp: seconds + 24 * hour + 1 }],
    ['cannot be issued in the future', { iat: seconds + 30 * hour, exp: seconds + 31 * hour }],
  ] as const)('%s', async ([, changed]) => {
    await expect(authenticate(`Bearer ${await sign({ ...claims, ...changed })}`, limited)).rejects.toEqual(
      unauthenticated,
    );
  });
});

describe('a token of OpenID Connect that says who signed in', () => {
  test.for([{ nonce: 'n' }, { at_hash: 'h' }, { c_hash: 'h' }, { token_use: 'id' }, { typ: 'ID' }])(
    'is refused: %o',
    async (mark) => {
      await expect(authenticate(`Bearer ${await sign({ ...claims, ...mark })}`)).rejects.toEqual(
        unauthenticated,
      );
    },
  );
});

describe('a denied token', () => {
  const issued = Math.floor(now.getTime() / 1_000);
  const denying = (before: number) =>
    createAuthenticator(tokens, {
      now: () => now,
      isDenied: ({ user, issuedAt }) => user === 'bob' && issuedAt < before,
    });

  test('is refused when it was issued before the instant, and a later one is not', async () => {
    const headers = new Headers({ authorization: `Bearer ${await sign({ ...claims, iat: issued })}` });
    await expect(denying((issued + 1) * 1_000).authenticate(headers)).rejects.toEqual(unauthenticated);
    expect((await denying(issued * 1_000).authenticate(headers))?.viewer).toEqual(bob);
  });

  test('ends while it is in use', async () => {
    let before = 0;
    const authenticator = createAuthenticator(tokens, {
      now: () => now,
      isDenied: ({ issuedAt }) => issuedAt < before,
    });
    const headers = new Headers({ authorization: `Bearer ${await sign({ ...claims, iat: issued })}` });
    const identity = await authenticator.authenticate(headers);
    expect(identity?.remaining()).toBeGreaterThan(0);
    before = Number.POSITIVE_INFINITY;
    expect(identity?.remaining()).toBe(0);
    await expect(authenticator.authenticate(headers)).rejects.toEqual(unauthenticated);
  });
});

describe('a group that is withdrawn', () => {
  test('ends what its token has open, which goes on without the group until it is restored', async () => {
    const withdrawn = new Set<string>();
    const authenticator = createAuthenticator(tokens, {
      now: () => now,
      isWithdrawn: ({ tenant }, group) => withdrawn.has(`${tenant} ${group}`),
    });
    const headers = new Headers({
      authorization: `Bearer ${await sign({ ...claims, groups: ['crew', 'board'] })}`,
    });
    const before = await authenticator.authenticate(headers);
    expect(before?.viewer.groups).toEqual(['crew', 'board']);
    withdrawn.add('globex crew');
    expect(before?.remaining()).toBeGreaterThan(0);
    withdrawn.add('acme crew');
    expect(before?.remaining()).toBe(0);
    expect(authenticator.recall(headers)).toBeNull();
    const after = await authenticator.authenticate(headers);
    expect(after?.viewer.groups).toEqual(['board']);
    expect(after?.remaining()).toBeGreaterThan(0);
    expect(authenticator.recall(headers)).toBe(after);
    withdrawn.delete('acme crew');
    expect(authenticator.recall(headers)).toBeNull();
    expect((await authenticator.authenticate(headers))?.viewer.groups).toEqual(['crew', 'board']);
  });
});

describe('a tenant in capital letters', () => {
  const authenticateAs = async (tenant: string, mapping: object = {}) =>
    (
      await authenticate(`Bearer ${await sign({ ...claims, org_id: tenant, tenant })}`, {
        ...tokens,
        claims: { ...plainClaims, ...mapping },
      })
    )?.tenant;

  test.for(['Acme', 'ACME', 'acmE'])('is refused, and is no second tenant: %s', async (tenant) => {
    await expect(authenticateAs(tenant)).rejects.toMatchObject({
      message: expect.stringContaining('VOUCH_TENANT_MAP'),
      extensions: { code: 'FORBIDDEN' },
    });
  });

  test.for([
    ['the operator maps it', { tenantMap: new Map([['Acme', ['Acme']]]) }],
    ['the operator has no other', { onlyTenant: 'Acme' }],
    ['it is an id of the issuer', { tenant: 'org_id' }],
  ] as const)('is as it stands where %s', async ([, mapping]) => {
    expect(await authenticateAs('Acme', mapping)).toBe('Acme');
  });
});

describe('every bad token gets the same answer', () => {
  test.for([
    ['no expiry', { exp: undefined }],
    ['expired', { exp: now.getTime() / 1000 - 1 }],
    ['not valid yet', { nbf: inAnHour }],
    ['no user', { sub: undefined }],
    ['an empty user', { sub: '' }],
    ['no tenant', { tenant: undefined }],
    ['an empty tenant', { tenant: '' }],
    ['a tenant that is no text', { tenant: { $ne: '' } }],
    ['a tenant with NUL', { tenant: 'ac\0me' }],
    ['a tenant with a character that nobody sees', { tenant: 'acme\u200B' }],
    ['a tenant with a variant of a letter', { tenant: 'ａcme' }],
    ['a tenant with an accent apart from its letter', { tenant: 'cafe\u0301' }],
    ['a tenant with a space at its end', { tenant: 'acme ' }],
    ['a user with a line break', { sub: 'bob\nadmin' }],
    ['a user with half a character', { sub: 'bob\ud800' }],
    ['a user that begins with a byte order mark', { sub: '\uFEFFbob' }],
    ['a long tenant', { tenant: 'x'.repeat(201) }],
    ['roles as a text', { roles: 'admin' }],
    ['roles that are no texts', { roles: [1] }],
    ['groups as a text', { groups: 'engineering' }],
    ['too many groups', { groups: Array.from({ length: 501 }, (_, index) => `g${index}`) }],
  ] as const)('%s', async ([, changed]) => {
    await expect(authenticate(`Bearer ${await sign({ ...claims, ...changed })}`)).rejects.toEqual(
      unauthenticated,
    );
  });

  test.for([
    ['another scheme', async (): Promise<string> => 'Basic Ym9iOmJvYg=='],
    ['no token after the scheme', async (): Promise<string> => 'Bearer '],
    ['no JWT', async (): Promise<string> => 'Bearer abc'],
    ['algorithm none', async () => `Bearer ${new UnsecuredJWT(claims).encode()}`],
    ['another key', async () => `Bearer ${await sign(claims, 'HS256', new Uint8Array(32))}`],
    ['another algorithm of the same secret', async () => `Bearer ${await sign(claims, 'HS512')}`],
    ['a changed payload', async () => `Bearer ${(await sign(claims)).replace(/\.(.)/, '.A$1')}`],
    ['a very long token', async () => `Bearer ${await sign({ ...claims, more: 'x'.repeat(10_000) })}`],
  ] as const)('%s', async ([, make]) => {
    await expect(authenticate(await make())).rejects.toEqual(unauthenticated);
  });

  test('another issuer or audience, where they are set', async () => {
    const config = { ...tokens, issuer: 'https://issuer.example', audience: 'vouch' };
    const right = { ...claims, iss: 'https://issuer.example', aud: 'vouch' };
    expect(await authenticate(`Bearer ${await sign(right)}`, config)).toEqual(bob);
    for (const wrong of [{ iss: 'https://evil.example' }, { aud: 'other' }, { iss: undefined }]) {
      await expect(authenticate(`Bearer ${await sign({ ...right, ...wrong })}`, config)).rejects.toEqual(
        unauthenticated,
      );
    }
  });
});

describe('with a key set', () => {
  const serveKeySet = async () => {
    const pair = await generateKeyPair('ES256');
    const jwk = { ...(await exportJWK(pair.publicKey)), kid: 'k1', alg: 'ES256' };
    let keys = [jwk];
    const server = createServer((_request, response) => {
      response.end(JSON.stringify({ keys }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as { port: number };
    const token = (kid = 'k1') =>
      new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid }).sign(pair.privateKey);
    const withdraw = () => {
      keys = [];
    };
    return { server, token, jwk, withdraw, jwksUrl: `http://127.0.0.1:${port}/` };
  };

  test('its keys are taken, an unknown key and a shared secret are not', async () => {
    const { jwksUrl, token, jwk } = await serveKeySet();
    const config = { ...tokens, secret: null, jwksUrl };
    expect(await authenticate(`Bearer ${await token()}`, config)).toEqual(bob);
    await expect(authenticate(`Bearer ${await token('k2')}`, config)).rejects.toEqual(unauthenticated);
    const publicKeyAsSecret = new TextEncoder().encode(JSON.stringify(jwk));
    const confused = `Bearer ${await sign(claims, 'HS256', publicKeyAsSecret)}`;
    await expect(authenticate(confused, config)).rejects.toEqual(unauthenticated);
  });

  test('the tokens of a key that was withdrawn end within a minute', async () => {
    const { jwksUrl, token, withdraw } = await serveKeySet();
    vi.useFakeTimers({ toFake: ['Date'], now });
    onTestFinished(() => void vi.useRealTimers());
    const authenticator = createAuthenticator(
      { ...tokens, secret: null, jwksUrl },
      { now: () => new Date() },
    );
    const headers = new Headers({ authorization: `Bearer ${await token()}` });
    expect((await authenticator.authenticate(headers))?.viewer).toEqual(bob);
    withdraw();
    vi.setSystemTime(now.getTime() + 59_000);
    await expect(authenticator.authenticate(headers)).rejects.toEqual(unauthenticated);
  });

  test('a key set that does not answer is our fault, not the token’s', async () => {
    const { server, jwksUrl, token } = await serveKeySet();
    await new Promise((resolve) => server.close(resolve));
    const failing = authenticate(`Bearer ${await token()}`, { ...tokens, secret: null, jwksUrl });
    await expect(failing).rejects.not.toEqual(unauthenticated);
    await expect(failing).rejects.toThrow();
  });
});

describe('without a token', () => {
  test.for(['{ __typename }', 'query { __typename }', 'query Ping { alive: __typename }'])(
    '%s is answered',
    async (query) => {
      const gateway = createToyGateway();
      expect(await gateway.ask({ query }, {})).toMatchObject({ status: 200, errors: [] });
      expect(gateway.contexts).toMatchObject([{ viewer: null, outcome: 'succeeded' }]);
    },
  );

  test.for([
    '{ user }',
    '{ __typename user }',
    '{ __schema { types { name } } }',
    '{ __type(name: "Query") { name } }',
    '{ ...on Query { __typename } }',
    'mutation { __typename }',
    'subscription { __typename }',
    '{ __typename } query B { user }',
    '{ nobodyKnows }',
    '{',
    `{ ${'a: __typename '.repeat(100)} }`,
  ])('%s is refused', async (query) => {
    const gateway = createToyGateway();
    const answer = await gateway.ask({ query }, {});
    expect(answer).toMatchObject({ status: 401, data: undefined, codes: ['UNAUTHENTICATED'] });
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    expect(gateway.contexts).toEqual([]);
  });

  test('a large body is refused unread', async () => {
    const body = `{"query":"{ __typename }","variables":{"x":"${'x'.repeat(5_000)}"}}`;
    expect(await createToyGateway().ask(body, {})).toMatchObject({ status: 401 });
  });
});

test('a bad token is refused whatever it asks for, in the same words', async () => {
  const gateway = createToyGateway();
  const expired = await issueToken(tokens, bob, { now: new Date(0), seconds: 60 });
  const answers = [];
  for (const authorization of [`Bearer ${expired}`, 'Bearer x.y.z', 'Basic eDp5']) {
    for (const body of ['{"query":"{ __typename }"}', '{"query":"{ user }"}', 'no json', '[]']) {
      const { status, errors } = await gateway.ask(body, { authorization });
      answers.push(JSON.stringify({ status, errors }));
    }
  }
  expect(new Set(answers).size).toBe(1);
  expect(answers[0]).toContain('UNAUTHENTICATED');
});
