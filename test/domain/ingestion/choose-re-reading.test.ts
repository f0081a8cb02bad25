import { expect, test } from 'vitest';
import { chooseReReading, type ReReading } from '#domain/ingestion/choose-re-reading.ts';

const reading = (identity: string, more: Partial<ReReading> = {}): ReReading => ({
  identity,
  span: { start: 10, end: 20 },
  dropped: null,
  rejectedByRouting: false,
  confidence: 0.5,
  ...more,
});
const chosen = (readings: readonly ReReading[], own: readonly string[] = []) =>
  chooseReReading(readings, { start: 10, end: 20 }, new Set(own))?.identity ?? null;

test.for<readonly [title: string, readings: readonly ReReading[], identity: string | null]>([
  ['nothing is read there', [], null],
  ['the only one is taken', [reading('a')], 'a'],
  ['the most confident is taken', [reading('a'), reading('b', { confidence: 0.7 }), reading('c')], 'b'],
  ['of equally confident ones the first is taken', [reading('a'), reading('b')], 'a'],
  ['one whose citation does not hold is elsewhere', [reading('a', { span: null })], null],
  [
    'one that ends where the memory begins is elsewhere',
    [reading('a', { span: { start: 0, end: 10 } })],
    null,
  ],
  [
    'one that begins where the memory ends is elsewhere',
    [reading('a', { span: { start: 20, end: 30 } })],
    null,
  ],
  [
    'one that reaches into its first character is there',
    [reading('a', { span: { start: 0, end: 11 } })],
    'a',
  ],
  ['one that begins at its last character is there', [reading('a', { span: { start: 19, end: 30 } })], 'a'],
  ['a dropped one is not sound', [reading('a', { dropped: 'TOO_SHORT', confidence: 1 }), reading('b')], 'b'],
  [
    'one that routing rejected is not sound',
    [reading('a', { rejectedByRouting: true, confidence: 1 }), reading('b')],
    'b',
  ],
])('a re-extraction proposes what is read at the place of a memory: %s', ([, readings, identity]) => {
  expect(chosen(readings)).toBe(identity);
});

test('a re-extraction proposes nothing where one reading says what the memory says, or said', () => {
  expect(
    chosen([reading('own', { dropped: 'TOO_SHORT' }), reading('a', { confidence: 1 })], ['own']),
  ).toBeNull();
  expect(chosen([reading('own', { span: null }), reading('a')], ['own'])).toBe('a');
});
