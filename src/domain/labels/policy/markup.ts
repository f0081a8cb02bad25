/** Markup that is longer is none: what is between two far-off marks are words. */
const longestMarkup = 1_000;

/** Marks at the head of a line that are no words: quotes, bullets, numbers, boxes. */
const lineMarks = /(?:[ \t>]|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t])|\[[ xX]\](?=[ \t]))+/y;
const anyMarkup = /[[<~]|^[ \t]*(?:[>+*-]|\d{1,9}[.)])/m;
/** False: `skipMarkup` skips no more of the text than white space. */
export const mayHoldMarkup = (text: string): boolean => anyMarkup.test(text);

const tag = /[a-z/!?]/i;

/**
 * Finds the end of markup that begins at an offset and gives no words: a link's address, an image, a tag or comment,
 * struck-out words, a footnote's mark, marks at the head of a line. Returns the offset itself where there is none. Call
 * with rising offsets: each closing mark is then looked for once, and all calls together are linear.
 */
export const skipMarkup = (text: string): ((at: number) => number) => {
  const next = new Map<string, number>();
  /** The offset of the first `mark` from `from` on; -1 where it is too far. */
  const closing = (mark: string, from: number): number => {
    let found = next.get(mark) ?? -1;
    if (found < from) {
      found = text.indexOf(mark, from);
      if (found === -1) found = Number.POSITIVE_INFINITY;
      next.set(mark, found);
    }
    return found - from > longestMarkup ? -1 : found;
  };
  const after = (at: number, mark: string, from: number): number => {
    const found = closing(mark, from);
    return found === -1 ? at : found + mark.length;
  };
  /** An address may hold brackets in pairs. */
  const afterAddress = (at: number): number => {
    let end = after(at, ')', at + 2);
    for (let from = at + 2; end > at; ) {
      const opened = text.indexOf('(', from);
      if (opened === -1 || opened >= end) break;
      from = opened + 1;
      end = after(end, ')', end);
    }
    return end;
  };

  return (at) => {
    if (at === 0 || text[at - 1] === '\n' || text[at - 1] === '\r') {
      lineMarks.lastIndex = at;
      if (lineMarks.test(text)) return lineMarks.lastIndex;
    }
    switch (text[at]) {
      case ']':
        if (text[at + 1] === '(') return afterAddress(at);
        return text[at + 1] === '[' ? after(at, ']', at + 2) : at;
      case '!': {
        // The address is the closing bracket's.
        const end = text[at + 1] === '[' ? closing(']', at + 2) : -1;
        return end === -1 ? at : end;
      }
      case '[':
        return text[at + 1] === '^' ? after(at, ']', at + 2) : at;
      case '<':
        if (text.startsWith('<!--', at)) return after(at, '-->', at + 4);
        return tag.test(text[at + 1] ?? '') ? after(at, '>', at + 1) : at;
      case '~': {
        const mark = text[at + 1] === '~' ? '~~' : '~';
        return text[at - 1] === '~' ? at : after(at, mark, at + mark.length);
      }
      default:
        return at;
    }
  };
};
