import {
  dayOf,
  monthOf,
  monthOfYear,
  type Period,
  pastUnits,
  quarterOf,
  seasonOf,
  seasons,
  turnOf,
  type Unit,
  unitFrom,
  units,
  weekdayOf,
  yearOf,
} from './calendar.ts';

/** The time that a task asks about. */
export interface TaskDates {
  /** The words of the task that name it, in their order. */
  readonly phrases: readonly string[];
  /** The first instant; null: open. */
  readonly from: Date | null;
  /** The first instant after it; null: open. */
  readonly until: Date | null;
  /** The state at that time is asked for: what was said before it counts as what was said in it. */
  readonly isState: boolean;
}

const month =
  '(?:january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)';
const weekday = '(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday)';
const season = `(?:${seasons.join('|')})`;
const year = '(?:19|20)\\d\\d';
const numbers = 'one two three four five six seven eight nine ten eleven twelve'.split(' ');
const number = `(?:\\d{1,3}|an?|${numbers.join('|')})`;
const unit = `(?:${units.join('|')})`;
const ordinals = ['first', 'second', 'third', 'fourth'];
const ordinal = `(?:${ordinals.join('|')})`;
const day = '\\d{1,2}(?:st|nd|rd|th)?';

const numberOf = (text: string): number =>
  /\d/.test(text) ? Number.parseInt(text, 10) : Math.max(1, numbers.indexOf(text.toLowerCase()) + 1);
const isName = (text: string, pattern: string): boolean => new RegExp(`^${pattern}$`, 'i').test(text);

/** Turns of a week are counted from that of now, those of a year by its number. */
const turning = (name: string, now: Date): ((turn: number) => Period | null) => {
  const years = (turn: number) => now.getUTCFullYear() + turn;
  if (isName(name, season)) return (turn) => seasonOf(years(turn), name);
  if (isName(name, month)) return (turn) => monthOfYear(years(turn), monthOf(name));
  return (turn) => {
    const { from } = unitFrom(now, 'week', turn);
    return unitFrom(from, 'day', weekdayOf(name));
  };
};

/** A day such as `5th` of a month such as `May`, of a year. */
const namedDay = (y: number, m: string, d: string): Period | null =>
  dayOf(y, monthOf(m), Number.parseInt(d, 10));
/** The same without a year: the newest that has begun. */
const newestDay = (now: Date, m: string, d: string): Period | null =>
  turnOf(now, 'begun', (turn) => namedDay(now.getUTCFullYear() + turn, m, d));

type Form = readonly [pattern: string, read: (parts: readonly string[], now: Date) => Period | null];

/** Forms of a time that are understood by themselves, the longest first where one begins another. */
const plainForms: readonly Form[] = [
  ['(\\d{4})-(\\d\\d)-(\\d\\d)', ([y, m, d]) => dayOf(Number(y), Number(m) - 1, Number(d))],
  ['(\\d{4})-(0[1-9]|1[0-2])(?!-?\\d)', ([y, m]) => monthOfYear(Number(y), Number(m) - 1)],
  ['(\\d{1,2})\\.(\\d{1,2})\\.(\\d{4})', ([d, m, y]) => dayOf(Number(y), Number(m) - 1, Number(d))],
  [`(${day})(?: of)? (${month}),? (${year})`, ([d = '', m = '', y]) => namedDay(Number(y), m, d)],
  [`(${month}) (${day}),? (${year})`, ([m = '', d = '', y]) => namedDay(Number(y), m, d)],
  [`(${month})(?: of|,)? (${year})`, ([m = '', y]) => monthOfYear(Number(y), monthOf(m))],
  [`(${season})(?: of|,)? (${year})`, ([name = '', y]) => seasonOf(Number(y), name)],
  [`q([1-4])(?: of|,)? (${year})`, ([q, y]) => quarterOf(Number(y), Number(q) - 1)],
  [
    `(${ordinal}) quarter of (${year})`,
    ([name = '', y]) => quarterOf(Number(y), ordinals.indexOf(name.toLowerCase())),
  ],
  [`(${day})(?: of)? (${month})`, ([d = '', m = ''], now) => newestDay(now, m, d)],
  [`(${month}) (${day})(?!\\d)`, ([m = '', d = ''], now) => newestDay(now, m, d)],
  [
    `(?:last|past|previous) (${number}) (${unit})s?`,
    ([count = '', name = ''], now) => pastUnits(now, name.toLowerCase() as Unit, numberOf(count)),
  ],
  [
    `(last|previous|this|current|next) (${unit})`,
    ([which = '', name = ''], now) =>
      unitFrom(
        now,
        name.toLowerCase() as Unit,
        { last: -1, previous: -1, next: 1 }[which.toLowerCase()] ?? 0,
      ),
  ],
  [
    `(last|previous|this|next) (${season}|${month}|${weekday})`,
    ([which = '', name = ''], now) => {
      const at = turning(name, now);
      const turn = which.toLowerCase();
      return turn === 'this' ? at(0) : turnOf(now, turn === 'next' ? 'next' : 'last', at);
    },
  ],
  [
    `(${number}) (${unit})s? ago`,
    ([count = '', name = ''], now) => unitFrom(now, name.toLowerCase() as Unit, -numberOf(count)),
  ],
  ['the day before yesterday', (_, now) => unitFrom(now, 'day', -2)],
  ['yesterday', (_, now) => unitFrom(now, 'day', -1)],
  ['today', (_, now) => unitFrom(now, 'day', 0)],
  ['tomorrow', (_, now) => unitFrom(now, 'day', 1)],
];

/** Forms that name a time only behind a word such as `in` or `since`. */
const leaningForms: readonly Form[] = [
  [`(${month})`, ([name = ''], now) => turnOf(now, 'begun', turning(name, now))],
  [`(${weekday})`, ([name = ''], now) => turnOf(now, 'last', turning(name, now))],
  [`(${year})`, ([y]) => yearOf(Number(y))],
];

const allForms = [...plainForms, ...leaningForms].map(
  ([pattern, read]) => [new RegExp(`^${pattern}$`, 'iu'), read] as const,
);
const uncaptured = (forms: readonly Form[]): string =>
  forms.map(([pattern]) => pattern.replaceAll(/\((?!\?)/g, '(?:')).join('|');
const anyForm = uncaptured([...plainForms, ...leaningForms]);

const begin = '(?<![\\p{L}\\p{N}_-])';
const end = '(?![\\p{L}\\p{N}_]|[-.:/,]\\p{N})';
const relation =
  '(as of|as at|since|from|after|before|prior to|until|till|up to|through|by|in|during|throughout|on|of|for)';
const filler = '(?:(?:the|early|mid|late|year|end of|start of|beginning of|middle of) ){0,3}';
const range = new RegExp(
  `${begin}(?:from|between) (${anyForm}) (?:and|to|until|till|through) (${anyForm})${end}`,
  'giu',
);
const single = new RegExp(`${begin}(?:${relation} ${filler})?(${anyForm})${end}`, 'giu');

/** Words before which a number such as 2024 is a year, and not a number of something. */
const afterYear =
  /^(?:$|[^\p{L}\p{N}\s]|\s+(?:$|[\p{Lu}(]|(?:a|about|an|and|are|as|at|by|did|do|does|for|had|has|have|how|if|in|is|of|on|or|our|than|that|the|their|they|this|to|until|was|we|were|what|when|where|which|who|with|you)\b))/u;

/** A month that is also a verb is one only in capitals, and a year is none before what it counts. */
const leans = (found: string, rest: string): boolean =>
  isName(found, year) ? afterYear.test(rest) : !/^(?:may|march|mar)$/.test(found);

const periodOf = (text: string, now: Date): Period | null => {
  for (const [form, read] of allForms) {
    const found = form.exec(text);
    if (found !== null) return read(found.slice(1), now);
  }
  return null;
};

type Bounds = Omit<TaskDates, 'phrases'>;

/** Bounds by the word before a time; null: the time needs such a word. */
const boundsOf = (word: string | undefined, { from, until }: Period): Bounds => {
  const closed = { from, until, isState: false };
  switch (word?.toLowerCase()) {
    case 'since':
    case 'from':
      return { ...closed, until: null };
    case 'after':
      return { ...closed, from: until, until: null };
    case 'before':
    case 'prior to':
      return { ...closed, from: null, until: from };
    case 'until':
    case 'till':
    case 'up to':
    case 'through':
    case 'by':
      return { ...closed, from: null };
    case 'as of':
    case 'as at':
      return { ...closed, isState: true };
    default:
      return closed;
  }
};

const earlier = (a: Date, b: Date): Date => (a <= b ? a : b);
const later = (a: Date, b: Date): Date => (a >= b ? a : b);

/** Two times of one task: a beginning and an end bound each other, of others all between them is meant. */
const together = (a: Bounds, b: Bounds): Bounds => {
  const isState = a.isState || b.isState;
  if (a.until === null && b.from === null && a.from && b.until && a.from < b.until)
    return { from: a.from, until: b.until, isState };
  if (b.until === null && a.from === null && b.from && a.until && b.from < a.until)
    return { from: b.from, until: a.until, isState };
  return {
    from: a.from && b.from && earlier(a.from, b.from),
    until: a.until && b.until && later(a.until, b.until),
    isState,
  };
};

/**
 * Reads the time that a task asks about (`last spring`, `as of 2024`, `since 2023`), by the clock, in English, days in UTC.
 * Null: it names none. What may be a number or a verb (`2000 requests`, `may`), and `3/4/2024`, is read as no time.
 */
export const taskDatesOf = (task: string, now: Date): TaskDates | null => {
  const text = task.replaceAll(/\s/g, ' ');
  const found: { readonly at: number; readonly phrase: string; readonly bounds: Bounds }[] = [];
  const rest = text.replaceAll(range, (phrase: string, first: string, last: string, at: number) => {
    const [named] = new RegExp(`${year}$`).exec(last) ?? [''];
    const begun = periodOf(isName(first, month) && named !== '' ? `${first} ${named}` : first, now);
    const ended = periodOf(last, now);
    if (begun === null || ended === null || begun.from >= ended.until) return phrase;
    found.push({ at, phrase, bounds: { from: begun.from, until: ended.until, isState: false } });
    return '\n'.repeat(phrase.length);
  });
  for (const match of rest.matchAll(single)) {
    const [phrase, word, time = ''] = match;
    const isLeaning = [year, month, weekday].some((form) => isName(time, form));
    if (isLeaning && (word === undefined || !leans(time, rest.slice(match.index + phrase.length)))) continue;
    const period = periodOf(time, now);
    if (period !== null) found.push({ at: match.index, phrase, bounds: boundsOf(word, period) });
  }
  if (found.length === 0) return null;
  found.sort((a, b) => a.at - b.at);
  return {
    phrases: found.map(({ phrase }) => phrase),
    ...found.map(({ bounds }) => bounds).reduce(together),
  };
};

/** The days of a statement; null: nobody knows. */
export interface StatementDays {
  /** Since when it holds: the day on which it was said, unless a reviewer set another. */
  readonly holdsFrom: Date | null;
  /** The end that a reviewer set. */
  readonly holdsUntil: Date | null;
  /** The day of its document. */
  readonly saidAt: Date | null;
}

/**
 * Judges a statement by the time that is asked about. `OUTSIDE`: it ended before that time, or, where a state is asked for,
 * begins after it. `MATCHING`: it was said in that time, or ends after its beginning as a reviewer said; for a state also
 * if it was said before. A statement of another day is neither: it may speak of yesterday.
 */
export const dateVerdict = (
  { holdsFrom, holdsUntil, saidAt }: StatementDays,
  { from, until, isState }: Omit<TaskDates, 'phrases'>,
): 'MATCHING' | 'OUTSIDE' | 'NEITHER' => {
  if (holdsUntil && from && holdsUntil <= from) return 'OUTSIDE';
  const begins = holdsFrom ?? saidAt;
  const beginsAfter = begins !== null && until !== null && begins >= until;
  if (isState && holdsFrom !== null && beginsAfter) return 'OUTSIDE';
  const beginsBefore = begins === null || (from !== null && begins < from);
  const isOfThatTime = holdsUntil !== null || (isState ? begins !== null : !beginsBefore);
  return isOfThatTime && !beginsAfter ? 'MATCHING' : 'NEITHER';
};

/** Share of its relevance by which a matching statement is lifted. */
const matchingShare = 1;

/** The lift of a statement by its days, 0 or more, beside its relevance. */
export const dateLift = (relevance: number, days: StatementDays, dates: TaskDates): number =>
  dateVerdict(days, dates) === 'MATCHING' ? matchingShare * relevance : 0;
