import { type Unit, units } from './units.ts';

/** A value that a sentence gives, as an interval in the dimension's own unit. */
export interface Quantity {
  readonly dimension: string;
  readonly least: number;
  readonly most: number;
  readonly kind: 'exact' | 'about' | 'at least' | 'at most' | 'range';
  /** Text as written. */
  readonly text: string;
  readonly unit: string;
  /** Digits after the point: a rounded value is none that differs. */
  readonly decimals: number;
}

const numberWords: Readonly<Record<string, number>> = {
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  fifteen: 15,
  twenty: 20,
  thirty: 30,
  sixty: 60,
  ninety: 90,
};

const bounds: readonly (readonly [Quantity['kind'], string])[] = [
  [
    'at most',
    'at most|no more than|not more than|no longer than|not exceed|not exceeding|up to|a maximum of|maximum of|less than|fewer than|below|under|within|<=|≤|<',
  ],
  [
    'at least',
    'at least|no less than|not less than|no fewer than|a minimum of|minimum of|more than|over|above|exceed|exceeds|>=|≥|>',
  ],
  ['about', 'about|around|approximately|approx\\.?|roughly|circa|nearly|almost|~|≈'],
];
const kindOfBound = new Map(
  bounds.flatMap(([kind, phrases]) =>
    phrases.split('|').map((phrase) => [phrase.replace('\\', '').replace('?', ''), kind] as const),
  ),
);

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&');
const unitNames = [...units.keys()]
  .sort((a, b) => b.length - a.length)
  .map(escaped)
  .join('|');
const number = `\\d{1,3}(?:,\\d{3})+(?:\\.\\d+)?|\\d+(?:\\.\\d+)?|(?:${Object.keys(numberWords).join('|')})(?=[ -])`;
const bound = `(?:(?<bound>${bounds.map(([, phrases]) => phrases).join('|')}) ?)?`;
const pattern = new RegExp(
  `(?<![\\w.§-])${bound}(?<between>between )?(?<money>[$€£]) ?(?<paid>\\d[\\d,]*(?:\\.\\d+)?)(?![\\w%])|` +
    `(?<![\\w.§-])${bound.replace('<bound>', '<limit>')}(?:between |from )?(?<low>(?:[-−](?=\\d))?(?:${number}))(?: ?(?:-|–|to|and) ?(?<high>${number}))?[ -]?(?<unit>${unitNames})(?![\\w²³/])`,
  'g',
);

const plainNumber = new RegExp(
  `(?<![\\w.:/§¤#-])${bound.replace('<bound>', '<limit>')}(?<amount>${number.replace('(?=[ -])', '(?![\\w-])')})(?![\\w%:/§-]|[.,]\\d)`,
  'g',
);
const wordBefore = /([\p{L}_]+|[=:])[ "'(]*$/u;
const wordAfter = /^ ([\p{Ll}-]+)/u;
/** Their number names one of them; it is not a count. */
const numbered = new Set(
  `room gauge phase version decision step section chapter rule adr rfc pep kep issue ticket milestone sensor module table figure level
  stage tier sprint quarter option part page line item no number article annex appendix release iteration week day hall gate unit
  contract account case note node service v`
    .split(/\s+/)
    .filter(Boolean),
);
/** After these a number is what something is. */
const givers = new Set('is are be to at of limit than exceed exceeds equals = : port defaults'.split(' '));
/** Before these a number counts nothing that is named. */
const stops = new Set(
  'and or to in on at for by of with from per is are was were as when if not the a an after before during until that which'.split(
    ' ',
  ),
);

const adverbs: Readonly<Record<string, number>> = {
  hourly: 3_600,
  daily: 86_400,
  nightly: 86_400,
  weekly: 604_800,
  fortnightly: 1_209_600,
  biweekly: 1_209_600,
  monthly: 2_630_016,
  quarterly: 7_889_400,
  yearly: 31_557_600,
  annually: 31_557_600,
};
const periods: Readonly<Record<string, number>> = {
  minute: 60,
  hour: 3_600,
  day: 86_400,
  night: 86_400,
  week: 604_800,
  fortnight: 1_209_600,
  month: 2_630_016,
  quarter: 7_889_400,
  year: 31_557_600,
};
const often: Readonly<Record<string, number>> = { once: 1, twice: 2, 'three times': 3, 'four times': 4 };
const interval = new RegExp(
  `\\b(?:(?<adverb>${Object.keys(adverbs).join('|')})|(?<often>${Object.keys(often).join('|')}) (?:a|per|an|each|every) (?<per>${Object.keys(periods).join('|')})|(?:every|each)(?<other> other| second)? (?<each>${Object.keys(periods).join('|')})|every (?<count>${number.replace('(?=[ -])', '')}) (?<many>seconds?|sec|s|minutes?|mins?|hours?|hrs?|h|days?|weeks?|months?|years?)|(?<several>several|multiple|many) times (?:a|per|each|every) (?<span>${Object.keys(periods).join('|')}))\\b(?! of)`,
  'g',
);

const exact = (
  dimension: string,
  value: number,
  text: string,
  kind: Quantity['kind'] = 'exact',
): Quantity => ({
  dimension,
  least: kind === 'at most' ? Number.NEGATIVE_INFINITY : value,
  most: kind === 'at least' ? Number.POSITIVE_INFINITY : value,
  kind,
  text,
  unit: '',
  decimals: 0,
});

const intervalOf = (groups: Readonly<Record<string, string | undefined>>, text: string): Quantity => {
  const { adverb, often: times, per, each, other, count, many, span } = groups;
  if (many !== undefined)
    return exact('interval', numberOf(count ?? '1') * (units.get(many)?.factor ?? 0), text);
  if (span !== undefined) return exact('interval', (periods[span] ?? 0) / 2, text, 'at most');
  const seconds =
    adverb === undefined
      ? ((periods[per ?? each ?? ''] ?? 0) * (other === undefined ? 1 : 2)) / (often[times ?? 'once'] ?? 1)
      : (adverbs[adverb] ?? 0);
  return exact('interval', seconds, text);
};

/** A number that counts what follows it, or that something is; null for one that names. */
const countOf = (
  { amount = '', limit }: Readonly<Record<string, string | undefined>>,
  text: string,
  before: string,
  after: string,
): Quantity | null => {
  const previous = wordBefore.exec(before)?.[1] ?? '';
  const next = wordAfter.exec(after)?.[1] ?? '';
  if (numbered.has(previous)) return null;
  const counts = next.length > 2 && !stops.has(next);
  if (!counts && !givers.has(previous) && limit === undefined) return null;
  const value = numberOf(amount);
  const kind = kindOfBound.get(limit ?? '') ?? 'exact';
  const quantity = exact('count', value, text.trim(), kind);
  const slack = kind === 'about' ? Math.abs(value) * 0.1 : 0;
  return { ...quantity, least: quantity.least - slack, most: quantity.most + slack };
};

/** Most sentences have none, and are not searched for more. */
const anyNumber = new RegExp(`\\d|\\b(?:${Object.keys(numberWords).join('|')})\\b`);

const numberOf = (text: string): number =>
  numberWords[text] ?? Number(text.replaceAll(',', '').replace('−', '-'));
const inUnit = ({ factor, offset = 0 }: Unit, value: number): number => value * factor + offset;

const quantityOf = (match: RegExpExecArray): Quantity | null => {
  const { bound: before, limit, money, paid, low, high, unit: unitName } = match.groups ?? {};
  const name = money ?? unitName ?? '';
  const unit = units.get(name);
  const first = paid ?? low;
  if (!unit || first === undefined) return null;
  const from = inUnit(unit, numberOf(first));
  const to = high === undefined ? from : inUnit(unit, numberOf(high));
  const kind = high === undefined ? (kindOfBound.get(before ?? limit ?? '') ?? 'exact') : 'range';
  const slack = kind === 'about' ? Math.abs(from) * 0.1 : 0;
  return {
    dimension: unit.dimension,
    least: kind === 'at most' ? Number.NEGATIVE_INFINITY : Math.min(from, to) - slack,
    most: kind === 'at least' ? Number.POSITIVE_INFINITY : Math.max(from, to) + slack,
    kind,
    text: match[0].trim(),
    unit: name,
    decimals: first.split('.')[1]?.length ?? 0,
  };
};

/** A sentence (lower-case) with a mark in the place of each quantity: `§0`, `§1` … */
export const markQuantities = (
  sentence: string,
): { readonly marked: string; readonly quantities: readonly Quantity[] } => {
  const quantities: Quantity[] = [];
  const mark = (quantity: Quantity): string => ` §${quantities.push(quantity) - 1} `;
  const timed = sentence.replaceAll(interval, (...args: unknown[]) =>
    mark(intervalOf(args.at(-1) as Record<string, string | undefined>, String(args[0]))),
  );
  if (!anyNumber.test(sentence)) return { marked: timed, quantities };
  const measured = timed.replaceAll(pattern, (...args: unknown[]) => {
    const text = String(args[0]);
    const match = Object.assign([text], { groups: args.at(-1) }) as unknown as RegExpExecArray;
    const quantity = quantityOf(match);
    return quantity ? mark(quantity) : text;
  });
  const marked = measured.replaceAll(plainNumber, (...args: unknown[]) => {
    const [text, groups] = [String(args[0]), args.at(-1) as Record<string, string | undefined>];
    const at = Number(args.at(-3));
    const before = measured.slice(Math.max(0, at - 40), at);
    const quantity = countOf(groups, text, before, measured.slice(at + text.length, at + text.length + 40));
    return quantity ? mark(quantity) : text;
  });
  return { marked, quantities };
};

/** Three digits after a point or a comma: a group of thousands in one country, and decimals in another. */
const groupOrDecimals = /(?<![\d.,])\d{1,3}(?:[.,]\d{3})+(?![\d.,]*\d)/;
const withoutSeparators = (text: string): string => text.replaceAll(/[.,]/g, '');

/** True when two texts give the same digits, and only where they were written says whether they are one number. */
const isSameBySeparators = (a: Quantity, b: Quantity): boolean =>
  (groupOrDecimals.test(a.text) || groupOrDecimals.test(b.text)) &&
  withoutSeparators(a.text) === withoutSeparators(b.text);

/** Compares two values of one thing: HARD when both cannot hold, SOFT when they are different limits; null when they agree. */
export const compareQuantities = (a: Quantity, b: Quantity): 'HARD' | 'SOFT' | null => {
  const tolerance = a.unit === b.unit ? 1e-9 : 0.02;
  const differ = (x: number, y: number): boolean =>
    Math.abs(x - y) > tolerance * Math.max(Math.abs(x), Math.abs(y));
  if (isSameBySeparators(a, b)) return null;
  if (a.kind === b.kind && (a.kind === 'at most' || a.kind === 'at least')) {
    const [x, y] = a.kind === 'at most' ? [a.most, b.most] : [a.least, b.least];
    return differ(x, y) ? 'SOFT' : null;
  }
  const apart =
    (a.least > b.most && differ(a.least, b.most)) || (b.least > a.most && differ(b.least, a.most));
  if (!apart) return null;
  if (a.kind === 'exact' && b.kind === 'exact' && isRounding(a, b)) return null;
  return 'HARD';
};

/** 5 kg is 4.8 kg for who counts in whole ones. */
const isRounding = (a: Quantity, b: Quantity): boolean => {
  if (a.decimals === b.decimals) return false;
  const [coarse, fine] = a.decimals < b.decimals ? [a, b] : [b, a];
  const unit = units.get(coarse.unit);
  if (!unit) return false;
  const step = unit.factor * 10 ** -coarse.decimals;
  return Math.abs(coarse.least - fine.least) <= step / 2 + step * 1e-9;
};
