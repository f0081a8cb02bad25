import { expect, test } from 'vitest';
import { isLong } from '#test/support/property-runs.ts';
import { subscribe } from '#test/support/subscription.ts';
import { bobsToken, createToySchema, listening, withTicks } from './toy-gateway.ts';

/** A schema whose event fails so often, with the errors of a driver whose connection is lost or with another. */
const schemaThatFails = (times: number, error: Error) => {
  let left = times;
  return withTicks(createToySchema(), {
    subscribe: async function* () {
      yield { cursor: 'c1' };
    },
    resolve: async () => {
      left -= 1;
      if (left >= 0) throw error;
      return 'tick';
    },
  });
};

test('an event that meets an outage of the database is read again, and its client hears of nothing', async () => {
  const outage = Object.assign(new Error('terminating connection'), { code: '57P01' });
  const { url } = await listening({ schema: schemaThatFails(isLong ? 2 : 1, outage) });
  const events = await subscribe(url, bobsToken, 'subscription { ticks }');
  expect(await events.next()).toEqual({ data: { ticks: 'tick' } });
  expect(await events.next()).toBeNull();
});

const timeout = Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' });

test('an event that takes the database too long, as behind a lock, is read again', async () => {
  const { url } = await listening({ schema: schemaThatFails(1, timeout) });
  const events = await subscribe(url, bobsToken, 'subscription { ticks }');
  expect(await events.next()).toEqual({ data: { ticks: 'tick' } });
});

test.runIf(isLong)('an event that always takes too long ends its stream at the fifth time', async () => {
  const { url } = await listening({ schema: schemaThatFails(5, timeout) });
  const events = await subscribe(url, bobsToken, 'subscription { ticks }');
  expect(await events.next()).toMatchObject({ errors: [{ extensions: { code: 'TIMEOUT' } }] });
  expect(await events.next()).toBeNull();
});

test('an event that cannot be read ends its stream and has no id, so that a client that resumes does not pass over it', async () => {
  const { url } = await listening({ schema: schemaThatFails(1, new Error('a fault')) });
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: {
      accept: 'text/event-stream',
      authorization: `Bearer ${bobsToken}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ query: 'subscription { ticks }' }),
  });
  const text = await response.text();
  expect(text).toContain('INTERNAL_SERVER_ERROR');
  expect(text).not.toContain('id: ');
});
