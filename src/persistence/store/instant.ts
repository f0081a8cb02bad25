/**
 * An instant that was read. It keeps its text: to format a date anew costs an answer more than all of its other values, and
 * `JSON.stringify` formats it the slow way.
 */
class ReadInstant extends Date {
  readonly #text: string;
  constructor(text: string) {
    super(text);
    this.#text = text;
  }
  override toISOString(): string {
    return this.#text;
  }
}

/** PostgreSQL's text of an instant in milliseconds, in UTC, without trailing zeros. */
const usual = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,3})?\+00$/;

/** PostgreSQL's text of a `timestamptz`. As ISO 8601, or years below 100 are read as of the last century. */
export const readInstant = (text: string): Date =>
  usual.test(text)
    ? new ReadInstant(`${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, -3).padEnd(3, '0')}Z`)
    : new Date(text.replace(' ', 'T').replace(/[+-]\d\d$/, '$&:00'));
