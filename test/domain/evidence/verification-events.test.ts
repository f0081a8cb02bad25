import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readVerificationEvents, type VerificationEvent } from '#domain/evidence/verification-events.ts';

const text = `Alice: The gauge reads in inches.
Bob: No, the gauge reads in centimetres.
User: Yes, in centimetres.
Assistant: Noted, in centimetres.
Alice: The gauge does not read in centimetres.`;
const offered = new Map(['mem_a', 'mem_b'].map((id) => [id, 'The gauge reads in centimetres.']));
const read = (named: readonly unknown[], from = text) =>
  readVerificationEvents({ text: from, offered, person: 'carol' }, named);
const event = (more: Partial<VerificationEvent>): VerificationEvent => ({
  memoryId: 'mem_a',
  detectionType: 'CONFIRMATION',
  quote: 'the gauge reads in centimetres.',
  verifier: 'Bob',
  ...more,
});
const named = { memory: 'mem_a', detectionType: 'CORRECTION', quote: 'the gauge reads in centimetres.' };

describe('what a model names is checked', () => {
  test.for<[rule: string, named: unknown, event: VerificationEvent | null]>([
    ['the speaker of the quoted words vouches', named, event({ detectionType: 'CORRECTION' })],
    [
      'an unknown type is a confirmation',
      { ...named, detectionType: 'PROOF' },
      event({ detectionType: 'CONFIRMATION' }),
    ],
    [
      'a confidence is not read',
      { ...named, confidence: 1, base: 1 },
      event({ detectionType: 'CORRECTION' }),
    ],
    ['a quote that denies the memory', { ...named, quote: 'The gauge does not read in centimetres.' }, null],
    [
      'a user is the person',
      { ...named, quote: 'Yes, in centimetres.' },
      event({ detectionType: 'CORRECTION', quote: 'Yes, in centimetres.', verifier: 'carol' }),
    ],
    [
      'who verified is not the model’s to say',
      { ...named, verifier: 'eve', sourceUser: 'eve' },
      event({ detectionType: 'CORRECTION' }),
    ],
    ['a machine vouches for nothing', { ...named, quote: 'Noted, in centimetres.' }, null],
    ['a memory that it was not asked about', { ...named, memory: 'mem_c' }, null],
    ['a quote that is not there', { ...named, quote: 'the gauge reads in metres.' }, null],
    ['an empty quote', { ...named, quote: ' ' }, null],
    ['no object', 'mem_a', null],
    ['null', null, null],
  ])('%s', ([, given, expected]) => {
    expect(read([given])).toEqual({ events: expected ? [expected] : [], ignored: expected ? 0 : 1 });
  });

  test('repeats are one, and a note without speakers is its person’s', () => {
    expect(read([named, named])).toMatchObject({
      events: [event({ detectionType: 'CORRECTION' })],
      ignored: 1,
    });
    expect(read([named], 'No, the gauge reads in centimetres.').events[0]?.verifier).toBe('carol');
  });

  test('a quote of 2,000 characters is one, and a longer one is none', () => {
    const [short, long] = ['x'.repeat(2_000), 'y'.repeat(2_001)];
    const events = (quote: string) => read([{ ...named, quote }], `${short} ${long}`).events;
    expect([events(short).length, events(long).length]).toEqual([1, 0]);
  });

  test('any JSON is taken, and no quote comes out that is not in the text', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.jsonValue(), fc.record({ memory: fc.constant('mem_b'), quote: fc.string() }))),
        fc.string(),
        (any, given) => {
          for (const { quote, memoryId } of read(any, given).events) {
            expect(given).toContain(quote);
            expect([...offered.keys()]).toContain(memoryId);
          }
        },
      ),
    );
  });
});
