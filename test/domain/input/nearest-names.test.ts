import { expect, test } from 'vitest';
import { nearestNames, unknownNameMessage } from '#domain/input/nearest-names.ts';

const names = ['harbour', 'harbours', 'finance', 'harbour master', 'harbour dues'];

test('the nearest names come first, three at most, and none that has nothing in common', () => {
  expect(nearestNames('harbours', names)).toEqual(['harbours', 'harbour', 'harbour dues']);
  expect(nearestNames('finanse', names)).toEqual(['finance']);
  expect(nearestNames('zzz', names)).toEqual([]);
});

test('names that are equally near come in the order of the alphabet, however they are given', () => {
  expect(nearestNames('pier', ['pier b', 'pier a', 'pier c'])).toEqual(['pier a', 'pier b', 'pier c']);
  expect(nearestNames('pier', ['pier a', 'pier c', 'pier b'])).toEqual(['pier a', 'pier b', 'pier c']);
});

test('a message repeats at most eighty characters, and names all where nothing is near', () => {
  expect(unknownNameMessage('The domain', 'harbuor', ['harbour', 'mole'])).toBe(
    'The domain "harbuor" does not exist. Nearest: harbour.',
  );
  expect(unknownNameMessage('The domain', 'z'.repeat(90), ['harbour', 'mole'])).toBe(
    `The domain "${'z'.repeat(80)}" does not exist. It is one of: harbour, mole.`,
  );
});
