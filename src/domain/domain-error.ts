/** A refusal by a law of the house: a literal, stable code (`area.reason`) and typed data; no transport, no GraphQL. */
export class DomainError<Code extends string = string> extends Error {
  readonly code: Code;
  /** Path into the mutation's input that the refusal is about, outermost first; empty when it is about no field. */
  readonly path: readonly string[];

  constructor(code: Code, message: string, path: readonly string[] = []) {
    super(message);
    this.name = 'DomainError';
    this.code = code;
    this.path = path;
  }
}
