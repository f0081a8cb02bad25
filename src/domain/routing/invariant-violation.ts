/** A bug of ours, caught before it ships a wrong decision; never the caller's fault, and never a refusal. */
export class InvariantViolation extends Error {
  override readonly name = 'InvariantViolation';
}
