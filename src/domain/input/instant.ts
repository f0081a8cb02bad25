import { DomainError } from '#domain/domain-error.ts';

/** How far a client's clock may run ahead, in milliseconds: one day. */
export const clockTolerance = 24 * 60 * 60 * 1000;

/** Throws `input.invalid` for a date more than a day ahead of `now`, and for one that is no date. */
export const assertNotFuture = (
  date: Date,
  now: Date,
  { name, path }: { readonly name: string; readonly path: readonly string[] },
): void => {
  if (Number.isNaN(date.getTime()))
    throw new DomainError(
      'input.invalid',
      `${name} is not a date. Send RFC 3339, as in 2026-01-31T09:00:00Z.`,
      path,
    );
  if (date.getTime() - now.getTime() > clockTolerance)
    throw new DomainError(
      'input.invalid',
      `${name} is ${date.toISOString()}, more than a day ahead of ${now.toISOString()}. Check the clock it came from.`,
      path,
    );
};
