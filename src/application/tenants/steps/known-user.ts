import { maxNameLength } from '#application/text-limits.ts';
import { DomainError } from '#domain/domain-error.ts';
import { assertStorableText } from '#domain/input/text.ts';
import { refusalOfUnknown } from '#domain/input/unknown-names.ts';
import { nameCatalogues } from '#persistence/people/known-names.ts';
import { findNames, pageOfNames } from '#persistence/people/names.ts';
import { readThrough, type WriteSession } from '#persistence/store/viewer-session.ts';

/** Names that one may have been meant by, at most. */
const mostNearby = 1_000;

/** Throws `input.invalid`, with the nearest names, for a person whom nothing names that the viewer sees. */
export const assertKnownUser = async (
  session: WriteSession,
  name: string,
  path: readonly string[],
): Promise<void> => {
  assertStorableText(name, { name: 'The name', path, min: 1, max: maxNameLength });
  const reading = readThrough(session);
  if ((await findNames(reading, nameCatalogues.user, [name])).has(name)) return;
  const { rows } = await pageOfNames(reading, nameCatalogues.user, {}, { size: mostNearby, after: null });
  const refusal = refusalOfUnknown('user', [name], rows);
  if (refusal !== null) throw new DomainError('input.invalid', refusal, path);
};
