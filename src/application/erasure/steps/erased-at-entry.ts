import { createHmac } from 'node:crypto';
import type { AppDependencies } from '#application/app-dependencies.ts';
import type { UseCaseContext } from '#application/use-case.ts';
import { DomainError } from '#domain/domain-error.ts';
import { jsonWithoutErased, type WordingKey, withoutErased } from '#domain/erasure/erased-words.ts';
import { readErasedWordings } from '#persistence/erasure.ts';
import type { QueryExecutorProvider } from '#persistence/store/viewer-session.ts';

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
  return {
    known: erased.length,
    text: (text: string): string => withoutErased(text, erased, key),
    json: (value: unknown): unknown => jsonWithoutErased(value, erased, key),
  };
};

/** Read: refuses words of a person in which words stand that were erased in the tenant. Each text by the name of its input. */
export const assertNothingErased = async (
  { dependencies, session }: Pick<UseCaseContext, 'dependencies' | 'session'>,
  texts: Readonly<Record<string, string | null | undefined>>,
): Promise<void> => {
  const entry = await readEntryFilter(dependencies, session.db);
  for (const [name, text] of Object.entries(texts))
    if (text != null && entry.text(text) !== text)
      throw new DomainError(
        'input.invalid',
        `The input ${name} holds words that were erased. Say it without them.`,
        [name],
      );
};
