import { describe, expect, test } from 'vitest';
import {
  isClause,
  isCut,
  isHedged,
  isImperative,
  isPast,
  isQuestion,
  lacksSubject,
} from '#domain/ingestion/sections/clause.ts';
import { isDescription, isPartOfSentence } from '#domain/ingestion/sections/fragment.ts';
import { connectionLength, isAnaphoric, namesOption } from '#domain/ingestion/sections/leaning.ts';
import {
  type Demand,
  decides,
  demandOf,
  demandsStrongly,
  isDone,
} from '#domain/ingestion/sections/normative.ts';
import {
  bareHeading,
  familyOfHeading,
  readSection,
  readSectionOf,
  type SectionFamily,
  subjectOf,
} from '#domain/ingestion/sections/section-families.ts';
import { isUnsettled } from '#domain/ingestion/sections/unsettled.ts';

const table = (what: string, is: (text: string) => boolean, yes: readonly string[], no: readonly string[]) =>
  describe(what, () => {
    test.for(yes)('%s', (text) => expect(is(text)).toBe(true));
    test.for(no)('not: %s', (text) => expect(is(text)).toBe(false));
  });

table(
  'a text that states or orders',
  isClause,
  [
    'The pump is open.',
    'We keep logs',
    'Store the logs',
    'Backups follow the tide',
    'Existing names stay.',
    'Nobody sails alone',
    'The gauge requires a lamp',
    'This project uses lamps.',
    'The names never contain blanks',
    'Old ropes and the lamps break.',
    'The gauge updates the board',
  ],
  [
    'Go Code Review Comments',
    'Wooden valves',
    'A list of buoys',
    'The updates of the gauge',
    'Weekly tests for buoys',
    'Lamps and ropes.',
    'Test plan',
    'Old harbour crews',
  ],
);

table(
  'a text that orders something',
  isImperative,
  [
    'Do not row alone',
    'Never row alone',
    'When it rains, close the hatch',
    'Use TypeScript for all code',
    'Be kind to guests',
    'Test the pump',
    'Report every leak',
    'Please close the hatch',
    'Record old leaks in ink',
  ],
  [
    'When it rains, the hatch is closed',
    'Have to go home',
    'Use Case 7',
    'Pumps run at night',
    'Test plan',
    'Report number',
    'CLOSE',
    'Report',
  ],
);

table(
  'a text that breaks off',
  isCut,
  [
    'We keep the following:',
    'The pump and',
    'It stops because',
    'The ropes that they carry for',
    'The lamp must',
    'The lamp (a red one is lit',
    'Wet ropes) are kept',
    'He said "stop at once',
    '"Closed."',
    'The ropes...',
  ],
  [
    'The pump is open.',
    'The lamp is turned on',
    'Wet (cold) ropes are kept',
    '1) Stop it',
    'That is what they depend on.',
    'He said "stop" at once',
  ],
);

table(
  'a question',
  isQuestion,
  [
    'Is it open?',
    'Is the gate open? Yes, it is.',
    'He asked "why?"',
    'How do we stop it',
    'Errors: can we stop it',
  ],
  ['What? No.', 'How do we stop it.', 'We ask how it stops', 'The lamp is lit.'],
);

table(
  'a text whose subject is named elsewhere',
  lacksSubject,
  ['Will be green in May', 'Forces an address on it', 'Tests the pump', 'Requires lamps'],
  [
    'Will it be green',
    'Tests run',
    'Releases of the gauge',
    'The pump runs',
    'Requires',
    'Uses of the rope',
    'Glass breaks',
  ],
);

table('a text with a way out', isHedged, ['Maybe it is green.', 'It seems green.'], ['It is green.']);

table(
  'a text about a past event',
  isPast,
  ['The pump was open.', 'It stopped at noon.', 'The pump will be closed and was open.'],
  ['The pump is closed.', 'It has been painted.', 'The gate must be closed.', 'The pump is open.'],
);

table(
  'a part of a sentence',
  isPartOfSentence,
  ['What the gauge reads', 'To help rowers see the pier.', 'A token which names a buoy'],
  [
    'What the gauge reads is true.',
    'To stop, press it.',
    'A token which names a buoy is green',
    'The crew, which sails, rows',
    'Keep lamps that rust',
    'The pump is open.',
  ],
);

table(
  'a name and what it is',
  isDescription,
  ['pumpctl: Contains the code of the pump', 'make lamp – light the lamp', 'lamp: bright red'],
  ['Lamp: The lamp is red.', 'A plain sentence about lamps.', 'lamp – Store the lamp'],
);

table(
  'a text that refers to one before it',
  isAnaphoric,
  [
    'It is closed.',
    'This means rust.',
    'However, the lamp is red.',
    'Of these, only one is red.',
    'If it fails, stop.',
    'If missing, stop.',
    'The latter is red.',
    'Never flag this as a leak.',
    'All of the lamps should, therefore, be lit.',
    'The lamp is red, though.',
  ],
  [
    'This project uses lamps.',
    'If it is possible, stop.',
    'The lamp is red.',
    'The lamp, though red, is lit.',
  ],
);

test.for<readonly [text: string, connection: string]>([
  ['As such, the lamp is red.', 'As such, '],
  ['As such, it is red.', ''],
  ['However, the lamp is red.', 'However, '],
  ['The lamp is red.', ''],
])('%s: what connects it is %j', ([text, connection]) => {
  expect(connectionLength(text)).toBe(connection.length);
});

table(
  'an option by its number',
  namesOption,
  ['We will use option B', 'We take alternative 2'],
  ['We will use an option', 'We take options that are cheap'],
);

table(
  'a demand in strong words',
  demandsStrongly,
  ['The lamp must be lit.', 'The lamp MAY be lit.', 'Ensure it is lit.', 'Lamps are not allowed.'],
  ['The lamp should be lit.', 'The lamp is lit.'],
);

test.for<readonly [text: string, demand: Demand | null]>([
  ['The lamp MUST NOT be lit.', 'forbids'],
  ['The lamp MUST be lit.', 'demands'],
  ['Is the lamp required?', null],
  ['The lamp was required.', null],
  ['Lamps must be lit (though nobody knows why).', 'demands'],
  ['Lamps are lit (which they must be).', null],
  ['Do not row alone.', 'forbids'],
  ['So never row alone.', 'forbids'],
  ['Ensure it is lit.', 'demands'],
  ['We talked about whether we must row.', null],
])('%s demands: %s', ([text, demand]) => {
  expect(demandOf(text)).toBe(demand);
});

table(
  'a text that decides',
  decides,
  ['We decided to row.', 'I have agreed on May.', 'This PEP proposes lamps.'],
  ['They decided to row.', 'We row.'],
);

table(
  'the result of a remedy',
  isDone,
  ['The lamp is lit again.', 'The lamp now works.', 'It no longer leaks.'],
  ['The lamp must now be lit.', 'The lamp works.'],
);

table(
  'a text that does not settle its matter',
  isUnsettled,
  [
    'Maybe we row.',
    'Do we row?',
    'We should row.',
    'The lamp may be lit.',
    'Rowing is on hold.',
    'If it rains, we row.',
    'Rowing is subject to approval.',
    'We have seen leaks.',
  ],
  ['We will row.', 'We have decided to row.', 'The lamp MAY be lit.', 'The lamp may not be lit.'],
);

test.for<readonly [heading: string, bare: string, family: SectionFamily | null]>([
  ['2.1 Options (old):', 'options', 'silent'],
  ['Step 3: Rollout', 'rollout', 'proposal'],
  ['Lamps and examples', 'lamps', null],
  ['“Scope”', 'scope', 'goal'],
  ['Who’s there', "who's there", null],
  ['7', '', null],
  [`Options ${'of the harbour '.repeat(5)}`, `options ${'of the harbour '.repeat(5).trim()}`, null],
  ['Rejected lamps', 'rejected lamps', 'silent'],
  [`Rejected ${'lamps '.repeat(10)}`, `rejected ${'lamps '.repeat(10).trim()}`, null],
])('the heading %s is %j, of the family %s', ([heading, bare, family]) => {
  expect([bareHeading(heading), familyOfHeading(heading)]).toEqual([bare, family]);
});

test.for<readonly [path: readonly string[], family: SectionFamily | null, own: boolean]>([
  [['Lamps', 'Decision'], 'decision', true],
  [['Decision'], 'decision', true],
  [['Decision', 'Lamps'], null, false],
  [['Lamps', 'Decision', 'Red ones'], 'decision', false],
  [['Alternatives', 'Lamps'], 'silent', false],
  [['Context', 'Lamps'], 'reasoning', false],
  [['Lamps'], null, false],
  [[], null, false],
])('the headings %j are of the family %s, the last itself: %s', ([path, family, own]) => {
  expect(readSection(path)).toEqual({ family, own });
});

test.for<readonly [kind: string | null, path: readonly string[], family: SectionFamily | null, own: boolean]>(
  [
    ['incident', ['Leak', 'Why the boat sank'], 'cause', true],
    [null, ['Leak', 'Why the boat sank'], 'reasoning', true],
    ['other', ['Leak', 'Why the boat sank'], null, false],
    ['rules', ['Lamps'], 'rule', false],
    ['rules', ['Lamps', 'Red ones'], null, false],
    ['rules', ['Lamps', 'Unit tests'], null, false],
    ['incident', ['Lamps'], null, false],
  ],
)('in a document of the kind %s the headings %j are of the family %s: %s', ([kind, path, family, own]) => {
  expect(readSectionOf(path, kind)).toEqual({ family, own });
});

test.for<readonly [path: readonly string[], subject: string | null]>([
  [['Lamps', 'Decision'], 'Lamps'],
  [['Lamps', 'Pumps', 'Decision'], 'Pumps'],
  [['Lamps', '7'], 'Lamps'],
  [['Decision'], 'Title'],
  [[], 'Title'],
])('the headings %j are about %s', ([path, subject]) => {
  expect(subjectOf(path, 'Title')).toBe(subject);
});
