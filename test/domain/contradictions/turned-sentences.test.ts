import { expect, test } from 'vitest';
import { isSameValue, kindOfValue } from '#domain/contradictions/heuristic/kinds-of-value.ts';
import { withHolderFirst, withRoleFirst } from '#domain/contradictions/heuristic/turned-sentences.ts';

test.for<[sentence: string, turned: string]>([
  ['The owner of the pump is Nadia.', 'Nadia owns the pump.'],
  ['Our lead for the night shift is Bo van Dam.', 'Our lead for the night shift is Bo van Dam.'],
  ['Our lead for the night shift is Bo Dam.', 'Bo Dam leads the night shift.'],
  ['The chair of the council is Ada Lund', 'Ada Lund chairs the council'],
  ['The manager of the dock is Ada, since May.', 'The manager of the dock is Ada, since May.'],
  ['The colour of the pump is Blue.', 'The colour of the pump is Blue.'],
  ['So the owner of the pump is Nadia.', 'So the owner of the pump is Nadia.'],
])('who has a role stands first: %s', ([sentence, turned]) => {
  expect(withHolderFirst(sentence)).toBe(turned);
});

test.for<[sentence: string, turned: string]>([
  ['Nadia is the owner of the pump.', 'The owner of the pump is Nadia.'],
  ['Ada Lund is our harbour master.', 'Our harbour master is Ada Lund.'],
  ['Nadia is an owner of the pump.', 'Nadia is an owner of the pump.'],
  ['Nadia is the owner of the pump, since May.', 'Nadia is the owner of the pump, since May.'],
  ['It was Nadia who is the owner.', 'It was Nadia who is the owner.'],
])('a role stands before who has it: %s', ([sentence, turned]) => {
  expect(withRoleFirst(sentence)).toBe(turned);
});

test.for<[one: string, other: string, isSame: boolean, isOneKind: boolean]>([
  ['postgres', 'postgresql', true, true],
  ['postgres', 'mysql', false, true],
  ['postgres', 'kafka', false, false],
  ['k8s', 'kubernetes', true, true],
  ['eur', 'euros', true, true],
  ['eur', 'usd', false, true],
  ['pump', 'pump', true, true],
  ['pump', 'valve', false, true],
])('names of one thing, and of one kind of things: %s and %s', ([one, other, isSame, isOneKind]) => {
  expect(isSameValue(one, other)).toBe(isSame);
  expect(isSameValue(other, one)).toBe(isSame);
  expect(kindOfValue(one) === kindOfValue(other)).toBe(isOneKind);
});

test('a word that no table has is of no kind', () => {
  expect([kindOfValue('pump'), kindOfValue('postgres')]).toEqual([null, 'database']);
});
