import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Judgment, readJudgments } from '#domain/contradictions/judgments.ts';

const judgment = (more: Partial<Record<keyof Judgment, unknown>> = {}) => ({
  candidate_id: 'mem_1',
  is_contradiction: true,
  severity: 'HARD',
  explanation: 'They differ.',
  resolution_action: null,
  resolution_merged_content: null,
  resolution_justification: null,
  ...more,
});
const read = (...said: unknown[]) => readJudgments('mem_2', ['mem_1', 'mem_3'], said);

test.for([
  ['an id that it was not given', { candidate_id: 'mem_9' }, []],
  ['the judged one itself', { candidate_id: 'mem_2' }, []],
  ['no contradiction', { is_contradiction: false }, []],
  ['a truth that is none', { is_contradiction: 'yes' }, []],
  ['a severity that there is none of', { severity: 'FATAL' }, [{ severity: null }]],
  ['no explanation', { explanation: 7 }, [{ explanation: 'The judge gave no explanation.' }]],
  [
    'an action that there is none of',
    { resolution_action: 'delete' },
    [{ severity: 'HARD', suggestion: null }],
  ],
  [
    'the judged one, which is newer',
    { resolution_action: 'kept_new' },
    [{ suggestion: { action: 'KEPT_B' } }],
  ],
  [
    'the other one, which is older',
    { resolution_action: 'kept_other' },
    [{ suggestion: { action: 'KEPT_A' } }],
  ],
  [
    'a merge',
    { resolution_action: 'merge', resolution_merged_content: 'Both.' },
    [{ suggestion: { action: 'MERGE', mergedContent: 'Both.' } }],
  ],
  [
    'a wording for what is no merge',
    { resolution_action: 'both_valid', resolution_merged_content: 'Both.' },
    [{ suggestion: { action: 'BOTH_VALID', mergedContent: null } }],
  ],
] as const)('%s', ([, more, findings]) => {
  expect(read(judgment(more))).toMatchObject(findings);
  expect(read(judgment(more))).toHaveLength(findings.length);
});

test('A is the older one, whichever was judged', () => {
  const kept = judgment({ candidate_id: 'mem_3', resolution_action: 'kept_new' });
  expect(read(kept)).toMatchObject([{ otherId: 'mem_3', suggestion: { action: 'KEPT_A' } }]);
});

test('the first word on a statement stands', () => {
  expect(read(judgment(), judgment({ severity: 'SOFT' }))).toMatchObject([{ severity: 'HARD' }]);
});

test('any JSON is read, and names nothing that it was not given', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.oneof(
          fc.jsonValue(),
          fc.record({
            candidate_id: fc.constantFrom('mem_1', 'x'),
            is_contradiction: fc.boolean(),
            explanation: fc.string(),
          }),
        ),
      ),
      (said) => {
        for (const { otherId, explanation } of read(...said)) {
          expect(['mem_1', 'mem_3']).toContain(otherId);
          expect(explanation.isWellFormed() && !explanation.includes('\0')).toBe(true);
        }
      },
    ),
  );
});
