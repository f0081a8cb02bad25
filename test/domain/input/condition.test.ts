import { expect, test } from 'vitest';
import { isStated, namedValues, type OptionalCondition } from '#domain/input/condition.ts';

test.for<[OptionalCondition<string>, boolean, readonly string[] | null]>([
  [null, false, null],
  [undefined, false, null],
  [{}, false, null],
  [{ eq: null, in: null, not: undefined }, false, null],
  [{ contains: 'pier' }, true, null],
  [{ not: ['pier'] }, true, null],
  [{ eq: null, gte: 'a' }, true, null],
  [{ eq: 'pier' }, true, ['pier']],
  [{ in: ['pier', 'mole'] }, true, ['pier', 'mole']],
  [{ in: [] }, true, []],
  [{ eq: 'pier', in: ['mole'] }, true, []],
  [{ eq: 'pier', in: ['mole', 'pier'] }, true, ['pier']],
  [{ eq: 'pier', not: ['pier'] }, true, []],
  [{ eq: 'pier', not: ['mole'] }, true, ['pier']],
  [{ in: ['pier', 'mole', 'quay'], not: ['mole'] }, true, ['pier', 'quay']],
])('the condition %j: states something %j, allows %j', ([condition, states, values]) => {
  expect(isStated(condition)).toBe(states);
  expect(namedValues(condition)).toEqual(values);
});
