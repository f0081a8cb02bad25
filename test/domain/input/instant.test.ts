import { expect, test } from 'vitest';
import { assertNotFuture, daysBefore, isStorableInstant, notLaterThan } from '#domain/input/instant.ts';

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

test.for([
  ['0000-12-31T23:59:59.999Z', false],
  ['0001-01-01T00:00:00.000Z', true],
  ['2026-01-31T09:00:00.000Z', true],
  ['9999-12-31T23:59:59.999Z', true],
  ['+010000-01-01T00:00:00.000Z', false],
  ['noon', false],
] as const)('the instant %s is one that a store can write: %s', ([instant, is]) => {
  expect(isStorableInstant(Date.parse(instant))).toBe(is);
});

test('a part of a millisecond is no instant that a store can write', () => {
  expect(isStorableInstant(0)).toBe(true);
  expect(isStorableInstant(0.5)).toBe(false);
});

const days = { name: 'The days', path: ['days'] };

test.for([
  [0, '2026-01-31T09:00:00.000Z'],
  [1, '2026-01-30T09:00:00.000Z'],
  [0.5, '2026-01-30T21:00:00.000Z'],
  [36_525, '1926-01-31T09:00:00.000Z'],
] as const)('%d days before', ([count, instant]) => {
  expect(daysBefore(now, count, days).toISOString()).toBe(instant);
});

test.for([-1, 36_526, Number.NaN])('%d days are refused', (count) => {
  const message = `The days is ${count}; give 0 to 36525 days.`;
  expect(() => daysBefore(now, count, days)).toThrow(
    expect.objectContaining({ code: 'input.invalid', message, path: ['days'] }),
  );
});

test('what is to come is as now', () => {
  const earlier = new Date('2026-01-30T09:00:00.000Z');
  expect(notLaterThan(now, earlier)).toEqual(earlier);
  expect(notLaterThan(now, now)).toEqual(now);
  expect(notLaterThan(earlier, now)).toEqual(earlier);
});
