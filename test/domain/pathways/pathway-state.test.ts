import { describe, expect, test } from 'vitest';
import { pathwayId } from '#domain/pathways/identity.ts';
import { countSkipped, exportTrace, readBucket, readState } from '#domain/pathways/pathway-state.ts';

const bucket = pathwayId({ taskClass: 't', filePath: 'a/b', signalClass: null });
const uid = (n: number) => `01890000-0000-7000-8000-00000000000${n}`;
const trace = (more: object = {}) => ({ task_class: 't', file_path: 'a/b/c', ...more });
/** Version `n` of a chain of versions `first` to `last`. */
const link = (n: number, first: number, last: number, more: object = {}) =>
  trace({
    trace_uid: uid(n),
    version: n - first + 1,
    ...(n > first ? { parent_trace_uid: uid(n - 1) } : {}),
    ...(n < last ? { superseded_at: '2026-01-01T00:00:00.000Z', superseded_by_trace_uid: uid(n + 1) } : {}),
    ...more,
  });

const read = (values: readonly unknown[], present: readonly string[] = []) => {
  const { traces, skipped } = readBucket(bucket, values, (one) => present.includes(one));
  return [traces.map(({ traceUid, rootTraceUid }) => [traceUid, rootTraceUid]), skipped];
};

describe('a bucket is read by whole chains', () => {
  test.for<
    [what: string, values: readonly unknown[], traces: readonly string[][], skipped: readonly string[]]
  >([
    ['a trace alone', [link(1, 1, 1)], [[uid(1), uid(1)]], []],
    [
      'a chain of three, in whatever order',
      [link(3, 1, 3), link(1, 1, 3), link(2, 1, 3)],
      [
        [uid(3), uid(1)],
        [uid(1), uid(1)],
        [uid(2), uid(1)],
      ],
      [],
    ],
    [
      'two chains, of which one is broken',
      [link(1, 1, 2), link(2, 1, 2), link(4, 3, 5)],
      [
        [uid(1), uid(1)],
        [uid(2), uid(1)],
      ],
      ['chain.broken'],
    ],
    ['a chain without its second', [link(1, 1, 3), link(3, 1, 3)], [], ['chain.broken', 'chain.broken']],
    [
      'a version that does not count up',
      [link(1, 1, 2), link(2, 1, 2, { version: 3 })],
      [],
      ['chain.broken', 'chain.broken'],
    ],
    ['a first version that is not the first', [link(1, 1, 1, { version: 2 })], [], ['chain.broken']],
    ['a link at one end alone', [link(1, 1, 1), link(2, 1, 2)], [], ['chain.broken', 'chain.broken']],
    [
      'a successor without an instant',
      [link(1, 1, 2, { superseded_at: null }), link(2, 1, 2)],
      [],
      ['chain.broken', 'chain.broken'],
    ],
    [
      'a trace that is there twice takes its chain with it',
      [link(1, 1, 2), link(2, 1, 2), link(2, 1, 2)],
      [],
      ['trace_uid.repeated', 'trace_uid.repeated', 'trace_uid.repeated'],
    ],
  ])('%s', ([, values, traces, skipped]) => {
    expect(read(values)).toEqual([traces, skipped]);
  });

  test('what the tenant has already is left out with its chain', () => {
    expect(read([link(1, 1, 2), link(2, 1, 2), link(3, 3, 3)], [uid(2)])).toEqual([
      [[uid(3), uid(3)]],
      ['trace_uid.already_present', 'trace_uid.already_present'],
    ]);
  });

  test('what is no trace is skipped, and takes nothing with it', () => {
    const [traces, skipped] = read([7, link(1, 1, 1)]);
    expect([traces, (skipped as readonly string[]).length]).toEqual([[[uid(1), uid(1)]], 1]);
  });
});

describe('a trace without a uid is given one by what it says', () => {
  const uidsOf = (values: readonly unknown[], of = bucket) =>
    readBucket(of, values, () => false).traces.map(({ traceUid, legacy }) => [traceUid, legacy]);

  test('the same each time, whatever may change after it was written, and as a uid of version 8', () => {
    const [[one] = []] = uidsOf([trace()]);
    expect(one).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(uidsOf([trace({ replay_count: 4, replays_succeeded: 2, retired: true })])).toEqual([[one, true]]);
    expect(uidsOf([trace({ model: 'x' })])).not.toEqual([[one, true]]);
  });

  test('another for each of equal traces, and not one that another trace has by now', () => {
    const [[one] = [], [two] = []] = uidsOf([trace(), trace()]);
    expect(one).not.toBe(two);
    expect(uidsOf([trace({ trace_uid: one }), trace()])).toEqual([
      [one, false],
      [two, true],
    ]);
  });
});

test.for<[what: string, state: unknown, buckets: number | null]>([
  ['a file', { pathways: { a: [], b: [] }, last_updated_at: 'x' }, 2],
  ['an empty file', { pathways: {} }, 0],
  ['a list', [], null],
  ['no pathways', { last_updated_at: 'x' }, null],
  ['a bucket that is no list', { pathways: { a: {} } }, null],
])('%s is a state of so many buckets: %s', ([, state, buckets]) => {
  const file = readState(state);
  expect(file?.buckets.length ?? null).toBe(buckets);
  expect(file?.envelope ?? {}).not.toHaveProperty('pathways');
});

test('reasons are counted, and in the order of their names', () => {
  expect(countSkipped(['trace_uid.repeated', 'chain.broken', 'trace_uid.repeated'])).toEqual([
    { reason: 'chain.broken', count: 1 },
    { reason: 'trace_uid.repeated', count: 2 },
  ]);
});

describe('a trace is exported as it came, but for what has moved on since', () => {
  const facts = {
    document: { task_class: 't' },
    traceUid: uid(1),
    legacy: false,
    supersededAt: null,
    supersededByTraceUid: null,
    replayCount: 0,
    replaysSucceeded: 0,
    retiredHere: false,
  };
  const superseded = { supersededAt: new Date(0), supersededByTraceUid: uid(2) };
  const links = { superseded_at: '1970-01-01T00:00:00.000Z', superseded_by_trace_uid: uid(2) };
  test.for<[what: string, given: Partial<typeof facts> | object, more: object]>([
    ['its uid', {}, { trace_uid: uid(1) }],
    ['no uid where it had none', { legacy: true }, {}],
    ['a uid where another trace names it', { legacy: true, ...superseded }, { trace_uid: uid(1), ...links }],
    ['what took its place', superseded, { trace_uid: uid(1), ...links }],
    [
      'replays',
      { legacy: true, replayCount: 3, replaysSucceeded: 2 },
      { replay_count: 3, replays_succeeded: 2 },
    ],
    ['that it was retired here', { legacy: true, retiredHere: true }, { retired: true }],
  ])('with %s', ([, given, more]) => {
    expect(exportTrace({ ...facts, ...given })).toEqual({ task_class: 't', ...more });
  });

  test('nothing is written over that says the same', () => {
    const document = {
      trace_uid: uid(1),
      replay_count: 3,
      superseded_at: 'then',
      superseded_by_trace_uid: uid(2),
    };
    expect(exportTrace({ ...facts, ...superseded, document, replayCount: 3 })).toEqual(document);
  });
});
