import type { ReturnRule } from '#domain/review/types.ts';

/** An item that superseded another while active does not return to the queue: the other would be superseded by a candidate. */
export const takenPlaceRule: ReturnRule = ({ holdsPlace }) =>
  holdsPlace ? { code: 'return.holds_place' } : null;
