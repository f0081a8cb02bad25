import { expect } from 'vitest';
import type { Answer } from './story.ts';

/** How many statements a pass dropped, by reason. */
export const reasons = (report: Answer): Record<string, number> =>
  Object.fromEntries(
    report.droppedByReason.map(({ reason, count }: { reason: string; count: number }) => [reason, count]),
  );

/** Contents that it wrote. */
export const contents = (report: Answer): string[] =>
  report.candidates.nodes.map(({ content }: Answer) => content);

/** Every figure of a report adds up. */
export const expectSound = (report: Answer): void => {
  const sum = (rows: readonly { count: number }[]) => rows.reduce((total, { count }) => total + count, 0);
  expect(sum(report.byRule)).toBe(report.persisted);
  expect(sum(report.droppedByReason)).toBe(report.dropped);
  expect(report.droppedCandidates).toHaveLength(report.dropped);
  for (const { reason, count } of report.droppedByReason)
    expect(report.droppedCandidates.filter((row: Answer) => row.reason === reason)).toHaveLength(count);
  expect(report.errors).toEqual([]);
};
