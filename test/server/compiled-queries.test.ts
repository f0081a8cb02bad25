import { parse, validate } from 'graphql';
import { describe, expect, test } from 'vitest';
import { createCompiledQueries } from '#server/compiled-queries.ts';
import { createToySchema } from './toy-gateway.ts';

const schema = createToySchema();

const isCompiled = (text: string): boolean => {
  const document = parse(text);
  expect(validate(schema, document)).toEqual([]);
  const queries = createCompiledQueries(1);
  queries.note(schema, document, null);
  return queries.find(document, null) !== null;
};

/** graphql-jit's mark of a date, and then what it takes for the argument of `new Date(…)`. */
const marked = '__MAGIC_DATE__33a9e76d_02e0_4128_8e92_3530ad3da74d';

describe('what a query may hold to be compiled', () => {
  test.for([
    '{ item { id parent { id } } }',
    'query Page($first: Int, $id: ID = 7) { items(first: $first) { nodes { id } totalCount } item(id: $id) { __typename } }',
    '{ left: item { ...names } painted(colour: CRIMSON) repeat(times: 2) } fragment names on Item { id text }',
  ])('plain names, numbers and enum values: %s', (text) => expect(isCompiled(text)).toBe(true));

  test.for([
    ['a text', '{ repeat(times: 1, word: "plain") }'],
    ['a block of text', '{ repeat(times: 1, word: """plain""") }'],
    ['a text in a list', '{ nodes(ids: [1, "2"]) { id } }'],
    ['a default that is a text', 'query ($word: String = "plain") { repeat(times: 1, word: $word) }'],
    ['a directive', '{ item { id text @include(if: false) } }'],
    ['a directive on a fragment', '{ item { ...names @skip(if: true) } } fragment names on Item { id }'],
    ['an alias with an underscore', '{ b_a: item { id } }'],
    ['an alias with two', '{ __proto__: item { id } }'],
    ['a variable with two', 'query ($__proto__: Int) { items(first: $__proto__) { totalCount } }'],
    [
      'a mutation',
      'mutation { write(input: { content: $content }) }'.replace('mutation', 'mutation ($content: String!)'),
    ],
    ['introspection', '{ __schema { description } }'],
  ] as const)('not %s', ([, text]) => expect(isCompiled(text)).toBe(false));

  test('what a caller writes is never run', () => {
    const code = `${marked}globalThis.wasRun=true`;
    for (const text of [
      `{ repeat(times: 1, word: "${code}") }`,
      `{ repeat(times: 1, word: """${code}""") }`,
      `{ repeat(times: 1, word: "${code.replace('_', '\\u005f')}") }`,
      `{ nodes(ids: ["${code}"]) { id } }`,
    ]) {
      const document = parse(text);
      const queries = createCompiledQueries(1);
      queries.note(schema, document, null);
      void queries.find(document, null)?.run({}, {});
      expect(globalThis).not.toHaveProperty('wasRun');
    }
  });
});
