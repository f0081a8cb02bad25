import { digits, type Maker, type Makers } from './chance.ts';

/** A number with its check digit. */
export const withCheckDigit = (payload: string): string => {
  for (let check = 0; check < 10; check += 1) {
    const sum = [...`${payload}${check}`]
      .reverse()
      .map((digit, place) => Number(digit) * (place % 2 === 0 ? 1 : 2))
      .reduce((total, value) => total + (value > 9 ? value - 9 : value), 0);
    if (sum % 10 === 0) return `${payload}${check}`;
  }
  throw new Error('There is always one.');
};

export const card =
  (prefixes: readonly string[], lengths: readonly number[]): Maker =>
  (chance) => {
    const prefix = chance.pick(prefixes);
    const number = withCheckDigit(
      prefix + chance.characters(chance.pick(lengths) - prefix.length - 1, digits),
    );
    const separator = chance.pick(['', '', ' ', '-', '\u00a0']);
    const groups =
      number.length === 15
        ? [4, 6, 5]
        : number.length === 14
          ? [4, 6, 4]
          : number.length === 19
            ? [4, 4, 4, 4, 3]
            : [4, 4, 4, 4];
    if (separator === '' || groups.reduce((sum, size) => sum + size) !== number.length) return number;
    const starts = groups.map((_, place) => groups.slice(0, place).reduce((sum, size) => sum + size, 0));
    return starts.map((start, place) => number.slice(start, start + (groups[place] ?? 0))).join(separator);
  };

export const cards: Makers = {
  Visa: card(['4', '4539', '4916', '4024'], [16, 16, 16, 19]),
  Mastercard: card(['51', '52', '53', '54', '55', '2221', '2720', '2500'], [16]),
  'American Express': card(['34', '37'], [15]),
  Discover: card(['6011', '644', '649', '65'], [16]),
  'Diners Club': card(['300', '305', '36', '38'], [14]),
  JCB: card(['3528', '3560', '3589'], [16]),
  UnionPay: card(['620', '624', '626'], [16, 19]),
  Maestro: card(['5018', '5020', '5038', '6304', '6759', '6761'], [16, 19]),
  Mir: card(['2200', '2204'], [16]),
};
