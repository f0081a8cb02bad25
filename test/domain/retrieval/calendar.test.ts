import { describe, expect, test } from 'vitest';
import { dayOf, type Period, pastUnits, type Unit, unitFrom } from '#domain/retrieval/calendar.ts';

const days = (period: Period | null) =>
  period && [period.from, period.until].map((date) => date.toISOString().slice(0, 10)).join('..');

test.for([
  [2025, 1, 28, '2025-02-28..2025-03-01'],
  [2024, 1, 29, '2024-02-29..2024-03-01'],
  [2025, 1, 29, null],
  [2025, 0, 0, null],
  [2025, 12, 1, null],
  [2025, 11, 31, '2025-12-31..2026-01-01'],
] as const)('the day %d, %d, %d of the calendar', ([year, month, day, wanted]) => {
  expect(days(dayOf(year, month, day))).toBe(wanted);
});

describe('the time until now', () => {
  const [friday, lastOfMay] = [new Date('2025-08-15T10:00:00Z'), new Date('2025-05-31T10:00:00Z')];
  test.for<[Date, Unit, number, string]>([
    [friday, 'day', 3, '2025-08-12..2025-08-16'],
    [friday, 'week', 3, '2025-07-25..2025-08-16'],
    [friday, 'month', 2, '2025-06-15..2025-08-16'],
    [friday, 'quarter', 2, '2025-02-15..2025-08-16'],
    [friday, 'year', 2, '2023-08-15..2025-08-16'],
    [lastOfMay, 'month', 1, '2025-04-30..2025-06-01'],
    [lastOfMay, 'quarter', 1, '2025-02-28..2025-06-01'],
    [new Date('2024-02-29T10:00:00Z'), 'year', 1, '2023-02-28..2024-03-01'],
  ])('%j, %s %d', ([now, unit, count, wanted]) => {
    expect(days(pastUnits(now, unit, count))).toBe(wanted);
  });

  test.for<[Unit, number, string]>([
    ['day', -1, '2025-08-14..2025-08-15'],
    ['week', 0, '2025-08-11..2025-08-18'],
    ['week', -1, '2025-08-04..2025-08-11'],
    ['month', -8, '2024-12-01..2025-01-01'],
    ['quarter', 0, '2025-07-01..2025-10-01'],
    ['quarter', -3, '2024-10-01..2025-01-01'],
    ['year', 1, '2026-01-01..2027-01-01'],
  ])('by whole units: %s %d', ([unit, count, wanted]) => {
    expect(days(unitFrom(friday, unit, count))).toBe(wanted);
  });

  test('the week of a Sunday begins on the Monday before it', () => {
    expect(days(unitFrom(new Date('2025-08-17T10:00:00Z'), 'week', 0))).toBe('2025-08-11..2025-08-18');
  });
});
