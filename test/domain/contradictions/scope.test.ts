import { describe, expect, test } from 'vitest';
import { judgeByHeuristic } from '#domain/contradictions/heuristic/judge-by-heuristic.ts';
import { readNamedRecords, successorOf } from '#domain/contradictions/heuristic/succession.ts';
import { relateScopes, type ScopeRelation, type StatementScope } from '#domain/contradictions/scope.ts';

const content = 'The request timeout is 30 seconds.';
const under = (...headingPath: string[]): StatementScope => ({ headingPath });

/** Twelve headings count, the innermost. */
const deep = (stage: string): StatementScope =>
  under('Android', ...Array.from({ length: 12 }, (_, at) => `Matter ${at}`), stage);

describe('where two statements stand', () => {
  test.for<readonly [string, StatementScope, StatementScope, ScopeRelation['relation']]>([
    ['nowhere', {}, {}, 'same'],
    ['under one heading', under('Gateway'), under('Gateway'), 'same'],
    ['under headings that only name a section', under('Decision'), under('Requirements'), 'same'],
    [
      'in two records',
      under('ADR-3: Timeouts', 'Decision'),
      under('ADR-9: Request timeout', 'Decision'),
      'same',
    ],
    ['in two dated notes', under('2025-01-02'), under('2026-03-04'), 'same'],
    ['under what they say themselves', under('Timeout'), under('Request'), 'same'],
    ['in two stages', under('Staging'), under('Production'), 'apart'],
    ['on two platforms', under('Limits', 'Android'), under('Limits', 'iOS'), 'apart'],
    ['of two numbers', under('Hall 1'), under('Hall 2'), 'apart'],
    ['of two letters', under('Pump A'), under('Pump B'), 'apart'],
    ['of two versions', under('Version 1'), under('Version 2'), 'apart'],
    ['under headings of two matters', under('Gateway'), under('Billing'), 'named'],
    ['in a stage, and nowhere', under('Staging'), {}, 'named'],
    ['under a matter, and nowhere', under('Networking'), {}, 'same'],
    ['in two projects', { project: 'atlas' }, { project: 'borealis' }, 'named'],
    ['in a project, and in none', { project: 'atlas' }, {}, 'same'],
    ['in a stage of a matter, and in the matter', under('Billing', 'Staging'), under('Billing'), 'named'],
    ['of a number, and of a matter', under('Hall 1'), under('Garden'), 'named'],
    ['of a number and a matter, and of another number', under('Hall 1', 'Music'), under('Hall 2'), 'apart'],
    ['far below one heading, in two stages', deep('Staging'), deep('Production'), 'apart'],
    ['in one project', { project: 'atlas' }, { project: 'atlas' }, 'same'],
    ['one in a rejected record', { recordStatus: 'REJECTED' }, { recordStatus: 'ACCEPTED' }, 'apart'],
    ['one in a draft', {}, { recordStatus: 'draft' }, 'apart'],
    ['both in records in force', { recordStatus: 'accepted' }, { recordStatus: 'Final' }, 'same'],
  ])('%s: they are %s', ([, a, b, relation]) => {
    expect(relateScopes({ ...a, content }, { ...b, content }).relation).toBe(relation);
    expect(relateScopes({ ...b, content }, { ...a, content }).relation).toBe(relation);
  });

  test.for<readonly [StatementScope, StatementScope, string, string]>([
    [under('Gateway'), under('Billing'), 'Gateway', 'Billing'],
    [under('Handbook', 'Gateway', 'North'), under('Handbook', 'Billing'), 'Gateway › North', 'Billing'],
    [under('GATEWAY', 'Networking'), under('gateway', 'Billing'), 'Networking', 'Billing'],
    [under('Decision', 'Staging'), under('Decision'), 'Staging', 'Decision'],
    [under('Staging'), {}, 'Staging', 'no heading'],
    [{ project: 'atlas' }, { project: 'borealis' }, 'atlas', 'borealis'],
  ])('%j and %j are named %s and %s', ([a, b, ofA, ofB]) => {
    expect(relateScopes({ ...a, content }, { ...b, content })).toEqual({ relation: 'named', ofA, ofB });
    expect(relateScopes({ ...b, content }, { ...a, content })).toEqual({
      relation: 'named',
      ofA: ofB,
      ofB: ofA,
    });
  });

  test('what one of them says alone is no reason for its place', () => {
    const says = (words: string) => ({ ...under('Staging'), content: words });
    const elsewhere = { ...under('Production'), content: 'Staging is not production.' };
    expect(relateScopes(says('It is so.'), elsewhere).relation).toBe('apart');
    expect(relateScopes(says('Staging and production differ.'), elsewhere).relation).toBe('same');
  });

  test.for(['x '.repeat(100_000), 'a1'.repeat(100_000), '('.repeat(100_000)])(
    'hostile headings do not keep it busy',
    (heading) => {
      const path = Array.from({ length: 50 }, () => heading);
      expect(relateScopes({ ...under(...path), content }, { ...under('B'), content }).relation).toBeTypeOf(
        'string',
      );
    },
  );
});

describe('a record that names what it takes the place of', () => {
  const old = { content: 'Sessions are kept in MongoDB.' };
  test.for<readonly [string, string, StatementScope, StatementScope, 'a' | 'b' | null]>([
    [
      'Sessions are kept in Redis. Supersedes decision 7.',
      '',
      under('7. Sessions'),
      under('15. Sessions'),
      'b',
    ],
    ['Sessions are kept in Redis, which replaces ADR-2.', '', under('ADR-2', 'Decision'), {}, 'b'],
    ['This policy replaces the policy of 2023.', '', under('Policy 2023'), under('Policy 2025'), 'b'],
    ['This replaces the earlier decision.', '', { recordStatus: 'superseded' }, {}, 'b'],
    ['This replaces the earlier decision.', '', {}, {}, null],
    ['Sessions are kept in Redis.', ' Superseded by ADR-9.', under('ADR-2'), under('ADR-9'), 'b'],
    ['Sessions are kept in Redis. Supersedes ADR-3.', '', under('ADR-2'), under('ADR-9'), null],
    ['We replace two filters a year.', '', under('2. Filters'), under('9. Filters'), null],
  ])('%s', ([newer, more, scopeA, scopeB, successor]) => {
    const a = readNamedRecords({ ...scopeA, content: old.content + more });
    const b = readNamedRecords({ ...scopeB, content: newer });
    expect(successorOf(a, b)).toBe(successor);
    expect(successorOf(b, a)).toBe(successor === 'b' ? 'a' : null);
  });
});

describe('what the default judge suggests', () => {
  const judged = (older: object, newer: object) => {
    const a = { id: '1', speaker: 'ann', content: 'The mast is 12 m high.', ...older };
    const b = { id: '2', speaker: 'ann', content: 'The mast is 15 m high.', ...newer };
    return [judgeByHeuristic(b, [a])[0], judgeByHeuristic(a, [b])[0]] as const;
  };
  test.for<readonly [string, object, object, string | null, string | null]>([
    ['nothing, where neither is better evidenced', {}, {}, null, null],
    ['nothing, where the older one is', { evidence: 2 }, {}, null, null],
    ['the newer one, where it is better evidenced', {}, { evidence: 1 }, 'kept_new', 'kept_other'],
    ['nothing, where it is believed less', { confidence: 0.9 }, { evidence: 1, confidence: 0.5 }, null, null],
    [
      'the one that takes the place of the other',
      { headingPath: ['ADR-4'] },
      { content: 'The mast is 15 m high. Supersedes ADR-4.' },
      'kept_new',
      'kept_other',
    ],
    ['a merge, where they stand in different places', { project: 'a' }, { project: 'b' }, 'merge', 'merge'],
  ])('%s', ([, older, newer, ofNewer, ofOlder]) => {
    const [one, other] = judged(older, newer);
    expect([one?.resolution_action, other?.resolution_action]).toEqual([ofNewer, ofOlder]);
  });

  test('nothing of two records that agree which takes the place of the other', () => {
    const older = {
      headingPath: ['4. Horns'],
      recordStatus: 'superseded',
      content: 'Superseded by ADR 0005.',
    };
    const newer = { headingPath: ['5. Sirens'], content: 'Supersedes ADR 0004.' };
    expect(judged(older, newer)).toEqual([undefined, undefined]);
  });

  test('a merge says where each holds', () => {
    const [one] = judged({ project: 'atlas' }, { project: 'borealis' });
    expect(one).toMatchObject({
      severity: 'SOFT',
      explanation:
        'They give different values: 12 m, and 15 m. They stand in different places: atlas, and borealis.',
      resolution_merged_content: 'atlas: The mast is 12 m high. borealis: The mast is 15 m high.',
    });
  });
});
