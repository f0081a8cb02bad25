import { hasRole } from '#domain/privacy/viewer.ts';
import type { PromotionRule } from '#domain/review/types.ts';

/** A reviewer edits, and so does the contributor while the item is a candidate. */
export const entitledEditorRule: PromotionRule = ({ status, contributor }, { actor }) =>
  hasRole(actor, 'reviewer') || (status === 'CANDIDATE' && contributor === actor.user)
    ? null
    : { code: 'forbidden', action: 'edit', status };
