import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = new URL('../../..', import.meta.url).pathname;
const rules = join(root, 'src/domain/review/rules');
const tests = join(root, 'test/domain/review');

/** The codes that stand in a text as a violation's. */
const codesIn = (text: string): string[] =>
  Array.from(text.matchAll(/code: '([a-z_]+\.[a-z_]+)'/g), ([, code = '']) => code);
const textsIn = (folder: string, leftOut: string): string =>
  readdirSync(folder)
    .filter((name) => name !== leftOut)
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n');

const codes = [...new Set(codesIn(textsIn(rules, '')))].sort();
const tables = textsIn(tests, 'violation-message.test.ts');
const messages = readFileSync(join(tests, 'violation-message.test.ts'), 'utf8');

test('every refusal of a rule of review is a verdict in a table of its tests', () => {
  expect(codes.length).toBeGreaterThan(20);
  expect(
    codes.filter((code) => !tables.includes(`'${code}'`)),
    'Add a row to test/domain/review/promotion.test.ts or each-rule.test.ts with this verdict.',
  ).toEqual([]);
});

test('the message of every refusal of a rule of review stands in a table', () => {
  expect(
    codes.filter((code) => !messages.includes(`'${code}'`)),
    'Add a row to test/domain/review/violation-message.test.ts with the message.',
  ).toEqual([]);
});
