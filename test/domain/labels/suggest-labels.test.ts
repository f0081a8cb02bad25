import { describe, expect, test } from 'vitest';
import { labelFindings } from '#domain/labels/label-findings.ts';
import { type DetectedLabel, detectedLabels } from '#domain/labels/labels.ts';
import { suggestLabels } from '#domain/labels/suggest-labels.ts';

const nothingDecided = { authoritative: [], dismissed: [] };
const reach = 'Reach me at alice@example.com or +1 415 555 0199. Card on file is 4111-1111-1111-1111.';

const broken: DetectedLabel = {
  label: 'broken.detector',
  description: 'Throws.',
  find: () => {
    throw new Error('broken');
  },
};

describe('labels are suggested for what a text holds', () => {
  test.for([
    ['what detectors find, sorted', [reach], nothingDecided, ['financial.card', 'pii.email', 'pii.phone']],
    ['in any of the texts', ['nothing', 'alice@example.com'], nothingDecided, ['pii.email']],
    [
      'never what is authoritative',
      [reach],
      { authoritative: ['pii.email', 'legal.contract'], dismissed: [] },
      ['financial.card', 'pii.phone'],
    ],
    [
      'never what was dismissed',
      [reach],
      { authoritative: [], dismissed: ['financial.card'] },
      ['pii.email', 'pii.phone'],
    ],
    ['nothing where there is nothing', ['The sea is salty.', ''], nothingDecided, []],
  ] as const)('%s', ([, texts, decided, labels]) => {
    expect(suggestLabels(texts, decided)).toEqual(labels);
  });

  test('a detector that throws has found nothing, and keeps no other from finding', () => {
    expect(suggestLabels(['alice@example.com'], nothingDecided, [broken, ...detectedLabels])).toEqual([
      'pii.email',
    ]);
  });
});

describe('the places of labels in a text', () => {
  const at = (label: string, ...spans: readonly (readonly [number, number])[]): DetectedLabel => ({
    label,
    description: 'Finds what it is given.',
    find: () => spans.map(([start, end]) => ({ start, end })),
  });
  const detectors = [at('b', [4, 7], [8, 9]), broken, at('a', [0, 3], [4, 5]), at('c', [1, 2])];

  test('stand in the order of the text, the shorter first, each with its words', () => {
    expect(labelFindings('one two 3', ['b', 'a', 'broken.detector'], detectors)).toEqual([
      { label: 'a', start: 0, end: 3, text: 'one' },
      { label: 'a', start: 4, end: 5, text: 't' },
      { label: 'b', start: 4, end: 7, text: 'two' },
      { label: 'b', start: 8, end: 9, text: '3' },
    ]);
  });

  test('are none of labels that were not asked for', () => {
    expect(labelFindings(reach, ['pii.email']).map(({ text }) => text)).toEqual(['alice@example.com']);
    expect(labelFindings(reach, [])).toEqual([]);
  });
});
