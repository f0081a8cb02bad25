import type { ErrorCode } from './error-codes.ts';

/**
 * A refusal by a rule: a code of the catalogue and a message that says what happened and what to do. It knows no
 * transport and no GraphQL.
 */
export class DomainError<Code extends ErrorCode = ErrorCode> extends Error {
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
