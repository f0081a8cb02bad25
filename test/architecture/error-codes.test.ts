import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { errorCatalogue } from '#cli/error-catalogue.ts';
import { errorCodes } from '#domain/error-codes.ts';
import { topLevelErrorCodes } from '#server/operations/public-errors.ts';

const root = new URL('../..', import.meta.url).pathname;
const sources = ['src', 'resolvers']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.startsWith('console/'))
      .map((file) => join(folder, file)),
  )
  .filter((file) => !['src/domain/error-codes.ts'].includes(file))
  .map((file) => readFileSync(join(root, file), 'utf8'))
  .join('\n');

/** Codes that are put together from an area and a reason. */
const composed = /^(?:promote_labels|dismiss_labels)\.(\w+)$/;

test('docs/errors.md is what the tables print', () => {
  expect(readFileSync(join(root, 'docs/errors.md'), 'utf8')).toBe(errorCatalogue());
});

test('every code of a refusal is given somewhere', () => {
  const unused = Object.keys(errorCodes).filter((code) => {
    const reason = composed.exec(code)?.[1];
    return !sources.includes(`'${reason ?? code}'`);
  });
  expect(unused).toEqual([]);
});

test('every code of a top-level error is given somewhere, and no other', () => {
  const given = new Set(
    [...sources.matchAll(/(?:code: |createRefusal\(\s*|Code = )'([A-Z][A-Z_]+)'/g)].map((match) => match[1]),
  );
  expect(Object.keys(topLevelErrorCodes).filter((code) => !given.has(code))).toEqual([]);
});
