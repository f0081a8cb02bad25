import type { LabelDetector } from '#domain/labels/detectors/label-detector.ts';
import type { Span } from '#domain/labels/folded-text.ts';

interface Issuer {
  readonly name: string;
  /** First and last leading digits, of the same length, both included. */
  readonly ranges: readonly (readonly [string, string])[];
  readonly lengths: readonly number[];
}

const one = (...prefixes: string[]) => prefixes.map((prefix) => [prefix, prefix] as const);

/** Who issues which numbers, by their first digits (ISO/IEC 7812 and the networks' own tables). */
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
/** Cards are printed in groups of four to six; smaller groups are a row of figures. */
const smallestGroup = 4;

const endOfCard = (groups: readonly RegExpExecArray[], first: number): number | null => {
  let digits = '';
  let end: number | null = null;
  for (let place = first; place < groups.length && digits.length <= longest; place += 1) {
    const found = groups[place];
    if (!found) break;
    // Only the last group may be smaller.
    if (place > first && (groups[place - 1]?.[0].length ?? 0) < smallestGroup) break;
    digits += found[0];
    if (digits.length >= shortest && digits.length <= longest && isIssued(digits) && passesLuhn(digits))
      end = found.index + found[0].length;
  }
  return end;
};

/** A payment card number: 13 to 19 digits, bare or in groups, that an issuer gives out and whose check digit fits. */
export const findCards: LabelDetector = (text) => {
  const spans: Span[] = [];
  for (const { index, 0: found } of text.matchAll(run)) {
    if (found.length < shortest) continue;
    const groups = [...found.matchAll(group)];
    for (let first = 0; first < groups.length; first += 1) {
      const start = groups[first]?.index ?? 0;
      const end = endOfCard(groups, first);
      if (end === null) continue;
      const before = text[index + start - 1] ?? '';
      const after = text[index + end] ?? '';
      if (wordLike.test(before) || wordLike.test(after)) continue;
      spans.push({ start: index + start, end: index + end });
      while (first + 1 < groups.length && (groups[first + 1]?.index ?? 0) < end) first += 1;
    }
  }
  return spans;
};
