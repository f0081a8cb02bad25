import { describe, expect, test } from 'vitest';
import { retentionLimits } from '#domain/erasure/retention.ts';

describe('what is kept for so many days of UTC', () => {
  test.for([
    ['in the middle of a day', '2026-03-11T09:00:00.000Z'],
    ['at its first instant', '2026-03-11T00:00:00.000Z'],
    ['at its last', '2026-03-11T23:59:59.999Z'],
  ])('begins with the same day %s', ([, now]) => {
    const retention = { receipts: 1, auditTexts: 10, reports: null, versions: 2 };
    expect(retentionLimits(new Date(String(now)), retention)).toEqual({
      receipts: new Date('2026-03-10T00:00:00.000Z'),
      auditTexts: new Date('2026-03-01T00:00:00.000Z'),
      reports: null,
      versions: new Date('2026-03-09T00:00:00.000Z'),
    });
  });
});
