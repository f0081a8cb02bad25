import { describe, expect, test } from 'vitest';
import { detectedLabels } from '#domain/labels/labels.ts';
import { labelCorpus } from '../../support/label-corpus/label-corpus.ts';

const texts = labelCorpus(2_026, 30);

describe('over a corpus of every published form and of what only looks like one', () => {
  test('there are thousands of texts, most of which hold nothing', () => {
    expect(texts.length).toBeGreaterThan(5_000);
    expect(texts.filter(({ labels }) => labels.length === 0).length).toBeGreaterThan(texts.length / 2);
  });

  test.for(detectedLabels.map(({ label, find }) => [label, find] as const))(
    '%s: precision of 0.995, recall of 0.99',
    ([label, find]) => {
      const wrong: string[] = [];
      let right = 0;
      let named = 0;
      let labelled = 0;
      for (const { text, labels, of } of texts) {
        const isNamed = find(text).length > 0;
        const isLabelled = labels.includes(label);
        if (isNamed) named += 1;
        if (isLabelled) labelled += 1;
        if (isNamed && isLabelled) right += 1;
        else if (isNamed !== isLabelled)
          wrong.push(`${isNamed ? 'found in' : 'missed in'} ${of}: ${text.slice(0, 120)}`);
      }
      expect(right / named, wrong.join('\n')).toBeGreaterThanOrEqual(0.995);
      expect(right / labelled, wrong.join('\n')).toBeGreaterThanOrEqual(0.99);
    },
  );
});
