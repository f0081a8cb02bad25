import { isInOwnWords } from './own-wording.ts';
import { refusalBy } from './refusal-by.ts';
import { activeMemoryRule } from './rules/active-memory.ts';
import { activeOriginRule } from './rules/active-origin.ts';
import { activeSuccessorRule } from './rules/active-successor.ts';
import { believedRule } from './rules/believed.ts';
import { confirmedByAnotherRule } from './rules/confirmed-by-another.ts';
import { currentRevisionRule } from './rules/current-revision.ts';
import { distinctReviewerRule } from './rules/distinct-reviewer.ts';
import { editableStatusRule } from './rules/editable-status.ts';
import { entitledEditorRule } from './rules/entitled-editor.ts';
import { entitledVerifierRule } from './rules/entitled-verifier.ts';
import { foreignWordingRule } from './rules/foreign-wording.ts';
import { legalTransitionRule } from './rules/legal-transition.ts';
import { neverPromotedRule } from './rules/never-promoted.ts';
import { nobodysSuccessorRule } from './rules/nobodys-successor.ts';
import { otherSuccessorRule } from './rules/other-successor.ts';
import { pendingCandidateRule } from './rules/pending-candidate.ts';
import { readRevisionRule } from './rules/read-revision.ts';
import { regainedByAnotherRule } from './rules/regained-by-another.ts';
import { sharedMemoryRule } from './rules/shared-memory.ts';
import { sharedOriginRule } from './rules/shared-origin.ts';
import { soundExtractionRule } from './rules/sound-extraction.ts';
import { standingPredecessorsRule } from './rules/standing-predecessors.ts';
import { standingSuccessorRule } from './rules/standing-successor.ts';
import { successorForAllRule } from './rules/successor-for-all.ts';
import { takenPlaceRule } from './rules/taken-place.ts';
import { unclaimedRule } from './rules/unclaimed.ts';
import { unfrozenRule } from './rules/unfrozen.ts';
import { transitions } from './states.ts';
import type {
  Decision,
  DecisionInput,
  DeletionFacts,
  DeletionRule,
  EditDecision,
  ItemFacts,
  PromotionDecision,
  PromotionRule,
  ProposedEdit,
  Refusal,
  ReturnFacts,
  ReturnRule,
  SuccessorFacts,
  SupersedingFacts,
  SupersedingRule,
  WordingDecision,
} from './types.ts';

const supersedingRules: readonly SupersedingRule[] = Object.freeze([
  currentRevisionRule,
  unclaimedRule,
  otherSuccessorRule,
  legalTransitionRule('supersede'),
  unfrozenRule,
  activeSuccessorRule,
  standingSuccessorRule,
  successorForAllRule,
]);

const promotionRules: readonly PromotionRule[] = Object.freeze([
  currentRevisionRule,
  unclaimedRule,
  legalTransitionRule('promote'),
  readRevisionRule,
  distinctReviewerRule,
  foreignWordingRule,
  soundExtractionRule,
  unfrozenRule,
  activeOriginRule,
  sharedOriginRule,
  standingPredecessorsRule,
]);

const rejectionRules: readonly PromotionRule[] = Object.freeze([
  currentRevisionRule,
  unclaimedRule,
  legalTransitionRule('reject'),
  unfrozenRule,
]);

const returnRules: readonly PromotionRule[] = Object.freeze([
  currentRevisionRule,
  legalTransitionRule('return'),
  unfrozenRule,
]);

/** A person's return; those that undo something else have given the place back before. */
const returnByHandRules: readonly ReturnRule[] = Object.freeze([
  ...returnRules,
  unclaimedRule,
  takenPlaceRule,
]);

/** The first is about the role, which is asked before the revision (docs/rules.md §1). */
const editRules: readonly PromotionRule[] = Object.freeze([
  entitledEditorRule,
  currentRevisionRule,
  unclaimedRule,
  editableStatusRule,
  unfrozenRule,
]);

const graduationRules: readonly PromotionRule[] = Object.freeze([
  currentRevisionRule,
  unclaimedRule,
  activeMemoryRule,
  sharedMemoryRule,
  unfrozenRule,
]);

const deferralRules: readonly PromotionRule[] = Object.freeze([
  currentRevisionRule,
  unclaimedRule,
  pendingCandidateRule,
]);

const deletionRules: readonly DeletionRule[] = Object.freeze([
  currentRevisionRule,
  unclaimedRule,
  pendingCandidateRule,
  neverPromotedRule,
  nobodysSuccessorRule,
]);

const labellingRules: readonly PromotionRule[] = Object.freeze([currentRevisionRule, unclaimedRule]);

const ownershipRules: readonly PromotionRule[] = Object.freeze([currentRevisionRule, unclaimedRule]);

/** Rules of saying when an item holds: by somebody who did not write it, since it may be believed by that alone. */
const holdingRules: readonly PromotionRule[] = Object.freeze([
  currentRevisionRule,
  unclaimedRule,
  distinctReviewerRule,
  regainedByAnotherRule,
]);

const retirementRules: readonly PromotionRule[] = Object.freeze([
  currentRevisionRule,
  unclaimedRule,
  legalTransitionRule('retire'),
  unfrozenRule,
]);

const erasureRules: readonly PromotionRule[] = Object.freeze([
  currentRevisionRule,
  legalTransitionRule('erase'),
]);

/** The first is about the role, as of editing. */
const verificationRules: readonly PromotionRule[] = Object.freeze([
  entitledVerifierRule,
  currentRevisionRule,
  unclaimedRule,
  believedRule,
  confirmedByAnotherRule,
]);

/** Rules of restoring: an item is believed again by somebody who did not write it, as when it was promoted. */
const restoringRules: readonly PromotionRule[] = Object.freeze([
  currentRevisionRule,
  unclaimedRule,
  legalTransitionRule('restore'),
  distinctReviewerRule,
  regainedByAnotherRule,
]);

const replacementRules: readonly PromotionRule[] = Object.freeze([
  legalTransitionRule('supersede'),
  unfrozenRule,
]);

/** Decides whether a reviewer who sees the item may promote this candidate. */
export const decidePromotion = (facts: ItemFacts, decisionInput: DecisionInput): PromotionDecision =>
  refusalBy(promotionRules, facts, decisionInput) ?? {
    outcome: 'applied',
    to: transitions.promote.to,
    inOwnWords: isInOwnWords(facts, decisionInput),
  };

/** Decides whether a reviewer who sees the item may reject this candidate. */
export const decideRejection = (facts: ItemFacts, decisionInput: DecisionInput): Decision =>
  refusalBy(rejectionRules, facts, decisionInput) ?? { outcome: 'applied', to: transitions.reject.to };

/** Decides whether a reviewer who sees the item may return it to the queue: the undo of promoting and of rejecting. */
export const decideReturn = (facts: ItemFacts, decisionInput: DecisionInput): Decision =>
  refusalBy(returnRules, facts, decisionInput) ?? { outcome: 'applied', to: transitions.return.to };

/** Like `decideReturn`, for an item that a person returns by itself. */
export const decideReturnByHand = (facts: ReturnFacts, decisionInput: DecisionInput): Decision =>
  refusalBy(returnByHandRules, facts, decisionInput) ?? { outcome: 'applied', to: transitions.return.to };

/**
 * Decides whether an actor who sees the item may change its texts. An edit never changes the status. Words that say more than a believed
 * item are only proposed, also for a personal one, which may be shared later.
 */
export const decideEdit = (
  facts: ItemFacts,
  edit: ProposedEdit,
  decisionInput: DecisionInput,
): WordingDecision => {
  const refusal = refusalBy(editRules, facts, decisionInput);
  if (refusal) return refusal;
  const changes = Object.entries(edit.proposed).some(
    ([field, text]) => text !== (edit.present[field] ?? null),
  );
  if (!changes) return { outcome: 'unchanged' };
  const repetition = decideWording(edit);
  if (repetition) return repetition;
  const needsAnother = facts.status === 'ACTIVE' && decisionInput.fourEyes !== 'off';
  return needsAnother && edit.saysMore ? { outcome: 'proposed' } : { outcome: 'applied', to: facts.status };
};

/**
 * Decides whether a person may write a wording by hand: not one that an item which they see has already. Hidden items count as missing, or
 * the refusal would reveal them.
 */
export const decideWording = ({
  repeatsVisibleItem,
}: Pick<ProposedEdit, 'repeatsVisibleItem'>): Refusal | null =>
  repeatsVisibleItem ? { outcome: 'refused', violation: { code: 'memory.duplicate' } } : null;

/** Decides whether the actor may propose that this active memory becomes an entity. */
export const decideGraduation = (
  facts: ItemFacts,
  decisionInput: DecisionInput,
): Refusal | { readonly outcome: 'applied' } =>
  refusalBy(graduationRules, facts, decisionInput) ?? { outcome: 'applied' };

/** Decides whether the actor may put this candidate off. */
export const decideDeferral = (
  facts: ItemFacts,
  decisionInput: DecisionInput,
): Refusal | { readonly outcome: 'applied' } =>
  refusalBy(deferralRules, facts, decisionInput) ?? { outcome: 'applied' };

/** Decides whether the actor may change the labels of this memory, in whatever status, since superseded ones are read, too. */
export const decideLabelling = (
  facts: ItemFacts,
  decisionInput: DecisionInput,
): Refusal | { readonly outcome: 'applied' } =>
  refusalBy(labellingRules, facts, decisionInput) ?? { outcome: 'applied' };

/** Decides whether the actor may delete this candidate: the undo of writing one. */
export const decideDeletion = (
  facts: DeletionFacts,
  decisionInput: DecisionInput,
): Refusal | { readonly outcome: 'applied' } =>
  refusalBy(deletionRules, facts, decisionInput) ?? { outcome: 'applied' };

/** Decides whether a reviewer who sees the item may set its owner. */
export const decideOwnership = (
  facts: ItemFacts,
  decisionInput: DecisionInput,
): Refusal | { readonly outcome: 'applied' } =>
  refusalBy(ownershipRules, facts, decisionInput) ?? { outcome: 'applied' };

/** Decides whether a reviewer who sees the item may set the interval in which it holds. */
export const decideHolding = (
  facts: ItemFacts,
  decisionInput: DecisionInput,
): Refusal | { readonly outcome: 'applied' } =>
  refusalBy(holdingRules, facts, decisionInput) ?? { outcome: 'applied' };

/** Decides whether a reviewer who sees the item may retire it. */
export const decideRetirement = (facts: ItemFacts, decisionInput: DecisionInput): Decision =>
  refusalBy(retirementRules, facts, decisionInput) ?? { outcome: 'applied', to: transitions.retire.to };

/** Decides whether an admin who sees the item may erase its words. */
export const decideErasure = (facts: ItemFacts, decisionInput: DecisionInput): Decision =>
  refusalBy(erasureRules, facts, decisionInput) ?? { outcome: 'applied', to: transitions.erase.to };

/** Decides whether an actor who sees the item may verify it. */
export const decideVerification = (
  facts: ItemFacts,
  decisionInput: DecisionInput,
): Refusal | { readonly outcome: 'applied' } =>
  refusalBy(verificationRules, facts, decisionInput) ?? { outcome: 'applied' };

/** Decides whether the successor may supersede the item. */
export const decideSuperseding = (facts: SupersedingFacts, decisionInput: DecisionInput): Decision =>
  refusalBy(supersedingRules, facts, decisionInput) ?? { outcome: 'applied', to: transitions.supersede.to };

/** Decides whether the actor may restore a superseded or retired item. */
export const decideRestoring = (facts: ItemFacts, decisionInput: DecisionInput): Decision =>
  refusalBy(restoringRules, facts, decisionInput) ?? { outcome: 'applied', to: transitions.restore.to };

/**
 * Decides whether a promoted candidate supersedes the item that its source names as replaced. `unchanged`: the item stays for a person to
 * decide about, since it is not active, its graduation is proposed, or it is for more people than the candidate.
 */
export const decideReplacement = (
  facts: ItemFacts,
  { isForFewer }: Pick<SuccessorFacts, 'isForFewer'>,
  decisionInput: DecisionInput,
): EditDecision =>
  isForFewer || refusalBy(replacementRules, facts, decisionInput)
    ? { outcome: 'unchanged' }
    : { outcome: 'applied', to: transitions.supersede.to };

/**
 * Decides whether a superseded item is restored when its successor returns to the queue, by the rules of restoring. `unchanged`: it was
 * changed since.
 */
export const decideReplacementUndone = (facts: ItemFacts, decisionInput: DecisionInput): EditDecision =>
  refusalBy([currentRevisionRule, legalTransitionRule('restore')], facts, decisionInput)
    ? { outcome: 'unchanged' }
    : decideRestoring(facts, decisionInput);

/** How an item that stands leaves its place: a candidate is rejected, and what was believed is superseded. */
const leavingStep = ({ status }: ItemFacts) => (status === 'CANDIDATE' ? 'reject' : 'supersede');

/** Decides whether a resolution may supersede or reject this item. */
export const decideLosing = (facts: ItemFacts, decisionInput: DecisionInput): Decision => {
  const step = leavingStep(facts);
  return (
    refusalBy([legalTransitionRule(step), unfrozenRule], facts, decisionInput) ?? {
      outcome: 'applied',
      to: transitions[step].to,
    }
  );
};

/** Decides whether an undo may give this item the status again that a resolution took from it. */
export const decideRegaining = (facts: ItemFacts, decisionInput: DecisionInput): Decision => {
  const step = facts.status === 'INVALID' ? 'return' : 'restore';
  const rules = [
    legalTransitionRule(step),
    unfrozenRule,
    ...(step === 'restore' ? [distinctReviewerRule, regainedByAnotherRule] : []),
  ];
  return refusalBy(rules, facts, decisionInput) ?? { outcome: 'applied', to: transitions[step].to };
};

/**
 * Decides whether an undo may withdraw a merged memory: it is returned where it is active, and rejected. `unchanged`: it is withdrawn
 * already.
 */
export const decideWithdrawal = (facts: ItemFacts, decisionInput: DecisionInput): EditDecision => {
  if (facts.status === 'INVALID') return { outcome: 'unchanged' };
  const step = facts.status === 'CANDIDATE' ? 'reject' : 'return';
  return (
    refusalBy([legalTransitionRule(step), unfrozenRule], facts, decisionInput) ?? {
      outcome: 'applied',
      to: transitions.reject.to,
    }
  );
};
