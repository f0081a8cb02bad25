import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { extractStatements } from '#domain/ingestion/extract-statements.ts';
import {
  attributeSpan,
  isOnePerson,
  isSpokenByProgram,
  mayBeProgram,
  segmentTurns,
  spokenParts,
} from '#domain/ingestion/turns.ts';

const spoken = (text: string) =>
  segmentTurns(text).map(({ speaker, start, end }) => `${speaker}: ${text.slice(start, end)}`);

describe('a transcript is cut into turns, each with who said it', () => {
  test.for<readonly [form: string, text: string, turns: readonly string[]]>([
    [
      'plain',
      'Alice: We use it daily.\nBob: So do I, mostly.',
      ['Alice: We use it daily.', 'Bob: So do I, mostly.'],
    ],
    [
      'in bold, the colon inside or outside',
      '**Alice:** We use it daily.\n\n**Bob**: So do I.',
      ['Alice: We use it daily.', 'Bob: So do I.'],
    ],
    ['timed, in brackets', '[10:02] Alice: yes\n[10:03:09] Bob: no', ['Alice: yes', 'Bob: no']],
    ['timed after the name', 'Alice (10:02 AM): yes', ['Alice: yes']],
    ['timed, the words below', '[10:02] Alice:\nyes\nand no', ['Alice: yes\nand no']],
    [
      'of a chat with an assistant',
      'user: I prefer tabs to spaces.\nassistant: Noted, thank you.',
      ['user: I prefer tabs to spaces.', 'assistant: Noted, thank you.'],
    ],
    [
      'with names of several words',
      'Ada van Dam: We keep it as it is.\nSpeaker 1: All right then.',
      ['Ada van Dam: We keep it as it is.', 'Speaker 1: All right then.'],
    ],
    [
      'up to a mark of who takes the minutes',
      'Ada: We use it daily.\nBob: So do I, mostly.\nDECISION: we keep it.\nBob: That is fine with me.\nAI: Ada to write it down',
      ['Ada: We use it daily.', 'Bob: So do I, mostly.', 'Bob: That is fine with me.'],
    ],
    [
      'up to a line that is indented less',
      '1. Buoys\n   Ada: We use them daily.\n   Bob: So do I, mostly.\n2. Lamps\n   They are lit at dusk.',
      ['Ada: We use them daily.', 'Bob: So do I, mostly.'],
    ],
    [
      'of an assistant that is called AI',
      'User: I prefer tabs to spaces.\nAI: You will like them, I think.',
      ['User: I prefer tabs to spaces.', 'AI: You will like them, I think.'],
    ],
    [
      'up to a heading',
      'Alice: We use it daily.\nBob: So do I.\n# Next\nNobody says this.',
      ['Alice: We use it daily.', 'Bob: So do I.'],
    ],
    [
      'with a plain name alone on its line, which announces a list',
      'Ada: We use it daily.\nBo: So do I, mostly.\nFruit:\n- apples',
      ['Ada: We use it daily.', 'Bo: So do I, mostly.\nFruit:\n- apples'],
    ],
    [
      'of five words each, without a mark at the end',
      'Ada: we use it every day\nBo: so do I most days',
      ['Ada: we use it every day', 'Bo: so do I most days'],
    ],
    [
      'of which most are sentences',
      'Ada: We use it.\nBo: So do I.\nAda: Good.\nCy: 4',
      ['Ada: We use it.', 'Bo: So do I.', 'Ada: Good.', 'Cy: 4'],
    ],
    ['of which one is timed', '[10:02] Ada: yes\nBo: no', ['Ada: yes', 'Bo: no']],
    [
      'in lower case, where one speaks again',
      'ada: we use it daily.\nbo: so do I.\nada: good then.',
      ['ada: we use it daily.', 'bo: so do I.', 'ada: good then.'],
    ],
    ['in lower case, where one is timed', '[10:02] ada: yes\nbo: no', ['ada: yes', 'bo: no']],
    [
      'with a line in lower case that is nobody’s',
      'Ada: We use it daily.\nfirst: we do it.\nBo: So do I.',
      ['Ada: We use it daily.\nfirst: we do it.', 'Bo: So do I.'],
    ],
    [
      'behind a fence that another mark, a shorter one or one with words does not close',
      '````\nAda: We use it.\n~~~~\nBo: So do I.\n```\nCy: And I.\n```` js\nDi: And I.\n````\nAda: We use it daily.\nBo: So do I.',
      ['Ada: We use it daily.', 'Bo: So do I.'],
    ],
    [
      'over an empty line, and lines of the same indent',
      '1. Buoys\n   Ada: We use them daily.\n\n   And at night.\n   Bob: So do I, mostly.\n2. Lamps',
      ['Ada: We use them daily.\n\n   And at night.', 'Bob: So do I, mostly.'],
    ],
  ])('%s', ([, text, turns]) => {
    expect(spoken(text)).toEqual(turns);
  });

  test.for<readonly [what: string, text: string]>([
    ['fields of a record', 'Owner: Bob Smith\nDate: 2026-01-01\nStatus: Accepted by everybody in the team.'],
    ['arguments', 'Pros: it is fast and cheap.\nCons: it is slow to learn.'],
    ['one line alone', 'Alice: We will use it.'],
    ['typed statements', 'Decision: we use it for all.\nConstraint: it must never stop.'],
    ['phrases before a colon', 'Tokens MUST include: one of them.\nFixed dimension: it never changes.'],
    ['code', '```\nAlice: We use it daily.\nBob: So do I.\n```'],
    ['addresses', 'https://example.com is here.\nmailto:alice@example.com is there.'],
    ['four words each, without a mark at the end', 'Ada: we use it daily\nBo: so do I mostly'],
    ['half of the lines sentences', 'Ada: We use it daily.\nBo: So do I.\nRed: 3\nBlue: 4'],
    [
      'names of more than forty letters',
      'Abcdefghij Abcdefghij Abcdefghij Abcdefghij: We use it daily.\nAbcdefghij Abcdefghij Abcdefghij Abcdefghik: So do I.',
    ],
    ['lower-case labels once', 'first: we do it right.\nsecond: we do it well.'],
  ])('%s: no transcript', ([, text]) => {
    expect(spoken(text)).toEqual([]);
  });
});

test('statements of a transcript name who said them, and never hold a label', () => {
  const text =
    '[10:02] Alice: We will use PostgreSQL for everything\n[10:03] Bob: I prefer MySQL, honestly.\n[10:04] Alice: Decision: we keep PostgreSQL.';
  const found = extractStatements({ text, headingPath: [] });
  expect(found.map(({ speaker, content, start, end }) => [speaker, content, text.slice(start, end)])).toEqual(
    [
      ['Alice', 'We will use PostgreSQL for everything', 'We will use PostgreSQL for everything'],
      ['Bob', 'I prefer MySQL, honestly.', 'I prefer MySQL, honestly.'],
      ['Alice', 'we keep PostgreSQL.', 'we keep PostgreSQL.'],
    ],
  );
});

test('a turn that is cut by a chunk border keeps its speaker', () => {
  const text = `Alice: Hello to all of you.\nBob: ${'Words, words. '.repeat(400)}\nI prefer the second half.\nAlice: Right you are.`;
  const [statement] = extractStatements({ text, headingPath: [] });
  expect(statement).toMatchObject({ speaker: 'Bob', content: 'I prefer the second half.' });
});

describe('a span is attributed', () => {
  const text = 'Intro.\nAlice: We use it daily.\nBob: So do I, mostly.\n# End';
  const turns = segmentTurns(text);
  test.for<readonly [rule: string, from: string, to: string, speaker: string | null, span: string]>([
    ['to the speaker of its turn', 'We', 'daily.', 'Alice', 'We use it daily.'],
    ['without the label at its head', 'Alice', 'daily.', 'Alice', 'We use it daily.'],
    ['to nobody before the first turn', 'Intro', 'daily.', null, 'Intro.\nAlice: We use it daily.'],
    ['to nobody within a label', 'Alice', 'Alice', null, 'Alice'],
    ['to nobody behind the last turn', 'mostly.', '# End', null, 'mostly.\n# End'],
    ['to nobody when two speak', 'daily.', 'So do', null, 'daily.\nBob: So do'],
  ])('%s', ([, from, to, speaker, span]) => {
    const part = attributeSpan(turns, text.indexOf(from), text.indexOf(to) + to.length);
    expect([part.speaker, text.slice(part.start, part.end)]).toEqual([speaker, span]);
  });
});

test.for<readonly [from: string, to: string, parts: readonly (readonly [string | null, string])[]]>([
  [
    'Intro',
    'End',
    [
      [null, 'Intro.'],
      ['Alice', 'We use it daily.'],
      ['Bob', 'So do I, mostly.'],
      [null, '# End'],
    ],
  ],
  [
    'use',
    'So',
    [
      ['Alice', 'use it daily.'],
      ['Bob', 'So'],
    ],
  ],
  ['Bob', 'Bob', []],
  ['# End', '# End', [[null, '# End']]],
])('the part from %s to %s is cut by who speaks, without labels', ([from, to, parts]) => {
  const text = 'Intro.\nAlice: We use it daily.\nBob: So do I, mostly.\n# End';
  const pieces = spokenParts(segmentTurns(text), text.indexOf(from), text.indexOf(to) + to.length);
  const words = pieces.map(({ speaker, start, end }) => [speaker, text.slice(start, end).trim()]);
  expect(words.filter(([, piece]) => piece !== '')).toEqual(parts);
});

test.for<readonly [speaker: string, isPerson: boolean, isProgram: boolean]>([
  ['Ada', true, false],
  ['Ada van Dam', true, false],
  ['Claude', false, true],
  ['agent', false, true],
  ['The crew', false, false],
  ['We', false, false],
])('%s is one person: %s; may be a program: %s', ([speaker, isPerson, isProgram]) => {
  expect([isOnePerson(speaker), mayBeProgram(speaker)]).toEqual([isPerson, isProgram]);
});

test('nobody is no program', () => {
  expect(mayBeProgram(null)).toBe(false);
});

test.for<readonly [speaker: string, role: 'PERSON' | 'ASSISTANT' | undefined, isProgram: boolean]>([
  ['Ada', undefined, false],
  ['Claude', undefined, true],
  ['Ada', 'ASSISTANT', true],
  ['Claude', 'PERSON', false],
])('%s with the role %s speaks as a program: %s', ([speaker, role, isProgram]) => {
  const turn = { speaker, role, labelStart: 0, start: 1, end: 2 };
  expect(isSpokenByProgram({ start: 1, end: 2, speaker, turn })).toBe(isProgram);
});

test('turns and parts lie in order within the text, whatever it is', () => {
  const pieces = fc.constantFrom(
    'Alice: ',
    '**Bob:** ',
    '[10:02] ',
    'x. ',
    '\n',
    '\r\n',
    '# ',
    '```',
    '😀',
    '\0',
    ' ',
  );
  fc.assert(
    fc.property(
      fc.array(pieces).map((parts) => parts.join('')),
      fc.nat(100),
      fc.nat(100),
      (text, one, other) => {
        const turns = segmentTurns(text);
        let last = 0;
        for (const { labelStart, start, end } of turns) {
          expect(last <= labelStart && labelStart < start && start <= end && end <= text.length).toBe(true);
          last = end;
        }
        const [from, to] = [Math.min(one, other, text.length), Math.min(Math.max(one, other), text.length)];
        let reached = from;
        for (const part of spokenParts(turns, from, to)) {
          expect(reached <= part.start && part.start < part.end && part.end <= to).toBe(true);
          reached = part.end;
        }
      },
    ),
  );
});
