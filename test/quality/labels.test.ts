import { describe, expect, test } from 'vitest';
import { halfOfPair, readPairs } from './contradictions.ts';
import { readCases } from './detectors.ts';
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

describe.each(halves)('the pairs and texts of the half %s', (half) => {
  test('each pair stands in its half, and says something on both sides', () => {
    for (const pair of readPairs(half)) {
      expect(halfOfPair(pair), pair.a.content).toBe(half);
      expect(pair.a.content.trim().length * pair.b.content.trim().length, pair.sort).toBeGreaterThan(0);
    }
  });

  test('each sort of pair is a contradiction throughout, or none', () => {
    const sorts = Map.groupBy(readPairs(half), ({ sort }) => sort);
    for (const [sort, pairs] of sorts)
      expect(new Set(pairs.map(({ contradicts }) => contradicts)).size, sort).toBe(1);
  });

  test('each text stands in its half, with the offsets of what is found in it', () => {
    for (const { text, found } of readCases(half)) {
      expect(halfOf(text), text).toBe(half);
      for (const [, start, end] of found)
        expect(text.slice(start, end), text).toBe(text.slice(start, end).trim() || 'nothing');
    }
  });
});

test('no document stands in both halves', () => {
  const names = halves.flatMap((half) => readLabels(half).map(({ name }) => name));
  expect(new Set(names).size).toBe(names.length);
});
