import { readDate } from '#domain/ingestion/records/record-date.ts';

const numeric = /(?<!\d)(\d{1,4})[./-](\d{1,2})[./-](\d{2,4})(?!\d)/;

/**
 * Reads the days of one file's messages as `YYYY-MM-DD`. Whether the day or the month stands first is shown by any date
 * of the file that only one of both fits; where none does, a day is not named.
 */
export const daysOf = (whens: readonly string[]): ((when: string) => string | null) => {
  const parts = whens.flatMap((when) => numeric.exec(when)?.slice(1, 3).map(Number) ?? []);
  const firsts = parts.filter((_, at) => at % 2 === 0);
  const seconds = parts.filter((_, at) => at % 2 === 1);
  const isDayFirst = firsts.some((part) => part > 12);
  const isMonthFirst = seconds.some((part) => part > 12);
  return (when) => {
    const iso = readDate(when);
    if (iso !== null) return iso;
    const [, first = '', second = '', year = ''] = numeric.exec(when) ?? [];
    if (year === '' || isDayFirst === isMonthFirst) return null;
    const [day, month] = isDayFirst ? [first, second] : [second, first];
    return readDate(`${year.length === 2 ? `20${year}` : year}-${month}-${day}`);
  };
};
