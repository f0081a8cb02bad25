import type { LabelDetector } from '#domain/labels/detectors/label-detector.ts';
import { internationalUse, isUsedIn } from '#domain/labels/detectors/numbering-plans.ts';
import { isNamedOtherwise } from '#domain/labels/detectors/other-number.ts';
import type { Span } from '#domain/labels/folded-text.ts';

/** Countries whose national forms begin with a trunk zero. */
const trunkCountries = ['GB', 'IE', 'FR', 'DE', 'NL', 'BE', 'AT', 'CH', 'AU', 'IT'];

/** Digits in groups, with at most one pair of brackets a group and two marks between groups; no line break. */
const run = /(?:\+ ?)?(?:\(\+?\d{1,5}\)|\d+)(?:(?: ?[-./] ?| )?(?:\(\d{1,5}\)|\d+)){0,11}/g;
const group = /\(\+?\d+\)|\d+/g;

const wordBefore = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{N}_+.\-#$€£@\\%^]/u;
const wordAfter =
  /^(?:[\p{N}_@%°€£$]|[-.:]\d|\/\d{1,2}(?!\d)|(?!(?:x|ext)\.? ?\d)[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])/u;

const digitsOf = (text: string): string => text.replaceAll(/\D/g, '');

const date =
  /^(?:(?:0?[1-9]|[12]\d|3[01])[./-](?:0?[1-9]|[12]\d|3[01])[./-](?:\d{2}|\d{4})|(?:1[5-9]|2[01])\d\d[./-](?:0?[1-9]|1[0-2])[./-](?:0?[1-9]|[12]\d|3[01]))(?!\d)/;
/** Five pairs alike are a French number, though its first three may be a day. */
const fivePairs = /^0\d([.-])\d\d\1\d\d\1\d\d\1\d\d(?![.-]?\d)/;

const trunkShape = /^\(?0[1-9]\d{0,5}\)?(?: ?[-./] ?| )?\d/;
const frenchPairs = /^0\d(?:[ .-]\d\d){4}$/;
const northAmerican = /^(?:1[-. ]?)?(?:\([2-9]\d\d\) ?|[2-9]\d\d[-. ])[1-9]\d\d[-. ]\d{4}$/;
const spanish = /^[6-9]\d\d(?:([ .-])\d\d\1\d\d\1\d\d|([ .-])\d{3}\2\d{3})$|^9\d([ .-])\d{3}\3\d\d\3\d\d$/;
const italianMobile = /^3\d\d[ ./-]?\d{3}[ .-]?\d{3,4}$/;

const isGrouped = (text: string): boolean => /\d\D+\d/.test(text);

/** True for digit groups as people write national numbers: none of one digit, none too long, a short one in two. */
const isWrittenLikeTrunk = (text: string): boolean => {
  const sizes = text.match(/\d+/g)?.map(({ length }) => length) ?? [];
  const [area = 0, ...rest] = sizes;
  const length = sizes.reduce((sum, size) => sum + size, 0);
  if (area < 2 || area > 6 || length < 8 || length > 12) return false;
  // Parcels are numbered in fours; of phones only German mobile ones may be.
  if (sizes.join() === '4,4,4' && !/^01[567]/.test(text)) return false;
  // Six pairs are degrees, minutes and seconds, or a row.
  if (sizes.join() === '2,2,2,2,2,2') return false;
  // Eight figures may be a date or a count: then only an area and a number, parted by a space, a slash or brackets.
  if (length === 8) return rest.length === 1 && (rest[0] ?? 0) >= 3 && !/[.-]/.test(text);
  return rest.length >= 1 && rest.length <= 5 && rest.every((size) => size >= 2 && size <= 9);
};

/** Judges whether a text looks like a national number, and of which countries. */
const isNational = (text: string): boolean => {
  const digits = digitsOf(text);
  if (digits.length < 8 || digits.length > 12 || !isGrouped(text)) return false;
  if (trunkShape.test(text))
    return (
      (isWrittenLikeTrunk(text) || frenchPairs.test(text)) &&
      trunkCountries.some((country) => isUsedIn(country, digits))
    );
  // Three bare groups parted by spaces may be any three figures; brackets and hyphens make them a number.
  if (northAmerican.test(text) && (/[()-]/.test(text) || isUsedIn('US', digits) || isUsedIn('CA', digits)))
    return true;
  return (
    (spanish.test(text) && isUsedIn('ES', digits)) || (italianMobile.test(text) && isUsedIn('IT', digits))
  );
};

/** Without the trunk zero in brackets, which nobody dials from abroad: `+44 (0)20`. */
const dialled = (text: string): string => digitsOf(text.replace(/^([+(]*\d[\d ]*\)? ?)\(0\)/, '$1'));

const isInternational = (text: string): boolean => {
  const number = dialled(text);
  if (number.length < 7 || number.length > 15) return false;
  const use = internationalUse(number);
  // A plus with a space may be a sum: then the number has to be in use.
  if (text.startsWith('+ ')) return use === 'used' && isGrouped(text.slice(2));
  return use === 'used' || (use === 'possible' && (isGrouped(text) || number.length >= 10));
};

const longestWhole = 15;

/** `00` before a country's code; without groups any long number may begin so, and has to be valid and no longer than phones are. */
const isZeroZero = (text: string): boolean => {
  const digits = dialled(text);
  return (
    digits.length >= 10 &&
    (isGrouped(text) || (digits.length <= longestWhole && !digits.startsWith('001'))) &&
    internationalUse(digits.slice(2)) === 'used'
  );
};

const isPhoneText = (text: string): boolean => {
  if (/^\(?\+/.test(text)) return isInternational(text);
  if (/^\(?00\)?[ .-]?\(?[1-9]/.test(text)) return isZeroZero(text);
  return isNational(text);
};

/** Pairs before or after pairs are a row of bytes. `before` has three characters, `after` four. */
const isDump = (before: string, after: string): boolean =>
  /(?:\d[\da-f]|[\da-f]\d) $/i.test(before) || /^ [\da-f]{2}(?![\p{L}\p{N}])/iu.test(after);

const decimal = String.raw`[+-]?\d{1,3}\.\d{3,9}`;
const twoDecimals = new RegExp(`^${decimal} ?[-+]? ?${decimal}$`);
const oneDecimal = new RegExp(`^${decimal}$`);
const decimalBefore = new RegExp(`(?<![\\d.])${decimal}°?(?: ?[,;] ?| )$`);
const decimalAfter = new RegExp(`^(?:°|(?: ?[,;] ?| )${decimal}(?![\\d.]))`);

/** Two decimal fractions side by side are a place on earth. `before` and `after` have sixteen characters. */
const isCoordinate = (text: string, before: string, after: string): boolean =>
  twoDecimals.test(text) ||
  (oneDecimal.test(text) && (decimalBefore.test(before) || decimalAfter.test(after)));

/** Three figures, two and four, parted alike, are a social security number. */
const socialSecurity = /^\d{3}([ .-])\d\d\1\d{4}$/;

const net = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/;

/** Three figures of three, and a fourth after them, are a row; four up to 255 with dots an address of the net. */
const isRowOfFigures = (text: string, after: string): boolean =>
  (/^[1-9]\d\d \d{3} \d{3,4}$/.test(text) && /^ \d{2,3}(?!\d)/.test(after)) || net.test(text);

const longest = 17;

/** A phone number: `+` or `00` and a country's code, or a grouped national form of the countries below. */
export const findPhones: LabelDetector = (text) => {
  const spans: Span[] = [];
  for (const { index, 0: found } of text.matchAll(run)) {
    if (found.length < 8) continue;
    const groups = [...found.matchAll(group)];
    const sizes = groups.map(({ 0: digits }) => digits.replaceAll(/\D/g, '').length);
    let free = 0;
    for (let first = 0; first < groups.length; first += 1) {
      const offset = groups[first]?.index ?? 0;
      const start = first === 0 ? 0 : offset;
      // Within a row of figures a number begins only where another one has ended.
      if (first !== free || wordBefore.test(text[index + start - 1] ?? '')) continue;
      if (date.test(found.slice(start)) && !fivePairs.test(found.slice(start))) continue;
      for (let last = Math.min(groups.length - 1, first + 7); last >= first; last -= 1) {
        const end = (groups[last]?.index ?? 0) + (groups[last]?.[0].length ?? 0);
        let length = 0;
        for (let place = first; place <= last; place += 1) length += sizes[place] ?? 0;
        if (length < 7) break;
        if (length > longest) continue;
        const candidate = found.slice(start, end);
        if (wordAfter.test(text.slice(index + end, index + end + 6))) continue;
        if (
          /^\d\d(?: \d\d)+$/.test(candidate) &&
          isDump(
            text.slice(Math.max(0, index + start - 3), index + start),
            text.slice(index + end, index + end + 4),
          )
        )
          continue;
        if (socialSecurity.test(candidate) || !isPhoneText(candidate)) continue;
        const before = text.slice(Math.max(0, index + start - 16), index + start);
        const after = text.slice(index + end, index + end + 16);
        // `12 + 44` is a sum.
        if (candidate.startsWith('+ ') && /[\d)] ?$/.test(before)) continue;
        if (isRowOfFigures(candidate, after)) continue;
        if (isCoordinate(candidate, before, after)) continue;
        if (!candidate.startsWith('+') && isNamedOtherwise(text, index + start)) continue;
        spans.push({ start: index + start, end: index + end });
        first = last;
        free = last + 1;
        break;
      }
    }
  }
  return spans;
};
