import { readDate } from '#domain/ingestion/records/record-date.ts';

const numeric = /(?<!\d)(\d{1,4})[./-](\d{1,2})[./-](\d{2,4})(?!\d)/;

/**
 * Reads the days of one file's messages as `YYYY-MM-DD`. Whether the day or the month stands first is shown by any date
 * of the file that only one of both fits; where none does, the day is first where points part it, and else none is named.
 */
export const daysOf = (whens: readonly string[]): ((when: string) => string | null) => {
  const parts = whens.flatMap((when) => numeric.exec(when)?.slice(1, 3).map(Number) ?? []);
  const firsts = parts.filter((_, at) => at % 2 === 0);
  const seconds = parts.filter((_, at) => at % 2 === 1);
  const isDayFirst = firsts.some((part) => part > 12 && part <= 31);
  const isMonthFirst = seconds.some((part) => part > 12);
  return (when) => {
    const [, first = '', second = '', year = ''] = numeric.exec(when) ?? [];
    if (year === '' || first.length > 2 || isDayFirst === isMonthFirst) return readDate(when);
    const [day, month] = isDayFirst ? [first, second] : [second, first];
    return readDate(`${year.length === 2 ? `20${year}` : year}-${month}-${day}`);
  };
};
