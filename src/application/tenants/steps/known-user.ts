import { maxNameLength } from '#application/text-limits.ts';
import { DomainError } from '#domain/domain-error.ts';
import { assertStorableText } from '#domain/input/text.ts';
import { refusalOfUnknown } from '#domain/input/unknown-names.ts';
import { nameCatalogues } from '#persistence/people/known-names.ts';
import { findNames, nearbyNames } from '#persistence/people/names.ts';
import { readThrough, type WriteSession } from '#persistence/store/viewer-session.ts';

/** Throws `input.invalid`, with the nearest names, for a person whom nothing names that the viewer sees. */
export const assertKnownUser = async (
  session: WriteSession,
  name: string,
  path: readonly string[],
): Promise<void> => {
  assertStorableText(name, { name: 'The name', path, min: 1, max: maxNameLength });
  const reading = readThrough(session);
  if ((await findNames(reading, nameCatalogues.user, [name])).has(name)) return;
  const nearby = await nearbyNames(reading, nameCatalogues.user);
  const refusal = refusalOfUnknown('user', [name], nearby);
  if (refusal !== null) throw new DomainError('input.invalid', refusal, path);
};
