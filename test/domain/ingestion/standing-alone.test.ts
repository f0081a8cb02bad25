import { describe, expect, test } from 'vitest';
import { extractStatements } from '#domain/ingestion/extract-statements.ts';
import { type DocumentKind, noDocument } from '#domain/ingestion/records/document-facts.ts';
import { withoutReferenceMarks } from '#domain/ingestion/reference-marks.ts';
import { isPast, isQuestion, lacksSubject } from '#domain/ingestion/sections/clause.ts';
import { isDescription, isPartOfSentence } from '#domain/ingestion/sections/fragment.ts';
import { isAnaphoric } from '#domain/ingestion/sections/leaning.ts';
import { isAboutRecord, isCourtesy, isPointer, isTalk } from '#domain/ingestion/sections/no-statement.ts';
import { decides } from '#domain/ingestion/sections/normative.ts';

const forms = (
  title: string,
  holds: (text: string) => boolean,
  cases: readonly (readonly [string, boolean])[],
) =>
  describe(title, () => {
    test.for(cases)('%s: %s', ([text, expected]) => expect(holds(text)).toBe(expected));
  });

forms('a question, with its mark or without', isQuestion, [
  ['Who checks the gauge?', true],
  ['Why not do both', true],
  ['Ada: Why can\u2019t we use two buoys', true],
  ['DNS: Can we fix the zone', true],
  ['What will still be around after the cluster is gone', true],
  ['Whether the tool stores what it reads', true],
  ['Why are there six buoys? A harbour from 1996', true],
  ['What the gauge reads is stored.', false],
  ['Can be set to zero', false],
  ['How often it is read depends on the tide', false],
  ['When we roll back, the buoy is reset', false],
  ['Is the gauge read twice. It is', false],
  ['Should be read twice', false],
]);

forms('a text whose subject stands elsewhere', lacksSubject, [
  ['Forces an address on the endpoint', true],
  ['Creates records in the outer zone', true],
  ['Will be alpha in 1.3', true],
  ['Has to touch every buoy', true],
  ['currently in beta', true],
  ['Tests run in UTC', false],
  ['Use the gauge', false],
  ['The gauge forces an address', false],
  ['Do not read it twice', false],
  ['Releases of the gauge', false],
  ['Is there a gauge', false],
]);

forms('a text that leans on the one before it', isAnaphoric, [
  ['It is read twice.', true],
  ['However, they sink.', true],
  ['Generally this will mean a second reading.', true],
  ['Note that this is an ordered list.', true],
  ['First, it is not legible.', true],
  ['Of these, only the name is required.', true],
  ['After that, it is closed.', true],
  ['After the storm, the pier is closed.', false],
  ['If they are away for a week, somebody else reads.', true],
  ['If either of the above is not met, the buoy is taken in.', true],
  ['If it is possible, read the gauge twice.', false],
  ['If it is a holiday, nobody reads.', false],
  ['If the readers are away, they set their status.', false],
  ['If missing, a number is given.', true],
  ['When set, the lowest bit denotes a storm.', false],
  ['The latter is an outer buoy.', true],
  ['All three parts are required.', true],
  ['All parts of a name are required.', false],
  ['Never flag this as an issue.', true],
  ["Don't edit that file by hand.", true],
  ['Check that the buoy floats.', false],
  ['Never flag a buoy as an issue.', false],
  ['In both cases, the pier is closed.', true],
  ['Instead, read the gauge twice.', true],
  ['Instead of reading, wait.', false],
  ['All buoys should, however, be lit.', true],
  ['It can be read, though.', true],
  ['The two steps above close the pier.', true],
  ['The buoys above the pier are lit.', false],
  ['Buoys above the pier are lit.', false],
  ['This document holds for every pier.', false],
]);

forms('less than a sentence, though it holds a verb', isPartOfSentence, [
  ['What the tool reads', true],
  ['What the tool reads is stored.', false],
  ['Why it was not noticed', true],
  ['To help readers understand the change.', true],
  ['To help readers, name the change.', false],
  ['A token which names a value in the header.', true],
  ['A token which names a value is kept.', false],
  ['A buoy that is also a gauge', true],
  ['The gauge uses a clock that drifts', false],
  ['Check that the buoy floats', false],
  ['The team agreed that the pier closes', false],
]);

forms('a name and what it is', isDescription, [
  ['x: Contains the code of the plugin.', true],
  ['make lint \u2013 run the linter', true],
  ['Errors: run the linter', false],
  ['x: A token which names a value.', true],
  ['Spam or bots: Posts missing a name.', true],
  ['core \u2013 framework for agents.', true],
  ['Ada: The pier is closed.', false],
  ['The pier is closed.', false],
]);

forms('a text that only says where to look', isPointer, [
  ['The recording can be found here.', true],
  ['You can find the slides in the folder.', true],
  ['Feel free to try it.', true],
  ['For more on the tide, see the guide.', true],
  ['Check the list of admins for contact information.', true],
  ['A token is defined in RFC 7230, Section 3.2.6.', true],
  ['The build is available as a pull request.', true],
  ['More information is on the tide page.', true],
  ['Watch the recording.', true],
  ['Tides of the harbour - https://tides.example/2', true],
  ['Watch the tide.', false],
  ['Tides are served at https://tides.example/2', false],
  ['Buoys can be found by their light.', false],
  ['The gauge is available at all hours.', false],
  ['A buoy is defined in its file.', false],
  ['Check the list of buoys before a storm.', false],
]);

forms('what somebody showed or asked for', isTalk, [
  ['Ada gave a short demo of the gauge.', true],
  ['Bo presented the new overview.', true],
  ['Ada is looking for people to read the gauge.', true],
  ['[ada/bo] Term limits', true],
  ['Discuss the tides', true],
  ['[A link](https://a.example) to tides', false],
  ['Ada gave the keys to Bo.', false],
  ['Demos are given on Fridays.', false],
]);

forms('a courtesy', isCourtesy, [
  ['Thanks to Ada for the gauge.', true],
  ['We are sorry for the confusion.', true],
  ['Help with the gauge is much appreciated.', true],
  ['We are short of buoys.', false],
]);

forms('a text about the record itself', isAboutRecord, [
  ['This page describes the buoys.', true],
  ['The proposal has several components.', true],
  ['This structure is based on the tide.', false],
  ['The purpose of this policy is to protect the pier.', true],
  ['The goal of circulating this draft is feedback.', true],
  ['The purpose of the buoy is to warn.', false],
  ['The diagram below lists the piers.', true],
  ['Here are some that float.', true],
  ['The implementation is essentially as described above.', true],
  ['This policy covers all piers.', false],
]);

forms('what decides by its own words', decides, [
  ['Facing the need to search, we decided for the index.', true],
  ['We have agreed to close the pier.', true],
  ['This PEP proposes the removal of the mirror.', true],
  ['We agreed that it is late.', false],
  ['It was not decided yet.', false],
  ['This pump proposes nothing.', false],
]);

forms('what happened', isPast, [
  ['The buoy was copied from a template.', true],
  ['The guard made a call.', true],
  ['Announcements are made by loudspeaker.', false],
  ['Alarms are sent to the shift.', false],
]);

describe('the brackets of links that are not resolved', () => {
  test.for([
    ['See [the guide][guide] of buoys.', 'See the guide of buoys.'],
    ['All follow the [Code of Conduct].', 'All follow the Code of Conduct.'],
    ['It falls back on brute force [2]_.', 'It falls back on brute force.'],
    ['[bob] writes the notes.', '[bob] writes the notes.'],
    ['Run the reader with [path] or without.', 'Run the reader with [path] or without.'],
    ['It returns list[Buoy] each time.', 'It returns list[Buoy] each time.'],
    ['Take [Buoys](buoys.md).', 'Take [Buoys](buoys.md).'],
    ['[1]_', '[1]_'],
  ])('%s', ([content, bare]) => expect(withoutReferenceMarks(content ?? '')).toBe(bare));
});

describe('what a text of a kind states', () => {
  const read = (kind: DocumentKind | null, text: string, heading: string) =>
    extractStatements({ text, headingPath: ['The matter', heading], document: { ...noDocument, kind } }).map(
      (statement) => `${'kind' in statement ? statement.kind : ''}: ${statement.content}`,
    );
  const labelled = 'PL-20: The locker must work in frost.\nPL-21: A door opens within two seconds.';
  const tasks = (heads: string) =>
    `| ${heads} |\n|---|---|---|\n| The renewal job exits with an error | Ines | 14 March |`;
  test.for<readonly [string, DocumentKind | null, string, string, readonly string[]]>([
    [
      'labels of a record are no speakers',
      'requirements',
      labelled,
      'Locker',
      [
        'REQUIREMENT: PL-20: The locker must work in frost.',
        'REQUIREMENT: PL-21: A door opens within two seconds.',
      ],
    ],
    [
      'people speak in minutes',
      'minutes',
      'Ada: We will close the pier on Monday.\nBo: The pier stays open until Sunday.',
      'Pier',
      ['DECISION: We will close the pier on Monday.', 'FACT: The pier stays open until Sunday.'],
    ],
    [
      'an item without a subject is joined to the matter above it',
      'minutes',
      '- pod readiness\n  - Creates one record in the outer zone for each pod.',
      'Networking',
      ['FACT: pod readiness: Creates one record in the outer zone for each pod.'],
    ],
    [
      'a name and what it is are joined to the sentence above them',
      'rules',
      'We follow this structure for plugins:\n\n- x: Contains the main code of the plugin.',
      'Plugins',
      ['FACT: We follow this structure for plugins: x: Contains the main code of the plugin.'],
    ],
    [
      'a part of a sentence is joined, too',
      'rules',
      'The assessment must document:\n\n- What the tool reads\n- Where it is sent',
      'Tools',
      [
        'REQUIREMENT: The assessment must document: What the tool reads',
        'REQUIREMENT: The assessment must document: Where it is sent',
      ],
    ],
    [
      'a part of a sentence without one is none',
      'rules',
      'To help readers understand the change.',
      'Changes',
      [],
    ],
    [
      'an item with a subject is not',
      'minutes',
      '- pod readiness\n  - Each pod has one record in the outer zone.',
      'Networking',
      ['DECISION: Each pod has one record in the outer zone.'],
    ],
    [
      'a task keeps who does it and until when',
      'incident',
      tasks('What | Who | By'),
      'Action items',
      ['REQUIREMENT: What: The renewal job exits with an error; Who: Ines; By: 14 March'],
    ],
    [
      'other tables give the cell that is a sentence',
      'incident',
      tasks('What | Room | Phase'),
      'Action items',
      ['REQUIREMENT: The renewal job exits with an error'],
    ],
    [
      'a day of a schedule is a fact',
      'proposal',
      '- Development begins: Wednesday, 2025-05-07',
      'Schedule',
      ['FACT: Development begins: Wednesday, 2025-05-07'],
    ],
    [
      'a task with a day is none',
      'proposal',
      '- Ada closes the pier on 2025-05-07',
      'Schedule',
      ['REQUIREMENT: Ada closes the pier on 2025-05-07'],
    ],
  ])('%s', ([, kind, text, heading, expected]) => expect(read(kind, text, heading)).toEqual(expected));
});
