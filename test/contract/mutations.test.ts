import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { schema } from '#resolvers/index.ts';

const operations = new URL('../operations', import.meta.url).pathname;
const texts = readdirSync(operations, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.(?:ts|graphql)$/.test(path))
  .map((path) => readFileSync(join(operations, path), 'utf8'))
  .join('\n');
const named = new Set(texts.match(/\w+/g));

test('every mutation is called by a test of its area', () => {
  const mutations = Object.keys(schema.getMutationType()?.getFields() ?? {});
  expect(mutations.length).toBeGreaterThan(60);
  expect(
    mutations.filter((name) => !named.has(name)),
    'Add a test to test/operations/<area>: done, refused for each rule, forbidden, hidden, dry run.',
  ).toEqual([]);
});
