import { expect, test } from 'vitest';
import { findUnusualIntake } from '#domain/review/unusual-intake.ts';

const ada = (items: number, formerItems: number, formerDays: number) => ({
  ...{ name: 'ada', items, formerItems, formerDays },
});
const team = { name: 'ben', items: 4, formerItems: 120, formerDays: 12 };

test.for([
  ['five times the own usual day is unusual', [ada(50, 100, 10), team], 10],
  ['less than five times it is not', [ada(99, 200, 10), team], null],
  ['fewer than 50 are not, however few are usual', [ada(49, 10, 10), team], null],
  ['without five days of their own, the usual day of the others counts', [ada(50, 4, 4), team], 10],
  ['five days of their own are enough', [ada(50, 40, 5), team], 8],
  ['five days of the others are enough', [ada(50, 4, 4), { ...team, formerItems: 40, formerDays: 5 }], 8],
  ['four days of the others show nothing usual', [ada(50, 4, 4), { ...team, formerDays: 4 }], null],
  ['an own usual day counts, however few the others bring in', [ada(500, 5_000, 10), team], null],
  ['where nothing is usual yet, nothing is unusual', [ada(5_000, 0, 0)], null],
] as const)('%s', ([, contributors, usual]) => {
  expect(findUnusualIntake(contributors)).toEqual(
    usual === null ? [] : [{ name: 'ada', source: null, items: contributors[0].items, usual }],
  );
});

test('the furthest above their usual day come first', () => {
  const [cleo, dee] = [
    { ...ada(100, 200, 10), name: 'cleo' },
    { ...ada(70, 100, 10), name: 'dee' },
  ];
  const names = findUnusualIntake([ada(60, 100, 10), cleo, dee, team]);
  expect(names.map(({ name }) => name)).toEqual(['dee', 'ada', 'cleo']);
});

test.for([
  [
    'a source above its own usual day is unusual, however usual its service is',
    { formerItems: 20, formerDays: 10 },
    2,
  ],
  [
    'a source that is new is compared with a usual day of the tenant',
    { formerItems: 0, formerDays: 0 },
    null,
  ],
  ['a source within its usual day is not', { formerItems: 500, formerDays: 10 }, null],
] as const)('%s', ([, former, usual]) => {
  const service = { name: 'agent', items: 300, formerItems: 3_000, formerDays: 10 };
  const found = findUnusualIntake([service, team], [{ name: 'Agent', source: 'eve', items: 60, ...former }]);
  expect(found).toEqual(usual === null ? [] : [{ name: 'Agent', source: 'eve', items: 60, usual }]);
});

test('a source that is all that its contributor brought in is not listed beside them', () => {
  const flood = ada(60, 100, 10);
  expect(findUnusualIntake([flood, team], [{ ...flood, source: 'a.md' }])).toHaveLength(1);
});
