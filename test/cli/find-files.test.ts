import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findFiles } from '#cli/ingestion/find-files.ts';
import { readableExtensions } from '#cli/ingestion/readable-kinds.ts';

/** A folder with these files; a text for each. */
const folderOf = (files: Readonly<Record<string, string>>): string => {
  const folder = mkdtempSync(join(tmpdir(), 'vouch-files-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
};

const usual = { extensions: new Set(readableExtensions), hidden: false };

test('files of every readable kind are found in the order of their paths', async () => {
  const names = [
    'a.md',
    'b.mdx',
    'c.MDC',
    'd.rst',
    'e.adoc',
    'f.org',
    'g.html',
    'h.jsonl',
    'i.yml',
    'j.vtt',
    'README',
  ];
  const folder = folderOf(Object.fromEntries(['z/deep.txt', ...names].map((name) => [name, 'x'])));
  expect(await findFiles(folder, usual)).toEqual({ files: [...names, 'z/deep.txt'].sort(), skipped: [] });
});

test('whatever is not read is named with its reason', async () => {
  const folder = folderOf({
    'a.md': 'x',
    'picture.png': 'x',
    '.hidden/a.md': 'x',
    '.draft.md': 'x',
    'node_modules/x/README.md': 'x',
  });
  symlinkSync('a.md', join(folder, 'link.md'));
  symlinkSync('.', join(folder, 'loop'));
  const { files, skipped } = await findFiles(folder, usual);
  expect(files).toEqual(['a.md']);
  expect(skipped.toSorted((one, other) => (one.path < other.path ? -1 : 1))).toEqual([
    { path: '.draft.md', reason: 'HIDDEN' },
    { path: '.hidden/', reason: 'HIDDEN' },
    { path: 'link.md', reason: 'SYMBOLIC_LINK' },
    { path: 'loop', reason: 'SYMBOLIC_LINK' },
    { path: 'node_modules/', reason: 'DEPENDENCIES' },
    { path: 'picture.png', reason: 'OTHER_KIND' },
  ]);
});

test('names that begin with a point and further endings are read on request, and .git never is', async () => {
  const folder = folderOf({ '.cursor/rules/a.mdc': 'x', '.git/notes.md': 'x', 'b.rules2': 'x' });
  const { files } = await findFiles(folder, {
    extensions: new Set([...readableExtensions, 'rules2']),
    hidden: true,
  });
  expect(files).toEqual(['.cursor/rules/a.mdc', 'b.rules2']);
});

test('ignore files hold below their folder, the deeper one decides, and .vouchignore has the last word', async () => {
  const folder = folderOf({
    '.gitignore': 'dist/\n*.txt\n',
    '.vouchignore': '!kept.txt\n/notes/old*\n',
    'dist/a.md': 'x',
    'kept.txt': 'x',
    'left.txt': 'x',
    'notes/.gitignore': '!mine.txt\n',
    'notes/mine.txt': 'x',
    'notes/old.md': 'x',
    'sub/notes/old.md': 'x',
  });
  const { files, skipped } = await findFiles(folder, usual);
  expect(files).toEqual(['kept.txt', 'notes/mine.txt', 'sub/notes/old.md']);
  expect(skipped.map(({ path }) => path).sort()).toEqual(['dist/', 'left.txt', 'notes/old.md']);
});
