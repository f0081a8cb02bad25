import { DomainError } from '#domain/domain-error.ts';

const firstInstant = Date.parse('0001-01-01T00:00:00.000Z');
const lastInstant = Date.parse('9999-12-31T23:59:59.999Z');

/** Milliseconds since 1970 that every store and RFC 3339 can write: whole ones, of the years 1 to 9999. */
export const isStorableInstant = (milliseconds: number): boolean =>
  Number.isInteger(milliseconds) && milliseconds >= firstInstant && milliseconds <= lastInstant;

const dayInMilliseconds = 86_400_000;
const maxDays = 36_525;

/** The instant so many days before `now`; throws `input.invalid` for days that are not from 0 to 36,525, a century. */
export const daysBefore = (
  now: Date,
  days: number,
  { name, path }: { readonly name: string; readonly path: readonly string[] },
): Date => {
  if (!(days >= 0 && days <= maxDays))
    throw new DomainError('input.invalid', `${name} is ${days}; give 0 to ${maxDays} days.`, path);
  return new Date(Math.floor(now.getTime() - days * dayInMilliseconds));
};

/** Caps an instant at now: the future is unknown. */
export const notLaterThan = (now: Date, instant: Date): Date =>
  new Date(Math.min(instant.getTime(), now.getTime()));

/** How far a client's clock may run ahead, in milliseconds: one day. */
const clockTolerance = 24 * 60 * 60 * 1000;

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
