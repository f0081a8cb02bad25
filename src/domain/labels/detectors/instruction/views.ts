import { decodeHTML } from 'entities';
import lookAlikes from 'unhomoglyph/data.json' with { type: 'json' };
import { beginFolded, type FoldedText, foldText } from '#domain/labels/folded-text.ts';

/** Rewrites what a pattern matches, and keeps where each code unit of the result stood in the original text. */
const rewrite = (
  view: FoldedText,
  pattern: RegExp,
  write: (match: RegExpExecArray) => string | null,
): FoldedText => {
  const { add, folded } = beginFolded();
  const { text } = view;
  let at = 0;
  let isChanged = false;
  const keep = (end: number): void => {
    for (; at < end; at += 1) add(text.charAt(at), at, at + 1);
  };
  for (const match of text.matchAll(pattern)) {
    const written = write(match);
    if (written === null || written === match[0]) continue;
    isChanged = true;
    keep(match.index);
    at = match.index + match[0].length;
    add(written, match.index, at);
  }
  if (!isChanged) return view;
  keep(text.length);
  const rewritten = folded(text.length);
  return { text: rewritten.text, original: (span) => view.original(rewritten.original(span)) };
};

const encoded =
  /&(?:#x?[\da-f]{1,6}|[a-z]{2,8});|(?:%[\da-f]{2}){1,4}|\\u\{?[\da-f]{4,5}\}?|\\x[\da-f]{2}/giu;
const runOfBase64 = /(?<![\w+/=-])[\w+/-]{16,}={0,2}(?![\w+/=-])/gu;
const runOfHex = /(?<![\da-f])(?:[\da-f]{2}[ :]?){12,}(?![\da-f])/giu;
const runOfBits = /(?<![01])(?:[01]{8}[ ]?){6,}(?![01])/gu;
const runOfBase32 = /(?<![\w=])[A-Z2-7]{16,}={0,6}(?![\w=])/gu;
const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const printable = /^[\p{L}\p{N}\p{P}\p{S}\p{Z}\r\n\t]{8,}$/u;
const wordsInside = /\p{L}{2,} \p{L}{2,}/u;

/** Text in bytes that another encoding hides; null when they are none. */
const textIn = (bytes: Buffer): string | null => {
  const text = bytes.toString('utf8');
  return printable.test(text) && wordsInside.test(text) ? text : null;
};

const decodeEscape = ([written]: RegExpExecArray): string | null => {
  if (written.startsWith('&')) return decodeHTML(written);
  if (!written.startsWith('%')) {
    const point = Number.parseInt(written.replace(/[^\da-f]/giu, ''), 16);
    return point <= 0x10ffff ? String.fromCodePoint(point) : null;
  }
  try {
    return decodeURIComponent(written);
  } catch {
    return null;
  }
};

const bytesOfBits = (bits: string): Buffer =>
  Buffer.from((bits.match(/[01]{8}/gu) ?? []).map((byte) => Number.parseInt(byte, 2)));
const bitsOfBase32 = (run: string): string =>
  Array.from(run.replaceAll('=', ''), (digit) => base32.indexOf(digit).toString(2).padStart(5, '0')).join('');

/** Decodes entities, percent and backslash escapes, and runs of base64, base32, hexadecimal or binary digits that hold text. */
const decode = (view: FoldedText): FoldedText =>
  rewrite(
    [
      [runOfBits, (run: string) => bytesOfBits(run)] as const,
      [runOfBase32, (run: string) => bytesOfBits(bitsOfBase32(run))] as const,
      [runOfBase64, (run: string) => Buffer.from(run, 'base64')] as const,
      [runOfHex, (run: string) => Buffer.from(run.replace(/[ :]/gu, ''), 'hex')] as const,
    ].reduce((read, [pattern, bytes]) => rewrite(read, pattern, ([run]) => textIn(bytes(run))), view),
    encoded,
    decodeEscape,
  );

const backwards = /\b(?:ruoy|uoy|eht|dna|siht|lla|snoitcurtsni)\b/giu;
const rotated = /\b(?:lbhe|lbh|gur|naq|guvf|abg|nyy|abj|jvgu)\b/giu;
/** Words of English in disguise that make it worth undoing. */
const fewestWords = 2;
const hasWords = (text: string, pattern: RegExp): boolean =>
  (text.match(pattern)?.length ?? 0) >= fewestWords;

const rotate = (text: string): string =>
  text.replace(/[a-z]/giu, (letter) => {
    const code = letter.charCodeAt(0);
    return String.fromCharCode((code & 31) > 13 ? code - 13 : code + 13);
  });

/** Undoes ROT13, and reads a text that is written backwards. */
const turn = (view: FoldedText): FoldedText => {
  const { text, original } = view;
  if (hasWords(text, rotated)) return { text: rotate(text), original };
  if (!hasWords(text, backwards)) return view;
  const { length } = text;
  return {
    text: text.split('').toReversed().join(''),
    original: ({ start, end }) => original({ start: length - end, end: length - start }),
  };
};

const inWord = /(?<=\p{L})(?:[*_`~]{1,3}|<\/?[a-z]{1,8}>|<!--[^<>]{0,20}-->)(?=\p{L})/giu;
const mark = /\p{M}+/gu;
const foreign = /[^\0-\x7f]/gu;
const latin = /^[a-z ]{1,3}$/iu;

const plainLetter = ([character]: RegExpExecArray): string | null => {
  const alike = (lookAlikes as Record<string, string>)[character];
  if (alike !== undefined && latin.test(alike)) return alike;
  const [letter = ''] = character.normalize('NFD');
  return latin.test(letter) ? letter : null;
};

/** Removes markup within words, and writes letters that look like Latin ones (Unicode TR39), or carry marks, as Latin ones. */
const unmask = (view: FoldedText): FoldedText =>
  rewrite(
    rewrite(
      rewrite(view, inWord, () => ''),
      mark,
      () => '',
    ),
    foreign,
    plainLetter,
  );

const figures: Readonly<Record<string, string>> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  '@': 'a',
  $: 's',
};
const figureInWord = /(?<=[a-z][\w@$]{0,2})[013457@$]|[013457@$](?=[\w@$]{0,2}[a-z])/giu;

/** Reads figures within words as the letters that they stand for. */
const unfigure = (view: FoldedText): FoldedText =>
  rewrite(view, figureInWord, ([figure]) => figures[figure] ?? null);

const spaced = /(?<!\p{L})(?:\p{L}[ .\-_*|/]{1,2}){5,}\p{L}(?!\p{L})/gu;

/** Joins words that are written letter by letter. */
const join = (view: FoldedText): FoldedText =>
  rewrite(view, spaced, ([run]) => run.replaceAll(/[^\p{L}]/gu, ''));

/** Each undoes one disguise; a text without a sign of it stays as it is. */
const undoings: readonly { readonly sign: RegExp; readonly undo: (view: FoldedText) => FoldedText }[] = [
  { sign: /[&%\\]|[\w+/-]{16}|[\da-f]{2} [\da-f]{2} |[01]{8} [01]/iu, undo: decode },
  { sign: /[*_`~<]|[^\0-\x7f]/u, undo: unmask },
  { sign: /[\d@$]/u, undo: unfigure },
  { sign: /\b(?:ruoy|uoy|eht|dna|siht|lbhe|lbh|gur|naq|guvf|nyy)\b/iu, undo: turn },
  { sign: /\b\w[ .\-_*|/]{1,2}\w[ .\-_*|/]{1,2}\w\b/u, undo: join },
];

/** A text as it is written, and as it reads when encodings, look-alikes and spellings are undone; each once. */
export const viewsOf = (text: string): readonly FoldedText[] => {
  let view = foldText(text);
  const views = [view];
  for (const { sign, undo } of undoings) {
    const next = sign.test(view.text) ? undo(view) : view;
    if (next !== view) views.push(next);
    view = next;
  }
  return views;
};
