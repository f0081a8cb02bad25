import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dateLift, dateVerdict, taskDatesOf } from '#domain/retrieval/task-dates.ts';

/** A Friday. */
const now = new Date('2025-08-15T13:45:00Z');
const shown = (date: Date | null): string => date?.toISOString().replace('T00:00:00.000Z', '') ?? '';
const read = (task: string): string | null => {
  const dates = taskDatesOf(task, now);
  return dates && `${shown(dates.from)}..${shown(dates.until)}${dates.isState ? ' state' : ''}`;
};

describe('the time that a task asks about is read from its words', () => {
  test.for([
    ['What did we decide last spring?', '2025-03-01..2025-06-01'],
    ['last summer', '2024-06-01..2024-09-01'],
    ['this summer', '2025-06-01..2025-09-01'],
    ['last winter', '2024-12-01..2025-03-01'],
    ['next winter', '2025-12-01..2026-03-01'],
    ['the autumn of 2023', '2023-09-01..2023-12-01'],
    ['in fall 2023', '2023-09-01..2023-12-01'],
    ['winter 2023', '2023-12-01..2024-03-01'],
    ['the lock as of 2024', '2024-01-01..2025-01-01 state'],
    ['as of March 2025', '2025-03-01..2025-04-01 state'],
    ['as at 2024-06-30', '2024-06-30..2024-07-01 state'],
    ['in March 2025', '2025-03-01..2025-04-01'],
    ['in march 2025', '2025-03-01..2025-04-01'],
    ['in May', '2025-05-01..2025-06-01'],
    ['in December', '2024-12-01..2025-01-01'],
    ['in August', '2025-08-01..2025-09-01'],
    ['last December', '2024-12-01..2025-01-01'],
    ['Sept 2024', '2024-09-01..2024-10-01'],
    ['on 5 May 2024', '2024-05-05..2024-05-06'],
    ['on the 5th of May 2024', '2024-05-05..2024-05-06'],
    ['on May 5th, 2024', '2024-05-05..2024-05-06'],
    ['on May 5', '2025-05-05..2025-05-06'],
    ['on 24 December', '2024-12-24..2024-12-25'],
    ['on 2024-02-29', '2024-02-29..2024-03-01'],
    ['in 2024-02', '2024-02-01..2024-03-01'],
    ['am 15.03.2024', '2024-03-15..2024-03-16'],
    ['in 2024', '2024-01-01..2025-01-01'],
    ['the decisions of 2024', '2024-01-01..2025-01-01'],
    ['in the year 2024', '2024-01-01..2025-01-01'],
    ['at the end of 2024? by the end of 2024', '..2025-01-01'],
    ['since 2023', '2023-01-01..'],
    ['since last month', '2025-07-01..'],
    ['after 2023', '2024-01-01..'],
    ['before 2024', '..2024-01-01'],
    ['prior to March 2024', '..2024-03-01'],
    ['until March 2024', '..2024-04-01'],
    ['by 2024-03-15', '..2024-03-16'],
    ['from 2022 to 2023', '2022-01-01..2024-01-01'],
    ['between March and June 2024', '2024-03-01..2024-07-01'],
    ['between 2024-01-10 and 2024-01-12', '2024-01-10..2024-01-13'],
    ['after 2022 and before 2024', '2023-01-01..2024-01-01'],
    ['in 2021 and in 2024', '2021-01-01..2025-01-01'],
    ['in Q3 2024', '2024-07-01..2024-10-01'],
    ['the second quarter of 2024', '2024-04-01..2024-07-01'],
    ['last quarter', '2025-04-01..2025-07-01'],
    ['yesterday', '2025-08-14..2025-08-15'],
    ['the day before yesterday', '2025-08-13..2025-08-14'],
    ['today', '2025-08-15..2025-08-16'],
    ['tomorrow', '2025-08-16..2025-08-17'],
    ['last week', '2025-08-04..2025-08-11'],
    ['this month', '2025-08-01..2025-09-01'],
    ['last year', '2024-01-01..2025-01-01'],
    ['next year', '2026-01-01..2027-01-01'],
    ['on Monday', '2025-08-11..2025-08-12'],
    ['last Friday', '2025-08-08..2025-08-09'],
    ['next Monday', '2025-08-18..2025-08-19'],
    ['3 days ago', '2025-08-12..2025-08-13'],
    ['two weeks ago', '2025-07-28..2025-08-04'],
    ['a year ago', '2024-01-01..2025-01-01'],
    ['in the last 3 weeks', '2025-07-25..2025-08-16'],
    ['over the past two months', '2025-06-15..2025-08-16'],
  ] as const)('%s', ([task, days]) => {
    expect(read(task)).toBe(days);
  });

  test.for([
    'keep the readings of the gauge',
    'what may the clerk do in may',
    'march on, in march order',
    'after 2000 requests',
    'up to 2048 bytes in memory',
    'pay 2024 crowns',
    'RFC 2119 and ISO 8601',
    'version 2024.1 of the tool',
    'REQ-2024-03-15',
    'in Spring Boot',
    'on 3/4/2024',
    'on 2023-02-30',
    'the last word',
    'Since when do we use it?',
    '',
  ])('"%s" names no time', (task) => {
    expect(taskDatesOf(task, now)).toBeNull();
  });

  test('the words that name it are said', () => {
    expect(taskDatesOf('Since 2023, or as of last spring?', now)?.phrases).toEqual([
      'Since 2023',
      'as of last spring',
    ]);
  });

  test('no text takes long, and no time ends before it begins', () => {
    const parts = [
      'from',
      'between',
      'in',
      'the',
      'last',
      'may',
      'May',
      '5',
      '2024',
      'and',
      'to',
      'year',
      '2024-01-01',
      'ago',
      'Q1',
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...parts), { maxLength: 400 }), (words) => {
        const begun = performance.now();
        const dates = taskDatesOf(words.join(' ').slice(0, 2_000), now);
        expect(performance.now() - begun).toBeLessThan(200);
        if (dates?.from && dates.until) expect(dates.from < dates.until).toBe(true);
      }),
    );
  });
});

describe('a statement is judged by when it holds, and else by when it was said', () => {
  const day = (text: string | null) => (text === null ? null : new Date(text));
  test.for([
    ['ended before', 'in 2024', null, '2024-01-01', null, 'OUTSIDE'],
    ['ended before, said then', 'in 2024', '2022-01-01', '2023-06-01', '2024-06-01', 'OUTSIDE'],
    ['ended before a state', 'as of 2024', null, '2023-06-01', null, 'OUTSIDE'],
    ['ended before a beginning', 'since 2023', null, '2022-06-01', null, 'OUTSIDE'],
    ['begins after a state', 'as of 2024', '2025-01-01', null, null, 'OUTSIDE'],
    ['begins after, and may speak of it', 'in 2024', '2025-01-01', null, null, 'NEITHER'],
    ['begins after an end, and may speak of it', 'until 2023', '2024-06-01', null, null, 'NEITHER'],
    ['begins and ends after', 'in 2024', '2025-01-01', '2026-01-01', null, 'NEITHER'],
    ['ended within', 'in 2024', null, '2024-01-02', null, 'MATCHING'],
    ['ended after', 'yesterday', '2020-01-01', '2030-01-01', null, 'MATCHING'],
    ['begins within', 'in 2024', '2024-12-31', null, null, 'MATCHING'],
    ['begins at the first instant', 'in 2024', '2024-01-01', null, null, 'MATCHING'],
    ['begins before, no end known', 'in 2024', '2023-01-01', null, null, 'NEITHER'],
    ['begins before a state', 'as of 2024', '2023-01-01', null, null, 'MATCHING'],
    ['begins after a beginning', 'since 2023', '2024-06-01', null, null, 'MATCHING'],
    ['begins before an end', 'before 2024', '2022-06-01', null, null, 'MATCHING'],
    ['a document of then', 'in 2024', null, null, '2024-06-01', 'MATCHING'],
    ['a document of then, of a record of before', 'in 2024', '2023-06-01', null, '2024-06-01', 'NEITHER'],
    ['a document of before', 'in 2024', null, null, '2023-06-01', 'NEITHER'],
    ['a document of before a state', 'as of 2024', null, null, '2023-06-01', 'MATCHING'],
    ['a document of after a state', 'as of 2024', null, null, '2025-06-01', 'NEITHER'],
    ['nobody knows', 'in 2024', null, null, null, 'NEITHER'],
    ['nobody knows of a state', 'as of 2024', null, null, null, 'NEITHER'],
  ] as const)('%s', ([, task, from, until, said, verdict]) => {
    const dates = taskDatesOf(task, now);
    if (dates === null) throw new Error(`${task} names no time.`);
    const days = { holdsFrom: day(from), holdsUntil: day(until), saidAt: day(said) };
    expect(dateVerdict(days, dates)).toBe(verdict);
    expect(dateLift(4, days, dates)).toBe(verdict === 'MATCHING' ? 4 : 0);
  });
});
