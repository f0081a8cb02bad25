import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { chunkMarkdown } from '#domain/ingestion/chunk-markdown.ts';
import { extractStatements } from '#domain/ingestion/extract-statements.ts';
import { EXTRACTOR_VERSION } from '#domain/ingestion/extractor-version.ts';
import { readingFlags } from '#domain/ingestion/reading-flags.ts';
import { readDocumentFacts } from '#domain/ingestion/records/document-facts.ts';

/** The version, and the digest of what its rules read in the texts below: a rule that changes the one raises the other. */
const known = ['0.16.0', 'a399919c5d990062'];

const folder = join(import.meta.dirname, '../../quality/development');

/** The own texts of the development half: each statement with its type, spans, rule and guardrails. */
const readCorpus = (): readonly unknown[] =>
  globSync('*/own-*.md', { cwd: folder })
    .sort()
    .flatMap((path) => {
      const { title, chunks } = chunkMarkdown(readFileSync(join(folder, path), 'utf8'));
      const document = readDocumentFacts(path, title, chunks);
      return chunks.flatMap((chunk) =>
        extractStatements({ ...chunk, document }).map((statement) => {
          const { rule, content, spans, speaker, context, isFurther } = statement;
          const type =
            'kind' in statement
              ? { kind: statement.kind }
              : { entityType: statement.entityType, name: statement.name };
          return [
            path,
            type,
            rule,
            content,
            spans,
            speaker,
            context,
            readingFlags({ type, content, context, isFurther }, null),
          ];
        }),
      );
    });

test('a version of the extractor reads one thing in the same text', () => {
  const read = readCorpus();
  expect(read.length).toBeGreaterThan(200);
  const digest = createHash('sha256').update(JSON.stringify(read)).digest('hex').slice(0, 16);
  expect([EXTRACTOR_VERSION, digest]).toEqual(known);
});
