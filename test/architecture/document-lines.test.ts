import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectTexts } from './project-texts.ts';

const root = new URL('../..', import.meta.url).pathname;
const longest = 120;

/** Documents that a program writes, which breaks no lines. */
const printed = ['docs/cookbook.md', 'docs/data-model.md', 'docs/errors.md'];
const documents = projectTexts(root).filter(
  (path) => /^(?:docs\/.*|[^/]+)\.md$/.test(path) && !printed.includes(path),
);

/** Lines of prose; code, rows of tables, pictures and what has no place to break stay as long as they are. */
const proseOf = (text: string): readonly string[] =>
  text
    .replaceAll(/^ *(`{3,})[\s\S]*?^ *\1/gm, '')
    .split('\n')
    .filter((line) => !/^ *(?:\||!\[)/.test(line) && / \S* \S/.test(line.replaceAll(/`[^`]*`/g, '')));

/** Lines of files that are too long, each behind the path of its file. */
const tooLong = (paths: readonly string[], linesOf: (text: string) => readonly string[]) =>
  paths.flatMap((path) =>
    linesOf(readFileSync(join(root, path), 'utf8'))
      .filter((line) => line.length > longest)
      .map((line) => `${path}: ${line}`),
  );

test('a line of a document has at most 120 characters', () => {
  expect(documents.length).toBeGreaterThan(20);
  expect(tooLong(documents, proseOf)).toEqual([]);
});

test('a line of a migration, function or trigger in SQL has at most 120 characters, unless it is one literal', () => {
  const files = projectTexts(root).filter((path) =>
    /\/store\/(?:functions|migrations|triggers)\/.*\.sql$/.test(path),
  );
  expect(files.length).toBeGreaterThan(50);
  expect(tooLong(files, (text) => text.replaceAll(/'[^'\n]*'/g, "''").split('\n'))).toEqual([]);
});
