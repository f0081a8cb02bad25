import { describe, expect, test } from 'vitest';
import { saysMore } from '#domain/review/wording.ts';

const former = 'We will not deploy on Fridays without a check by two people, except for fixes.';
const further = ['Releases', 'Deployment is done from the main branch.'];

describe('a wording says more than its source', () => {
  test.for([
    ['it is the same', former, false],
    [
      'in other case, order and endings',
      'Deployments on FRIDAYS: not without a check by two people, except for a fix',
      false,
    ],
    ['with words of its heading', `Releases: ${former}`, false],
    ['by one word', former.replace('Fridays', 'Mondays'), true],
    ['by a number', former.replace('two', '2'), true],
    ['without its denial', former.replace('not ', ''), true],
    ['without what narrows it', former.replace(' without a check by two people', ''), true],
    ['without its exception', former.replace(', except for fixes', ''), true],
    ['in letters that only look alike', former.replace('check', 'сheck'), true],
  ] as const)('%s', ([, wording, expected]) => {
    expect(saysMore([wording], { former: [former], further })).toBe(expected);
  });

  test('what narrowed it does not count in the summary', () => {
    const sources = { former: [former], further };
    expect(saysMore([former.replace('not ', ''), 'not'], sources)).toBe(true);
  });

  test('a sign or the sign of a number is a word', () => {
    const sources = { former: ['The load is < 5 kg at 3 °C.'], further: [] };
    expect(saysMore(['The load is > 5 kg at 3 °C.'], sources)).toBe(true);
    expect(saysMore(['The load is < 5 kg at -3 °C.'], sources)).toBe(true);
    expect(saysMore(['Load < 5 kg at 3 °C'], sources)).toBe(false);
  });

  test('a merge may depart from one of its sides, and not from both', () => {
    const sides = ['Keep the logs for two years.', 'Do not keep the logs.'];
    expect(saysMore(['Keep the logs for two years.'], { former: sides, further: [] })).toBe(false);
    expect(saysMore(['Keep the logs for ten years.'], { former: sides, further: [] })).toBe(true);
  });
});
