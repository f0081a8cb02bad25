import { createHmac } from 'node:crypto';
import type { AppDependencies } from '#application/app-dependencies.ts';
import { maxContentLength } from '#application/text-limits.ts';
import type { UseCaseContext } from '#application/use-case.ts';
import { DomainError } from '#domain/domain-error.ts';
import {
  fillInSource,
  jsonWithoutErased,
  type WordingKey,
  withoutErased,
} from '#domain/erasure/erased-words.ts';
import { writtenTexts } from '#domain/erasure/written-words.ts';
import { formatOf } from '#domain/ingestion/formats/document-formats.ts';
import { holdOffErasures, readErasedWordings } from '#persistence/erasure.ts';
import { readFormat } from '#persistence/ingestion/read-format.ts';
import type { QueryExecutorProvider } from '#persistence/store/viewer-session.ts';

/** A document as it is sent. */
export interface SentDocument {
  readonly path: string;
  readonly content: string;
}

/** Keys the fingerprints of erased wordings; derived from the store's fingerprint key. */
export const wordingKey = ({ fingerprintKey }: Pick<AppDependencies, 'fingerprintKey'>): WordingKey => {
  const keyed = (text: string) => createHmac('sha256', fingerprintKey).update(`erased:${text}`);
  return {
    digest: (characters) => keyed(`=${characters}`).digest('hex'),
    factor: keyed('factor').digest().readInt32BE(0) | 1,
  };
};

/**
 * Takes out of what comes in every wording that was erased in the tenant: the filler stands in its place. `known` says
 * whether more has been erased meanwhile.
 */
export const readEntryFilter = async (
  dependencies: Pick<AppDependencies, 'fingerprintKey'>,
  db: QueryExecutorProvider,
) => {
  const erased = await readErasedWordings(db);
  const key = wordingKey(dependencies);
  const textOf = (text: string): string => withoutErased(text, erased, key);
  return {
    known: erased.length,
    text: textOf,
    /** Fills also what a document's format spells otherwise: words cut over lines, or in escapes. */
    document: async ({ path, content }: SentDocument): Promise<string> => {
      const text = textOf(content);
      const readable = erased.length === 0 ? null : await readFormat(formatOf(path, text), text);
      return readable === null ? text : fillInSource(text, readable, textOf(readable.text));
    },
    json: (value: unknown): unknown => jsonWithoutErased(value, erased, key),
  };
};

/**
 * Read: refuses an input with words of a person in which words stand that were erased in the tenant. Erasures wait until the transaction
 * ends, so it comes before any item is locked. Longer texts are refused by the shape of the input.
 */
export const assertNothingErased = async (
  { dependencies, session }: Pick<UseCaseContext, 'dependencies' | 'session'>,
  input: unknown,
): Promise<void> => {
  const written = writtenTexts(input).filter(({ text }) => text.length <= maxContentLength);
  if (written.length === 0) return;
  holdOffErasures(session);
  const entry = await readEntryFilter(dependencies, session.db);
  for (const { path, text } of written)
    if (entry.text(text) !== text)
      throw new DomainError(
        'input.invalid',
        `The input ${path.join('.')} holds words that were erased. Say it without them.`,
        path,
      );
};
