import { maxNameLength } from '#application/text-limits.ts';
import { DomainError } from '#domain/domain-error.ts';
import { assertStorableText } from '#domain/input/text.ts';
import type { WriteSession } from '#persistence/store/viewer-session.ts';
import { findUserName } from '#persistence/tenants.ts';

/**
 * Read: the name of a person of the tenant as their token carries it. Throws `input.invalid` for a name, in whatever
 * spelling, that has called no mutation of the tenant.
 */
export const nameOfUser = async (
  session: WriteSession,
  name: string,
  path: readonly string[],
): Promise<string> => {
  assertStorableText(name, { name: 'The name', path, min: 1, max: maxNameLength });
  const found = await findUserName(session, name);
  if (found !== null) return found;
  throw new DomainError(
    'input.invalid',
    'Nobody of that name has written to this tenant. Give the name as their token carries it.',
    path,
  );
};
