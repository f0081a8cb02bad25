import { describe, expect, test } from 'vitest';
import { saysMore } from '#domain/review/wording.ts';

const former = 'We will not deploy on Fridays without a check by two people, except for fixes.';
const further = ['Releases', 'Deployment is done from the main branch.'];

describe('a wording says more than its source', () => {
  test.for([
    ['it is the same', former, false],
    [
      'in other case and endings',
      'We will not deploy on a FRIDAY without checks by two people except for a fix',
      false,
    ],
    [
      'in another order',
      'Without a check we will deploy on Fridays, not except for fixes by two people.',
      true,
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

  test.for([
    ['Backups are deleted when the customer asks for it in writing.', 'Backups are deleted.'],
    ['Some crews may skip the harbour check during storms.', 'Crews skip the harbour check.'],
    ['The pump is at most 5 bar while starting.', 'The pump is 5 bar.'],
    ['Pilots rarely enter the basin before the tide has turned.', 'Pilots enter the basin.'],
  ] as const)('%j is narrower than %j', ([narrow, wide]) => {
    expect(saysMore([wide], { former: [narrow], further: [] })).toBe(true);
  });

  test('what narrowed it does not count in the summary', () => {
    const sources = { former: [former], further };
    expect(saysMore([former.replace('not ', ''), 'not'], sources)).toBe(true);
  });

  test('words of the source may contradict what it states, but not each side of a merge', () => {
    const beside = ['It is turned off at night.'];
    expect(saysMore(['The pump is off.'], { former: ['The pump is on.'], further: beside })).toBe(true);
    expect(saysMore(['The pump is on.'], { former: ['The pump is on.'], further: beside })).toBe(false);
    const sides = ['The pump is on.', 'The pump is off.'];
    expect(saysMore(['The pump is off.'], { former: sides, further: [] })).toBe(false);
  });

  test('a sign or the sign of a number is a word', () => {
    const sources = { former: ['The load is < 5 kg at 3 °C.'], further: [] };
    expect(saysMore(['The load is > 5 kg at 3 °C.'], sources)).toBe(true);
    expect(saysMore(['The load is < 5 kg at -3 °C.'], sources)).toBe(true);
    expect(saysMore(['Load < 5 kg at 3 °C'], sources)).toBe(false);
  });

  test('who does what to whom is said by the order of the words', () => {
    const swapped = (one: string, other: string) => saysMore([one], { former: [other], further: [other] });
    expect(swapped('The tank feeds the pump.', 'The pump feeds the tank.')).toBe(true);
    expect(swapped('Use Redis, not Kafka.', 'Use Kafka, not Redis.')).toBe(true);
    expect(swapped('Move it from Eastport to Reedhaven.', 'Move it from Reedhaven to Eastport.')).toBe(true);
    expect(swapped('Pump feeds tank', 'The pump feeds the tank.')).toBe(false);
  });

  test('a merge has the words of its sides in their order, whichever stands first', () => {
    const former = ['Keep the logs for two years.', 'The pump feeds the tank.'];
    expect(saysMore(['The pump feeds the tank. Keep the logs for two years.'], { former, further: [] })).toBe(
      false,
    );
    expect(saysMore(['Keep the logs two years. The tank feeds the pump.'], { former, further: [] })).toBe(
      true,
    );
  });

  test('a merge may depart from one of its sides, and not from both', () => {
    const sides = ['Keep the logs for two years.', 'Do not keep the logs.'];
    expect(saysMore(['Keep the logs for two years.'], { former: sides, further: [] })).toBe(false);
    expect(saysMore(['Keep the logs for ten years.'], { former: sides, further: [] })).toBe(true);
  });
});
