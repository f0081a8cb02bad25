import { describe, expect, test } from 'vitest';
import { createDocumentCache, holdsWords } from '#server/http/parsed-documents.ts';

describe('a document is kept only where it has no words in it', () => {
  test.for([
    ['nothing quoted', '{ viewer { user } }', false],
    [
      'an id, a date and a path',
      '{ a(id: "mem_01-2") b(at: "2026-03-01T09:00:00Z", path: "adr/1.md") }',
      false,
    ],
    ['an action', '{ auditEvents(filter: { action: "memory.promoted" }) { totalCount } }', false],
    ['two words', '{ memories(filter: { search: "harbour keys" }) { totalCount } }', true],
    ['words of a language without spaces', '{ memories(filter: { search: "港の鍵" }) { totalCount } }', true],
    ['a quote in a value', '{ a(x: "say \\"yes\\"") }', true],
    ['a comment', '# the harbour keys\n{ viewer { user } }', true],
    ['a comment with a quote', '{ viewer { user } } # the "harbour', true],
    ['a number sign in a value', '{ a(x: "#1") }', true],
    ['a block of text', '{ a(x: """words""") }', true],
  ] as const)('%s', ([, text, holds]) => {
    expect(holdsWords(text)).toBe(holds);
    const { documentCache } = createDocumentCache();
    documentCache.set(text, { kind: 'Document', definitions: [] } as never);
    expect(documentCache.get(text) === undefined).toBe(holds);
  });

  test('a value that does not end', () => {
    expect(holdsWords('"\\'.repeat(8_000))).toBe(true);
  });
});
