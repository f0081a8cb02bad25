import { expect, test } from 'vitest';
import { deliveredFactChanges, entityChanges, isLeaving, memoryChanges } from '#domain/audit/live-changes.ts';
import { recordedChanges } from '#domain/audit/recorded-changes.ts';

test.for<readonly [what: string, before: unknown, after: unknown, changes: readonly (readonly unknown[])[]]>([
  ['a member that is another', { a: 1, b: 2 }, { a: 1, b: 3 }, [['b', 2, 3]]],
  [
    'a member that is new, and one that is gone',
    { b: 1 },
    { a: 2 },
    [
      ['a', null, 2],
      ['b', 1, null],
    ],
  ],
  [
    'a record that is new',
    null,
    { b: 1, a: 2 },
    [
      ['a', null, 2],
      ['b', null, 1],
    ],
  ],
  ['a record that is gone', { a: 1 }, null, [['a', 1, null]]],
  ['nothing that is null on both sides', { a: null }, {}, []],
  ['nothing that is the same in another order', { a: { x: 1, y: 2 } }, { a: { y: 2, x: 1 } }, []],
  ['another order of a list', { a: [1, 2] }, { a: [2, 1] }, [['a', [1, 2], [2, 1]]]],
  ['nothing of a list, a word or a number', [1], 'ab', []],
])('changes of a record: %s', ([, before, after, changes]) => {
  expect(recordedChanges(before, after).map((change) => [change.field, change.before, change.after])).toEqual(
    changes,
  );
});

test.for<readonly [action: string, leaves: boolean]>([
  ['memory.promoted', true],
  ['entity.merged', true],
  ['memory.erased', true],
  ['memory.extracted', false],
  ['promoted', false],
])('after %s an item has left the queue: %s', ([action, leaves]) => {
  expect(isLeaving(action)).toBe(leaves);
});

test('changes of memories and of entities are apart, and both may end what was delivered', () => {
  expect(memoryChanges).toContain('memory.retired');
  expect(entityChanges).toContain('entity.retired');
  expect(memoryChanges.filter((change) => !change.startsWith('memory.'))).toEqual([]);
  expect(entityChanges.filter((change) => !change.startsWith('entity.'))).toEqual([]);
  for (const change of ['memory.retired', 'entity.edited', 'contradiction.detected', 'label_policy.set'])
    expect(deliveredFactChanges).toContain(change);
});
