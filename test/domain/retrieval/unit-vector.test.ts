import { expect, test } from 'vitest';
import { unitVector } from '#domain/retrieval/unit-vector.ts';

test.for([
  [
    [3, 4],
    [0.6, 0.8],
  ],
  [
    [-3, 4],
    [-0.6, 0.8],
  ],
  [
    [0, -2, 0],
    [0, -1, 0],
  ],
  [
    [1e200, 1e200],
    [Math.SQRT1_2, Math.SQRT1_2],
  ],
  [
    [1e-200, 0],
    [1, 0],
  ],
] as const)('the vector %j at length 1', ([numbers, unit]) => {
  const found = unitVector(numbers);
  expect(found).toBeInstanceOf(Float32Array);
  expect([...(found ?? [])]).toEqual(unit.map((number) => expect.closeTo(number, 6)));
});

test.for([
  [[]],
  [[0, 0]],
  [[1, Number.NaN]],
  [[Number.NaN, 0]],
  [[1, Number.POSITIVE_INFINITY]],
  [[-Infinity, 1]],
])('of %j there is none', ([numbers]) => {
  expect(unitVector(numbers as number[])).toBeNull();
});
