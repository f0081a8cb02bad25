import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chunkMarkdown } from '#domain/ingestion/chunk-markdown.ts';
import { extractStatements } from '#domain/ingestion/extract-statements.ts';
import { extractionDefaults } from '#domain/ingestion/extraction-numbers.ts';
import { extractionRuleIds } from '#domain/ingestion/rules/extraction-rule.ts';
import { extractionRules } from '#domain/ingestion/rules/index.ts';
import { anyCharacter } from '#test/support/any-character.ts';
import { propertyRuns, testSize } from '#test/support/property-runs.ts';

/** Statements of a whole text, one line each: type, content, and the reason for dropping it. */
const verdicts = (text: string) =>
  extractStatements({ text, headingPath: [] }).map(
    (statement) =>
      `${'kind' in statement ? statement.kind : `${statement.entityType} ${statement.name}`}: ${statement.content}${statement.dropped === null ? '' : ` (${statement.dropped})`}`,
  );
type Case = readonly [rule: string, text: string, verdicts: readonly string[]];

test('the rules stand in the order of their ids, and the list is frozen', () => {
  expect(extractionRules.map(({ id }) => id)).toEqual(extractionRuleIds);
  expect(Object.isFrozen(extractionRules)).toBe(true);
});

test('a statement knows its rule, its prior and its span', () => {
  const text = '## Decision: Use **PostgreSQL** everywhere';
  expect(extractStatements({ text, headingPath: ['Decision: Use PostgreSQL everywhere'] })).toEqual([
    {
      rule: 'heading.typed',
      kind: 'DECISION',
      content: 'Use PostgreSQL everywhere',
      start: 13,
      end: 42,
      spans: [{ start: 13, end: 42 }],
      context: {
        headingPath: ['Decision: Use PostgreSQL everywhere'],
        leadIn: null,
        subject: 'Decision: Use PostgreSQL everywhere',
        recordStatus: null,
        recordDate: null,
      },
      speaker: null,
      prior: 0.7,
      review: { score: expect.any(Number), terms: expect.any(Array) },
      isFurther: false,
      dropped: null,
    },
  ]);
});

test('priors are configuration', () => {
  const priors = { ...extractionDefaults.priors, 'sentence.first_person': 0.99 };
  const [statement] = extractStatements(
    { text: '## Decision\n\nWe will use it.', headingPath: [] },
    { ...extractionDefaults, priors },
  );
  expect(statement).toMatchObject({ rule: 'sentence.first_person', prior: 0.99 });
});

describe('heading.typed: a heading that opens with a type states what follows the type', () => {
  test.for<Case>([
    ['with a number', '## 3.1 Decision: use it everywhere', ['DECISION: use it everywhere']],
    ['with a number of its own', '## Requirement R-12: float upright', ['REQUIREMENT: float upright']],
    ['with a dash', '## Constraint — never above 3 m', ['CONSTRAINT: never above 3 m']],
    ['in brackets', '### [Fact] the pier is 40 m long', ['FACT: the pier is 40 m long']],
    ['as a setext heading', 'Decision: use it everywhere\n---', ['DECISION: use it everywhere']],
    [
      'in bold at the head of a paragraph',
      '**Decision:** use it everywhere',
      ['DECISION: use it everywhere'],
    ],
    ['of an entity, named', '# Component: Radar gauge', ['COMPONENT Radar gauge: Radar gauge']],
    ['of two words', '## Validation Claim: holds', ['VALIDATION_CLAIM holds: holds']],
    [
      'decision, requirement and constraint are memories',
      '## Decision: use it everywhere',
      ['DECISION: use it everywhere'],
    ],
    ['a longer word is no type', '## Decisions: a history of them', []],
    ['a type within a heading is no type', '## How a decision: is made', []],
  ])('%s', ([, text, expected]) => expect(verdicts(text)).toEqual(expected));
});

describe('heading.typed: a heading that is the type alone types what its section states', () => {
  test.for<Case>([
    ['the paragraph below', '## Decision\n\nUse it everywhere.', ['DECISION: Use it everywhere.']],
    [
      'every paragraph',
      '## Decision\n\nUse it here.\n\nIt will stay.',
      ['DECISION: Use it here.', 'DECISION: It will stay.'],
    ],
    ['numbered', '## 3. Decision\n\nUse it everywhere.', ['DECISION: Use it everywhere.']],
    ['setext', 'Decision\n---\nUse it everywhere.', ['DECISION: Use it everywhere.']],
    [
      'a line in bold',
      '**Decision**\n\nUse it everywhere.\n\n**Notes**\n\nIt was late by then.',
      ['DECISION: Use it everywhere.'],
    ],
    [
      'MADR',
      '## Decision Outcome\n\nChosen option: "B", because it is dull.\n\n### Consequences\n\n* Good, because dull.',
      ['DECISION: Chosen option: "B", because it is dull.'],
    ],
    [
      'plural',
      '## Requirements\n\n- float upright\n- survive 6 m waves',
      ['REQUIREMENT: float upright', 'REQUIREMENT: survive 6 m waves'],
    ],
    [
      'below a sub-heading',
      '# A\n\n## Decision\n\n### Zones\n\nEach has its zone.',
      ['DECISION: Each has its zone.'],
    ],
    ['not below an example', '# A\n\n## Decision\n\n### Example\n\nWe will use this one.', []],
    ['not below the document’s own title', '# Decision\n\n## Scope\n\nIt covers the pier.', []],
    [
      'a procedure is one statement',
      '## Procedure\n\n1. Open the lid.\n2. Close the lid.',
      ['PROCEDURE: Open the lid. Close the lid.'],
    ],
    ['words that only hold the type', '## Decision Drivers\n\nIt must be dull.', []],
    [
      'a lead-in is left out',
      '## Decision\n\nWe will do this:\n\n- use it here now\n- use it there',
      ['DECISION: use it here now', 'DECISION: use it there'],
    ],
    [
      'a list to weigh is left out',
      '## Decision\n\nWe discussed three options:\n\n1. the first option\n2. the second option',
      [],
    ],
    [
      'a lead-in that ends a paragraph',
      '## Decision\n\nEach has its zone. They are these:\n\n- the green zone',
      ['DECISION: Each has its zone.', 'DECISION: Each has its zone. They are these: the green zone'],
    ],
    [
      'a lead-in that decides for reasons',
      '## Decision\n\nB was chosen because:\n\na) it is dull\n\nb) it is cheap',
      ['DECISION: B was chosen'],
    ],
    [
      'an item announces its own list',
      '## Decision\n\n- Named such that:\n  + common ones have `c`\n  + others have `o`',
      ['DECISION: Named such that common ones have c', 'DECISION: Named such that others have o'],
    ],
    [
      'code, quote, table, image and comment',
      '## Decision\n\n```\nUse it in code.\n```\n\n> Use it in a quote.\n\n| Use it | in a table |\n|---|---|\n| so | long |\n\n![Use it in an image](a.png)\n\n<!-- Use it in a comment -->',
      [],
    ],
    [
      'struck-out words',
      '## Decision\n\n~~Use the old one.~~ Use the new one.',
      ['DECISION: Use the new one.'],
    ],
    ['an illustration', '## Decision\n\nFor instance, this one will be green.\n\neg. this one', []],
    [
      'a note in bold that another record took its place is no decision',
      '## Decision\n\n**This has been superseded by [ADR 3](3.md).**',
      [],
    ],
    ['a matter left open', '## Decision\n\nA decision has yet to be made on this.\n\nTBC', []],
    ['a status', '## Status\n\nAccepted by everybody here', []],
    ['a context', '## Context\n\nWe will use it if it is dull.', []],
  ])('%s', ([, text, expected]) => expect(verdicts(text)).toEqual(expected));

  test('in the second part of a long section, by the heading path', () => {
    expect(extractStatements({ text: 'And use it there.', headingPath: ['1. A', 'Decision'] })).toMatchObject(
      [{ rule: 'heading.typed', kind: 'DECISION', start: 0, end: 17 }],
    );
  });
});

describe('list.typed: an item that opens with its type states what follows it', () => {
  test.for<Case>([
    ['in brackets', '- [Decision] use it everywhere', ['DECISION: use it everywhere']],
    ['with an id', '* [Requirement R-12] float upright', ['REQUIREMENT: float upright']],
    ['in bold', '1. **Constraint:** never above 3 m', ['CONSTRAINT: never above 3 m']],
    ['with a colon', '- preference: short cables', ['PREFERENCE: short cables']],
    ['as a task', '- [x] [Decision] use it everywhere', ['DECISION: use it everywhere']],
    [
      'nested',
      '- Pier\n  - [Fact] it is 40 m long\n  - [Decision] use it at night',
      ['FACT: it is 40 m long', 'DECISION: use it at night'],
    ],
    [
      'an entity, named by its first clause',
      '- [Interface] RS-485 line — to the logger',
      ['INTERFACE RS-485 line: RS-485 line — to the logger'],
    ],
    ['a paragraph', 'Decision: use it everywhere', ['DECISION: use it everywhere']],
    [
      'a paragraph with an entity, in brackets only',
      'Project: Tidewatch\n\n[Vendor] Halden',
      ['VENDOR Halden: Halden'],
    ],
    ['too short is reported', '- [Decision] No', ['DECISION: No (TOO_SHORT)']],
    ['a link or an unknown type is none', '- [Decision](a.md)\n- [Idea] use it everywhere', []],
  ])('%s', ([, text, expected]) => expect(verdicts(text)).toEqual(expected));
});

describe('value.unit: a name, an equals sign, a number and a known unit state a parameter', () => {
  test.for<Case>([
    ['alone', 'X = 4.8 kg', ['PARAMETER X: X = 4.8 kg']],
    [
      'several in a sentence',
      'The dry mass = 4.8 kg, and the draft ≈ 0.6 m at rest.',
      ['PARAMETER dry mass: dry mass = 4.8 kg', 'PARAMETER draft: draft ≈ 0.6 m'],
    ],
    [
      'with tolerance and compound units',
      '- Drift = -1.5 ± 0.1 mm/day\n- Load=3e4 N·m²',
      ['PARAMETER Drift: Drift = -1.5 ± 0.1 mm/day', 'PARAMETER Load: Load=3e4 N·m²'],
    ],
    ['a number without unit', 'retries = 3', []],
    ['an unknown unit', 'retries = 3 times', []],
    ['a query string', 'see https://a.example/?x=5 m', []],
    ['code and tables', '```\nX = 4.8 kg\n```\n\n| a |\n|---|\n| X = 4.8 kg |', []],
  ])('%s', ([, text, expected]) => expect(verdicts(text)).toEqual(expected));
});

describe('sentence.first_person: a sentence in which its author prefers, says who they are, or decides', () => {
  test.for<Case>([
    ['prefers', 'It rained. I prefer short cables. So it went.', ['PREFERENCE: I prefer short cables.']],
    ['is', "I'm the field lead here.", ["IDENTITY: I'm the field lead here."]],
    ['is somebody', 'I am Marek from the workshop.', ['IDENTITY: I am Marek from the workshop.']],
    ['will use', 'We will use short cables.', ['DECISION: We will use short cables.']],
    ['has decided', 'We have decided to go north.', ['DECISION: We have decided to go north.']],
    ['is going to', 'We are going to remove the cluster.', ['DECISION: We are going to remove the cluster.']],
    ['after a speaker’s name', '- **Ines:** I prefer short cables.', ['PREFERENCE: I prefer short cables.']],
    ['a state is no identity', 'I am not sure. I am going home. I am a bit late.', []],
    ['a prediction is no decision', 'We are going to have more groups. We will see.', []],
    ['a question', 'Would I prefer it? I prefer what?', []],
    ['a condition', 'If we will use it, I prefer none.', []],
    ['a quote', '> I prefer short cables.', []],
    ['consequences', '## Consequences\n\nWe will use more power.', []],
  ])('%s', ([, text, expected]) => expect(verdicts(text)).toEqual(expected));
});

const isSubsequence = (characters: string, text: string): boolean => {
  let at = -1;
  return [...characters].every((character) => {
    at = text.indexOf(character, at + 1);
    return at >= 0;
  });
};

describe('spans', () => {
  const pieces = fc.constantFrom(
    '# Decision\n',
    '## Decision: ',
    '# A\n',
    '\n',
    '\n\n',
    '\r\n',
    '- ',
    '  - ',
    '1. ',
    '> ',
    '- [Decision] ',
    '[Fact] ',
    '**',
    '*',
    '_',
    '`',
    '~~',
    '[',
    '](b)',
    '![',
    '&amp;',
    '\\',
    '😀',
    '\uD800',
    '\0',
    '\t',
    '\u00A0',
    '\uFEFF',
    '|',
    '<!--',
    '<b>',
    '```\n',
    '    ',
    ': ',
    '. ',
    'I prefer short cables',
    'We will use it all',
    'X = 4.8 kg',
    'Decision: ',
    'because:',
    'a) ',
    'words and words',
    '---\n',
    '**Constraint:** ',
  );
  test('lie in the text, never overlap, and hold the content’s characters in order', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(pieces, fc.string({ unit: anyCharacter, maxLength: 4 })), { maxLength: 40 }),
        (parts) => {
          const text = parts.join('');
          for (const chunk of [
            { text, headingPath: [] },
            { text, headingPath: ['A', 'Decision'] },
            ...chunkMarkdown(text).chunks,
          ]) {
            let last = 0;
            for (const { start, end, spans, content } of extractStatements(chunk)) {
              expect(start).toBeGreaterThanOrEqual(last);
              expect(end).toBeGreaterThan(start);
              expect(end).toBeLessThanOrEqual(chunk.text.length);
              expect(content).toBe(content.replace(/\s+/g, ' ').trim());
              expect(spans).toContainEqual({ start, end });
              const wordCharactersOf = (text: string) => text.replace(/[^a-z]/gi, '');
              const read = spans.map((span) => chunk.text.slice(span.start, span.end));
              // A composed statement has the words of its spans; in a table its heading row stands first.
              if (spans.length === 1)
                expect(isSubsequence(wordCharactersOf(content), read.join(''))).toBe(true);
              else
                for (const word of content.match(/[a-z]+/gi) ?? [])
                  expect(wordCharactersOf(read.join(''))).toContain(word);
              last = end;
            }
          }
        },
      ),
      { numRuns: propertyRuns(2_000, 20) },
    );
  });

  test('plain content is the slice with its whitespace folded', () => {
    fc.assert(
      fc.property(
        fc.array(fc.stringMatching(/^[a-z]{1,8}$/), { minLength: 4, maxLength: 20 }),
        fc.constantFrom(' ', '\n', '  \r\n'),
        (words, gap) => {
          const text = `# A\n\n## Decision\n\nUse${gap}${words.join(gap)}${gap}today.\n`;
          const [statement] = extractStatements({ text, headingPath: [] });
          expect(text.slice(statement?.start, statement?.end).replace(/\s+/g, ' ')).toBe(statement?.content);
        },
      ),
    );
  });

  test.for([
    '[',
    '*a_ ',
    '>',
    '- ',
    '`',
    'a = 1 kg, ',
    'I am ',
    '[Decision] x\n\n',
    'Decision: ',
    '# Decision\n\nx\n\n',
    '&amp;',
    '\0',
  ])('a long text of %j neither throws nor hangs', (piece) => {
    // Work that is not linear would not end within the time of a test.
    extractStatements({ text: piece.repeat(testSize(100_000) / piece.length), headingPath: [] });
  });
});

test('code that is longer than a chunk states nothing in any of its pieces', () => {
  const code = `## Decision\n\nWe will use it.\n\n\`\`\`\n${'mass = 4.8 kg and we will use it, said nobody.\n'.repeat(200)}\`\`\`\n\nI prefer what stands after it.\n`;
  const { chunks } = chunkMarkdown(code);
  expect(chunks.filter(({ literal }) => literal).length).toBeGreaterThan(1);
  const found = chunks.flatMap((chunk) => extractStatements(chunk).map(({ content }) => content));
  expect(found).toEqual(['We will use it.', 'I prefer what stands after it.']);
  expect(extractStatements({ text: code, headingPath: [] }).map(({ content }) => content)).toEqual(found);
});

describe('a heading that names its matter in a word or two types the text below it', () => {
  test.for<Case>([
    [
      'the paragraph is what is decided',
      '## Decision: uplink\n\nWe route the uplink over the north mast.',
      ['DECISION: uplink (TOO_SHORT)', 'DECISION: We route the uplink over the north mast.'],
    ],
    [
      'a head that states something itself leaves its text alone',
      '## Decision: route the uplink over the north mast\n\nSome masts are quite nice.',
      ['DECISION: route the uplink over the north mast'],
    ],
    [
      'the name of an entity is no kind',
      '## Component: uplink\n\nIt stands on the north mast.',
      ['COMPONENT uplink: uplink'],
    ],
  ])('%s', ([, text, expected]) => {
    expect(
      extractStatements({ text, headingPath: [text.split('\n')[0]?.slice(3) ?? ''] }).map(
        (statement) =>
          `${'kind' in statement ? statement.kind : `${statement.entityType} ${statement.name}`}: ${statement.content}${statement.dropped === null ? '' : ` (${statement.dropped})`}`,
      ),
    ).toEqual(expected);
  });
});
