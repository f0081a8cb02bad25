import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readBucket } from '#domain/pathways/pathway-state.ts';
import { createRedactor, redactTrace } from '#domain/pathways/redaction.ts';
import { pathwayState } from '#test/support/pathway-state.ts';

describe('free text is a sink of personal text', () => {
  test.for([
    ['alice@example.com wrote', [], '[pii.email] wrote'],
    ['call (202) 555-0143 now', [], 'call [pii.phone] now'],
    ['4111 1111 1111 1111', [], '[financial.card]'],
    ['key AKIAIOSFODNN7EXAMPLE.', [], 'key [secret.token].'],
    ['CAND-7 and cand-77', ['cand-7'], '[pii.subject] and cand-77'],
    ['for ｃａｎｄ-7', ['cand-7'], 'for [pii.subject]'],
    ['7 of 17, v7', ['7'], '[pii.subject] of 17, v7'],
    ['[pii.email] about pii', ['pii'], '[pii.email] about [pii.subject]'],
    ['alice@example.com', ['alice@example.com'], '[pii.email]'],
    ['nothing here', [], 'nothing here'],
  ] as const)('%s', ([text, subjects, redacted]) => {
    expect(createRedactor(subjects).redact(text)).toBe(redacted);
  });

  test('what is redacted stays as it is when it is redacted again', () => {
    fc.assert(
      fc.property(pathwayState, ({ pathways }) => {
        for (const trace of Object.values(pathways).flat()) {
          const subjects = (trace.subject_ids as string[] | undefined) ?? [];
          const once = redactTrace(trace, subjects);
          expect(redactTrace(once.document, subjects)).toEqual(once);
        }
      }),
      { numRuns: 60 },
    );
  });

  test('names, figures and the members that make the pathway are kept', () => {
    const kept = {
      task_class: 'alice@example.com',
      file_path: 'a@b.co/c',
      pathway_vec: [1],
      kb_chunks: [{ source_doc: 'a@b.co', chunk_id: 'chk_1', cosine_score: 1, rank: 0 }],
      subject_ids: ['a@b.co'],
    };
    expect(redactTrace(kept, ['a@b.co']).document).toEqual(kept);
  });

  test('members that the specification does not name are free text', () => {
    expect(
      redactTrace({ note: { to: ['a@b.co'] }, ladder_attempts: [{ model: 'm', extra: 'a@b.co' }] }, []),
    ).toEqual({
      document: { note: { to: ['[pii.email]'] }, ladder_attempts: [{ model: 'm', extra: '[pii.email]' }] },
      redactions: { 'pii.email': 2 },
    });
  });
});

test('every bucket that is read has one head a chain, and versions without gaps', () => {
  fc.assert(
    fc.property(pathwayState, fc.array(fc.nat({ max: 20 })), ({ pathways }, dropped) => {
      for (const [bucket, values] of Object.entries(pathways)) {
        const { traces, skipped } = readBucket(
          bucket,
          values.filter((_, index) => !dropped.includes(index)),
          () => false,
        );
        expect(traces.length + skipped.length).toBe(
          values.filter((_, index) => !dropped.includes(index)).length,
        );
        for (const chain of Map.groupBy(traces, ({ rootTraceUid }) => rootTraceUid).values()) {
          expect(chain.map(({ version }) => version).sort((a, b) => a - b)).toEqual(
            chain.map((_, index) => index + 1),
          );
          expect(chain.filter(({ supersededAt }) => supersededAt === null)).toHaveLength(1);
        }
      }
    }),
    { numRuns: 100 },
  );
});
