import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { detectedLabels } from '#domain/labels/labels.ts';
import type { Half } from './paths.ts';
import { type Rate, wilson } from './statistics.ts';

/** A text, and where a reader finds what: a label and its offsets. */
export interface DetectorCase {
  readonly text: string;
  readonly found: readonly (readonly [label: string, start: number, end: number])[];
}

export const readCases = (half: Half): readonly DetectorCase[] =>
  readFileSync(join(import.meta.dirname, half, 'detectors.ndjson'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as DetectorCase);

export interface DetectorQuality {
  readonly texts: number;
  readonly labels: readonly {
    readonly label: string;
    readonly precision: Rate;
    readonly recall: Rate;
    /** Share of right findings with exact offsets. */
    readonly exact: Rate;
  }[];
  readonly precision: Rate;
  readonly recall: Rate;
}

/** A find is right when it shares a character with what a reader finds under the same label. */
export const measureDetectors = (half: Half): DetectorQuality => {
  const cases = readCases(half);
  const counts = detectedLabels.map(({ label, find }) => {
    const count = { label, right: 0, exact: 0, wrong: 0, met: 0, expected: 0 };
    for (const { text, found } of cases) {
      const expected = found.filter(([of]) => of === label);
      const spans = find(text);
      const meets = (span: (typeof spans)[number], [, start, end]: DetectorCase['found'][number]) =>
        span.start < end && start < span.end;
      count.expected += expected.length;
      count.met += expected.filter((one) => spans.some((span) => meets(span, one))).length;
      for (const span of spans) {
        const met = expected.find((one) => meets(span, one));
        if (met === undefined) count.wrong += 1;
        else {
          count.right += 1;
          if (span.start === met[1] && span.end === met[2]) count.exact += 1;
        }
      }
    }
    return count;
  });
  const sum = (field: 'right' | 'wrong' | 'met' | 'expected') =>
    counts.reduce((total, count) => total + count[field], 0);
  return {
    texts: cases.length,
    labels: counts.map(({ label, right, exact, wrong, met, expected }) => ({
      label,
      precision: wilson(right, right + wrong),
      recall: wilson(met, expected),
      exact: wilson(exact, right),
    })),
    precision: wilson(sum('right'), sum('right') + sum('wrong')),
    recall: wilson(sum('met'), sum('expected')),
  };
};
