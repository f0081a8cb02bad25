import { hasRole, type Viewer } from '#domain/privacy/viewer.ts';
import type { ItemFacts, PromotionRule } from '#domain/review/types.ts';

const looksAfter = ({ user, groups }: Viewer, owner: ItemFacts['owner']): boolean =>
  owner !== null && (owner.kind === 'USER' ? owner.name === user : groups.includes(owner.name));

/** A reviewer verifies, and so does the owner, unless the item waits for a reviewer: for a look at its words, or at its extraction. */
export const entitledVerifierRule: PromotionRule = (
  { status, owner, wordingBy, routingStatus },
  { actor },
) => {
  if (hasRole(actor, 'reviewer')) return null;
  if (!looksAfter(actor, owner)) return { code: 'forbidden', action: 'verify', status };
  return wordingBy !== null || routingStatus === 'REJECTED' ? { code: 'verification.needs_reviewer' } : null;
};
