import { describe, expect, test } from 'vitest';
import { daysOf } from '#domain/ingestion/conversations/days.ts';
import { withoutInjectedBlocks } from '#domain/ingestion/conversations/injected-blocks.ts';
import { importers, readTranscript } from '#domain/ingestion/conversations/read-transcript.ts';

const json = JSON.stringify;
/** Speaker, role and day of each turn, and its words without those that nobody said. */
const said = (text: string) => {
  const { turns, text: shown } = readTranscript(text);
  return turns.map(({ speaker, role, day, start, end }) => [
    speaker,
    role ?? null,
    day ?? null,
    shown.slice(start, end),
  ]);
};

describe('JSON is a conversation where a parser may read it, and its strings hold words', () => {
  const chat = (content: string) => json([{ role: 'user', content }]);
  const nested = (depth: number) =>
    `${'['.repeat(depth)}{"role":"user","content":"I prefer ropes."}${']'.repeat(depth)}`;
  test.for<[what: string, text: string, isRead: boolean]>([
    ['brackets within a string nest nothing', chat('['.repeat(200)), true],
    ['a quote that is escaped ends no string', chat(`"${'{'.repeat(200)}`), true],
    ['a backslash that is escaped escapes no quote', `[${chat('\\').slice(1, -1)},${nested(120)}]`, false],
    ['brackets that close make room for others', `[${'[],{},'.repeat(200)}${chat('x').slice(1)}`, true],
    ['brackets of a hundred levels are too deep', `[${nested(100)}]`, false],
    ['braces count as brackets do', `${'{"a":'.repeat(120)}${chat('x')}${'}'.repeat(120)}`, false],
    [
      'what nests too deeply beside the words',
      `{"messages":${chat('x')},"a":${'['.repeat(150)}${']'.repeat(150)}}`,
      false,
    ],
    [
      'what nests deeply beside the words',
      `{"messages":${chat('x')},"a":${'['.repeat(90)}${']'.repeat(90)}}`,
      true,
    ],
    ['text behind the value', `${chat('x')} and more`, false],
    ['blanks behind the value', `${chat('x')}\n \n`, true],
    ['text before the value', `So: ${chat('x')}`, false],
    ['no message with words', chat(''), false],
  ])('%s', ([, text, isRead]) => {
    expect(importers['Claude Code session']?.(text) !== null).toBe(isRead);
  });
});

test.for<[what: string, text: string, turns: readonly unknown[]]>([
  [
    'of an event only its parts of type text are words',
    json({
      role: 'user',
      content: [
        { type: 'text', text: 'I prefer ropes.' },
        { type: 'tool_result', text: 'We use chains.' },
        { type: 'text', text: 7 },
      ],
    }),
    [['User', 'PERSON', null, 'I prefer ropes.']],
  ],
  [
    'a request holds its messages in a list, and `human` is a person',
    json({
      messages: [
        { role: 'human', content: 'I prefer ropes.' },
        { role: 'assistant', content: 'Well.' },
      ],
    }),
    [
      ['User', 'PERSON', null, 'I prefer ropes.'],
      ['Assistant', 'ASSISTANT', null, 'Well.'],
    ],
  ],
  [
    'an event without a role is nobody’s',
    `${json({ type: 'summary', content: 'We use chains.' })}\n${json({ role: 'user', content: 'I prefer ropes.' })}`,
    [['User', 'PERSON', null, 'I prefer ropes.']],
  ],
  [
    'one conversation of Claude alone, without an array around it',
    json({
      chat_messages: [
        { sender: 'human', text: 'I prefer ropes.', created_at: '2022-12-25T09:01:00Z' },
        { sender: 'human', text: null },
      ],
    }),
    [['Human', 'PERSON', '2022-12-25', 'I prefer ropes.']],
  ],
  [
    'one conversation of ChatGPT alone; parts that are no texts are no words',
    json({
      mapping: {
        a: { message: { author: { role: 'user' }, content: { parts: [{ asset: 1 }, 'I prefer ropes.'] } } },
      },
    }),
    [['User', 'PERSON', null, 'I prefer ropes.']],
  ],
  [
    'in Slack a person is shown by the real name, a program by its own, and what has no time is no message',
    json([
      {
        type: 'message',
        user: 'U7',
        user_profile: { real_name: 'Ada' },
        username: 'al',
        text: 'I prefer ropes.',
        ts: '1671955260',
      },
      { type: 'message', user: 'U8', username: 'bo', text: 'I prefer steel.', ts: '1671955261' },
      { type: 'message', bot_id: 'B1', user: 'U9', text: 'Chains.', ts: '1671955262' },
      { type: 'message', username: 'hook', text: 'Anchors.', ts: '1671955263' },
      { type: 'message', user: 'U7', text: 'Never.' },
      { type: 'channel_join', user: 'U7', text: 'joined', ts: '1671955264' },
      { type: 'message', user: 'U7', text: 5, ts: '1671955265' },
    ]),
    [
      ['Ada', 'PERSON', '2022-12-25', 'I prefer ropes.'],
      ['bo', 'PERSON', '2022-12-25', 'I prefer steel.'],
      ['U9', 'ASSISTANT', '2022-12-25', 'Chains.'],
      ['hook', 'ASSISTANT', '2022-12-25', 'Anchors.'],
    ],
  ],
  [
    'each session of aider has its day',
    '# aider chat started at 2022-12-25 09:01:00\n\n#### I prefer ropes.\n\nWell.\n\n# aider chat started at 2023-01-02 10:00:00\n\n#### I prefer steel.\n\nAll right.\n',
    [
      ['aider', 'ASSISTANT', null, '# aider chat started at 2022-12-25 09:01:00'],
      ['User', 'PERSON', '2022-12-25', 'I prefer ropes.'],
      ['aider', 'ASSISTANT', null, 'Well.\n\n# aider chat started at 2023-01-02 10:00:00'],
      ['User', 'PERSON', '2023-01-02', 'I prefer steel.'],
      ['aider', 'ASSISTANT', null, 'All right.'],
    ],
  ],
])('%s', ([, text, turns]) => {
  expect(said(text)).toEqual(turns);
});

describe('captions', () => {
  const cue = (at: number, words: string) => `00:00:0${at}.000 --> 00:00:0${at + 1}.000\n${words}\n`;
  test.for<[what: string, text: string, turns: readonly (readonly [string, string])[] | null]>([
    ['one cue under WEBVTT', `WEBVTT\n\n${cue(1, 'Ada: Ropes.')}`, [['Ada', 'Ropes.']]],
    ['WEBVTT behind a byte order mark', `\uFEFFWEBVTT\n\n${cue(1, 'Ada: Ropes.')}`, [['Ada', 'Ropes.']]],
    ['one cue alone is an example in a text', `So it looks:\n\n${cue(1, 'Ada: Ropes.')}`, null],
    ['WEBVTT without a cue', 'WEBVTT\n\nWe will moor.\n', null],
    [
      'two cues are captions without a head',
      `1\n${cue(1, 'Ada: Ropes.')}\n2\n${cue(2, 'Bo: Steel.')}`,
      [
        ['Ada', 'Ropes.'],
        ['Bo', 'Steel.'],
      ],
    ],
    ['words of nobody', `WEBVTT\n\n${cue(1, 'Ropes.')}`, [['Speaker', 'Ropes.']]],
    [
      'a tag is none of the words',
      `WEBVTT\n\n${cue(1, '<v Ada>Use <i>ropes</i>.')}`,
      [['Ada', `Use ${' '.repeat(3)}ropes${' '.repeat(4)}.`]],
    ],
  ])('%s', ([, text, turns]) => {
    const read = importers.captions?.(text) ?? null;
    expect(
      read?.turns.map(({ speaker, start, end }) => [speaker, read.text.slice(start, end)]) ?? null,
    ).toEqual(turns);
  });

  test('a cue without a name goes on with the words of who spoke last', () => {
    const text = `WEBVTT\n\n${cue(1, 'Ada: We use')}\n${cue(2, 'ropes.')}`;
    expect(said(text).map(([speaker, , , words]) => [speaker, String(words).split(/\s+/).join(' ')])).toEqual(
      [['Ada', 'We use ropes.']],
    );
  });
});

describe('roles alone on their lines are a chat with an assistant', () => {
  test.for<[what: string, text: string, isChat: boolean]>([
    ['a person and an assistant', '> user\n\nA.\n\n> assistant\n\nB.\n', true],
    ['two assistants', '> ChatGPT\n\nA.\n\n> Claude\n\nB.\n', true],
    ['people alone', '## User\n\nA.\n\n## Me\n\nB.\n', false],
    ['one program under a heading', '## ChatGPT\n\nB.\n', true],
    ['one program in bold', '**Claude**\n\nB.\n', true],
    ['one program behind nothing but a quote', '> ChatGPT\n\nB.\n', false],
    ['one heading that names an answer', '## Response\n\nB.\n', false],
  ])('%s', ([, text, isChat]) => {
    expect(importers['chat with an assistant']?.(text) != null).toBe(isChat);
  });
});

test.for<[what: string, whens: readonly string[], days: readonly (string | null)[]]>([
  ['a first part of 13 is a day', ['13/4/2025', '3/4/2025'], ['2025-04-13', '2025-04-03']],
  ['a first part of 31 is a day', ['31/1/2025', '3/4/2025'], ['2025-01-31', '2025-04-03']],
  ['a first part of 12 may be either', ['12/4/2025'], [null]],
  ['a second part of 12 may be either', ['4/12/2025'], [null]],
  [
    'a second part of 13 shows that months stand first',
    ['4/13/2025', '12/4/2025'],
    ['2025-04-13', '2025-12-04'],
  ],
  ['a year of two digits is of this century', ['13/4/25'], ['2025-04-13']],
  [
    'dates that contradict each other show nothing',
    ['13/4/2025', '4/13/2025', '3/4/2025'],
    [null, null, null],
  ],
  [
    'a date that begins with its year says itself which part is which',
    ['13/4/2025', '2025-03-04'],
    ['2025-04-13', '2025-03-04'],
  ],
  ['no date at all', ['13/4/2025', 'Today at 9:02 AM'], ['2025-04-13', null]],
])('days of messages: %s', ([, whens, days]) => {
  expect(whens.map(daysOf(whens))).toEqual(days);
});

test.for<[what: string, text: string, left: string]>([
  ['a block over several lines, whatever its name', 'a <note>\nx\n</note> b', 'a b'],
  ['a name that no program uses, on one line', 'a <note>x</note> b', 'a <note>x</note> b'],
  ['a name that programs use, on one line', 'a <memory>x</memory> b', 'a b'],
  ['an element of a page', 'a <div>\nx\n</div> b', 'a <div>\nx\n</div> b'],
  ['two of one name, each with its own end', 'a <memory>x</memory> b <memory>y</memory> c', 'a b c'],
  ['one within another of the same name', '<memory>x <memory>y</memory> z</memory> b', 'z</memory> b'],
  ['one within another ends with the outer one', '<context>x <memory>y</memory> z</context> b', 'b'],
  ['an end before the beginning is none', '</memory> a <memory>x', '</memory> a <memory>x'],
])('blocks of programs: %s', ([, text, left]) => {
  expect(withoutInjectedBlocks(text).replace(/\s+/g, ' ').trim()).toBe(left.replace(/\s+/g, ' '));
});
