import type { ReturnRule } from '#domain/review/types.ts';

/** What took another's place while it stood already does not leave it for the queue: the other would be superseded by a candidate. */
export const takenPlaceRule: ReturnRule = ({ holdsPlace }) =>
  holdsPlace ? { code: 'return.holds_place' } : null;
