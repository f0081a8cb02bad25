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

const dayInMilliseconds = 86_400_000;
const mostDays = 100_000;

/** The instant so many days earlier. Throws `input.invalid` for fewer than 0 days or more than 100,000. */
export const daysBefore = (
  now: Date,
  days: number,
  { name, path }: { readonly name: string; readonly path: readonly string[] },
): Date => {
  if (!(days >= 0 && days <= mostDays))
    throw new DomainError('input.invalid', `${name} must be from 0 to ${mostDays} days.`, path);
  return new Date(now.getTime() - days * dayInMilliseconds);
};
