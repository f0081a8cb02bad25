import { decodeHTMLStrict } from 'entities';

/**
 * A reference to a character, which Markdown and HTML show as that character: `&uuml;`, `&#252;`, `&#xfc;`. A number is one without its
 * semicolon, too, as in HTML. For one use at a time: `sticky` at an offset, `global` through a text.
 */
export const characterReference = (flags: 'y' | 'g'): RegExp =>
  new RegExp('&(?:#0*\\d{1,7};?|#[xX]0*[\\da-fA-F]{1,6};?|[a-zA-Z][a-zA-Z\\d]{1,31};)', flags);

/** The characters that a reference stands for; the reference itself where its name is none. */
export const decodeReference = (written: string): string =>
  decodeHTMLStrict(written.endsWith(';') ? written : `${written};`);
