import type { Passage } from '../passage.ts';

/** A passage of one paragraph, and what of it stands out. */
export interface PlainPassage {
  readonly passage: Passage;
  /** How many of its first characters are bold. */
  readonly bold: number;
  /** Whether all its words are inline code. */
  readonly onlyCode: boolean;
}

/** What may mean something inside a line, and white space that is more than one space or line ending. */
const marks = /[*_`[\]<&\\~@]|:\/\/|www\.| {2}| \n|\n /i;
/** `[words](address)`, its words plain, or one piece of code. */
const link = /\[(`[^`\n]+`|[^\s[\]()`*_<>&\\~@](?:(?!:\/\/|www\.)[^\n[\]`*_<>&\\~@])*)\]\([^\s()<>\\&`]*\)/iy;
/** An address that GitHub makes a link of; nothing around it then means anything else. */
const address = /https?:\/\/[a-z0-9-]+(?:\.[a-z0-9-]+)+(?:[/#?][^\s`*<&~@[\]\\]*)?(?=\s|$)/iy;

/** An address of electronic mail is a link as well. One at the head of an indented line is left to the parser. */
const endsMailName = /(?:^|[^\s(*_`][ \n(])[A-Za-z0-9][A-Za-z0-9.+-]*$/;
const longestMailName = 80;
const mailHost = /@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]*[A-Za-z])+(?=[.,;:!?)]?(?:\s|$))/y;

const isSpace = (sign: string | undefined): boolean => sign === undefined || sign === ' ' || sign === '\n';
const isWordSign = (sign: string | undefined): boolean => sign !== undefined && /[A-Za-z0-9]/.test(sign);

/** What is read of a line: its characters, and where they stood. */
class Reading {
  readonly characters: string[] = [];
  readonly from: number[] = [];
  readonly to: number[] = [];
  readonly lines: number[] = [];
  code = 0;

  push(character: string, start: number, end: number) {
    if (character === ' ' && this.characters.at(-1) === ' ') this.to[this.to.length - 1] = end;
    else if (character !== ' ' || this.characters.length > 0) {
      this.characters.push(character);
      this.from.push(start);
      this.to.push(end);
    }
  }
  pushAll(text: string, start: number, end: number) {
    for (let at = start; at < end; at += 1) this.push(text[at] ?? '', at, at + 1);
  }
}

const unmarked = (text: string, start: number, end: number): Passage => {
  const from = new Array<number>(end - start);
  const to = new Array<number>(end - start);
  for (let at = start; at < end; at += 1) {
    from[at - start] = at;
    to[at - start] = at + 1;
  }
  const words = text.slice(start, end);
  const lines: number[] = [];
  for (let at = words.indexOf('\n'); at !== -1; at = words.indexOf('\n', at + 1)) lines.push(at + 1);
  return {
    text: lines.length > 0 ? words.replaceAll('\n', ' ') : words,
    from,
    to,
    start,
    end,
    lines,
    code: 0,
  };
};

/**
 * The words [start, end) of a paragraph, as the parser would read them: plain, in inline code, bold or italic, or those
 * of a link. Null where anything else may have a meaning.
 */
export const readPlainPassage = (text: string, start: number, given: number): PlainPassage | null => {
  let end = given;
  while (end > start && isSpace(text[end - 1])) end -= 1;
  if (!marks.test(text.slice(start, end)))
    return { passage: unmarked(text, start, end), bold: 0, onlyCode: false };
  const reading = new Reading();
  const { characters, to } = reading;
  let open: string | null = null;
  let bold: number | null = null;
  let outside = '';
  let isMarked = false;
  /** Where the marked part before ended. */
  let markEnd = -1;
  /** Whether what was just read is the white space at the head of a line: before a mark the parser counts it otherwise. */
  let indented = false;

  for (let at = start; at < end; ) {
    const sign = text[at] ?? '';
    const before = at === start ? undefined : text[at - 1];
    if (sign === ' ' || sign === '\n') {
      let last = at;
      while (text[last] === ' ') last += 1;
      if (text[last] !== '\n') {
        reading.pushAll(text, at, last);
        at = last;
        continue;
      }
      if (last > at && markEnd === at) return null;
      const next = last + 1;
      let words = next;
      while (text[words] === ' ') words += 1;
      const broken = last - at >= 2;
      isMarked ||= broken;
      reading.push(' ', at, broken ? next : words);
      reading.lines.push(characters.length);
      indented = words > next && !broken;
      at = words;
      continue;
    }
    if (sign === '`') {
      const close = text.indexOf('`', at + 1);
      if (close === -1 || close >= end || close === at + 1 || text[close + 1] === '`') return null;
      const code = text.slice(at + 1, close);
      if (code.includes('\n') || code.startsWith(' ') || code.endsWith(' ')) return null;
      if (indented) return null;
      const length = characters.length;
      reading.pushAll(text, at + 1, close);
      reading.code += characters.length - length;
      at = close + 1;
      markEnd = at;
      continue;
    }
    if (sign === '*' || sign === '_') {
      let last = at;
      while (text[last] === sign) last += 1;
      const run = text.slice(at, last);
      const after = last >= end ? undefined : text[last];
      if (sign === '_' && isWordSign(before) && isWordSign(after)) {
        reading.pushAll(text, at, last);
        indented = false;
      } else if (open === run && !isSpace(before) && (isSpace(after) || /[.,:;!?)]/.test(after ?? ''))) {
        open = null;
        bold ??= run.length === 2 ? characters.length : 0;
        markEnd = last;
      } else if (open === null && run.length <= 2 && (isSpace(before) || before === '(') && !isSpace(after)) {
        if (indented) return null;
        if (at > start) bold ??= 0;
        open = run;
        isMarked = true;
        // What opens where something has just closed may close it too.
        if (markEnd === at) return null;
      } else return null;
      at = last;
      continue;
    }
    if (sign === '[') {
      link.lastIndex = at;
      const words = link.exec(text)?.[1];
      if (words !== undefined) {
        if (before === '!' || link.lastIndex > end || words.endsWith(' ')) return null;
        if (indented) return null;
        const isCode = words.startsWith('`');
        const inner = at + (isCode ? 2 : 1);
        const length = characters.length;
        if (isCode && /^` | `$/.test(words)) return null;
        reading.pushAll(text, inner, inner + words.length - (isCode ? 2 : 0));
        if (isCode) reading.code += characters.length - length;
        isMarked = true;
        at = link.lastIndex;
        markEnd = at;
        continue;
      }
      if (/[\^ xX]/.test(text[at + 1] ?? '')) return null;
    }
    const after = text[at + 1] ?? '';
    if (sign === '\\' || sign === '~') return null;
    if (sign === ']' && /[([:]/.test(after)) return null;
    if (sign === '<' && /[A-Za-z/!?]/.test(after)) return null;
    if (sign === '&' && /[#A-Za-z]/.test(after)) return null;
    if (sign === '@' && !(isSpace(before) || before === '(')) {
      if (!endsMailName.test(text.slice(Math.max(start, at - longestMailName), at))) return null;
      mailHost.lastIndex = at;
      if (!mailHost.test(text)) return null;
      markEnd = mailHost.lastIndex;
      isMarked = true;
    }
    if (/[wW]/.test(sign) && /^www\./i.test(text.slice(at, at + 4))) return null;
    if (/[hH]/.test(sign) && /^https?:\/\//i.test(text.slice(at, at + 8))) {
      address.lastIndex = at;
      if (!(isSpace(before) || before === '(') || !address.test(text)) return null;
      if (indented) return null;
      markEnd = address.lastIndex;
      isMarked = true;
    }
    outside += sign;
    reading.push(sign, at, at + 1);
    indented = false;
    at += 1;
  }
  if (open !== null) return null;
  return {
    passage: {
      text: characters.join(''),
      from: reading.from,
      to,
      start,
      end,
      lines: reading.lines,
      code: reading.code,
    },
    bold: bold ?? 0,
    onlyCode: reading.code > 0 && !isMarked && !/\p{L}/u.test(outside),
  };
};
