/** A file's text with its encoding, or why it is refused. Never holds a replacement character that the file does not hold. */
export type DecodedText =
  | { readonly text: string; readonly encoding: 'UTF-8' | 'UTF-16' | 'Windows-1252' }
  | { readonly refusal: string };

const decode = (encoding: string, bytes: Uint8Array): string | null => {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
};

const byteOrderMarks = [
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
] as const;

/** The letters beside ASCII that one language of Western Europe writes with. */
const westernLetters = [
  'äöüÄÖÜß',
  'àâæçéèêëîïôœùûüÿÀÂÆÇÉÈÊËÎÏÔŒÙÛÜŸ',
  'áéíñóúüÁÉÍÑÓÚÜªº',
  'áâãàçéêíóôõúüÁÂÃÀÇÉÊÍÓÔÕÚªº',
  'àèéìíîòóùúÀÈÉÌÍÎÒÓÙÚ',
  'åäöéüÅÄÖÉÜ',
  'æøåéèêóòâôÆØÅÉÈÊÓÒÂÔ',
  'áéëèïíóöüúÁÉËÈÏÍÓÖÜÚ',
].map((letters) => new Set(letters));
const otherSigns = new Set('€‚„…†‡‰‹‘’“”•–—™›\u00a0¡£§©«®°±²³´µ¶·»¼½¾¿×÷');
/** Such a sign within a word stands for a letter of another encoding. */
const signInWord = /\p{L}[¿±¶¹²³¼½¾]\p{L}/u;
/** No word of these languages has so many of them in a row. */
const manyInARow = /[^\0-\u007f€‚-\u203a\u00a0-\u00bf]{3}/u;

/**
 * Windows-1252, of which Latin-1 is a part, where it is certain: every letter beside ASCII belongs to one western language, and they stand
 * among others. Null otherwise: most single-byte encodings differ in nothing else.
 */
const decodeWestern = (bytes: Uint8Array): string | null => {
  const text = decode('windows-1252', bytes);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: bytes that the encoding leaves open
  const isUncertain = /[\0-\u0008\u000e-\u001f\u007f-\u009f]/;
  if (text === null || [isUncertain, manyInARow, signInWord].some((sign) => sign.test(text))) return null;
  const foreign = new Set([...text].filter((letter) => letter > '\u007f' && !otherSigns.has(letter)));
  return westernLetters.some((letters) => foreign.isSubsetOf(letters)) ? text : null;
};

/** Reads UTF-8, UTF-16 with its byte order mark, and Windows-1252 where it is certain. */
export const decodeText = (bytes: Uint8Array): DecodedText => {
  for (const [encoding, mark] of byteOrderMarks)
    if (mark.every((byte, at) => bytes[at] === byte)) {
      const text = decode(encoding, bytes);
      return text === null
        ? { refusal: 'It begins as UTF-16 and is none. Save it as UTF-8.' }
        : { text, encoding: 'UTF-16' };
    }
  if (bytes.includes(0))
    return { refusal: 'It contains NUL bytes: it is binary, or UTF-16 without a byte order mark.' };
  const text = decode('utf-8', bytes);
  if (text !== null) return { text, encoding: 'UTF-8' };
  const western = decodeWestern(bytes);
  return western === null
    ? { refusal: 'It is not UTF-8, and its encoding is not certain. Save it as UTF-8.' }
    : { text: western, encoding: 'Windows-1252' };
};
