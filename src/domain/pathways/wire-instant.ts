const rfc3339 =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])[Tt ](?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d{1,12})?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/** Finds whether a month has a day: `Date` takes 30 February for 2 March. */
const isDay = (day: string): boolean => new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);

/** An RFC 3339 time at the resolution of the store, milliseconds; null for anything else. The file keeps its own text. */
export const normalizeInstant = (value: unknown): Date | null => {
  if (typeof value !== 'string' || !rfc3339.test(value) || !isDay(value.slice(0, 10))) return null;
  const instant = new Date(
    value
      .replace(/:60(?=[.Zz+-])/, ':59')
      .replace(' ', 'T')
      .toUpperCase(),
  );
  return Number.isNaN(instant.getTime()) ? null : instant;
};
