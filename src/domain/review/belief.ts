import type { DisputeVerdict } from '#domain/evidence/disputes.ts';
import { isSamePerson } from '#domain/privacy/folded-name.ts';
import { decideWording } from './promotion.ts';
import { refusalBy } from './refusal-by.ts';
import { currentRevisionRule } from './rules/current-revision.ts';
import { disputableRule } from './rules/disputable.ts';
import { mandatableStatusRule } from './rules/mandatable-status.ts';
import { unclaimedRule } from './rules/unclaimed.ts';
import type { DecisionInput, ItemFacts, Refusal } from './types.ts';

/** Decides whether the actor may vote on this memory. */
export const decideVote = (
  facts: ItemFacts,
  decisionInput: DecisionInput,
): Refusal | { readonly outcome: 'applied' } =>
  refusalBy([currentRevisionRule, unclaimedRule], facts, decisionInput) ?? { outcome: 'applied' };

/** Decides whether the actor may vouch for what this memory says: not by words that deny it. */
export const decideEvidence = (
  facts: ItemFacts,
  { isDenial }: { readonly isDenial: boolean },
  decisionInput: DecisionInput,
): Refusal | { readonly outcome: 'applied' } =>
  refusalBy([currentRevisionRule, unclaimedRule], facts, decisionInput) ??
  (isDenial ? { outcome: 'refused', violation: { code: 'evidence.denial' } } : { outcome: 'applied' });

/** Decides whether an actor who sees the memory may dispute it: each person once at a time. */
export const decideDispute = (
  facts: ItemFacts,
  { isOpen, repeatsVisibleItem }: { readonly isOpen: boolean; readonly repeatsVisibleItem: boolean },
  decisionInput: DecisionInput,
): Refusal | { readonly outcome: 'applied' } =>
  refusalBy([currentRevisionRule, disputableRule], facts, decisionInput) ??
  (isOpen ? { outcome: 'refused', violation: { code: 'dispute.already_open' } } : null) ??
  decideWording({ repeatsVisibleItem }) ?? { outcome: 'applied' };

export interface SettlementFacts {
  readonly openDisputes: number;
  readonly verdict: DisputeVerdict;
  /** Everybody who wrote words of the memory or brought its source in. */
  readonly authors: readonly string[];
}

/** Decides whether a reviewer may settle the open disputes of this memory. Its authors may not decide that it holds. */
export const decideSettlement = (
  facts: ItemFacts,
  { openDisputes, verdict, authors }: SettlementFacts,
  decisionInput: DecisionInput,
): Refusal | { readonly outcome: 'applied' } => {
  const refusal = refusalBy([currentRevisionRule, unclaimedRule], facts, decisionInput);
  if (refusal) return refusal;
  if (openDisputes === 0) return { outcome: 'refused', violation: { code: 'dispute.none_open' } };
  const isAuthor = authors.some((author) => isSamePerson(author, decisionInput.actor.user));
  return verdict === 'DISMISSED' && isAuthor && decisionInput.fourEyes !== 'off'
    ? { outcome: 'refused', violation: { code: 'dispute.own_words' } }
    : { outcome: 'applied' };
};

/**
 * Decides whether an admin may mandate this memory, and for which groups: only what is believed, never a personal memory, never for an
 * unknown group.
 */
export const decideMandate = (
  facts: ItemFacts,
  { mandatory, unknownGroups }: { readonly mandatory: boolean; readonly unknownGroups: readonly string[] },
  decisionInput: DecisionInput,
): Refusal | { readonly outcome: 'applied' } => {
  // A mandate is taken back from whatever has one.
  const rules = [currentRevisionRule, unclaimedRule, ...(mandatory ? [mandatableStatusRule] : [])];
  const refusal = refusalBy(rules, facts, decisionInput);
  if (refusal) return refusal;
  if (facts.isPersonal) return { outcome: 'refused', violation: { code: 'mandate.personal' } };
  const [group] = unknownGroups;
  return group === undefined
    ? { outcome: 'applied' }
    : { outcome: 'refused', violation: { code: 'audience.unknown_group', group } };
};
