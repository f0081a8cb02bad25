const refuse = (what: string) => new TypeError(`Canonical JSON holds no ${what}.`);

const textOf = (value: string): string => {
  if (!value.isWellFormed()) throw refuse('lone surrogate');
  return JSON.stringify(value);
};

const isPlain = (value: object): value is Readonly<Record<string, unknown>> => {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
};

/**
 * The canonical form of a value, after RFC 8785: members sorted by UTF-16 code units, no white space, numbers and strings
 * as ECMAScript writes them. Beyond it, a Date is its ISO string, and a member that is undefined is left out, so that a
 * value and what JSON makes of it have the same form. Throws TypeError for what JSON would lose or change silently: NaN,
 * an infinity, a bigint, a function, undefined elsewhere, a lone surrogate, an object of a class.
 */
export const canonicalJson = (value: unknown): string => {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return textOf(value);
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw refuse(String(value));
    return JSON.stringify(value);
  }
  if (typeof value !== 'object') throw refuse(typeof value);
  if (value instanceof Date) return textOf(value.toISOString());
  // Array.from sees the holes of a sparse array, which map would leave out.
  if (Array.isArray(value)) return `[${Array.from(value, canonicalJson).join(',')}]`;
  if (!isPlain(value)) throw refuse('object of a class');
  const members = Object.keys(value)
    .filter((key) => value[key] !== undefined)
    .sort()
    .map((key) => `${textOf(key)}:${canonicalJson(value[key])}`);
  return `{${members.join(',')}}`;
};
