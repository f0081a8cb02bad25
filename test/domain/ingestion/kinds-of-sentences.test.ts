import { describe, expect, test } from 'vitest';
import { extractStatements } from '#domain/ingestion/extract-statements.ts';
import { extractionDefaults } from '#domain/ingestion/extraction-numbers.ts';
import { type DocumentKind, noDocument } from '#domain/ingestion/records/document-facts.ts';
import { isImperative } from '#domain/ingestion/sections/clause.ts';
import { type Demand, demandOf } from '#domain/ingestion/sections/normative.ts';
import { familyOfHeading, readSectionOf } from '#domain/ingestion/sections/section-families.ts';

describe('an order', () => {
  test.for<readonly [text: string, orders: boolean]>([
    ['Check the buoys every morning', true],
    ['Use "closes" for what a change closes.', true],
    ['Errors: raise PierError("message") for the harbour.', true],
    ['Balance is 7,310 euros', false],
    ['Debug buoys are great for tests', false],
    ['Support for old ropes continues', false],
    ['Design agreed upon, the rest later', false],
    ['Discuss (the forum), is public', false],
    ['Discuss, like other platforms, is public', false],
    ['Discuss adheres to the rules of the pier', false],
    ['Errors: rare in winter', false],
    ['Stop the pumps: pumpctl off', true],
    ['Pump notes for May: rare leaks', false],
    ['Re-enable the lamp', true],
  ])('%s: %s', ([text, orders]) => expect(isImperative(text)).toBe(orders));
});

describe('a demand', () => {
  test.for<readonly [text: string, demand: Demand | null]>([
    ['The buoy must be green, but a light is not required.', 'demands'],
    ['A light is not required.', null],
    ['No light is needed.', null],
    ['It is expected that buoys will be painted in May.', null],
    ['Rowers are expected to paint the buoys.', 'demands'],
    ['The new rope should make mooring easier.', null],
    ['The new rope should be easier.', null],
    ['The new rope should be green.', 'demands'],
    ['So far the flag is only set on two buoys.', null],
    ['Only set the flag on two buoys.', 'demands'],
    ['Painting was put off at least until May.', null],
    ['Paint it at least twice.', 'demands'],
    ['The guard sleeps at night and never saw it.', null],
    ['Nobody rows alone after dark.', 'forbids'],
  ])('%s %s', ([text, demand]) => expect(demandOf(text)).toBe(demand));
});

/** The kind of the only statement of a text, whatever its review score. */
const kindOf = (document: DocumentKind, text: string, heading = 'The pier'): string | undefined => {
  const [statement] = extractStatements(
    { text, headingPath: ['A matter', heading], document: { ...noDocument, kind: document } },
    {
      ...extractionDefaults,
      leastReviewScores: { ...extractionDefaults.leastReviewScores, [document]: 0 },
    },
  );
  return statement !== undefined && 'kind' in statement ? statement.kind : undefined;
};

describe('the kind of a plain sentence', () => {
  test.for<readonly [document: DocumentKind, text: string, kind: string, heading?: string]>([
    ['incident', '01:12 - pump A, which should take over, does not start.', 'EPISODE'],
    ['incident', 'Pump A should take over when pump B stops.', 'REQUIREMENT'],
    ['incident', 'The volume is writable again since 3 March.', 'FACT', 'Follow-up'],
    ['incident', 'Each generator gets a test on both days.', 'REQUIREMENT', 'What we change'],
    ['incident', 'Resolution: the old pump was started again.', 'EPISODE'],
    ['minutes', 'Resolution: the old pump is started again.', 'DECISION'],
    ['minutes', 'From 1 June plots are watered before 9 in the morning.', 'DECISION'],
    ['minutes', 'From the pier the buoys are hard to see.', 'FACT'],
    ['minutes', 'We may want to split the list of buoys in two.', 'REQUIREMENT'],
    ['minutes', 'Plan is to build one more pier in the north.', 'DECISION'],
    ['minutes', 'The new ropes should make the mooring easier.', 'FACT'],
    ['minutes', 'Painting the cloud buoys is out of scope.', 'CONSTRAINT'],
    ['decision', 'We will add a light to each buoy.', 'DECISION', 'Consequences'],
    ['decision', 'The light is a cost of each buoy.', 'FACT', 'Consequences'],
    ['proposal', 'We want to encourage rowers to report lost buoys.', 'REQUIREMENT'],
    ['rules', 'Changes to a rope may impact all of its boats.', 'FACT'],
    ['rules', 'Boats may leave the pier without a guard.', 'REQUIREMENT'],
    ['rules', 'IMPORTANT: All ropes hang at the top of the mast.', 'REQUIREMENT'],
    [
      'rules',
      'Boats of these sorts are rejected:\n\n- Lost boats: old hulls found in the harbour.',
      'CONSTRAINT',
    ],
  ])('in %s: %s %s', ([document, text, kind, heading]) => expect(kindOf(document, text, heading)).toBe(kind));
});

describe('what a person says', () => {
  test.for<readonly [text: string, kind: string]>([
    ['When you write notes for me, write them in French.', 'PREFERENCE'],
    ['I moved the samples to freezer 1.', 'EPISODE'],
    ['I moved to Lisbon in May.', 'IDENTITY'],
  ])('%s %s', ([text, kind]) => {
    const [statement] = extractStatements({
      text: `Ada: ${text}\nBen: Of course, I can see that.\nAda: Thanks a lot.\nBen: You're welcome.`,
      headingPath: [],
    });
    expect(statement !== undefined && 'kind' in statement ? statement.kind : undefined).toBe(kind);
  });
});

describe('a heading', () => {
  test.for<readonly [heading: string, family: string | null]>([
    ['What we change:', 'action'],
    ['What we are planning', null],
    ['4. Permanent measures', 'action'],
    ['Security measures', null],
  ])('%s: %s', ([heading, family]) => expect(familyOfHeading(heading)).toBe(family));
  test('Five whys are the cause of an incident, and nothing elsewhere', () => {
    expect(readSectionOf(['A', 'Five whys'], 'incident').family).toBe('cause');
    expect(readSectionOf(['A', 'Five whys'], 'minutes').family).toBeNull();
  });
  test('Why is a reason in a record, and says what a thing does on a page of no known kind', () => {
    expect(readSectionOf(['A', 'Why crews choose it'], 'decision').family).toBe('reasoning');
    expect(readSectionOf(['A', 'Why crews choose it'], 'other').family).toBeNull();
  });
});
