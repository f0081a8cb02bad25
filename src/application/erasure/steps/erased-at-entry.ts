import { createHmac } from 'node:crypto';
import type { AppDependencies } from '#application/app-dependencies.ts';
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
  tenant: string,
) => {
  const erased = await readErasedWordings(db, tenant);
  const key = wordingKey(dependencies);
  return {
    known: erased.length,
    text: (text: string): string => withoutErased(text, erased, key),
    json: (value: unknown): unknown => jsonWithoutErased(value, erased, key),
  };
};
