import { describe, expect, test } from 'vitest';
import { previewId, readSnapshotId, readStandingId, snapshotId, standingId } from '#domain/input/shown-id.ts';

const at = new Date('2026-03-01T09:00:00.000Z');

test('the id of a snapshot says what stood when, that of a preview what it would be', () => {
  expect(snapshotId('mem_a', at)).toBe('mem_a@2026-03-01T09:00:00.000Z');
  expect(previewId('mem_a')).toBe('mem_a~preview');
});

describe('the id of a snapshot is read as it was written', () => {
  test('with its item and its instant', () => {
    expect(readSnapshotId('mem_a@2026-03-01T09:00:00.000Z')).toEqual({ id: 'mem_a', at });
    expect(readSnapshotId('@2026-03-01T09:00:00.000Z')).toEqual({ id: '', at });
  });

  test.for([
    'mem_a',
    '',
    'mem_a@',
    'mem_a@noon',
    'mem_a@2026-03-01',
    'mem_a@2026-03-01T09:00:00Z',
    'mem_a@2026-03-01T10:00:00.000+01:00',
    'mem_a@2026-13-01T09:00:00.000Z',
    'mem_a~preview',
    'mem_a@+010000-01-01T00:00:00.000Z',
    'mem_a@-000001-01-01T00:00:00.000Z',
  ])('%j is none', (text) => {
    expect(readSnapshotId(text)).toBeNull();
  });
});

test('an item as it is keeps its id as its key; as it stood, that of the snapshot', () => {
  expect(standingId({ id: 'mem_a' })).toBe('mem_a');
  expect(standingId({ id: 'mem_a', stoodAt: at })).toBe('mem_a@2026-03-01T09:00:00.000Z');
  expect(readStandingId('mem_a')).toEqual({ id: 'mem_a', at: null });
  expect(readStandingId('mem_a@2026-03-01T09:00:00.000Z')).toEqual({ id: 'mem_a', at });
});
