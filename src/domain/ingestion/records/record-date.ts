const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const month = '(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\\.?';
const yearFirst = /(?<!\d)(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/;
const monthFirst = new RegExp(`\\b${month} (\\d{1,2})(?:st|nd|rd|th)?,? (\\d{4})(?!\\d)`, 'i');
const dayFirst = new RegExp(
  `(?<!\\d)(\\d{1,2})(?:st|nd|rd|th)?(?: of)?[ -]${month},?[ -](\\d{4})(?!\\d)`,
  'i',
);

/** Dates such as `12.03.2025`, which no country writes with the month first. */
const dayFirstWithPoints = /(?<![\d.])(\d{1,2})\. ?(\d{1,2})\. ?(\d{4})(?!\d)/;

const isoDate = (year: number, monthNumber: number, day: number): string | null => {
  const date = new Date(Date.UTC(year, monthNumber - 1, day));
  return year >= 1900 && date.getUTCMonth() === monthNumber - 1 && date.getUTCDate() === day
    ? date.toISOString().slice(0, 10)
    : null;
};

/**
 * The first calendar date in a text as `YYYY-MM-DD`, written with the year first, with the month as a word, or with the day first and
 * points; null when there is none.
 */
export const readDate = (text: string): string | null => {
  const given = text.slice(0, 400);
  const byYear = yearFirst.exec(given);
  if (byYear !== null) return isoDate(Number(byYear[1]), Number(byYear[2]), Number(byYear[3]));
  const byMonth = monthFirst.exec(given);
  if (byMonth !== null)
    return isoDate(
      Number(byMonth[3]),
      months.indexOf((byMonth[1] ?? '').toLowerCase()) + 1,
      Number(byMonth[2]),
    );
  const byDay = dayFirst.exec(given);
  if (byDay !== null)
    return isoDate(Number(byDay[3]), months.indexOf((byDay[2] ?? '').toLowerCase()) + 1, Number(byDay[1]));
  const byPoints = dayFirstWithPoints.exec(given);
  return byPoints === null ? null : isoDate(Number(byPoints[3]), Number(byPoints[2]), Number(byPoints[1]));
};
