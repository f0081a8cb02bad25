import { describe, expect, test } from 'vitest';
import { judgeByHeuristic } from '#domain/contradictions/heuristic/judge-by-heuristic.ts';
import {
  type RecordName,
  type RecordNaming,
  recordNamesOf,
  succeedingRecord,
} from '#domain/sources/record-names.ts';

type Named = readonly [naming: RecordNaming, record: string];
const names = (...said: readonly Named[]): readonly RecordName[] =>
  said.map(([naming, record]) => ({ naming, record }));

describe('which records a document names', () => {
  type Relations = readonly (readonly ['SUPERSEDES' | 'SUPERSEDED_BY', string])[];
  test.for<readonly [string, string, string | null, Relations, readonly Named[]]>([
    ['itself, in its folder', 'docs/adr/0009-cache.md', '9', [], [['IS', 'docs/adr 9']]],
    [
      'those of its folder',
      'docs/adr/9.md',
      '9',
      [['SUPERSEDES', '5']],
      [
        ['IS', 'docs/adr 9'],
        ['SUPERSEDES', 'docs/adr 5'],
      ],
    ],
    [
      'those beside the folder of a README',
      'adr/9/README.md',
      '9',
      [['SUPERSEDED_BY', '12']],
      [
        ['IS', 'adr 9'],
        ['SUPERSEDED_BY', 'adr 12'],
      ],
    ],
    ['others without a number of its own', 'notes.md', null, [['SUPERSEDES', '5']], [['SUPERSEDES', ' 5']]],
    ['not itself as its successor', 'adr/9.md', '9', [['SUPERSEDES', '9']], [['IS', 'adr 9']]],
    ['none', 'readme.md', null, [], []],
  ])('%s', ([, path, number, relations, expected]) => {
    const facts = { number, relations: relations.map(([relation, record]) => ({ relation, record })) };
    expect(recordNamesOf(path, facts)).toEqual(names(...expected));
  });
});

describe('which of two records takes the place of the other', () => {
  const five: Named = ['IS', 'adr 5'];
  const nine: Named = ['IS', 'adr 9'];
  const overFive: Named = ['SUPERSEDES', 'adr 5'];
  const of = (records: readonly Named[], project = 'atlas') => ({ project, records: names(...records) });
  test.for<readonly [string, ReturnType<typeof of>, ReturnType<typeof of>, 'a' | 'b' | null]>([
    ['neither says so', of([five]), of([nine]), null],
    ['the newer says so', of([five]), of([nine, overFive]), 'b'],
    ['the older says so', of([five, ['SUPERSEDED_BY', 'adr 9']]), of([nine]), 'b'],
    ['the older takes the place of the newer', of([five, ['SUPERSEDES', 'adr 9']]), of([nine]), 'a'],
    ['each says that it does', of([five, ['SUPERSEDES', 'adr 9']]), of([nine, overFive]), null],
    ['another folder', of([['IS', 'rfc 5']]), of([nine, overFive]), null],
    ['another project', of([five], 'borealis'), of([nine, overFive]), null],
    ['one without records', of([]), of([nine, overFive]), null],
  ])('%s', ([, a, b, expected]) => {
    expect(succeedingRecord(a, b)).toBe(expected);
    expect(succeedingRecord(b, a)).toBe(expected === null ? null : expected === 'a' ? 'b' : 'a');
  });
});

describe('what the default judge makes of a record and its successor', () => {
  const old = {
    id: '1',
    speaker: 'ann',
    project: 'atlas',
    content: 'We use Redis for sessions.',
    headingPath: ['Use Redis', 'Decision'],
    recordStatus: 'SUPERSEDED',
    records: names(['IS', 'adr 5']),
  };
  const successor = {
    ...old,
    id: '2',
    content: 'We use PostgreSQL for sessions.',
    headingPath: ['Use PostgreSQL', 'Decision'],
    recordStatus: 'ACCEPTED',
    records: names(['IS', 'adr 9'], ['SUPERSEDES', 'adr 5']),
  };

  test('what the successor says instead is a contradiction, and it is suggested to keep it', () => {
    expect(judgeByHeuristic(successor, [old])).toEqual([
      expect.objectContaining({ candidate_id: '1', resolution_action: 'kept_new' }),
    ]);
    expect(judgeByHeuristic(old, [successor])).toEqual([
      expect.objectContaining({ candidate_id: '2', resolution_action: 'kept_other' }),
    ]);
  });

  test.for([
    ['records that do not name each other', { records: names(['IS', 'adr 9']) }],
    ['what both say', { content: old.content }],
    ['what is of another matter', { content: 'Backups are made every night.' }],
  ] as const)('nothing of %s', ([, other]) => {
    expect(judgeByHeuristic({ ...successor, ...other }, [old])).toEqual([]);
  });
});
