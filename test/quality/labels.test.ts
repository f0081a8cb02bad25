import { describe, expect, test } from 'vitest';
import { findText, readLabels } from './documents.ts';
import { documentKinds } from './label-file.ts';
import { halfOf, halves } from './paths.ts';

describe.each(halves)('the label files of the half %s', (half) => {
  const documents = readLabels(half);

  test('hold documents of every kind', () => {
    expect(documentKinds.filter((kind) => !documents.some((document) => document.kind === kind))).toEqual([]);
  });

  test.each(documents)('$name: stands in its half, and its labels in its text', (document) => {
    const { name, length, labels } = document;
    expect(halfOf(name)).toBe(half);
    expect(labels.length).toBeGreaterThan(0);
    const text = findText(half, document);
    if (text !== null) expect(text).toHaveLength(length);
    for (const { verdict, kinds, span, needs } of labels) {
      for (const [start, end] of [span, ...needs]) {
        expect(start).toBeGreaterThanOrEqual(0);
        expect(end).toBeGreaterThan(start);
        expect(end).toBeLessThanOrEqual(length);
        if (text !== null) expect(text.slice(start, end).trim()).toBe(text.slice(start, end));
      }
      expect(kinds.length === 0, `${name} at ${span[0]}`).toBe(verdict === 'junk');
    }
  });

  test('label each statement once', () => {
    for (const { name, labels } of documents) {
      const statements = labels.filter(({ verdict }) => verdict !== 'junk').map(({ span }) => span);
      for (const [index, [start]] of statements.entries())
        expect(start, `${name} at ${start}`).toBeGreaterThanOrEqual(statements[index - 1]?.[1] ?? 0);
    }
  });
});

test('no document stands in both halves', () => {
  const names = halves.flatMap((half) => readLabels(half).map(({ name }) => name));
  expect(new Set(names).size).toBe(names.length);
});
