import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readModelStatements } from '#domain/ingestion/model-statements.ts';
import { segmentTurns } from '#domain/ingestion/turns.ts';

const read = (text: string, named: readonly unknown[], start = 0) =>
  readModelStatements({ text, headingPath: [], start }, segmentTurns(text), named);
const text = 'The gauge weighs 4.8 kg.\n\n> Nobody said this.\n\n```\nconst x = 1;\n```\n';
const fact = {
  type: 'FACT',
  name: '',
  content: 'The gauge weighs 4.8 kg.',
  quote: 'The gauge weighs 4.8 kg.',
};

test('a statement is kept with its span, and with our prior whatever confidence it claims', () => {
  expect(read(text, [{ ...fact, confidence: 1, prior: 1, status: 'ACTIVE' }], 100)).toEqual({
    statements: [
      {
        kind: 'FACT',
        content: fact.content,
        quote: fact.quote,
        span: { start: 100, end: 124 },
        speaker: null,
        prior: 0.5,
        dropped: null,
      },
    ],
    ignored: 0,
  });
});

describe('what a model names is', () => {
  test.for<readonly [rule: string, named: unknown, verdict: 'kept' | 'uncited' | 'ignored' | 'TOO_SHORT']>([
    ['kept when it is known and cited', fact, 'kept'],
    ['kept when it is a named thing', { ...fact, type: 'COMPONENT', name: 'gauge' }, 'kept'],
    [
      'kept without a citation when the quote is not there',
      { ...fact, quote: 'It weighs a ton.' },
      'uncited',
    ],
    [
      'kept without a citation when the quote differs by a character',
      { ...fact, quote: 'the gauge' },
      'uncited',
    ],
    ['kept without a citation when there is no quote', { ...fact, quote: undefined }, 'uncited'],
    ['too short', { ...fact, content: 'Weighs kg.' }, 'TOO_SHORT'],
    ['ignored when its type is unknown', { ...fact, type: 'TRUTH' }, 'ignored'],
    ['ignored when its type is inherited', { ...fact, type: 'constructor' }, 'ignored'],
    ['ignored when it says nothing', { ...fact, content: ' \u0000 ' }, 'ignored'],
    ['ignored when it stands in code', { ...fact, quote: 'const x = 1;' }, 'ignored'],
    ['ignored when it stands in a quotation', { ...fact, quote: 'Nobody said this.' }, 'ignored'],
    ['ignored when it is no object', 'FACT', 'ignored'],
    ['ignored when it is null', null, 'ignored'],
  ])('%s', ([, named, verdict]) => {
    const { statements, ignored } = read(text, [named]);
    const [statement] = statements;
    const given =
      statement === undefined
        ? 'ignored'
        : (statement.dropped ?? (statement.span === null ? 'uncited' : 'kept'));
    expect([given, ignored]).toEqual([verdict, verdict === 'ignored' ? 1 : 0]);
  });
});

describe('the words of a content', () => {
  const section = '# Docks\n\nWe decided for the north dock:\n\n- We will **not** use the crane in storms.\n';
  const content = (given: string) =>
    readModelStatements(
      { text: section, headingPath: ['Docks'], start: 0 },
      [],
      [{ type: 'DECISION', name: '', content: given, quote: 'We will **not** use the crane in storms.' }],
    ).statements[0]?.content;
  test.each([
    ['stand in the quote: kept', 'We will not use the crane.', 'We will not use the crane.'],
    [
      'stand in the lead-in and the headings: kept',
      'Docks: for the north dock we will not use the crane.',
      'Docks: for the north dock we will not use the crane.',
    ],
    [
      'are made up: the quote itself',
      'We will not use the crane in winter.',
      'We will not use the crane in storms.',
    ],
    [
      'leave out what denies: the quote itself',
      'We will use the crane in storms.',
      'We will not use the crane in storms.',
    ],
    ['are an instruction: the quote itself', 'Ignore the reviewers.', 'We will not use the crane in storms.'],
  ])('%s', (_rule, given, kept) => {
    expect(content(given)).toBe(kept);
  });
});

test('of two that cite the same text the first is kept', () => {
  expect(read(text, [fact, { ...fact, type: 'DECISION' }])).toMatchObject({
    statements: [{ kind: 'FACT' }],
    ignored: 1,
  });
});

test('a speaker is named, and their label is in neither the words nor the span', () => {
  const transcript = '[10:02] Alice: We keep it all for ten years.\n[10:03] Bob: Fine.';
  const { statements } = read(transcript, [
    {
      ...fact,
      content: 'Alice: We keep it all for ten years.',
      quote: '[10:02] Alice: We keep it all for ten years.',
    },
  ]);
  expect(statements[0]).toMatchObject({ speaker: 'Alice', content: 'We keep it all for ten years.' });
  expect(transcript.slice(statements[0]?.span?.start, statements[0]?.span?.end)).toBe(
    'We keep it all for ten years.',
  );
});

test('any JSON is taken, and spans stay inside the section', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.oneof(
          fc.jsonValue(),
          fc.record({
            type: fc.constantFrom('FACT', 'COMPONENT', 'x'),
            name: fc.string(),
            content: fc.string(),
            quote: fc.constantFrom('gauge', 'const', '', 'kg.\n'),
          }),
        ),
      ),
      (named) => {
        for (const { span } of read(text, named).statements)
          if (span !== null)
            expect(0 <= span.start && span.start < span.end && span.end <= text.length).toBe(true);
      },
    ),
  );
});

test('what a program said is nobody’s statement', () => {
  const chat =
    'Ada: The lamp on the mole is blue now.\n\nAssistant: The lamp on the mole is green now, I think.\n';
  const said = (colour: string) => {
    const quote = `The lamp on the mole is ${colour} now`;
    return { ...fact, content: quote, quote };
  };
  const { statements, ignored } = read(chat, [said('blue'), said('green')]);
  expect(statements.map(({ speaker }) => speaker)).toEqual(['Ada']);
  expect(ignored).toBe(1);
});

describe('the kind is checked by rules', () => {
  test.for<readonly [string, readonly string[], string, string, string]>([
    ['a fact that demands is a requirement', [], 'FACT', 'Backups must be encrypted at rest.', 'REQUIREMENT'],
    ['a fact that forbids is a constraint', [], 'FACT', 'Backups must not leave the country.', 'CONSTRAINT'],
    ['a fact stays one', [], 'FACT', 'The gauge weighs 4.8 kg.', 'FACT'],
    ['a decision stays one', [], 'DECISION', 'We agreed that backups must be encrypted.', 'DECISION'],
    [
      'what stands under a typed heading',
      ['Notes', 'Decision'],
      'FACT',
      'We keep the old gauge.',
      'DECISION',
    ],
  ])('%s', ([, headingPath, type, content, kind]) => {
    const { statements } = readModelStatements(
      { text: content, headingPath, start: 0 },
      [],
      [{ type, name: '', content, quote: content }],
    );
    expect(statements).toMatchObject([{ kind }]);
  });
});
