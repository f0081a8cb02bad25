/** A date, a day of the week or a time of day; what is not said is null. */
export interface Moment {
  readonly year: number | null;
  readonly month: number | null;
  readonly quarter: number | null;
  readonly day: number | null;
  readonly weekday: number | null;
  /** `the first Monday`: which one of the month. */
  readonly nth: string | null;
  /** Week of the year. */
  readonly week: number | null;
  /** Minutes after midnight. */
  readonly clock: number | null;
  readonly text: string;
}

const months = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];
const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const month = `(?:${months.map((name) => `${name}|${name.slice(0, 3)}\\b`).join('|')})`;
const year = '(?:18|19|20)\\d\\d';
const pattern = new RegExp(
  [
    `\\b(?<isoYear>${year})-(?<isoMonth>\\d\\d)-(?<isoDay>\\d\\d)\\b`,
    `\\b(?<day>\\d{1,2})(?:st|nd|rd|th)? (?:of )?(?<month>${month})(?:,? (?<year>${year}))?(?!\\w)`,
    `\\b(?<usMonth>${month}) (?<usDay>\\d{1,2})(?:st|nd|rd|th)?(?:,? (?<usYear>${year}))?(?!\\w)`,
    `\\b(?<onlyMonth>${months.filter((name) => name !== 'may' && name !== 'march').join('|')}|(?<=in )(?:may|march)) (?<monthYear>${year})\\b`,
    `\\b(?<=(?:in|since|from|by|until|before|after) )(?<onlyYear>${year})\\b`,
    `\\bq(?<quarter>[1-4])(?:,? (?:of )?(?<quarterYear>${year}))?\\b`,
    `\\b(?<=(?:in|by|until|before|after|since|early|late|mid|mid-|of) )(?<bareMonth>${months.join('|')})\\b`,
    `\\b(?:(?<nth>first|second|third|fourth|last) )?(?<weekday>${weekdays.join('|')})s?\\b(?: (?:of|in) (?:the|each|every|a) month\\b)?`,
    `\\bweek (?<week>[1-5]?\\d)\\b`,
    `\\b(?<hour>[01]?\\d|2[0-3]):(?<minute>[0-5]\\d)(?: ?(?<half>[ap])\\.?m\\.?)?(?!\\w)`,
    `\\b(?<bareHour>1[0-2]|[1-9]) ?(?<bareHalf>[ap])\\.?m\\.?(?!\\w)`,
    `\\b(?<named>noon|midnight)\\b`,
  ].join('|'),
  'g',
);

const monthOf = (text: string | undefined): number | null =>
  text === undefined ? null : months.findIndex((name) => name.startsWith(text.slice(0, 3))) + 1;
const whole = (text: string | undefined): number | null => (text === undefined ? null : Number(text));

const hourOf = ({
  hour,
  half,
  bareHour,
  bareHalf,
  named,
}: Readonly<Record<string, string | undefined>>): number | null => {
  if (named !== undefined) return named === 'noon' ? 12 : 0;
  const said = whole(hour ?? bareHour);
  const part = half ?? bareHalf;
  if (said === null || part === undefined) return said;
  return (said % 12) + (part === 'p' ? 12 : 0);
};

/** A sentence (lower-case) with a mark in the place of each moment: `¤0`, `¤1` … */
export const markMoments = (
  sentence: string,
): { readonly marked: string; readonly moments: readonly Moment[] } => {
  const moments: Moment[] = [];
  const marked = sentence.replaceAll(pattern, (...args: unknown[]) => {
    const g = args.at(-1) as Record<string, string | undefined>;
    const hour = hourOf(g);
    moments.push({
      year: whole(g.isoYear ?? g.year ?? g.usYear ?? g.monthYear ?? g.onlyYear ?? g.quarterYear),
      month: whole(g.isoMonth) ?? monthOf(g.month ?? g.usMonth ?? g.onlyMonth ?? g.bareMonth),
      quarter: whole(g.quarter),
      day: whole(g.isoDay ?? g.day ?? g.usDay),
      weekday: g.weekday === undefined ? null : weekdays.indexOf(g.weekday),
      nth: g.nth ?? null,
      week: whole(g.week),
      clock: hour === null ? null : hour * 60 + Number(g.minute ?? 0),
      text: String(args[0]),
    });
    return ` ¤${moments.length - 1} `;
  });
  return { marked, moments };
};

const parts = ['year', 'quarter', 'month', 'week', 'day', 'nth', 'weekday', 'clock'] as const;

/** True when both cannot be the same moment: some part that both name differs. */
export const momentsDiffer = (a: Moment, b: Moment): boolean =>
  parts.some((part) => a[part] !== null && b[part] !== null && a[part] !== b[part]);

/** True when both name the same parts, and each is the same. */
export const isSameMoment = (a: Moment, b: Moment): boolean => parts.every((part) => a[part] === b[part]);
