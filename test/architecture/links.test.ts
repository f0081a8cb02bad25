import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { projectTexts } from './project-texts.ts';

const root = new URL('../..', import.meta.url).pathname;

/** Texts that quote documents of others. */
const quoted = ['test/fixtures/', 'test/quality/', 'src/server/sample/corpus/', 'bench/peers/'];

const documents = projectTexts(root).filter(
  (path) => path.endsWith('.md') && !quoted.some((folder) => path.startsWith(folder)),
);

/** Makes a heading's anchor as GitHub does. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-');

const anchorsOf = (text: string): readonly string[] =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading));

const linksOf = (text: string): readonly string[] =>
  [...text.replaceAll(/```[\s\S]*?```/g, '').matchAll(/\]\(([^()\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target));

test('the links of a text are found, and its anchors', () => {
  const text = '# A `b`: c\n[x](y.md#z), ![i](i.png) and [web](https://a.b)\n```\n[no](no.md)\n```';
  expect([linksOf(text), anchorsOf(text)]).toEqual([['y.md#z', 'i.png'], ['a-b-c']]);
});

test('every link of README, docs and notes leads to a file, and to a heading of it', () => {
  const dead = documents.flatMap((path) =>
    linksOf(readFileSync(join(root, path), 'utf8'))
      .filter((target) => {
        const [file = '', anchor] = target.split('#');
        const place = file === '' ? join(root, path) : join(root, dirname(path), file);
        if (!existsSync(place)) return true;
        return anchor !== undefined && !anchorsOf(readFileSync(place, 'utf8')).includes(anchor);
      })
      .map((target) => `${path}: ${target}`),
  );
  expect(documents.length).toBeGreaterThan(20);
  expect(dead).toEqual([]);
});
