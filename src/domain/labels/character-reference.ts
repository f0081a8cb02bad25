import { decodeHTMLStrict } from 'entities';

/**
 * A reference to a character, which Markdown or HTML shows as that character: `&uuml;`, `&#252;`, `&#xfc;`. A number is one without its
 * semicolon, too, as in HTML alone; where Markdown is read, its own narrower form counts (`passage-of-nodes.ts`). For one use at a time:
 * `y` at an offset, `g` through a text.
 */
export const characterReference = (flags: 'y' | 'g'): RegExp =>
  new RegExp('&(?:#0*\\d{1,7};?|#[xX]0*[\\da-fA-F]{1,6};?|[a-zA-Z][a-zA-Z\\d]{1,31};)', flags);

/** The characters that a reference stands for; null where its name is none. */
export const decodeReference = (written: string): string | null => {
  const whole = written.endsWith(';') ? written : `${written};`;
  const decoded = decodeHTMLStrict(whole);
  return decoded === whole ? null : decoded;
};
