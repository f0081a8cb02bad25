import { maxNameLength } from '#application/text-limits.ts';
import { DomainError } from '#domain/domain-error.ts';
import { assertStorableText } from '#domain/input/text.ts';
import { refusalOfUnknown } from '#domain/input/unknown-names.ts';
import { nameCatalogues } from '#persistence/people/known-names.ts';
import { findNames, type NameCatalogue, nearbyNames } from '#persistence/people/names.ts';
import { projects } from '#persistence/people/projects.ts';
import { readThrough, type WriteSession } from '#persistence/store/viewer-session.ts';

/** Throws `input.invalid`, with the nearest names, for a name that nothing has which the viewer sees. */
const assertKnown =
  (vocabulary: 'user' | 'project', catalogue: NameCatalogue) =>
  async (session: WriteSession, name: string, path: readonly string[]): Promise<void> => {
    assertStorableText(name, { name: 'The name', path, min: 1, max: maxNameLength });
    const reading = readThrough(session);
    if ((await findNames(reading, catalogue, [name])).has(name)) return;
    const refusal = refusalOfUnknown(vocabulary, [name], await nearbyNames(reading, catalogue));
    if (refusal !== null) throw new DomainError('input.invalid', refusal, path);
  };

export const assertKnownUser = assertKnown('user', nameCatalogues.user);
export const assertKnownProject = assertKnown('project', projects);
