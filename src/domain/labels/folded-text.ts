import { characterReference, decodeReference } from '#domain/labels/character-reference.ts';

/** A stretch of a text, in UTF-16 code units; `end` is the first that is no longer in it. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A text as a detector reads it, and where each of its code units stood. */
export interface FoldedText {
  readonly text: string;
  /** The span of the original that a span of the folded text came from. */
  readonly original: (span: Span) => Span;
}

const ascii = /^[\0-\x7f]*$/;
/** Characters that a reader does not see and an evader puts between two letters: format characters, variation selectors, fillers. */
const invisible = /^(?:\p{Cf}|\p{Default_Ignorable_Code_Point})$/u;
const space = /^\p{Zs}$/u;
const hyphen = /^[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]$/u;
const fullStop = /^[\u3002\uff61\u2024]$/u;
const digit = /^\p{Nd}$/u;
const reference = characterReference('g');

/** Unicode allots decimal digits in runs of ten, zero first, and each run begins at a multiple it can be counted from. */
const digitValue = (character: string): string => {
  let point = character.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && digit.test(String.fromCodePoint(point - 1))) {
    point -= 1;
    value += 1;
  }
  return String(value);
};

const foldAnew = (character: string): string => {
  if (invisible.test(character)) return '';
  if (space.test(character)) return ' ';
  if (hyphen.test(character)) return '-';
  if (fullStop.test(character)) return '.';
  const plain = character.normalize('NFKC');
  if (plain !== character) return Array.from(plain, foldCharacter).join('');
  return digit.test(character) ? digitValue(character) : character;
};

/** Cache of folded characters: at most one entry for each character of Unicode. */
const folds = new Map<string, string>();
/** One character in its plain form; empty where it is invisible. */
export const foldCharacter = (character: string): string => {
  const known = folds.get(character);
  if (known !== undefined) return known;
  const folded = foldAnew(character);
  folds.set(character, folded);
  return folded;
};

/** Several detectors read the same text, one after another. */
let latest: { readonly of: string; readonly folded: FoldedText } | null = null;

/**
 * Folds full-width and other compatibility forms, foreign digits, spaces, hyphens and references to characters to their
 * plain ASCII spelling and drops invisible characters, so that a detector cannot be evaded by them. Linear; an ASCII text
 * without references is itself.
 */
export const foldText = (text: string): FoldedText => {
  if (ascii.test(text) && text.search(reference) === -1) return { text, original: (span) => span };
  if (latest?.of !== text) latest = { of: text, folded: foldAll(text) };
  return latest.folded;
};

/** For an erasure: keeps no text in this process. */
export const forgetFolded = (): void => {
  latest = null;
};

/** Puts a folded text together, piece by piece. */
export const beginFolded = (): {
  /** Appends the folded form of a span of the original; empty when the span is dropped. */
  readonly add: (folded: string, start: number, end: number) => void;
  readonly folded: (length: number) => FoldedText;
} => {
  const parts: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  return {
    add: (folded, start, end) => {
      parts.push(folded);
      for (let unit = 0; unit < folded.length; unit += 1) {
        starts.push(start);
        ends.push(end);
      }
    },
    folded: (length) => ({
      text: parts.join(''),
      original: ({ start, end }) => ({ start: starts[start] ?? length, end: ends[end - 1] ?? length }),
    }),
  };
};

const foldAll = (text: string): FoldedText => {
  const { add, folded } = beginFolded();
  let at = 0;
  const addUntil = (end: number): void => {
    while (at < end) {
      const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
      add(character <= '\x7f' ? character : foldCharacter(character), at, at + character.length);
      at += character.length;
    }
  };
  for (const { index, 0: written } of text.matchAll(reference)) {
    const decoded = decodeReference(written);
    if (decoded === null) continue;
    addUntil(index);
    at = index + written.length;
    add(Array.from(decoded, foldCharacter).join(''), index, at);
  }
  addUntil(text.length);
  return folded(text.length);
};
