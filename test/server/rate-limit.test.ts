import { describe, expect, test } from 'vitest';
import { createRateLimit, RateLimited, type RateLimits } from '#server/operations/rate-limit.ts';
import { createToyGateway, postAsBob, readAnswer } from './toy-gateway.ts';

const ann = { tenant: 'acme', user: 'ann' };
const bob = { tenant: 'acme', user: 'bob' };
const eve = { tenant: 'evil', user: 'ann' };

const create = (limits: Partial<RateLimits>) => {
  let clock = 0;
  const count = createRateLimit({ tenant: null, user: null, ...limits }, () => clock);
  const begin = (caller: typeof ann): 'begun' | number => {
    try {
      count(caller);
      return 'begun';
    } catch (error) {
      if (error instanceof RateLimited) return error.retryAfter;
      throw error;
    }
  };
  return {
    begin,
    beginMany: (caller: typeof ann, times: number) =>
      Array.from({ length: times }, () => begin(caller)).filter((result) => result === 'begun').length,
    pass: (milliseconds: number) => {
      clock += milliseconds;
    },
  };
};

describe('a rate', () => {
  test('lets ten seconds of operations begin at once, and then as many a second as it says', () => {
    const { beginMany, pass } = create({ user: 5 });
    expect(beginMany(ann, 80)).toBe(50);
    pass(1_000);
    expect(beginMany(ann, 80)).toBe(5);
    pass(60_000);
    expect(beginMany(ann, 80)).toBe(50);
  });

  test('names the seconds after which the next operation may begin, and one that is refused costs nothing', () => {
    const { begin, beginMany, pass } = create({ user: 0.2 });
    expect(beginMany(ann, 2)).toBe(2);
    expect([begin(ann), begin(ann)]).toEqual([5, 5]);
    pass(5_000);
    expect(begin(ann)).toBe('begun');
  });

  test('of less than one operation in ten seconds lets one begin', () => {
    const { begin, pass } = create({ tenant: 0.05 });
    expect([begin(ann), begin(ann)]).toEqual(['begun', 20]);
    pass(20_000);
    expect(begin(ann)).toBe('begun');
  });

  test('of a user is that of nobody else, and not of a namesake of another tenant', () => {
    const { beginMany } = create({ user: 1 });
    expect([beginMany(ann, 20), beginMany(bob, 20), beginMany(eve, 20)]).toEqual([10, 10, 10]);
  });

  test('of a tenant is shared by its users, and leaves other tenants alone', () => {
    const { beginMany } = create({ tenant: 1 });
    expect([beginMany(ann, 6), beginMany(bob, 20), beginMany(eve, 20)]).toEqual([6, 4, 10]);
  });
});

test('a caller beyond its rate is answered 429 with Retry-After, and the operation is not begun', async () => {
  const gateway = createToyGateway({ rateLimits: { tenant: null, user: 0.1 } });
  const query = '{ item { id } }';
  expect((await gateway.ask({ query })).status).toBe(200);
  const begun = gateway.contexts.length;
  const { status, headers, errors } = await readAnswer(await postAsBob(gateway, { query }));
  expect([status, headers.get('retry-after')]).toEqual([429, '10']);
  expect(errors).toEqual([
    expect.objectContaining({ extensions: expect.objectContaining({ code: 'TOO_MANY_REQUESTS' }) }),
  ]);
  expect(gateway.contexts.length).toBe(begun);
});
