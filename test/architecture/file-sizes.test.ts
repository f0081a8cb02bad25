import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { projectTexts } from './project-texts.ts';

const root = new URL('../..', import.meta.url).pathname;

/** Lines of a file at most, by where it stands; a file that grows beyond is split by subject. */
const limitOf = (path: string): number => (path.startsWith('test/') ? 400 : 350);

test('no file of code is longer than 350 lines, and none of a test than 400', () => {
  const sources = projectTexts(root).filter((path) => /\.tsx?$/.test(path));
  expect(sources.length).toBeGreaterThan(500);
  const lengths = sources.map((path) => ({
    path,
    lines: readFileSync(join(root, path), 'utf8').split('\n').length - 1,
  }));
  expect(lengths.filter(({ path, lines }) => lines > limitOf(path))).toEqual([]);
});

test('no folder of resolvers has more than thirty files', () => {
  const folders = Map.groupBy(
    projectTexts(root).filter((path) => path.startsWith('resolvers/')),
    (path) => dirname(path),
  );
  expect(folders.size).toBeGreaterThan(10);
  expect([...folders].filter(([, files]) => files.length > 30)).toEqual([]);
});
