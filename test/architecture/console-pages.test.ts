import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { consoleAddresses } from '#server/http/console-pages.ts';

const root = new URL('../..', import.meta.url).pathname;
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const found = (text: string, pattern: RegExp): string[] => [
  ...new Set(Array.from(text.matchAll(pattern), ([, first = '']) => first)),
];

const routes = found(read('src/console/shell/router.tsx'), /path: '\/([\w-]*)/g);

test('the gateway serves the console at the first segment of every route, and where an issuer leads back', () => {
  expect(routes.length).toBeGreaterThan(10);
  expect([...consoleAddresses].sort(), 'Name it in src/server/http/console-pages.ts.').toEqual(
    [...routes, 'signed-in'].sort(),
  );
});

test('every page of the console is looked at, in both colours and on a phone', () => {
  const looked = found(read('test/console/every-page.ts'), /=> ['`]\/([\w-]*)/g);
  const unlooked = routes.filter((route) => !looked.includes(route));
  expect(unlooked, 'Add a row to the table of pages in test/console/every-page.ts.').toEqual([]);
});

test('every other place in the menu than the home page and the inbox is a row of docs/console.md', () => {
  const places = found(read('src/console/shell/places.ts'), /label: '([^']+)'/g);
  const described = read('docs/console.md');
  expect(places.slice(0, 2)).toEqual(['Home', 'Inbox']);
  expect(
    places.slice(2).filter((place) => !described.includes(`| ${place} |`)),
    'Add a row to the table of other places.',
  ).toEqual([]);
});
