import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { extractStatements } from '#domain/ingestion/extract-statements.ts';
import { attributeSpan, segmentTurns, spokenParts } from '#domain/ingestion/turns.ts';

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
  const text = 'Alice: We use it daily.\nBob: So do I, mostly.';
  const turns = segmentTurns(text);
  test.for<readonly [rule: string, from: string, to: string, speaker: string | null, span: string]>([
    ['to the speaker of its turn', 'We', 'daily.', 'Alice', 'We use it daily.'],
    ['without the label at its head', 'Alice', 'daily.', 'Alice', 'We use it daily.'],
    ['to nobody when two speak', 'daily.', 'So do', null, 'daily.\nBob: So do'],
  ])('%s', ([, from, to, speaker, span]) => {
    const part = attributeSpan(turns, text.indexOf(from), text.indexOf(to) + to.length);
    expect([part.speaker, text.slice(part.start, part.end)]).toEqual([speaker, span]);
  });
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
