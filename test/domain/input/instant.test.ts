import { expect, test } from 'vitest';
import { assertNotFuture } from '#domain/input/instant.ts';

const now = new Date('2026-01-31T09:00:00.000Z');
const subject = { name: 'updatedAt', path: ['updatedAt'] };

test.for([['1970-01-01T00:00:00.000Z'], ['2026-01-31T09:00:00.000Z'], ['2026-02-01T09:00:00.000Z']] as const)(
  'accepts %s, at most a day ahead',
  ([date]) => {
    expect(() => assertNotFuture(new Date(date), now, subject)).not.toThrow();
  },
);

test.for([
  [
    '2026-02-01T09:00:00.001Z',
    'updatedAt is 2026-02-01T09:00:00.001Z, more than a day ahead of 2026-01-31T09:00:00.000Z. Check the clock it came from.',
  ],
  ['yesterday', 'updatedAt is not a date. Send RFC 3339, as in 2026-01-31T09:00:00Z.'],
] as const)('refuses %s', ([date, message]) => {
  expect(() => assertNotFuture(new Date(date), now, subject)).toThrow(
    expect.objectContaining({ code: 'input.invalid', message, path: ['updatedAt'] }),
  );
});
