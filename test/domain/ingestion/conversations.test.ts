import { describe, expect, test } from 'vitest';
import { daysOf } from '#domain/ingestion/conversations/days.ts';
import { importers, readTranscript } from '#domain/ingestion/conversations/read-transcript.ts';
import { extractStatements } from '#domain/ingestion/extract-statements.ts';

const json = JSON.stringify;
type Said = readonly [speaker: string, content: string, day: string | null];
type Case = readonly [format: string, importer: string, text: string, said: readonly Said[]];

const cases: readonly Case[] = [
  [
    'WhatsApp from an iPhone',
    'WhatsApp',
    '[25/12/2022, 9:01:00 AM] Ada: We will use the north pier.\n[25/12/2022, 9:02:10 AM] Bo Berg: I prefer the south pier.\nIt is closer.\n',
    [
      ['Ada', 'We will use the north pier.', '2022-12-25'],
      ['Bo Berg', 'I prefer the south pier.', '2022-12-25'],
    ],
  ],
  [
    'WhatsApp from Android, whose dates could be read both ways',
    'WhatsApp',
    '03/04/22, 21:15 - Ada: We will use the north pier.\n',
    [['Ada', 'We will use the north pier.', null]],
  ],
  [
    'Slack as copied from its window',
    'Slack window',
    'Ada Lund  9:01 AM\nWe will use the north pier.\n\nBo  9:02 AM\nI prefer the south pier.\n',
    [
      ['Ada Lund', 'We will use the north pier.', null],
      ['Bo', 'I prefer the south pier.', null],
    ],
  ],
  [
    'an export of Slack',
    'Slack export',
    json([
      {
        type: 'message',
        user: 'U7',
        text: 'We will use the \u201cnorth\u201d pier.\nI prefer ropes.',
        ts: '1671955260.1',
      },
      { type: 'message', bot_id: 'B1', text: 'We will use the south pier.', ts: '1671955261.1' },
    ]),
    [
      ['U7', 'We will use the \u201cnorth\u201d pier.', '2022-12-25'],
      ['U7', 'I prefer ropes.', '2022-12-25'],
    ],
  ],
  [
    'Teams',
    'Teams',
    '[25/12/2022 09:01] Ada Lund\nWe will use the north pier.\n\n[25/12/2022 09:02] Bo\nI prefer the south pier.\n',
    [
      ['Ada Lund', 'We will use the north pier.', '2022-12-25'],
      ['Bo', 'I prefer the south pier.', '2022-12-25'],
    ],
  ],
  [
    'Discord',
    'Discord',
    'ada — 25/12/2022 09:01\nWe will use the north pier.\nbo — Today at 9:02 AM\nI prefer the south pier.\n',
    [
      ['ada', 'We will use the north pier.', '2022-12-25'],
      ['bo', 'I prefer the south pier.', null],
    ],
  ],
  [
    'IRC',
    'IRC',
    '[09:01] <ada> We will use the north pier.\n[09:02] <@bo> I prefer the south pier.\n',
    [
      ['ada', 'We will use the north pier.', null],
      ['bo', 'I prefer the south pier.', null],
    ],
  ],
  [
    'captions, whose sentences run over cues',
    'captions',
    'WEBVTT\n\n00:01.000 --> 00:03.000\n<v Ada Lund>We will use\n\n00:03.000 --> 00:05.000\n<v Ada Lund>the north pier.\n\n00:06.000 --> 00:07.000\n<v Bo>I prefer ropes.\n',
    [
      ['Ada Lund', 'We will use the north pier.', null],
      ['Bo', 'I prefer ropes.', null],
    ],
  ],
  [
    'a chat with an assistant, under headings',
    'chat with an assistant',
    '## Human\n\nI prefer ropes.\n\n## Assistant\n\nWe will use chains. I prefer chains.\n',
    [['Human', 'I prefer ropes.', null]],
  ],
  [
    'ChatGPT as copied from its window',
    'chat with an assistant',
    '**You said:**\n\nI prefer ropes.\n\n**ChatGPT said:**\n\nWe will use chains.\n',
    [['You', 'I prefer ropes.', null]],
  ],
  [
    'Cursor',
    'chat with an assistant',
    '_**User**_\n\nI prefer ropes.\n\n---\n\n_**Assistant**_\n\nWe will use chains.\n',
    [['User', 'I prefer ropes.', null]],
  ],
  [
    'aider',
    'aider',
    '# aider chat started at 2022-12-25 09:01:00\n\n> Aider v1\n\n#### I prefer ropes.\n\nWe will use chains.\n',
    [['User', 'I prefer ropes.', '2022-12-25']],
  ],
  [
    'an export of Claude',
    'Claude export',
    json([
      {
        chat_messages: [
          { sender: 'human', text: 'I prefer ropes.', created_at: '2022-12-25T09:01:00Z' },
          { sender: 'assistant', text: 'We will use chains.', created_at: '2022-12-25T09:02:00Z' },
        ],
      },
    ]),
    [['Human', 'I prefer ropes.', '2022-12-25']],
  ],
  [
    'an export of ChatGPT',
    'ChatGPT export',
    json([
      {
        mapping: {
          a: {
            message: {
              author: { role: 'user' },
              create_time: 1671955260,
              content: { parts: ['I prefer ropes.'] },
            },
          },
          b: { message: { author: { role: 'assistant' }, content: { parts: ['We will use chains.'] } } },
        },
      },
    ]),
    [['User', 'I prefer ropes.', '2022-12-25']],
  ],
  [
    'a session of Claude Code',
    'Claude Code session',
    [
      {
        type: 'user',
        timestamp: '2022-12-25T09:01:00Z',
        message: { role: 'user', content: 'I prefer ropes.' },
      },
      {
        type: 'assistant',
        message: { role: 'assistant', content: [{ type: 'text', text: 'We will use chains.' }] },
      },
    ]
      .map((event) => json(event))
      .join('\n'),
    [['User', 'I prefer ropes.', '2022-12-25']],
  ],
];

test.for(cases)('%s is recognised by its content, and says who said what', ([, importer, text, said]) => {
  expect(Object.entries(importers).find(([, read]) => read(text) !== null)?.[0]).toBe(importer);
  const found = extractStatements({ text, headingPath: [] });
  expect(found.map(({ speaker, content, context }) => [speaker, content, context.recordDate])).toEqual(said);
});

test.for(cases)(
  'the subject of what is said in %s is a heading of its own, and no line of the format',
  ([, , text]) => {
    const title = /^# (.*)/.exec(text)?.[1] ?? null;
    const subjects = extractStatements({ text, headingPath: [] }).map(({ context }) => context.subject);
    expect(new Set(subjects)).toEqual(new Set([title]));
  },
);

test('the subject of a turn under a heading is that heading', () => {
  const text = '# The pier\n\n## Human\n\nI prefer ropes to chains.\n\n## Assistant\n\nAll right.\n';
  expect(extractStatements({ text, headingPath: [] }).map(({ context }) => context.subject)).toEqual([
    'The pier',
  ]);
});

test.for(cases)('offsets in %s lead back to the words in the file', ([, , text]) => {
  for (const { content, spans } of extractStatements({ text, headingPath: [] })) {
    const source = spans.map(({ start, end }) => text.slice(start, end)).join(' ');
    for (const word of content.match(/[a-z]+/gi) ?? []) expect(source).toContain(word);
  }
});

test.for([
  ['prose', 'We met at the pier. [1] It rained: I prefer ropes.'],
  ['a decision record', '# 1. Ropes\n\n## Context\n\nWe moor.\n\n## Decision\n\nWe will use ropes.\n'],
  ['code', '{"name": "pier", "text": "We will use ropes."}'],
  ['a table of roles', '| User | Assistant |\n|---|---|\n| asks | answers |\n'],
  ['a heading for users', '## User\n\nA user must log in.\n\n## Admin\n\nAn admin may not.\n'],
])('%s is no conversation of any format', ([, text = '']) =>
  expect(readTranscript(text).isImported).toBe(false),
);

describe('blocks that a program put between the words of a person', () => {
  test.for<readonly [block: string, read: readonly string[]]>([
    ['User: <memories>\n- I prefer chains.\n</memories>\nI prefer ropes.', ['I prefer ropes.']],
    ['<system-reminder>We will use chains.</system-reminder>\nI prefer ropes.', ['I prefer ropes.']],
    ['I prefer <b>ropes</b> to <Chain>.', ['I prefer ropes to <Chain>.']],
  ])('%s', ([text, read]) =>
    expect(extractStatements({ text, headingPath: [] }).map(({ content }) => content)).toEqual(read),
  );
});

test('what nobody dates was said on the day of its interaction', () => {
  const text = '[10:03] Bo: We will use the north pier from next Monday.';
  const [statement] = extractStatements({ text, headingPath: [], saidOn: '2025-03-01' });
  expect(statement?.context.recordDate).toBe('2025-03-01');
});

test.for<readonly [whens: readonly string[], days: readonly (string | null)[]]>([
  [['12.03.2025'], ['2025-03-12']],
  [
    ['03.13.2025', '03.12.2025'],
    ['2025-03-13', '2025-03-12'],
  ],
  [['3/4/2025'], [null]],
  [
    ['3/14/2025', '3/4/2025'],
    ['2025-03-14', '2025-03-04'],
  ],
  [
    ['2025-03-12', '3/4/2025'],
    ['2025-03-12', null],
  ],
])('the days of messages of %j are %j', ([whens, days]) => expect(whens.map(daysOf(whens))).toEqual(days));

test.for([
  [1_671_955_260, '2022-12-25'],
  [1_671_955_260.5, '2022-12-25'],
  [1_671_955_260_123, '2022-12-25'],
  ['1671955260.123', '2022-12-25'],
  ['1671955260123', '2022-12-25'],
  ['2022-12-25T09:01:00Z', '2022-12-25'],
  ['Sun, 25 Dec 2022 09:01:00 GMT', '2022-12-25'],
  ['2022-02-30T09:01:00Z', null],
  ['May 5', null],
  ['10', null],
  [1e300, null],
  [null, null],
] as const)('the time %j of a message of an export is of the day %j', ([time, day]) => {
  const message = { author: { role: 'user' }, create_time: time, content: { parts: ['I prefer ropes.'] } };
  const text = json([{ mapping: { a: { message } } }]);
  const [statement] = extractStatements({ text, headingPath: [] });
  expect(statement?.content).toBe('I prefer ropes.');
  expect(statement?.context.recordDate).toBe(day);
});
