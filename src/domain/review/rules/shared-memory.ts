import type { PromotionRule } from '#domain/review/types.ts';

/** A personal memory does not graduate: visibility never widens on the way up. */
export const sharedMemoryRule: PromotionRule = ({ isPersonal }) =>
  isPersonal ? { code: 'graduation.personal' } : null;
