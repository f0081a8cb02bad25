import { globSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chunkMarkdown } from '#domain/ingestion/chunk-markdown.ts';
import { type ExtractedStatement, extractStatements } from '#domain/ingestion/extract-statements.ts';
import { readDocumentFacts } from '#domain/ingestion/records/document-facts.ts';
import { propertyRuns, sampleOf } from '#test/support/property-runs.ts';

/** A piece of markdown, in parts that a reader sees and parts that a renderer hides. */
type Piece = readonly (readonly [text: string, seen: boolean])[];

const seen = (text: string): Piece => [[text, true]];
const word = fc.constantFrom('gauge', 'radar', 'Buoy', 'mooring', 'a1', 'zwölf', '浮标', 'C#', 'x_y');
const words = fc.array(word, { minLength: 1, maxLength: 3 }).map((some) => some.join(' '));

const inline: fc.Arbitrary<Piece> = fc.oneof(
  { weight: 4, arbitrary: words.map(seen) },
  fc
    .constantFrom(
      ...[
        '<Suspense>',
        '</Suspense>',
        'Array<string>',
        'Map<K, V>',
        '<Button kind="primary">',
        '<T>',
        '<my-part>',
      ],
      ...['<station-name>', '`<b>`', '`Map<K>`', 'a < b', '<3', 'List<List<Int>>'],
    )
    .map(seen),
  fc
    .constantFrom('<b>', '<span class="x">', '<br/>', '<sup>', '<IMG src="q">')
    .map((tag): Piece => [[tag, false]]),
  words.map(
    (text): Piece => [
      ['<!-- ', false],
      [text, false],
      [' -->', false],
    ],
  ),
  words.map(
    (text): Piece => [
      ['**', false],
      [text, true],
      ['**', false],
    ],
  ),
  words.map(
    (text): Piece => [
      ['<del>', false],
      [text, false],
      ['</del>', false],
    ],
  ),
  words.map(
    (text): Piece => [
      ['~~', false],
      [text, false],
      ['~~', false],
    ],
  ),
  words.map(
    (text): Piece => [
      ['[', false],
      [text, true],
      ['](https://a.example/b)', false],
    ],
  ),
  words.map(
    (text): Piece => [
      ['![', false],
      [text, false],
      ['](c.png)', false],
    ],
  ),
  fc.constantFrom('&amp;', '&lt;', '&quot;').map((reference): Piece => [[reference, false]]),
);

const sentence: fc.Arbitrary<Piece> = fc
  .tuple(
    fc.constantFrom(
      'We will use ',
      'The buoy must never ',
      'Every ',
      'I prefer ',
      'Ada to write ',
      'Use ',
      'R-7: The ',
    ),
    fc.array(inline, { minLength: 1, maxLength: 4 }),
    fc.constantFrom(' here.', ' shall be kept.', ' at least once a day.', '.'),
  )
  .map(
    ([opening, pieces, end]): Piece => [
      [opening, true],
      ...pieces.flatMap((piece, at): Piece => (at === 0 ? piece : [[' ', true], ...piece])),
      [end, true],
    ],
  );

const prose = fc
  .array(sentence, { minLength: 1, maxLength: 3 })
  .map((some): Piece => some.flatMap((piece): Piece => [...piece, [' ', true]]));

const paragraph = prose.map((text): Piece => [...text, ['\n\n', true]]);
const list = fc
  .tuple(
    fc.constantFrom('', 'The service must:\n\n', 'We decided:\n\n'),
    fc.array(prose, { minLength: 1, maxLength: 3 }),
  )
  .map(
    ([leadIn, items]): Piece => [
      [leadIn, true],
      ...items.flatMap((item): Piece => [['- ', true], ...item, ['\n', true]]),
      ['\n', true],
    ],
  );
const typedList = prose.map((text): Piece => [['- [Decision] ', false], ...text, ['\n\n', true]]);
const steps = fc
  .array(sentence, { minLength: 1, maxLength: 3 })
  .map(
    (items): Piece =>
      items.flatMap(
        (item, at): Piece => [
          [`${at + 1}. `, false],
          ...item,
          ['\n\n   ```\n', true],
          ['   npm ci', true],
          ['\n   ```\n\n', true],
        ],
      ),
  );
const table = fc
  .tuple(sentence, words)
  .map(
    ([cell, other]): Piece => [
      ['| Requirement | Part |\n|---|---|\n| ', true],
      ...cell,
      [` | ${other} |\n\n`, true],
    ],
  );
const heading = fc
  .constantFrom(
    '## Decision',
    '## Requirements',
    '## Rules',
    '## Procedure',
    '## Context',
    '## Buoys',
    '# ADR 4: Radar',
  )
  .map((text) => seen(`${text}\n\n`));
const hiddenBlock = fc
  .constantFrom(
    '<!-- We will hide this. -->\n\n',
    '```\nWe will use code.\n```\n\n',
    '> We will quote this.\n\n',
  )
  .map((text): Piece => [[text, false]]);

const document = fc
  .array(fc.oneof(paragraph, list, typedList, steps, table, heading, hiddenBlock), {
    minLength: 1,
    maxLength: 8,
  })
  .map((blocks) => blocks.flat());

const lettersOf = (text: string): string[] => text.match(/[\p{L}\p{N}]/gu)?.sort() ?? [];

const statementsOf = (path: string, content: string): ExtractedStatement[] => {
  const { title, chunks } = chunkMarkdown(content);
  const facts = readDocumentFacts(path, title, chunks);
  return chunks.flatMap((chunk) =>
    extractStatements({ ...chunk, document: facts }).map((statement) => ({
      ...statement,
      spans: statement.spans.map(({ start, end }) => ({
        start: chunk.startOffset + start,
        end: chunk.startOffset + end,
      })),
    })),
  );
};

test('a statement has every letter of its spans that a reader sees, and no other', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('adr/1.md', 'CONTRIBUTING.md', 'minutes.md', 'spec.md', 'notes.txt'),
      document,
      (path, pieces) => {
        const content = pieces.map(([text]) => text).join('');
        const shown = pieces.map(([text, isSeen]) => (isSeen ? text : ' '.repeat(text.length))).join('');
        for (const { content: words, spans } of statementsOf(path, content))
          expect({ words, letters: lettersOf(words) }).toEqual({
            words,
            letters: lettersOf(spans.map(({ start, end }) => shown.slice(start, end)).join(' ')),
          });
      },
    ),
    { numRuns: propertyRuns(10_000, 40) },
  );
});

test.for<readonly [written: string, read: string]>([
  ['We will show it in <Suspense>.', 'We will show it in <Suspense>.'],
  ['We will type lists as Array<string>.', 'We will type lists as Array<string>.'],
  ['We will use <Button kind="primary">.', 'We will use <Button kind="primary">.'],
  ['We will type it as `Map<b>`.', 'We will type it as Map<b>.'],
  ['We will use the <b>radar</b> gauge.', 'We will use the radar gauge.'],
  ['We will use the radar<br>gauge.', 'We will use the radar gauge.'],
  ['We will use it<!-- or not -->.', 'We will use it.'],
  ['We will use <s>sonar</s> radar.', 'We will use radar.'],
  ['We will keep the gauge while a<b and c>d holds.', 'We will keep the gauge while a<b and c>d holds.'],
  ['We will use the <input disabled> radar.', 'We will use the radar.'],
])('of %j a reader sees %j', ([written, read]) => {
  expect(statementsOf('adr/1.md', `## Decision\n\n${written}`).map(({ content }) => content)).toEqual([read]);
});

test.for<readonly [what: string, content: string, read: readonly string[]]>([
  [
    'a further paragraph of an item',
    '## Rules\n\n- Log each dive.\n\n  The log must never name a guest.\n',
    ['Log each dive.', 'The log must never name a guest.'],
  ],
  [
    'a footnote',
    '## Lamps\n\nThe lamp must be lit.[^1]\n\n[^1]: Every crew must carry a spare.\n',
    ['The lamp must be lit.', 'Every crew must carry a spare.'],
  ],
  [
    'lines of a paragraph that each have a mark',
    '## Notes\n\nDecision: use two lamps at dusk.\nRequirement: the lamps must be white.\n',
    ['use two lamps at dusk.', 'the lamps must be white.'],
  ],
  [
    'a sentence behind a Chinese one',
    '## Notes\n\n我们决定使用蓝色浮标。The buoy must be blue.\n',
    ['The buoy must be blue.'],
  ],
])('%s is a statement of its own', ([, content, read]) => {
  expect(statementsOf('buoys.md', content).map((statement) => statement.content)).toEqual(read);
});

test('a step of a procedure is read with its code', () => {
  const content = '## Procedure\n\n1. Stop the pump.\n\n   ```sh\n   pump stop --all\n   ```\n2. Drain it.\n';
  expect(statementsOf('pump.md', content).map((statement) => statement.content)).toEqual([
    'Stop the pump. pump stop --all; Drain it.',
  ]);
});

/** The letters of a piece of markdown but for what a renderer hides, by the marks alone. */
const withoutHidden = (markup: string): string =>
  markup
    .replace(/<!--.*?-->|<\/?(?:b|br|code|em|i|li|p|strong|sub|sup|ul)\b[^<>]*>|~~.*?~~/gis, ' ')
    .replace(/!\[[^\]]*\](?:\([^)]*\)|\[[^\]]*\])/g, ' ')
    .replace(/\](?:\([^()]*(?:\([^()]*\)[^()]*)*\)|\[[^\]]*\])/g, ']')
    .replace(/^[ \t]*\d{1,9}[.)] /gm, ' ')
    .replace(/&[a-z]+;/g, ' ');

const documents = globSync(
  ['docs/**/*.md', 'examples/**/*.md', 'src/**/*.md', 'test/quality/development/**/*.md', '*.md'],
  { exclude: (path) => path.includes('node_modules') },
).sort();
test.for(sampleOf(documents, 5))(
  'the statements of %s have every letter that a reader sees there',
  (path) => {
    const content = readFileSync(path, 'utf8');
    for (const { content: words, spans } of statementsOf(path, content))
      expect({ words, letters: lettersOf(words) }).toEqual({
        words,
        letters: lettersOf(
          withoutHidden(spans.map(({ start, end }) => content.slice(start, end)).join(' \n')),
        ),
      });
  },
);
