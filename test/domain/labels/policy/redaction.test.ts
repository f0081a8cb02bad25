import { expect, test } from 'vitest';
import { redactItem } from '#domain/labels/policy/redaction.ts';
import { columnOf } from '#entities/governed-columns.ts';
import { GraphEntityTable } from '#entities/graph-entity.ts';
import { MemoryTable } from '#entities/memory.ts';
import { wordColumns } from '#entities/words.ts';

/** Shown with a redacted item: its speaker, its tags and domain, and the terms of its score. */
const shown = ['domain', 'review_terms', 'span_speaker', 'tags'];

test('a redacted item shows none of its words, whichever column they stand in', () => {
  for (const { meta } of [MemoryTable, GraphEntityTable]) {
    const item = Object.fromEntries(Object.keys(meta.properties).map((property) => [property, 'words']));
    const redacted = Object.entries(redactItem(item as never as Parameters<typeof redactItem>[0]));
    const kept = redacted.filter(([, value]) => value === 'words').map(([property]) => columnOf(property));
    const words = wordColumns.filter(({ table }) => table === meta.tableName).map(({ column }) => column);
    expect(words.filter((column) => kept.includes(column) && !shown.includes(column))).toEqual([]);
  }
});
