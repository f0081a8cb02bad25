import { buildSchema } from 'graphql';
import { describe, expect, test } from 'vitest';
import { createDocuments, holdsWords } from '#server/operations/documents.ts';
import { defaultLimits } from '#server/operations/operation-limits.ts';
import { createToySchema } from './toy-gateway.ts';

describe('a document is kept only where it has no words in it', () => {
  test.for([
    ['nothing quoted', '{ viewer { user } }', false],
    [
      'an id, a date and a path',
      '{ a(id: "mem_01-2") b(at: "2026-03-01T09:00:00Z", path: "adr/1.md") }',
      false,
    ],
    ['an action', '{ auditEvents(filter: { action: { eq: MEMORY_PROMOTED } }) { totalCount } }', false],
    ['two words', '{ memories(filter: { search: "harbour keys" }) { totalCount } }', true],
    ['words of a language without spaces', '{ memories(filter: { search: "港の鍵" }) { totalCount } }', true],
    ['a quote in a value', '{ a(x: "say \\"yes\\"") }', true],
    ['a comment', '# the harbour keys\n{ viewer { user } }', true],
    ['a comment with a quote', '{ viewer { user } } # the "harbour', true],
    ['a number sign in a value', '{ a(x: "#1") }', true],
    ['a block of text', '{ a(x: """words""") }', true],
  ] as const)('%s', ([, text, holds]) => {
    expect(holdsWords(text)).toBe(holds);
  });

  test.for([
    ['a valid one', '{ user }', true],
    ['one with words', '{ repeat(times: 1, word: "the harbour keys") }', false],
    ['one that is not valid', '{ nobodyKnows }', false],
    ['one of more than 4,096 characters', `{ user ${' '.repeat(4_096)} }`, false],
  ] as const)('%s is kept, or is not: %s', ([, text, isKept]) => {
    const read = createDocuments(createToySchema(), defaultLimits, {
      introspection: true,
      suggestions: false,
    });
    read(text).validate();
    const [first, second] = [read(text), read(text)];
    expect(first === second).toBe(isKept);
  });

  test.for([
    'subscription { user @skip(if: true) }',
    'subscription ($x: Boolean!) { user @include(if: $x) }',
    'query Q { user } subscription S { ...F } fragment F on Query { ... { ...G } } fragment G on Query { user @skip(if: false) }',
  ])('a condition at the root of a subscription is refused: %s', (text) => {
    const read = createDocuments(createToySchema(), defaultLimits, {
      introspection: true,
      suggestions: false,
    });
    expect(() => read(text)).toThrow('A subscription takes neither @skip nor @include at its root.');
  });

  test('beyond 256 documents the oldest gives way', () => {
    const read = createDocuments(createToySchema(), defaultLimits, {
      introspection: true,
      suggestions: false,
    });
    const texts = Array.from({ length: 257 }, (_, at) => `{ a${at}: user }`);
    const documents = texts.map((text) => {
      const document = read(text);
      document.validate();
      return document;
    });
    expect(texts.filter((text, at) => read(text) !== documents[at])).toEqual(texts.slice(0, 1));
  });

  test('an operation is planned once for each set of fields that its conditions select', () => {
    const read = createDocuments(createToySchema(), defaultLimits, {
      introspection: true,
      suggestions: false,
    });
    const operation = read('query ($on: Boolean!) { user item @include(if: $on) { id } }').operation(null);
    const fieldsOf = (on: boolean) => {
      const { plan, isKnown } = operation.prepare({ on });
      return [isKnown, plan.root.fields.map(({ key }) => key)];
    };
    expect([fieldsOf(true), fieldsOf(false), fieldsOf(true), fieldsOf(false)]).toEqual([
      [false, ['user', 'item']],
      [false, ['user']],
      [true, ['user', 'item']],
      [true, ['user']],
    ]);
  });

  test.for([
    [true, /Did you mean the enum value "MEMORY"\?$/],
    [false, /Value "MEMORYS" does not exist in "Kind" enum\.$/],
  ] as const)(
    'a wrong value of an enum is refused by name; with suggestions: %s',
    ([suggestions, message]) => {
      const schema = buildSchema('enum Kind { MEMORY DOCUMENT } type Query { find(kinds: [Kind!]): String }');
      const read = createDocuments(schema, defaultLimits, { introspection: true, suggestions });
      const operation = read('query ($kinds: [Kind!]) { find(kinds: $kinds) }').operation(null);
      expect(() => operation.prepare({ kinds: ['MEMORYS'] })).toThrow(message);
    },
  );

  test('a value that does not end', () => {
    expect(holdsWords('"\\'.repeat(8_000))).toBe(true);
  });
});
