import type { LabelDetector } from '#domain/labels/detectors/label-detector.ts';
import { isNamedOtherwise } from '#domain/labels/detectors/other-number.ts';
import type { Span } from '#domain/labels/folded-text.ts';

interface Issuer {
  readonly name: string;
  /** First and last leading digits, of the same length, both included. */
  readonly ranges: readonly (readonly [string, string])[];
  readonly lengths: readonly number[];
}

const one = (...prefixes: string[]) => prefixes.map((prefix) => [prefix, prefix] as const);

/** Issuers by leading digits (ISO/IEC 7812 and the networks' own tables). */
export const issuers: readonly Issuer[] = Object.freeze([
  { name: 'Visa', ranges: one('4'), lengths: [13, 16, 19] },
  {
    name: 'Mastercard',
    ranges: [
      ['51', '55'],
      ['2221', '2720'],
    ],
    lengths: [16],
  },
  { name: 'American Express', ranges: one('34', '37'), lengths: [15] },
  {
    name: 'Discover',
    ranges: [
      ['6011', '6011'],
      ['644', '649'],
      ['65', '65'],
      ['622126', '622925'],
    ],
    lengths: [16, 17, 18, 19],
  },
  { name: 'Diners Club', ranges: one('36'), lengths: [14, 15, 16, 17, 18, 19] },
  {
    name: 'Diners Club',
    ranges: [
      ['300', '305'],
      ['3095', '3095'],
      ['38', '39'],
    ],
    lengths: [14, 16, 17, 18, 19],
  },
  { name: 'JCB', ranges: [['3528', '3589']], lengths: [16, 17, 18, 19] },
  { name: 'UnionPay', ranges: one('62', '81'), lengths: [16, 17, 18, 19] },
  {
    name: 'Maestro',
    ranges: one('5018', '5020', '5038', '5893', '6304', '6759', '6761', '6762', '6763'),
    lengths: [13, 14, 15, 16, 17, 18, 19],
  },
  { name: 'Mir', ranges: [['2200', '2204']], lengths: [16, 17, 18, 19] },
  { name: 'RuPay', ranges: one('60', '82', '508'), lengths: [16] },
  { name: 'Dankort', ranges: one('5019'), lengths: [16] },
  { name: 'Elo', ranges: one('504175', '506699', '5067', '509', '636297', '636368'), lengths: [16] },
  { name: 'InstaPayment', ranges: [['637', '639']], lengths: [16] },
  { name: 'Troy', ranges: one('9792'), lengths: [16] },
]);

const isIssued = (digits: string): boolean =>
  issuers.some(
    ({ ranges, lengths }) =>
      lengths.includes(digits.length) &&
      ranges.some(([first, last]) => {
        const prefix = digits.slice(0, first.length);
        return prefix >= first && prefix <= last;
      }),
  );

/** The check digit of ISO/IEC 7812: every second digit from the right doubled, the sum of digits a multiple of ten. */
export const passesLuhn = (digits: string): boolean => {
  let sum = 0;
  for (let place = 0; place < digits.length; place += 1) {
    const digit = digits.charCodeAt(digits.length - 1 - place) - 48;
    const weighed = place % 2 === 0 ? digit : digit * 2;
    sum += weighed > 9 ? weighed - 9 : weighed;
  }
  return sum % 10 === 0;
};

const run = /\d+(?:[ .-]\d+)*/g;
const group = /\d+/g;
const wordLike = /[\p{Script=Latin}_]/u;
const shortest = 13;
const longest = 19;
/** The groups in which cards are printed, each by its size: whole, in fours, and the issuers' own ways. */
const printed = /^(?:\d\d|4(?: 4){2,3} [1-4]|4 6 [45]|4 5 6|8 8|6 (?:7|10|13)|4 12)$/;
/** How a row of groups must begin for one of them to come of it. */
const begun = /^(?:4 (?:4|5|6|12)|8 8|6 (?:7|10|13))$/;

/** The place of the last group of a card that begins with the group at `first`; null when none begins there. */
const lastOfCard = (groups: readonly RegExpExecArray[], first: number): number | null => {
  let digits = groups[first]?.[0] ?? '';
  let sizes = String(digits.length);
  const isCard = (): boolean =>
    digits.length >= shortest && printed.test(sizes) && passesLuhn(digits) && isIssued(digits);
  if (digits.length >= shortest) return digits.length <= longest && isCard() ? first : null;
  if (digits.length < 4) return null;
  let last: number | null = null;
  for (let place = first + 1; place < groups.length; place += 1) {
    const found = groups[place]?.[0] ?? '';
    digits += found;
    sizes += ` ${found.length}`;
    if (digits.length > longest || (place === first + 1 && !begun.test(sizes))) break;
    if (isCard()) last = place;
  }
  return last;
};

/** The check digit of GS1, which goods carry: weights of one and three in turn. */
const isGoodsNumber = (digits: string): boolean => {
  let sum = 0;
  for (let place = 0; place < digits.length; place += 1)
    sum += (digits.charCodeAt(digits.length - 1 - place) - 48) * (place % 2 === 0 ? 1 : 3);
  return sum % 10 === 0;
};

/** When a card ends, as it is written after its number: `1227`, `2027`. */
const expiry = /^(?:20[2-4]\d|(?:0[1-9]|1[0-2])[2-4]\d)$/;

const year = /^(?:19|20)\d\d$/;

/** Figures of a decimal fraction, or of an identifier: `0.4111…`, `4111….5`, `INV-4111…`. */
const isPartOfMore = (before: string, after: string): boolean =>
  /(?:\d[.,]|[A-Z]-)$/.test(before) || /^[.,]\d/.test(after);

/** A payment card number: 13 to 19 digits, whole or in groups, that an issuer gives out and whose check digit fits. */
export const findCards: LabelDetector = (text) => {
  const spans: Span[] = [];
  for (const { index, 0: found } of text.matchAll(run)) {
    if (found.length < shortest) continue;
    const groups = [...found.matchAll(group)];
    /** True when a group of four follows, separated like the groups of a card: then a longer number continues. */
    const goesOn = (place: number): boolean => groups[place]?.[0].length === 4;
    let free = 0;
    for (let first = 0; first < groups.length; first += 1) {
      const last = lastOfCard(groups, first);
      if (last === null) continue;
      const start = groups[first]?.index ?? 0;
      const end = (groups[last]?.index ?? 0) + (groups[last]?.[0].length ?? 0);
      const before = text[index + start - 1] ?? '';
      const after = text.slice(index + end, index + end + 2);
      if (wordLike.test(before) || before === '+' || /^-?[\p{Script=Latin}_]/u.test(after)) continue;
      const isRow = first > free && goesOn(first - 1) && goesOn(first);
      // A year before a card is none of its groups.
      if (isRow && !(first === 1 && last === groups.length - 1 && year.test(groups[0]?.[0] ?? ''))) continue;
      const next = groups[last + 1]?.[0] ?? '';
      const rowGoesOn = goesOn(last) && goesOn(last + 1) && !expiry.test(next);
      if (rowGoesOn && lastOfCard(groups, last + 1) === null) continue;
      if (isPartOfMore(text.slice(Math.max(0, index + start - 2), index + start), text.slice(index + end)))
        continue;
      const digits = found.slice(start, end);
      if (digits.length === shortest && isGoodsNumber(digits)) continue;
      if (isNamedOtherwise(text, index + start)) continue;
      spans.push({ start: index + start, end: index + end });
      first = last;
      free = last + 1;
    }
  }
  return spans;
};
