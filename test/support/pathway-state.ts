import fc from 'fast-check';
import { pathwayId } from '#domain/pathways/identity.ts';
import { semanticFlags } from '#domain/pathways/trace-document.ts';

/** Files as the specification writes them: whole chains and legacy traces, every optional part there and not there. */

const text = fc.oneof(
  fc
    .string({ unit: 'grapheme', maxLength: 20 })
    .filter((value) => value.isWellFormed() && !value.includes('\0')),
  fc.constantFrom(
    'ask alice@example.com',
    'call +1 415 555 0199 or cand-1',
    'card 4111-1111-1111-1111',
    'ghp_0123456789abcdefghijABCDEFGHIJ012345',
    '[pii.email] was here',
  ),
);
const name = fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 8 });
const count = fc.nat({ max: 1_000 });
const number = fc.double({ min: -1, max: 1, noNaN: true }).map((value) => (Object.is(value, -0) ? 0 : value));
const list = <Value>(value: fc.Arbitrary<Value>) => fc.array(value, { maxLength: 2 });
const part = <Shape extends Record<string, fc.Arbitrary<unknown>>>(
  shape: Shape,
  optional: (keyof Shape)[] = [],
) =>
  fc.record(shape, {
    requiredKeys: Object.keys(shape).filter((key) => !optional.includes(key)) as never,
  });

const instant = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2026-02-01'), noInvalidDate: true })
  .chain((date) =>
    fc.constantFrom(
      date.toISOString(),
      date.toISOString().replace('Z', '123456Z'),
      date.toISOString().replace('Z', '+00:00'),
    ),
  );

/** Observations of a trace beside its identity and its place in a chain; any may be missing. */
const observations = fc.record(
  {
    created_at: instant,
    ladder_attempts: list(
      part(
        {
          rung: count,
          model: name,
          latency_ms: count,
          accepted: fc.boolean(),
          reject_reason: fc.option(text),
        },
        ['reject_reason'],
      ),
    ),
    kb_chunks: list(part({ source_doc: name, chunk_id: name, cosine_score: number, rank: count })),
    observer_signals: list(part({ class: name, priors: list(text), prior_iter_outcomes: list(text) })),
    bridge_hits: list(part({ library: name, version: fc.option(name), result_summary: text }, ['version'])),
    sub_pipeline_calls: list(part({ pipeline: name, result_summary: text }, ['result_summary'])),
    audit_consensus: fc.option(part({ pass: fc.boolean(), models: list(name), disagreements: list(text) })),
    reducer_summary: text,
    final_verdict: text,
    pathway_vec: fc.array(number, { minLength: 32, maxLength: 32 }),
    semantic_flags: list(fc.constantFrom(...semanticFlags)),
    type_hints_used: list(part({ source: name, symbol: name, type_repr: text })),
    bug_fingerprints: list(part({ flag: name, pattern_key: name, example: text, occurrences: count })),
    subject_ids: fc.uniqueArray(fc.constantFrom('cand-1', 'cand-2', 'Ünal'), { maxLength: 2 }),
    retired: fc.boolean(),
    x_vendor: fc.record({ note: text, level: count }),
  },
  { requiredKeys: [] },
);

const replays = fc.option(
  fc.tuple(count, count).map(([a, b]) => ({ replay_count: a + b, replays_succeeded: a })),
  { nil: {} },
);

const identity = fc.record({
  task_class: fc.constantFrom('scrum_review', 'pr_audit', 'staffing.fill'),
  file_path: fc.constantFrom(
    'crates/queryd/src/a.rs',
    'crates\\gateway\\b.rs',
    'README.md',
    '/srv/app/c.rs',
    '',
  ),
  signal_class: fc.constantFrom('CONVERGING', null, '', undefined),
});

type Document = Record<string, unknown>;

/** Links versions 1..n, both ends of each. */
const linked = (versions: readonly { uid: string; rest: Document }[]): Document[] =>
  versions.map(({ uid, rest }, index) => {
    const [before, after] = [versions[index - 1], versions[index + 1]];
    return {
      ...rest,
      trace_uid: uid,
      version: index + 1,
      parent_trace_uid: before?.uid ?? null,
      superseded_at: after ? '2026-01-01T00:00:00.123456Z' : null,
      superseded_by_trace_uid: after?.uid ?? null,
    };
  });

const chain = fc
  .array(
    fc.record({ uid: fc.uuid(), rest: fc.tuple(observations, replays).map(([a, b]) => ({ ...a, ...b })) }),
    {
      minLength: 1,
      maxLength: 4,
    },
  )
  .map(linked);
const legacy = fc
  .tuple(observations, replays, fc.constantFrom({}, { trace_uid: '' }, { version: 1 }))
  .map(([a, b, c]): Document[] => [{ ...a, ...b, ...c }]);

export const pathwayState = fc
  .tuple(
    fc.array(
      fc.tuple(identity, fc.array(fc.oneof(chain, legacy), { minLength: 1, maxLength: 3 }), fc.boolean()),
      {
        maxLength: 3,
      },
    ),
    fc.record({ last_updated_at: instant, schema: name }, { requiredKeys: [] }),
  )
  .map(([buckets, envelope]) => {
    const pathways: Record<string, Document[]> = {};
    for (const [{ signal_class: signalClass, ...rest }, chains, namesPathway] of buckets) {
      const id = pathwayId({
        taskClass: rest.task_class,
        filePath: rest.file_path,
        signalClass: signalClass ?? null,
      });
      pathways[id] ??= [];
      for (const trace of chains.flat())
        pathways[id]?.push({
          ...trace,
          ...rest,
          ...(signalClass === undefined ? {} : { signal_class: signalClass }),
          ...(namesPathway ? { pathway_id: id } : {}),
        });
    }
    // Read like a file: undefined members are absent.
    return JSON.parse(JSON.stringify({ ...envelope, pathways })) as {
      pathways: Record<string, Document[]>;
    } & Document;
  });
