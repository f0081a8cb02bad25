import type { DeletionRule } from '#domain/review/types.ts';

/** An item that superseded another is not deleted: the other would point to nothing. */
export const nobodysSuccessorRule: DeletionRule = ({ isSuccessor }) =>
  isSuccessor ? { code: 'deletion.is_successor' } : null;
