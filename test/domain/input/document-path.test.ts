import { expect, test } from 'vitest';
import { assertDistinctPath, assertDocumentPath, maxPathLength } from '#domain/input/document-path.ts';

test.for([
  ['readme.md'],
  ['docs/decisions/0001-use-postgres.md'],
  ['_archive/..hidden/a..b/...'],
  ['Ünïcode/文書 1.md'],
  ['%2e%2e/a'],
  ['a'.repeat(maxPathLength)],
] as const)('accepts %s', ([path]) => {
  expect(() => assertDocumentPath(path)).not.toThrow();
});

test.for([
  ['nothing', ''],
  ['white space', '  '],
  ['the parent', '..'],
  ['the parent first', '../a.md'],
  ['the parent within', 'a/../b.md'],
  ['the parent last', 'a/..'],
  ['a root', '/etc/passwd'],
  ['a backslash', 'a\\b.md'],
  ['a NUL', 'a\0.md'],
  ['a lone surrogate', 'a\ud83d.md'],
  ['the same folder', './a.md'],
  ['an empty segment', 'a//b.md'],
  ['a folder', 'a/'],
  ['too many characters', 'a'.repeat(maxPathLength + 1)],
] as const)('refuses %s', ([, path]) => {
  const at = ['input', 'documents', '3', 'path'];
  expect(() => assertDocumentPath(path, at)).toThrow(
    expect.objectContaining({ code: 'input.invalid', path: at }),
  );
});

test('the message says what to send', () => {
  expect(() => assertDocumentPath('a/../b')).toThrow(
    'The path of a document leaves its folder by "..". Send it relative to the project, as in "docs/decisions/0001.md".',
  );
});

test.for([
  ['an unseen space', 'adr/0\u200B1.md', false],
  ['a soft hyphen', 'adr/a\u00ADb.md', false],
  ['a joiner between Latin letters', 'adr/a\u200Cb.md', false],
  ['a space of no width between Persian letters', 'می\u200Bروم.md', false],
  ['a joiner between Persian letters', 'می\u200Cروم.md', true],
  ['a joiner between Hindi letters', 'क्\u200Dष.md', true],
  ['a bell', 'adr/1.md\u0007', false],
  ['a line break', 'adr/1\n.md', false],
  ['a space at its end', 'adr/1.md ', false],
  ['a space without a break at its end', 'adr/1.md\u00A0', false],
  ['a space at its beginning', ' adr/1.md', false],
  ['a space of no width after an emoji', 'adr/❤\u200B.md', false],
  ['a direction after an emoji', 'adr/❤\u202E.md', false],
  ['a space within it', 'adr/1 a.md', true],
  ['letters and digits in full width', '資料０１ＡＢ.md', true],
  ['an emoji', 'adr/❤\uFE0F.md', true],
  ['emojis of several parts', 'adr/👩🏽\u200D💻 ❤\uFE0F\u200D🔥.md', true],
  ['brackets in full width', 'docs/文書（1）.md', true],
  ['decomposed letters', 'docs/cafe\u0301.md', true],
] as const)('a path with %s: %s (accepted: %s)', ([, path, isTaken]) => {
  const asserts = () => assertDistinctPath(path);
  if (isTaken) expect(asserts).not.toThrow();
  else expect(asserts).toThrow('has characters that nobody sees');
});
