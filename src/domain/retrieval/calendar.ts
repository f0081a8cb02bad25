/** A time in UTC, of whole days: from its first instant on, and before its last. */
export interface Period {
  readonly from: Date;
  readonly until: Date;
}

export const units = ['day', 'week', 'month', 'quarter', 'year'] as const;
export type Unit = (typeof units)[number];

/** Meteorological seasons of the northern half, by the month that each begins in; a winter is of the year that it begins in. */
const seasonBegins: Readonly<Record<string, number>> = {
  spring: 2,
  summer: 5,
  autumn: 8,
  fall: 8,
  winter: 11,
};
export const seasons: readonly string[] = Object.keys(seasonBegins);

/** A month is known by its first three letters. */
const monthLetters = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
export const monthOf = (name: string): number => monthLetters.indexOf(name.slice(0, 3).toLowerCase());

const weekdayLetters = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
export const weekdayOf = (name: string): number => weekdayLetters.indexOf(name.slice(0, 3).toLowerCase());

const utc = (year: number, month: number, day = 1): Date => new Date(Date.UTC(year, month, day));
const shifted = (date: Date, days: number): Date =>
  utc(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate() + days);
const monthsFrom = (from: Date, count: number): Period => ({
  from,
  until: utc(from.getUTCFullYear(), from.getUTCMonth() + count),
});

/** A day of the calendar; null: there is none of this number. */
export const dayOf = (year: number, month: number, day: number): Period | null => {
  const from = utc(year, month, day);
  return from.getUTCMonth() === month && from.getUTCDate() === day ? { from, until: shifted(from, 1) } : null;
};
export const monthOfYear = (year: number, month: number): Period => monthsFrom(utc(year, month), 1);
export const quarterOf = (year: number, quarter: number): Period => monthsFrom(utc(year, 3 * quarter), 3);
export const yearOf = (year: number): Period => monthsFrom(utc(year, 0), 12);
export const seasonOf = (year: number, season: string): Period =>
  monthsFrom(utc(year, seasonBegins[season.toLowerCase()] ?? 0), 3);

/** The day, the week from Monday on, the month, quarter or year that is so many after that of now; negative: before it. */
export const unitFrom = (now: Date, unit: Unit, count: number): Period => {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  switch (unit) {
    case 'day':
      return { from: shifted(now, count), until: shifted(now, count + 1) };
    case 'week': {
      const monday = shifted(now, 7 * count - ((now.getUTCDay() + 6) % 7));
      return { from: monday, until: shifted(monday, 7) };
    }
    case 'month':
      return monthOfYear(year, month + count);
    case 'quarter':
      return quarterOf(year, Math.floor(month / 3) + count);
    case 'year':
      return yearOf(year + count);
  }
};

/** A day of the month that begins then; its last where it has none of this number. */
const sameDayOf = (month: Date, day: number): Date => {
  const last = utc(month.getUTCFullYear(), month.getUTCMonth() + 1, 0).getUTCDate();
  return utc(month.getUTCFullYear(), month.getUTCMonth(), Math.min(day, last));
};

/** The time from so many units before now until the end of today. */
export const pastUnits = (now: Date, unit: Unit, count: number): Period => {
  const months = unit === 'year' ? 12 * count : unit === 'quarter' ? 3 * count : count;
  const from =
    unit === 'day' || unit === 'week'
      ? shifted(now, -count * (unit === 'week' ? 7 : 1))
      : sameDayOf(utc(now.getUTCFullYear(), now.getUTCMonth() - months), now.getUTCDate());
  return { from, until: shifted(now, 1) };
};

/**
 * The one nearest to now among times that come each year or week: `last` has ended, `begun` has begun, `next` begins after
 * now. `at` names the one so many turns from now's.
 */
export const turnOf = (
  now: Date,
  which: 'last' | 'begun' | 'next',
  at: (turn: number) => Period | null,
): Period | null => {
  const turns = [2, 1, 0, -1, -2, -3, -4, -5].flatMap((turn) => at(turn) ?? []);
  if (which === 'next') return turns.filter(({ from }) => from > now).at(-1) ?? null;
  return turns.find(({ from, until }) => (which === 'last' ? until <= now : from <= now)) ?? null;
};
