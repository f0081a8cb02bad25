import type { Span } from '#domain/labels/folded-text.ts';

/** The flag of a region is spelled with tag characters; it is no hidden text. */
const regionFlag = /\u{1F3F4}[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{1,6}\u{E007F}/gu;

/**
 * Characters that people do not see and programs read: tags, direction controls, two or more zero-width characters or
 * variation selectors in a row, one zero-width character within a Latin word or a number, and control characters that
 * terminals obey. A single joiner or selector is part of other scripts and of emoji.
 */
const hidden =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  /(?<=[\p{Script=Latin}\p{Nd}])[\u200B-\u200D\u2060-\u2064\u180E\uFEFF](?=[\p{Script=Latin}\p{Nd}])|[\u{E0000}-\u{E007F}]+|[\u202A-\u202E\u2066-\u2069]+|[\u200B-\u200D\u2060-\u2064\u180E\uFEFF]{2,}|[\uFE00-\uFE0F\u{E0100}-\u{E01EF}]{2,}|[\u0001-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]+/gu;

/** Characters of a text that people do not see, in runs, in its own offsets. Linear. */
export const findHiddenText = (text: string): Span[] => {
  const shown = text.replace(regionFlag, (flag) => ' '.repeat(flag.length));
  return Array.from(shown.matchAll(hidden), ({ index, 0: found }) => ({
    start: index,
    end: index + found.length,
  }));
};

const replaceHidden = (text: string, replacement: (hiddenText: string) => string): string => {
  let shown = '';
  let from = 0;
  for (const { start, end } of findHiddenText(text)) {
    shown += text.slice(from, start) + replacement(text.slice(start, end));
    from = end;
  }
  return shown + text.slice(from);
};

/** For people: every hidden character as an escape, `\u{200B}`. */
export const escapeHiddenText = (text: string): string =>
  replaceHidden(text, (found) =>
    Array.from(found, (character) => `\\u{${character.codePointAt(0)?.toString(16).toUpperCase()}}`).join(''),
  );

/** For agents, who might read escapes, too: that there were hidden characters, and not which. */
export const omitHiddenText = (text: string): string =>
  replaceHidden(text, (found) => {
    const { length } = Array.from(found);
    return `[${length} hidden character${length === 1 ? '' : 's'}]`;
  });
