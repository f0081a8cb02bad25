import { describe, expect, test } from 'vitest';
import { extractStatements } from '#domain/ingestion/extract-statements.ts';
import { extractionDefaults } from '#domain/ingestion/extraction-numbers.ts';
import { type DocumentKind, noDocument } from '#domain/ingestion/records/document-facts.ts';
import type { ExtractionRuleId } from '#domain/ingestion/rules/extraction-rule.ts';

/** Statements that one rule reads in a text, one line each: kind and content. */
const readBy = (rule: ExtractionRuleId, kind: DocumentKind | null, text: string, heading?: string) =>
  extractStatements({
    text,
    headingPath: heading === undefined ? [] : ['The matter', heading],
    document: { ...noDocument, kind },
  })
    .filter((statement) => statement.rule === rule)
    .map(
      (statement) => `${'kind' in statement ? statement.kind : statement.entityType}: ${statement.content}`,
    );

type Case = readonly [rule: string, kind: DocumentKind | null, text: string, verdicts: readonly string[]];
const table = (rule: ExtractionRuleId, cases: readonly Case[]) =>
  describe(rule, () => {
    test.for(cases)('%s', ([, kind, text, expected]) => expect(readBy(rule, kind, text)).toEqual(expected));
  });

table('requirement.numbered', [
  [
    'a label and a colon',
    null,
    'REQ-12: The buoy floats upright.',
    ['REQUIREMENT: REQ-12: The buoy floats upright.'],
  ],
  ['in brackets', null, '[RL-2.1.1]  The buoy floats.', ['REQUIREMENT: [RL-2.1.1] The buoy floats.']],
  ['an issue number is none', null, 'See #12 for the buoy that floats.', []],
  ['a standard is none', null, 'ISO 8601 is what we write.', []],
]);

table('resolution.marked', [
  [
    'marked',
    null,
    'RESOLVED: the pier is closed at night.',
    ['DECISION: RESOLVED: the pier is closed at night.'],
  ],
  [
    'reported in minutes',
    'minutes',
    '- The group agreed to close the pier.',
    ['DECISION: The group agreed to close the pier.'],
  ],
  ['reported elsewhere', null, 'The group agreed to close the pier.', []],
  [
    'without a subject',
    'minutes',
    '- Agreed to close the pier in May',
    ['DECISION: Agreed to close the pier in May'],
  ],
  ['not yet', 'minutes', '- We have not agreed on the pier yet.', []],
  ['one person agrees', 'minutes', '- I agree with the pier.', []],
]);

table('action.owned', [
  ['marked', null, '- AI -- Ada to close the pier', ['REQUIREMENT: AI -- Ada to close the pier']],
  ['named in minutes', 'minutes', '- Ada to close the pier', ['REQUIREMENT: Ada to close the pier']],
  ['by a handle', 'minutes', '- @ada will close the pier', ['REQUIREMENT: @ada will close the pier']],
  [
    'with a day',
    'minutes',
    '- Ada will close the pier by 4 May',
    ['REQUIREMENT: Ada will close the pier by 4 May'],
  ],
  ['a thing that will', 'minutes', '- Release 3 will close the pier', []],
  ['elsewhere', null, '- Ada to close the pier', []],
  ['a verb is no owner', 'minutes', '- Writes to the log of the pier', []],
  ['a need is none', 'minutes', '- Have to think about the pier', []],
  ['what somebody said', 'minutes', '- Ada: we were lenient with the pier', []],
]);

table('table.stated', [
  [
    'a sentence in a column of requirements',
    null,
    '| ID | Requirement |\n|---|---|\n| 1 | The buoy floats upright in waves. |',
    ['REQUIREMENT: The buoy floats upright in waves.'],
  ],
  [
    'a limit with its headings',
    null,
    '| Resource | Limit |\n|---|---|\n| Buoys | 40 per pier |',
    ['CONSTRAINT: Resource: Buoys; Limit: 40 per pier'],
  ],
  ['a table of anything', null, '| Name | Colour |\n|---|---|\n| Buoy | green and red |', []],
  ['an empty cell', null, '| Name | Decision |\n|---|---|\n| Buoy | TBD |', []],
]);

table('sentence.normative', [
  ['in capitals', null, 'The buoy MUST float.', ['REQUIREMENT: The buoy MUST float.']],
  ['must not', null, 'The buoy must not sink.', ['CONSTRAINT: The buoy must not sink.']],
  ['an order', null, 'Never paint the buoy blue.', ['CONSTRAINT: Never paint the buoy blue.']],
  [
    'should, where demands are expected',
    'rules',
    'The buoy should float.',
    ['REQUIREMENT: The buoy should float.'],
  ],
  ['should, elsewhere', null, 'The buoy should float.', []],
  ['a supposition', null, 'The buoy must have been lost.', []],
  ['a report', null, 'Ada suggested that we must paint the buoy.', []],
  ['a question', null, 'Must the buoy float?', []],
  ['a reason', null, '# A\n\n## Background\n\nThe buoy must float.', []],
  ['an alternative', null, '# A\n\n## Alternatives considered\n\nThe buoy MUST float.', []],
  [
    'an item that completes its lead-in',
    null,
    'The buoy must:\n\n- float upright in waves',
    ['REQUIREMENT: The buoy must float upright in waves'],
  ],
  [
    'a sentence with what it leans on',
    null,
    'The buoy is green. It must not sink.',
    ['CONSTRAINT: The buoy is green. It must not sink.'],
  ],
  ['cut', null, 'The buoy must float because', []],
  ['leaning on nothing', null, 'It must float upright.', []],
]);

describe('section.stated', () => {
  test.for<readonly [rule: string, heading: string, text: string, verdicts: readonly string[]]>([
    ['actions', 'Action items', '- paint the buoy green', ['REQUIREMENT: paint the buoy green']],
    [
      'what is out of scope keeps its heading',
      'Non-goals',
      '## Non-goals\n\n- painting buoys green',
      ['CONSTRAINT: Non-goals: painting buoys green'],
    ],
    ['a resolution', 'Resolution', 'The buoy is painted green.', ['DECISION: The buoy is painted green.']],
    ['a pointer', 'Requirements', '- see the list of buoys below', []],
    ['risks', 'Risks', '- the buoy is lost in a storm', []],
    ['a bare link', 'Guidelines', '- [Buoy Painting Guide](a.md)', []],
  ])('%s', ([, heading, text, expected]) =>
    expect(readBy('section.stated', null, text, heading)).toEqual(expected),
  );
});

/** A plain sentence is proposed if its review score is high enough; its kind follows from its words and its document. */
table('sentence.declared', [
  [
    'an order',
    'rules',
    'Use the short cable for every boat.',
    ['REQUIREMENT: Use the short cable for every boat.'],
  ],
  [
    'under a condition',
    'rules',
    'When the tide is high, use the short cable.',
    ['REQUIREMENT: When the tide is high, use the short cable.'],
  ],
  [
    'an order that names what to use',
    'rules',
    'Use Dyneema for all ropes on the pier.',
    ['REQUIREMENT: Use Dyneema for all ropes on the pier.'],
  ],
  ['a title that only looks like one', 'rules', '- Use Case Diagrams', []],
  [
    'an order with a colon in what it quotes',
    'rules',
    'Prefix each line of the log with "Pier: " and a date.',
    ['REQUIREMENT: Prefix each line of the log with "Pier: " and a date.'],
  ],
  [
    'what is required',
    'rules',
    'All boats at the pier require two ropes, one of them short.',
    ['REQUIREMENT: All boats at the pier require two ropes, one of them short.'],
  ],
  [
    'what is not',
    'rules',
    'Boats under two metres do not need a second rope at the pier.',
    ['FACT: Boats under two metres do not need a second rope at the pier.'],
  ],
  [
    'what will happen under a condition',
    'rules',
    'If a boat uses the long cable, the alarm will sound in all harbour offices.',
    ['FACT: If a boat uses the long cable, the alarm will sound in all harbour offices.'],
  ],
  [
    'what will be turned away',
    'rules',
    'All boats that use the long cable will be removed from the pier.',
    ['REQUIREMENT: All boats that use the long cable will be removed from the pier.'],
  ],
  [
    'what goes on beside a proposal',
    'proposal',
    'Boats that use the old pier will continue to use the green buoy.',
    ['FACT: Boats that use the old pier will continue to use the green buoy.'],
  ],
  [
    'what was decided after an incident',
    'incident',
    'A second buoy for the pier was decided against because of its cost of 900 EUR.',
    ['DECISION: A second buoy for the pier was decided against because of its cost of 900 EUR.'],
  ],
  ['a command', 'rules', '- Build: `make all`', []],
  ['a pointer', 'rules', '- See the guide for the cable.', []],
  ['a name', 'rules', '- Go Code Review Comments', []],
  [
    'what a policy permits',
    'rules',
    'Crews may sleep aboard while the boat lies at the pier.',
    ['REQUIREMENT: Crews may sleep aboard while the boat lies at the pier.'],
  ],
  [
    'what a proposal settles',
    'proposal',
    'Each buoy at the pier will be painted green by June.',
    ['DECISION: Each buoy at the pier will be painted green by June.'],
  ],
  [
    'what a proposal reports',
    'proposal',
    'The tool reports each boat that uses the pier at night.',
    ['FACT: The tool reports each boat that uses the pier at night.'],
  ],
  ['what it muses on', 'proposal', 'If we painted the buoy, it would have to dry.', []],
  [
    'what happened, in an incident',
    'incident',
    'Two buoys sank on Monday morning because of a storm.',
    ['EPISODE: Two buoys sank on Monday morning because of a storm.'],
  ],
  [
    'what is so, in an incident',
    'incident',
    'A buoy sends its place to the harbour office once a day.',
    ['FACT: A buoy sends its place to the harbour office once a day.'],
  ],
  ['an apology', 'incident', 'We are very sorry, and thank you.', []],
  [
    'what holds for all, in requirements',
    'requirements',
    'All buoys float upright in waves of two metres.',
    ['REQUIREMENT: All buoys float upright in waves of two metres.'],
  ],
  [
    'what is so, in minutes',
    'minutes',
    '- The pier is closed for repairs until the end of May 2027.',
    ['FACT: The pier is closed for repairs until the end of May 2027.'],
  ],
  ['what somebody showed', 'minutes', '- Ada gave a demo of the buoy.', []],
  ['whom to ask', 'minutes', '- Contact Bart on Twitter about the pier', []],
  ['a reason', 'rules', '# A\n\n## Background\n\nAll buoys float upright in waves of two metres.', []],
  ['elsewhere', null, 'All buoys float upright in waves of two metres.', []],
]);

describe('person.fact', () => {
  const said = (text: string) => readBy('person.fact', null, text);
  test.for<readonly [rule: string, text: string, verdicts: readonly string[]]>([
    [
      'who they are',
      'User: I live in a house by the pier. It is cold there.\nBea: So do they all.',
      ['IDENTITY: I live in a house by the pier.'],
    ],
    [
      'what they decide',
      'Ada: Let’s use the green buoy for the pier.\nBea: That is a good choice.',
      ['DECISION: Let’s use the green buoy for the pier.'],
    ],
    [
      'an assistant says nothing of its own',
      'user: the buoy is lost, please look again.\nassistant: We will use the green buoy from now on.',
      [],
    ],
    [
      'a figure in words',
      'Ada: I like it.\nBea: The ferry runs at seven in the morning.\nAda: Let’s start with the pier.',
      ['FACT: The ferry runs at seven in the morning.'],
    ],
    ['small talk', 'Ada: How are you doing today?\nBea: I think I am doing fine, thank you.', []],
  ])('%s', ([, text, expected]) => expect(said(text)).toEqual(expected));
});

table('action.owned', [
  [
    'marked in brackets',
    'minutes',
    '- [ACTION] freshen up the notice',
    ['REQUIREMENT: [ACTION] freshen up the notice'],
  ],
  [
    'asked by name in prose',
    'minutes',
    'Weber to write to all members.',
    ['REQUIREMENT: Weber to write to all members.'],
  ],
  ['no name', 'minutes', 'Hard to talk about all these piers.', []],
]);

describe('what stands alone', () => {
  test.for<readonly [name: string, text: string, read: readonly string[]]>([
    ['words of connection are left out', 'As such, crews must sleep.', ['crews must sleep.']],
    [
      'a sentence may end in a preposition',
      'Crews must know what they depend on.',
      ['Crews must know what they depend on.'],
    ],
    ['without its full stop it is cut', 'Crews must know what they depend on', []],
    [
      'a remark in brackets takes nothing back',
      'Crews must sleep (waking is not required).',
      ['Crews must sleep (waking is not required).'],
    ],
    [
      'a title over the text is no part of it',
      'Water\nHoses must be rolled up.\n',
      ['Hoses must be rolled up.'],
    ],
  ])('%s', ([, text, read]) =>
    expect(readBy('sentence.normative', 'rules', text).map((line) => line.replace(/^\w+: /, ''))).toEqual(
      read,
    ),
  );
});

describe('a heading in a document of a known kind', () => {
  test('tests in rules, and reasons in incidents, are read', () => {
    expect(readBy('sentence.normative', 'rules', 'Tests must be fast.', 'Unit tests')).toHaveLength(1);
    expect(readBy('sentence.normative', 'proposal', 'Tests must be fast.', 'Unit tests')).toEqual([]);
    expect(
      readBy('section.stated', 'incident', '- The crane has no second key.', 'Why it took so long'),
    ).toEqual(['FACT: The crane has no second key.']);
  });
});

test('from which review score on a plain sentence is proposed depends on the kind of its document', () => {
  const text = 'The pier has a light.';
  const least = { decision: 0, proposal: 0, requirements: 0, rules: 0, minutes: 0, incident: 0, other: 0 };
  const read = (kind: DocumentKind, of: Partial<typeof least>) =>
    extractStatements(
      { text, headingPath: [], document: { ...noDocument, kind } },
      { ...extractionDefaults, leastReviewScores: { ...least, ...of } },
    ).length;
  expect(read('minutes', {})).toBe(1);
  expect(read('minutes', { minutes: 1 })).toBe(0);
  expect(read('rules', { minutes: 1 })).toBe(1);
});
