import { describe, expect, test } from 'vitest';
import { type DetectedLabel, detectedLabels } from '#domain/labels/labels.ts';
import { suggestLabels } from '#domain/labels/suggest-labels.ts';

const nothingDecided = { authoritative: [], dismissed: [] };
const reach = 'Reach me at alice@example.com or +1 415 555 0199. Card on file is 4111-1111-1111-1111.';

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
    const broken: DetectedLabel = {
      label: 'broken.detector',
      description: 'Throws.',
      find: () => {
        throw new Error('broken');
      },
    };
    expect(suggestLabels(['alice@example.com'], nothingDecided, [broken, ...detectedLabels])).toEqual([
      'pii.email',
    ]);
  });
});
