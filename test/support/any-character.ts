import fc from 'fast-check';

const [firstSurrogate, surrogates] = [0xd800, 0x800];

/**
 * A character of any code point that is not half of a surrogate pair, for `fc.string({ unit: anyCharacter })`. Fast-check's own unit
 * `binary` means the same, and begins with a map of a million characters, which takes each worker of the tests .7 s.
 */
export const anyCharacter = fc
  .integer({ min: 0, max: 0x10ffff - surrogates })
  .map((at) => String.fromCodePoint(at < firstSurrogate ? at : at + surrogates));
