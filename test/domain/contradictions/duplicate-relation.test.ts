import { describe, expect, test } from 'vitest';
import {
  type DuplicateRelation,
  isPossibleDuplicate,
  relateStatements,
} from '#domain/contradictions/duplicate-relation.ts';
import { compatibleBySort, contradictionsBySort } from './pairs-by-sort.ts';

describe('how two statements that are much alike relate', () => {
  test.for<readonly [string, string, DuplicateRelation | null]>([
    ['Backups are kept for 30 days.', 'Backups are kept for 30 days.', 'SAME'],
    ['Backups are kept for 30 days.', 'We retain backups for 30 days.', 'SAME'],
    ['The gateway caches answers.', 'Answers are cached by the gateway.', 'SAME'],
    ['Reviews are optional.', 'Reviews are not required.', 'SAME'],
    ['The endpoint is private.', 'The endpoint is not public.', 'SAME'],
    ['The mass of the buoy is 4.8 kg.', 'The mass of the buoy is 4800 g.', 'SAME'],
    ['Backups are kept for 30 days.', 'Backups are kept for 90 days.', 'OTHER_VALUE'],
    ['The launch is on 3 May.', 'The launch is on 4 May.', 'OTHER_VALUE'],
    ['We use Redis for sessions.', 'We use Memcached for sessions.', 'OTHER_VALUE'],
    ['The gateway caches answers.', 'The gateway never caches answers.', 'NEGATED'],
    ['Telemetry is enabled by default.', 'Telemetry is disabled by default.', 'NEGATED'],
    ['Commits must be signed.', 'Commits need not be signed.', 'NEGATED'],
    ['In staging the cache is enabled.', 'In production the cache is enabled.', 'OTHER_SCOPE'],
    ['The north gate opens at 6:00.', 'The south gate opens at 6:00.', 'OTHER_SCOPE'],
    ['The search service keeps logs.', 'The billing service keeps logs.', 'OTHER_SCOPE'],
    ['Internal users see drafts.', 'External users do not see drafts.', 'OTHER_SCOPE'],
    ['When the tank is full, the pump is on.', 'When the tank is empty, the pump is on.', 'OTHER_SCOPE'],
    ['We use Redis.', 'We use Redis for sessions.', null],
    ['It is fast.', 'It is slow.', null],
    ['The pump may fail.', 'The pump fails.', null],
    ['The pump must run.', 'The pump runs.', null],
    ['Only admins see drafts.', 'Admins see drafts.', null],
    ['Admins saw drafts.', 'Admins see drafts.', null],
    ['Backups are usually kept.', 'Backups are kept.', null],
    ['Commits should be signed.', 'Commits must be signed.', null],
    ['Backups are kept for 30 days. The gateway caches answers.', 'Backups are kept for 30 days.', null],
    [
      'Backups are kept for 30 days. The gateway caches answers.',
      'We retain backups for 30 days. Answers are cached by the gateway.',
      'SAME',
    ],
    [
      'Backups are kept for 30 days. The gateway caches answers.',
      'Backups are kept for 90 days. The gateway caches answers.',
      'OTHER_VALUE',
    ],
    [
      'Backups are kept for 30 days. The gateway caches answers.',
      'Backups are kept for 90 days. The gateway never caches answers.',
      null,
    ],
    [
      'The gateway caches answers. Backups are kept for 30 days.',
      'The gateway caches answers. It is slow.',
      null,
    ],
    ['', '', null],
  ])('%s / %s: %s', ([a, b, relation]) => {
    expect(relateStatements({ content: a }, { content: b })).toBe(relation);
    expect(relateStatements({ content: b }, { content: a })).toBe(relation);
  });

  test('the same words under headings of two places are of two scopes', () => {
    const content = 'The database has 3 replicas.';
    expect(
      relateStatements({ content, headingPath: ['Staging'] }, { content, headingPath: ['Production'] }),
    ).toBe('OTHER_SCOPE');
  });

  test('nothing that contradicts or is of another thing is called the same', () => {
    const apart = [
      'of another thing or place',
      'more detail',
      'at another time',
      'hedged',
      'unrelated',
    ] as const;
    const pairs = [
      ...Object.values(contradictionsBySort).flat(),
      ...apart.flatMap((sort) => compatibleBySort[sort] ?? []),
    ];
    expect(pairs.length).toBeGreaterThan(200);
    expect(pairs.filter(([a, b]) => relateStatements({ content: a }, { content: b }) === 'SAME')).toEqual([]);
  });

  test('half of what says the same in other words is seen', () => {
    const pairs = compatibleBySort['the same in other words'] ?? [];
    const seen = pairs.filter(([a, b]) => relateStatements({ content: a }, { content: b }) === 'SAME');
    expect(seen.length / pairs.length).toBeGreaterThanOrEqual(0.4);
  });
});

test.for([
  [0.9, null, false, true],
  [0.5, 'NEGATED', false, true],
  [0.49, 'NEGATED', false, false],
  [0.2, 'SAME', false, true],
  [0.2, null, false, false],
  [0.2, null, true, true],
] as const)('alike by %s, %s, near in meaning %s: shown %s', ([similarity, relation, isMeant, shown]) => {
  expect(isPossibleDuplicate({ similarity, relation, isMeant })).toBe(shown);
});
