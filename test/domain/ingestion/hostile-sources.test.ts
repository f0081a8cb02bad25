import { describe, expect, test } from 'vitest';
import { chunkingDocument } from '#domain/ingestion/chunk-markdown.ts';
import { withoutInjectedBlocks } from '#domain/ingestion/conversations/injected-blocks.ts';
import { readTranscript } from '#domain/ingestion/conversations/read-transcript.ts';
import { formatOf } from '#domain/ingestion/formats/document-formats.ts';
import { atOnce } from '#domain/slices.ts';
import { readFormat } from '#persistence/ingestion/read-format.ts';
import { sampleOf } from '#test/support/property-runs.ts';

const filled = (part: string, length: number): string => part.repeat(Math.ceil(length / part.length));
const numbered = (count: number, part: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => part(at)).join('');

/** Work that is not linear would not end within the time of a test. */
describe('a megabyte that was made to be slow', () => {
  const captions = `WEBVTT\n\n${numbered(20_000, (at) => `00:00:00.000 --> 00:00:01.000\n<v P${at}>We will moor.\n\n`)}`;
  const transcripts: readonly [string, string, number][] = [
    ['captions of many cues', captions, 20_000],
    [
      'a chat of many messages',
      JSON.stringify(Array.from({ length: 20_000 }, () => ({ role: 'user', content: 'We will moor here.' }))),
      20_000,
    ],
    ['a caption of blanks', `WEBVTT\n\n00:00:00.000 --> 00:00:01.000\n<v Ada>a${filled(' ', 900_000)}b\n`, 1],
  ];
  test.each(sampleOf(transcripts, 2))('%s is read', (_, text, turns) => {
    expect(readTranscript(text).turns).toHaveLength(turns);
  });

  test('tags that nothing closes are left as they stand', () => {
    const text = `${filled('<memory>', 900_000)}</b>`;
    expect(withoutInjectedBlocks(text)).toBe(text);
    expect(withoutInjectedBlocks(`${text}\n</memory> we moor`)).toMatch(/^\s+ we moor$/);
  });

  const documents: readonly [string, string, string, string | null][] = [
    ['elements within each other', 'a.html', filled('<div>', 1_000_000), 'UNKNOWN_FORMAT'],
    ['elements that close', 'a.html', filled('<div>We will moor.</div>', 1_000_000), null],
    ['elements that are left open', 'a.html', filled('<b><p>', 1_000_000), 'UNKNOWN_FORMAT'],
    [
      'mails with a subject each',
      'a.mbox',
      numbered(
        10_000,
        (at) => `From a@b.c Mon Jan  1 00:00:00 2024\nFrom: a${at}@b.c\nSubject: s\n\nWe will moor.\n\n`,
      ),
      null,
    ],
  ];
  test.each(sampleOf(documents, 2))(
    'a document of %s is cut into sections',
    async (_, path, content, unread) => {
      const readable = await readFormat(formatOf(path, content), content);
      expect(readable?.unread).toBe(unread);
      const { chunks } = atOnce(chunkingDocument(content, readable));
      expect(chunks.length).toBeGreaterThan(0);
    },
  );
});
