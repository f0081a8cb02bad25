import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chunkMarkdown } from '#domain/ingestion/chunk-markdown.ts';
import { statementsBySection } from '#domain/ingestion/extract-statements.ts';
import { leftOverOf } from '#domain/ingestion/left-over.ts';
import { readDocumentFacts } from '#domain/ingestion/records/document-facts.ts';
import { propertyRuns } from '#test/support/property-runs.ts';

/** Each part of a document with what came of it: a statement, a sentence that scored too low, or nothing and the reason. */
const accountOf = (path: string, content: string) => {
  const { title, chunks } = chunkMarkdown(content);
  const document = readDocumentFacts(path, title, chunks);
  return chunks.flatMap((chunk) =>
    [...statementsBySection({ ...chunk, document })].flatMap((read) => {
      if (!read) return [];
      const textOf = ({ start, end }: { readonly start: number; readonly end: number }) =>
        chunk.text.slice(start, end);
      return [
        ...[...read.statements, ...read.belowThreshold].flatMap(({ spans }) =>
          spans.map((span) => ({ text: textOf(span), reason: 'READ' })),
        ),
        ...read.leftOver.map((part) => ({ text: textOf(part), reason: part.reason })),
        ...(read.unread === null ? [] : [{ text: textOf(read.section), reason: `SECTION ${read.unread}` }]),
      ];
    }),
  );
};

describe('of a section that gave a statement, the parts that gave none are named', () => {
  test.for<readonly [what: string, part: string, text: string, reason: string]>([
    ['a quote', '> Some say the quay is lost.', '> Some say the quay is lost.', 'NO_STATEMENT'],
    ['code', '```sh\npump stop --all now\n```', 'pump stop --all now', 'CODE'],
    [
      'a row of a table of another matter',
      '| Station | Note |\n|---|---|\n| North | The gate must be shut. |',
      '| North | The gate must be shut. |',
      'NO_STATEMENT',
    ],
    ['a question', 'Who will carry the spare lamp?', 'Who will carry the spare lamp?', 'NO_STATEMENT'],
    ['words in Chinese', '我们决定使用蓝色浮标。', '我们决定使用蓝色浮标。', 'NO_STATEMENT'],
  ])('%s', ([, part, text, reason]) => {
    const account = accountOf('rules.md', `## Rules\n\nThe lamp must be lit.\n\n${part}\n`);
    expect(account).toContainEqual({ text: 'The lamp must be lit.', reason: 'READ' });
    expect(account).toContainEqual({ text, reason });
  });

  test.for<readonly [what: string, part: string]>([
    ['a heading in bold', '**Lamps**'],
    ['a comment', '<!-- We will not say this to anybody. -->'],
    ['a label', 'Status: open'],
    ['the address of a link', '[the quay]: https://quay.example "The old quay at the river"'],
  ])('%s is none', ([, part]) => {
    const account = accountOf('rules.md', `## Rules\n\nThe lamp must be lit.\n\n${part}\n`);
    expect(account).toEqual([{ text: 'The lamp must be lit.', reason: 'READ' }]);
  });

  test('the words of an assistant beside those of a person', () => {
    const account = accountOf(
      'chat.md',
      '## User\n\nI prefer short reports.\n\nuser: I prefer tea to coffee.\nassistant: We will send long reports.\n',
    );
    expect(account).toContainEqual({ text: 'We will send long reports.', reason: 'SPOKEN_BY_ASSISTANT' });
  });
});

describe('left over is what no span covers, line by line', () => {
  /** Spans are written `«…»`; a part that is left over is its text, code in backticks. */
  test.for<readonly [what: string, text: string, left: readonly string[]]>([
    [
      'nothing taken: all of it, neighbouring lines as one',
      'One two three.\nFour five six.',
      ['One two three.\nFour five six.'],
    ],
    ['a line between two that were taken', '«One.»\nTwo three four.\n«Five.»', ['Two three four.']],
    [
      'what stands before and behind in one line',
      'One two three «four» five six seven.',
      ['One two three', 'five six seven.'],
    ],
    [
      'parts on both sides of what was taken are two',
      'One two three.\n«Four.»\nFive six seven.',
      ['One two three.', 'Five six seven.'],
    ],
    [
      'a span over two lines',
      'One two three «four\nfive» six seven eight.',
      ['One two three', 'six seven eight.'],
    ],
    [
      'two spans in one line',
      '«One» two three four «five» six seven eight.',
      ['two three four', 'six seven eight.'],
    ],
    ['all of it taken', '«One two three.»', []],
    ['two words are a label', 'One two.', []],
    ['three words say something', 'One two three.', ['One two three.']],
    ['five letters of a script without spaces', '我们决定使', []],
    ['six letters of a script without spaces', '我们决定使用', ['我们决定使用']],
    ['figures alone', '1 2 3 4', []],
    ['blanks around', '   One two three.   ', ['One two three.']],
    [
      'code, and prose behind it',
      '```\nlet us begin now\n```\nOne two three.',
      ['`let us begin now`', 'One two three.'],
    ],
    [
      'a fence of four ends with four',
      '````\nlet us begin\n```\nand go on now\n````',
      ['`let us begin\n```\nand go on now`'],
    ],
    [
      'neighbouring lines before one that was taken',
      'One two three.\nFour five six.\n«Seven.»',
      ['One two three.\nFour five six.'],
    ],
    [
      'an indented end of code',
      '```\nlet us begin now\n  ```\nOne two three.',
      ['`let us begin now`', 'One two three.'],
    ],
    ['a heading', '# One two three\nFour five six.', ['Four five six.']],
    ['a comment over lines', '<!-- One two\nthree four -->\nFive six seven.', ['Five six seven.']],
    ['the head of a table', '| One two | three |\n|---|---|\n| four five | six |', ['| four five | six |']],
    [
      'a line above a rule is no head',
      'One two three\n---\nFour five six.',
      ['One two three\n---\nFour five six.'],
    ],
  ])('%s', ([, marked, left]) => {
    const spans: { start: number; end: number }[] = [];
    let text = '';
    for (const part of marked.split(/(?=«)|(?<=»)/)) {
      const words = part.replace(/[«»]/g, '');
      if (part.startsWith('«')) spans.push({ start: text.length, end: text.length + words.length });
      text += words;
    }
    const found = (given: readonly { start: number; end: number }[]) =>
      leftOverOf(text, given).map(({ start, end, isCode }) =>
        isCode ? `\`${text.slice(start, end)}\`` : text.slice(start, end),
      );
    expect(found(spans)).toEqual(left);
    expect(found(spans.toReversed())).toEqual(left);
  });
});

const words = fc
  .array(fc.constantFrom('gauge', 'radar', 'mooring', 'must', 'never', 'we', 'will', 'use', 'every'), {
    minLength: 3,
    maxLength: 8,
  })
  .map((some) => some.join(' '));
/** A block whose words hold `@`, which stands for a number of its own. */
const block = fc.oneof(
  words.map((text) => `The ${text} @ ${text}.`),
  words.map((text) => `- ${text} @ ${text}\n- The buoy must be lit.`),
  words.map((text) => `> ${text} @ ${text}`),
  words.map((text) => `| A | B |\n|---|---|\n| ${text} @ | ${text} |`),
  words.map((text) => `1. ${text}:\n\n   ${text} @ ${text}.\n\n   - ${text}`),
  words.map((text) => `\`\`\`\n${text} @ ${text}\n\`\`\``),
  words.map((text) => `<div>\n${text} @ ${text}\n</div>`),
  words.map((text) => `${text}.[^n]\n\n[^n]: ${text} @ ${text}.`),
  words.map((text) => `We will keep one lamp. ~~${text} @ ${text}~~`),
);
const heading = fc.constantFrom('## Decision', '## Rules', '## Context', '## Lamps', '## Status');

test('every word of a document is in a statement, in a part that is named, or in a section that is', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('adr/1.md', 'rules.md', 'minutes.md', 'spec.md', 'notes.md'),
      fc.array(fc.tuple(heading, fc.array(block, { minLength: 1, maxLength: 5 })), {
        minLength: 1,
        maxLength: 4,
      }),
      (path, sections) => {
        let number = 0;
        const content = sections
          .map(([title, blocks]) => [title, ...blocks].join('\n\n'))
          .join('\n\n')
          .replaceAll('@', () => {
            number += 1;
            return `no${number}x`;
          });
        const account = accountOf(path, content)
          .map(({ text }) => text)
          .join('\n');
        for (let at = 1; at <= number; at += 1) expect(account).toContain(`no${at}x`);
      },
    ),
    { numRuns: propertyRuns(500, 40) },
  );
});
