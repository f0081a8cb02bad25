import { describe, expect, test } from 'vitest';
import { pathwayId } from '#domain/pathways/identity.ts';
import { readTrace } from '#domain/pathways/read-trace.ts';
import { normalizeInstant } from '#domain/pathways/wire-instant.ts';

const identity = { taskClass: 'review', filePath: 'src/app/main.ts', signalClass: null };
const bucket = pathwayId(identity);
const uuid = '0190a5e4-7c1e-7a3b-8f00-000000000001';
const vector = Array.from({ length: 32 }, () => 0.5);

/** The members without which nothing is a trace. */
const least = { task_class: 'review', file_path: 'src/app/main.ts' };

describe('a trace of a file', () => {
  test('has the defaults of the specification where its members are missing, or null', () => {
    const read = readTrace(least, bucket);
    expect(read).toEqual({
      document: least,
      traceUid: null,
      version: 1,
      parentTraceUid: null,
      supersededAt: null,
      supersededByTraceUid: null,
      createdAt: null,
      replayCount: 0,
      replaysSucceeded: 0,
      retired: false,
      subjectIds: [],
    });
    const nulls = {
      ...least,
      trace_uid: null,
      version: null,
      created_at: null,
      subject_ids: null,
      kb_chunks: null,
    };
    expect(readTrace(nulls, bucket)).toEqual({ ...(read as object), document: nulls });
  });

  test('keeps what it says, its ids in small letters', () => {
    const document = {
      ...least,
      pathway_id: bucket,
      trace_uid: uuid.toUpperCase(),
      version: 3,
      parent_trace_uid: uuid.replace(/1$/, '2'),
      superseded_at: '2026-02-01T10:00:00+01:00',
      superseded_by_trace_uid: uuid.replace(/1$/, '3').toUpperCase(),
      created_at: '2026-01-01T09:00:00Z',
      replay_count: 5,
      replays_succeeded: 4,
      retired: true,
      subject_ids: ['cand-1', 'cand-2'],
    };
    expect(readTrace(document, bucket)).toEqual({
      document,
      traceUid: uuid,
      version: 3,
      parentTraceUid: uuid.replace(/1$/, '2'),
      supersededAt: new Date('2026-02-01T09:00:00Z'),
      supersededByTraceUid: uuid.replace(/1$/, '3'),
      createdAt: new Date('2026-01-01T09:00:00Z'),
      replayCount: 5,
      replaysSucceeded: 4,
      retired: true,
      subjectIds: ['cand-1', 'cand-2'],
    });
  });

  test.for<[string, object]>([
    ['an empty id, as none', { trace_uid: '', parent_trace_uid: '', superseded_by_trace_uid: '' }],
    ['members that the specification does not name', { reviewer: { of: ['anything', null, 1.5] } }],
    ['a vector of 32 numbers', { pathway_vec: vector }],
    ['flags of the closed set', { semantic_flags: ['OffByOne', 'DeadCode'] }],
    ['as many successes as replays', { replay_count: 2, replays_succeeded: 2 }],
    ['the largest count', { replay_count: 2_147_483_647 }],
    ['names of 1,024 characters', { reducer_summary: 'x'.repeat(5_000), final_verdict: '' }],
    ['a subject of 200 characters', { subject_ids: ['x'.repeat(200)] }],
    ['no observations', { ladder_attempts: [], kb_chunks: [] }],
    [
      'an attempt without a reason',
      { ladder_attempts: [{ rung: 0, model: 'm', latency_ms: -1.5, accepted: false }] },
    ],
    ['a chunk', { kb_chunks: [{ source_doc: 'a.md', chunk_id: 'c', cosine_score: 0.5, rank: 1 }] }],
    ['a hit whose version is null', { bridge_hits: [{ library: 'l', version: null, result_summary: {} }] }],
    ['a call of nothing', { sub_pipeline_calls: [{}] }],
    ['models of a consensus', { audit_consensus: { pass: true, models: ['a', 'b'], disagreements: [] } }],
  ])('may have %s', ([, more]) => {
    const document = { ...least, ...more };
    expect(readTrace(document, bucket)).toMatchObject({ document, version: 1 });
  });

  test.for<[string, unknown]>([
    ['null', null],
    ['a list', [least]],
    ['a text', 'review'],
    ['no task', { file_path: 'a' }],
    ['an empty task', { ...least, task_class: ' ' }],
    ['a task that is no text', { ...least, task_class: 7 }],
    ['a task of too many characters', { ...least, task_class: 'x'.repeat(1_025) }],
    ['no path', { task_class: 'review' }],
    ['a signal that is no text', { ...least, signal_class: 7 }],
    ['a bucket that is no text', { ...least, pathway_id: 7 }],
    ['an id that is none', { ...least, trace_uid: 'abc' }],
    ['an id of another kind', { ...least, parent_trace_uid: 7 }],
    ['a successor that is none', { ...least, superseded_by_trace_uid: 'abc' }],
    ['an end that is no time', { ...least, superseded_at: 'yesterday' }],
    ['a beginning that is no time', { ...least, created_at: 1_767_258_000 }],
    ['version 0', { ...least, version: 0 }],
    ['half a version', { ...least, version: 1.5 }],
    ['a version as a text', { ...least, version: '1' }],
    ['a negative count', { ...least, replay_count: -1 }],
    ['a count beyond the largest', { ...least, replay_count: 2_147_483_648 }],
    ['a count that is no number', { ...least, replays_succeeded: '1' }],
    ['more successes than replays', { ...least, replay_count: 1, replays_succeeded: 2 }],
    ['successes without replays', { ...least, replays_succeeded: 1 }],
    ['a retirement that is no flag', { ...least, retired: 'yes' }],
    ['a summary that is no text', { ...least, reducer_summary: 7 }],
    ['a verdict that is no text', { ...least, final_verdict: {} }],
    ['a vector of 31', { ...least, pathway_vec: vector.slice(1) }],
    ['a vector of texts', { ...least, pathway_vec: vector.map(String) }],
    ['a vector that is no list', { ...least, pathway_vec: 32 }],
    ['an infinite number', { ...least, pathway_vec: [Number.POSITIVE_INFINITY, ...vector.slice(1)] }],
    ['subjects that are no list', { ...least, subject_ids: 'cand-1' }],
    ['an empty subject', { ...least, subject_ids: ['cand-1', ' '] }],
    ['a subject of too many characters', { ...least, subject_ids: ['x'.repeat(201)] }],
    ['a subject that is a number', { ...least, subject_ids: [1] }],
    ['a flag of its own', { ...least, semantic_flags: ['DeadCode', 'Slow'] }],
    ['flags that are no list', { ...least, semantic_flags: 'DeadCode' }],
    ['observations that are no list', { ...least, ladder_attempts: {} }],
    ['an observation that is no object', { ...least, kb_chunks: ['a.md'] }],
    [
      'an attempt without its model',
      { ...least, ladder_attempts: [{ rung: 0, latency_ms: 1, accepted: true }] },
    ],
    ['a call of a pipeline 7', { ...least, sub_pipeline_calls: [{ pipeline: 7 }] }],
    [
      'a signal without its priors',
      { ...least, observer_signals: [{ class: 'c', prior_iter_outcomes: [] }] },
    ],
    ['a consensus without a verdict', { ...least, audit_consensus: { models: 'a', disagreements: [] } }],
    ['a consensus of model 7', { ...least, audit_consensus: { pass: true, models: 7, disagreements: [] } }],
    ['a NUL anywhere', { ...least, reviewer: [{ of: 'a\0' }] }],
    ['a NUL in a name', { ...least, reviewer: { 'a\0': 1 } }],
    ['half a pair', { ...least, reviewer: '\ud83d' }],
  ])('is malformed where it is or has %s', ([, value]) => {
    expect(readTrace(value, bucket)).toBe('trace.malformed');
  });

  test('is of the pathway that its task, its prefix and its signal give', () => {
    const signal = pathwayId({ ...identity, signalClass: 'drift' });
    expect(readTrace(least, signal)).toBe('pathway_id.mismatch');
    expect(readTrace({ ...least, signal_class: 'drift' }, signal)).toMatchObject({ version: 1 });
    expect(readTrace({ ...least, pathway_id: signal }, bucket)).toBe('pathway_id.mismatch');
    expect(readTrace({ ...least, file_path: 'src/app/other.ts' }, bucket)).toMatchObject({ version: 1 });
    expect(readTrace({ ...least, file_path: 'src/lib/main.ts' }, bucket)).toBe('pathway_id.mismatch');
  });
});

test.for([
  ['2026-01-01T09:00:00Z', '2026-01-01T09:00:00.000Z'],
  ['2026-01-01t09:00:00z', '2026-01-01T09:00:00.000Z'],
  ['2026-01-01 09:00:00+01:00', '2026-01-01T08:00:00.000Z'],
  ['2026-01-01T09:00:00.123456789Z', '2026-01-01T09:00:00.123Z'],
  ['2026-12-31T23:59:60Z', '2026-12-31T23:59:59.000Z'],
  ['2026-12-31T23:59:60.5-00:30', '2027-01-01T00:29:59.500Z'],
  ['2026-01-01', null],
  ['2026-01-01T09:00:00', null],
  ['2026-13-01T09:00:00Z', null],
  ['2026-01-32T09:00:00Z', null],
  ['2026-02-30T09:00:00Z', null],
  ['2024-02-29T09:00:00Z', '2024-02-29T09:00:00.000Z'],
  ['2026-02-29T09:00:00+01:00', null],
  ['2026-01-01T24:00:00Z', null],
  ['2026-01-01T09:60:00Z', null],
  ['2026-01-01T09:00:61Z', null],
  ['2026-01-01T09:00:00+24:00', null],
  ['2026-01-01T09:00:00.Z', null],
  [' 2026-01-01T09:00:00Z', null],
  ['yesterday', null],
  [1_767_258_000, null],
  [null, null],
] as const)('the time %j is read as %s', ([text, instant]) => {
  expect(normalizeInstant(text)?.toISOString() ?? null).toBe(instant);
});
