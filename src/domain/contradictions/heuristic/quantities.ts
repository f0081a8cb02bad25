import { type Unit, units } from './units.ts';

/** A value that a sentence gives, as an interval in the dimension's own unit. */
export interface Quantity {
  readonly dimension: string;
  readonly least: number;
  readonly most: number;
  readonly kind: 'exact' | 'about' | 'at least' | 'at most' | 'range';
  /** As it stands there. */
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
    `(?<![\\w.§-])${bound.replace('<bound>', '<limit>')}(?:between |from )?(?<low>${number})(?: ?(?:-|–|to|and) ?(?<high>${number}))?[ -]?(?<unit>${unitNames})(?![\\w²³/])`,
  'g',
);

/** Most sentences have none, and are not searched for more. */
const anyNumber = new RegExp(`\\d|\\b(?:${Object.keys(numberWords).join('|')})\\b`);

const numberOf = (text: string): number => numberWords[text] ?? Number(text.replaceAll(',', ''));
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
  if (!anyNumber.test(sentence)) return { marked: sentence, quantities };
  const marked = sentence.replaceAll(pattern, (...args: unknown[]) => {
    const text = String(args[0]);
    const match = Object.assign([text], { groups: args.at(-1) }) as unknown as RegExpExecArray;
    const quantity = quantityOf(match);
    if (!quantity) return text;
    quantities.push(quantity);
    return ` §${quantities.length - 1} `;
  });
  return { marked, quantities };
};

/** Whether two values of the same thing differ: HARD when both cannot be, SOFT when they are different limits. */
export const compareQuantities = (a: Quantity, b: Quantity): 'HARD' | 'SOFT' | null => {
  const tolerance = a.unit === b.unit ? 1e-9 : 0.02;
  const differ = (x: number, y: number): boolean =>
    Math.abs(x - y) > tolerance * Math.max(Math.abs(x), Math.abs(y));
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
