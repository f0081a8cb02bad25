import { describe } from 'vitest';
import { exclusivityRule } from '#domain/contradictions/heuristic/rules/exclusivity.ts';
import { momentRule } from '#domain/contradictions/heuristic/rules/moment.ts';
import { negationRule } from '#domain/contradictions/heuristic/rules/negation.ts';
import { obligationRule } from '#domain/contradictions/heuristic/rules/obligation.ts';
import { oppositeRule } from '#domain/contradictions/heuristic/rules/opposite.ts';
import { quantityRule } from '#domain/contradictions/heuristic/rules/quantity.ts';
import { tableOf } from './table-of-rule.ts';

describe('one denies what the other states', () => {
  const table = tableOf(negationRule);

  table('denied', 'HARD', [
    ['The gateway caches answers.', 'The gateway does not cache answers.'],
    ['Crews can sail at night.', 'Crews cannot sail at night.'],
    ['Guests may sail at night.', 'Guests must not sail at night.'],
    ['Crews must sail at night.', 'Crews must not sail at night.'],
    ['The tank holds 3 litres.', 'The tank does not hold 3 litres.'],
    ['If it rains, the gate is locked.', 'If it rains, the gate is not locked.'],
    ['The gate was locked.', 'The gate was not locked.'],
    ['Only crews see drafts.', 'Only crews do not see drafts.'],
  ]);

  table('denied as a whole', 'HARD', [
    ['The gateway caches answers in memory.', 'The gateway does not cache answers.'],
    ['Ada approves invoices.', 'Invoices are not approved.'],
    ['Ada approves invoices in Falcon.', 'Invoices are not approved.'],
  ]);

  table('said to have ended', 'HARD', [
    ['We use the old gate.', 'The old gate was removed.'],
    ['The old gate is locked.', 'The old gate was abolished.'],
  ]);

  table('advised', 'SOFT', [
    ['Crews should sail at night.', 'Crews should not sail at night.'],
    ['I prefer sailing at night.', 'I do not prefer sailing at night.'],
  ]);

  table('not denied', null, [
    ['The gateway caches answers.', 'The gateway caches answers.'],
    ['The gateway never caches answers.', 'The gateway does not cache answers.'],
    ['Crews can sail at night.', 'Crews do not sail at night.'],
    ['Guests may sail at night.', 'Guests should not sail at night.'],
    ['The ferry may sail at night.', 'The ferry does not sail at night.'],
    ['Crews sail at night.', 'Crews need not sail at night.'],
    ['The gate was locked.', 'The gate is not locked.'],
    ['The gate is sometimes locked.', 'The gate is not locked.'],
    ['Only crews see drafts.', 'Crews do not see drafts.'],
    ['If it rains, the gate is locked.', 'The gate is not locked.'],
    ['If it rains, the gate is locked in Bergen.', 'If it rains, the gate is not locked.'],
    ['The tank holds 3 litres.', 'The tank does not hold 5 litres.'],
    ['The gateway caches answers.', 'The gateway does not cache answers in memory.'],
    ['The north gateway caches answers.', 'The gateway does not cache answers.'],
    ['Ada approves invoices.', 'Bo does not approve invoices.'],
    ['The old gate is opened and painted.', 'The old gate was removed.'],
    ['We drop the old gate.', 'The old gate was removed.'],
    ['We use the north gate.', 'The old gate was removed.'],
  ]);
});

describe('one requires what the other leaves open', () => {
  const table = tableOf(obligationRule);

  table('required and optional', 'HARD', [
    ['Boats must be washed.', 'Boats need not be washed.'],
    ['Washing boats is mandatory.', 'Washing boats is optional.'],
    ['If it rains, boats must be washed.', 'If it rains, boats need not be washed.'],
  ]);

  table('no obligation, another thing, or sometimes', null, [
    ['Boats are washed.', 'Boats need not be washed.'],
    ['Boats must be washed.', 'Boats must be washed.'],
    ['Boats need not be washed.', 'Boats need not be washed.'],
    ['Boats must be washed.', 'Boats need not be painted.'],
    ['Boats must not be washed.', 'Boats need not be washed.'],
    ['Boats must sometimes be washed.', 'Boats need not be washed.'],
    ['If it rains, boats must be washed.', 'Boats need not be washed.'],
    ['Boats must be washed for 3 hours.', 'Boats need not be washed for 5 hours.'],
  ]);
});

describe('one says it of some alone, and the other of others', () => {
  const table = tableOf(exclusivityRule);

  table('of others', 'HARD', [
    ['Only crews can open the quay.', 'Visitors can open the quay.'],
    ['Only crews can open the quay.', 'Only visitors can open the quay.'],
    ['The ferry carries only cars.', 'The ferry carries trucks.'],
    ['The quay is opened by crews alone.', 'The quay is opened by visitors.'],
    ['Only senior crews can open the quay.', 'Crews can open the quay.'],
    ['Only crews can open the quay.', 'Anyone can open the quay.'],
    ['Only crews can open the quay.', 'The quay can be opened by everybody.'],
  ]);

  table('of the same, of another thing, denied, vague, past or under a condition', null, [
    ['Only crews can open the quay.', 'Crews can open the quay.'],
    ['Crews can open the quay.', 'Visitors can open the quay.'],
    ['Only crews can open the quay.', 'Visitors can open the gate.'],
    ['Only crews can open the quay.', 'Visitors cannot open the quay.'],
    ['Only crews can open the quay.', 'Some visitors can open the quay.'],
    ['Only crews opened the quay.', 'Visitors open the quay.'],
    ['Only crews can open the quay.', 'If it rains, visitors can open the quay.'],
    ['Only crews open the quay for 3 hours.', 'Visitors open the quay for 5 hours.'],
    ['Only crews can open the quay.', 'The quay can be opened.'],
    ['Only crews open the quay.', 'We open the quay.'],
    ['Only crews open the quay.', 'The quay is opened.'],
    ['The ferry carries only cars.', 'The ferry sails with trucks.'],
    ['The ferry carries cars only on deck.', 'The ferry carries cars in boxes.'],
  ]);
});

describe('they say opposites', () => {
  const table = tableOf(oppositeRule);

  table('opposite', 'HARD', [
    ['The quay is open.', 'The quay is closed.'],
    ['The queue accepts drafts.', 'The queue rejects drafts.'],
    ['Reviews are done before the release.', 'Reviews are done after the release.'],
    ['The quay was open.', 'The quay was closed.'],
    ['The quay is not public.', 'The quay is not private.'],
    ['Guests may see drafts.', 'Drafts are hidden from guests.'],
  ]);

  table('advised', 'SOFT', [['Crews should lock the quay.', 'Crews should unlock the quay.']]);

  table('no opposite of the same', null, [
    ['The quay is open.', 'The quay is long.'],
    ['The quay is open.', 'The gate is closed.'],
    ['The quay was open.', 'The quay is closed.'],
    ['The quay is open.', 'The quay is not closed.'],
    ['The quay is sometimes open.', 'The quay is closed.'],
    ['If it rains, the quay is open.', 'The quay is closed.'],
    ['Only the quay is open.', 'The quay is closed.'],
    ['The quay can be open.', 'The quay can be closed.'],
    ['The quay can be open.', 'The quay is closed.'],
    ['Public quays are long.', 'Private quays are long.'],
    ['The quay is open for 3 hours.', 'The quay is closed for 5 hours.'],
    ['We support public quays.', 'We support private quays.'],
  ]);
});

describe('they give different values', () => {
  const table = tableOf(quantityRule);

  table('of the same', 'HARD', [
    ['The quay is 80 m long.', 'The quay is 90 m long.'],
    ['The quay is 80 m long.', 'The quay is 0.09 km long.'],
    ['The quay was 80 m long.', 'The quay was 90 m long.'],
    ['The quay is not 80 m long.', 'The quay is not 90 m long.'],
    ['If it rains, the tank holds 3 litres.', 'If it rains, the tank holds 5 litres.'],
    ['The tank holds about 300 litres.', 'The tank holds 400 litres.'],
    ['The tank holds at least 6 litres.', 'The tank holds at most 4 litres.'],
    ['The tank holds 3 to 5 litres.', 'The tank holds 8 litres.'],
    ['The crew has seven members.', 'The crew has nine members.'],
  ]);

  table('limits, or advised', 'SOFT', [
    ['Boats pay at most 5 euros.', 'Boats pay at most 8 euros.'],
    ['Boats pay at least 5 euros.', 'Boats pay at least 8 euros.'],
    ['Crews should wait 5 minutes.', 'Crews should wait 9 minutes.'],
  ]);

  table('one value, or of another thing, time or circumstance', null, [
    ['The quay is 80 m long.', 'The quay is 80 m long.'],
    ['The quay is 80 m long.', 'The quay is 0.08 km long.'],
    ['The quay is 5 m long.', 'The quay is 4.8 m long.'],
    ['The tank holds about 300 litres.', 'The tank holds 310 litres.'],
    ['The tank holds at least 6 litres.', 'The tank holds 8 litres.'],
    ['The tank holds 3 to 5 litres.', 'The tank holds 4 litres.'],
    ['The quay is 80 m long.', 'The gate is 90 m long.'],
    ['The quay is 80 m long.', 'The quay was 90 m long.'],
    ['The quay is 80 m long.', 'The quay is not 90 m long.'],
    ['The quay is usually 80 m long.', 'The quay is 90 m long.'],
    ['If it rains, the tank holds 3 litres.', 'The tank holds 5 litres.'],
    ['If the wind is 3 m/s, the gate is open.', 'If the wind is 9 m/s, the gate is open.'],
    ['In 2 hours the gate opens.', 'In 5 hours the gate opens.'],
    ['At 3 bar the tank holds 5 litres.', 'At 6 bar the tank holds 5 litres.'],
    ['The tank holds 5 litres at 3 bar.', 'The tank holds 5 litres at 6 bar.'],
    ['On 3 May the tank holds 5 litres.', 'On 4 May the tank holds 8 litres.'],
    ['The quay is 80 m long and 5 kg heavy.', 'The quay is 90 m long and 8 kg heavy.'],
  ]);
});

describe('they give different times', () => {
  const table = tableOf(momentRule);

  table('of what happens once', 'HARD', [
    ['The launch is on 3 May.', 'The launch is on 4 May.'],
    ['The launch is on 3 May 2027.', 'The launch is on 2027-06-03.'],
    ['The quay opens in July 2027.', 'The quay opens in September 2027.'],
    ['The report is due on 3 May.', 'The report closes on 9 May.'],
    ['The course starts on 3 May.', 'The course begins on 9 May.'],
    ['The regatta is in week 12.', 'The regatta is in week 20.'],
  ]);

  table('of what may be again', 'SOFT', [
    ['The review is on Monday.', 'The review is on Friday.'],
    ['The standup is at 9:30.', 'The standup is at 10:00.'],
    ['The standup is at 9 am.', 'The standup is at 9 pm.'],
  ]);

  table('one time, or of another thing, or an event that was', null, [
    ['The launch is on 3 May.', 'The launch is on 3 May 2027.'],
    ['The launch is in May 2027.', 'The launch is on 3 May 2027.'],
    ['The launch is on 3 May.', 'The launch is not on 4 May.'],
    ['The launch is on 3 May.', 'The launch is maybe on 4 May.'],
    ['The launch was on 3 May.', 'The launch is on 4 May.'],
    ['The launch is on 3 May.', 'The exam is on 4 May.'],
    ['The ferry sailed on 3 May.', 'The ferry sailed on 4 May.'],
    ['On 3 May the ferry starts.', 'On 4 May the ferry starts.'],
    ['The ferry carries cars on Monday.', 'The ferry carries cars on Friday.'],
    ['The course runs from 3 May to 9 May.', 'The course runs from 4 May to 8 May.'],
    ['The launch is on 3 May for 3 hours.', 'The launch is on 4 May for 5 hours.'],
    ['The launch is on 3 May.', 'The launch is on 3 May at noon on Monday.'],
  ]);
});
