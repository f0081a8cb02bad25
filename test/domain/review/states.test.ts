import { expect, test } from 'vitest';
import { type ItemStatus, isLegalTransition, itemStatuses, layerOf, trustOf } from '#domain/review/states.ts';

// Rows: from; columns: to, in the order of itemStatuses.
const table: readonly [ItemStatus, ...boolean[]][] = [
  //             CANDIDATE ACTIVE INVALID SUPERSEDED GRADUATED RETIRED ERASED
  ['CANDIDATE', false, true, true, false, false, false, true],
  ['ACTIVE', true, false, false, true, true, true, true],
  ['INVALID', true, false, false, false, false, false, true],
  ['SUPERSEDED', false, true, false, false, false, false, true],
  ['GRADUATED', false, true, false, false, false, false, true],
  ['RETIRED', false, true, false, false, false, false, true],
  ['ERASED', false, false, false, false, false, false, false],
];
const pairs = table.flatMap(([from, ...verdicts]) =>
  itemStatuses.map((to, index) => ({ from, to, verdict: verdicts[index] ?? false })),
);

test.for(pairs)('$from to $to is legal: $verdict', ({ from, to, verdict }) => {
  expect(isLegalTransition(from, to)).toBe(verdict);
});

test.for([
  ['memory', 'CANDIDATE', 'L1_CANDIDATE', 'LOW'],
  ['memory', 'INVALID', 'L1_CANDIDATE', 'LOW'],
  ['memory', 'ACTIVE', 'L1_ACTIVE', 'MEDIUM'],
  ['memory', 'SUPERSEDED', 'L1_ACTIVE', 'MEDIUM'],
  ['memory', 'GRADUATED', 'L1_ACTIVE', 'MEDIUM'],
  ['memory', 'RETIRED', 'L1_ACTIVE', 'MEDIUM'],
  ['memory', 'ERASED', 'L1_CANDIDATE', 'LOW'],
  ['entity', 'CANDIDATE', 'L2_CANDIDATE', 'LOW'],
  ['entity', 'INVALID', 'L2_CANDIDATE', 'LOW'],
  ['entity', 'ACTIVE', 'L2_ACTIVE', 'HIGH'],
  ['entity', 'SUPERSEDED', 'L2_ACTIVE', 'HIGH'],
  ['entity', 'GRADUATED', 'L2_ACTIVE', 'HIGH'],
  ['entity', 'RETIRED', 'L2_ACTIVE', 'HIGH'],
  ['entity', 'ERASED', 'L2_CANDIDATE', 'LOW'],
] as const)('a %s that is %s stands in %s with trust %s', ([kind, status, layer, trust]) => {
  expect([layerOf(kind, status), trustOf(kind, status)]).toEqual([layer, trust]);
});
