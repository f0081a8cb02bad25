import { DomainError } from '#domain/domain-error.ts';

/** A mark of the file's encoding, not of its text; PGlite drops it on reading, which would shift every offset by one. */
const byteOrderMark = /^\uFEFF/;

/** A source's text as it is kept. */
export const withoutByteOrderMark = (text: string): string => text.replace(byteOrderMark, '');

/** A character that a reader sees: neither white space, nor control or format, nor a filler. */
const visible = /[^\s\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;

export interface TextLimits {
  /** Name of the text in the message. */
  readonly name: string;
  /** Path into the mutation's input, outermost first. */
  readonly path: readonly string[];
  /** Fewest UTF-16 code units, white space around them not counted; of one or more, at least one character is seen. */
  readonly min: number;
  /** Most UTF-16 code units. */
  readonly max: number;
}

/**
 * Throws `input.invalid` for text that the store cannot hold as it is (NUL, which PostgreSQL refuses, and half a
 * surrogate pair, which has no UTF-8), and for text that is too short, too long, or invisible. The message never quotes
 * the text.
 */
export const assertStorableText = (value: string, { name, path, min, max }: TextLimits): void => {
  const refuse = (why: string) => new DomainError('input.invalid', `${name} ${why}`, path);
  // The length first: the checks after it read the whole text.
  if (value.length > max)
    throw refuse(`has ${value.length} characters; at most ${max} are accepted. Shorten it or split it.`);
  const nul = value.indexOf('\0');
  if (nul !== -1)
    throw refuse(`contains a NUL character at position ${nul}. Remove it, or send text, not binary.`);
  if (!value.isWellFormed())
    throw refuse('contains half of a surrogate pair, so it is not valid Unicode. Send it as UTF-8 text.');
  const { length } = value.trim();
  if (length < min)
    throw refuse(
      length === 0 ? 'is empty. Give it a text.' : `has ${length} characters; at least ${min} are needed.`,
    );
  if (min > 0 && !visible.test(value))
    throw refuse('has no character that a reader sees. Give it a text of letters, digits or signs.');
};
