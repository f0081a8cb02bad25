import type { AudienceViolation } from '#domain/privacy/named-audience.ts';
import type { Viewer } from '#domain/privacy/viewer.ts';
import type { WorkflowStatus } from '#domain/routing/workflow-states.ts';
import type { OwnerKind } from '#domain/verification/verification.ts';
import type { ItemKind, ItemStatus, TransitionName } from './states.ts';

/** Facts that the rules of review need about a memory or an entity that the actor sees. */
export interface ItemFacts {
  readonly kind: ItemKind;
  readonly status: ItemStatus;
  readonly revision: number;
  readonly contributor: string;
  /** Without a source: a person dictated it, or a service recorded it with none. */
  readonly handAuthored: boolean;
  /** Everybody who brought in a source that says it; the actor for a source that holds what they said to who recorded it. */
  readonly ingesters: readonly string[];
  /** The service that recorded its extraction; null for what a pass read, and what a person wrote. */
  readonly recordedBy: string | null;
  /** Status of the newest routing of its extraction; null when there is none. */
  readonly routingStatus: WorkflowStatus | null;
  /** A graduation of this memory is proposed and undecided. */
  readonly frozen: boolean;
  readonly isPersonal: boolean;
  /** Another reviewer who works on an entry of the inbox about it; null when nobody does, and for who may not know. */
  readonly claimedBy: string | null;
  /** Everybody who gave it other words since it was proposed. */
  readonly rewordedBy: readonly string[];
  /** True when those words say more than its source (`saysMore`). */
  readonly saysMoreThanSource: boolean;
  /** The reviewer who made it believed in words of their own; null: nobody, or another reviewer has confirmed them. */
  readonly wordingBy: string | null;
  /** The user or group that looks after it; null: nobody in particular. */
  readonly owner: { readonly kind: OwnerKind; readonly name: string } | null;
  /** `none`: it is proposed to take no item's place. `moved`: one of those whose place it shall take has changed since. */
  readonly succeeds: 'none' | 'standing' | 'moved';
  /** The status of the memory that an entity graduated from; null for every other item. */
  readonly originStatus: ItemStatus | null;
}

/**
 * How far belief needs somebody other than the author (`VOUCH_FOUR_EYES`). `strict`: nobody promotes a wording of their own that says
 * more than its source. `on`: they do, and another reviewer confirms it. `off`: a single user.
 */
export const fourEyesSettings = ['strict', 'on', 'off'] as const;
export type FourEyes = (typeof fourEyesSettings)[number];

/** Actor and settings of a decision. */
export interface DecisionInput {
  readonly actor: Viewer;
  /** The revision that the actor looked at; null when the actor did not say. */
  readonly expectedRevision: number | null;
  /** True: decides although another reviewer has claimed the item. */
  readonly takeOver: boolean;
  readonly fourEyes: FourEyes;
}

/** Statuses of items that are neither proposed nor believed any more. */
export type UneditableStatus = Exclude<ItemStatus, 'CANDIDATE' | 'ACTIVE'>;

export type Violation =
  | { readonly code: 'forbidden'; readonly action: 'edit' | 'verify'; readonly status: ItemStatus }
  | { readonly code: 'conflict.stale_revision'; readonly expected: number; readonly actual: number }
  | {
      readonly code: 'promotion.illegal_transition';
      readonly action: TransitionName;
      readonly from: ItemStatus;
      readonly to: ItemStatus;
    }
  | { readonly code: 'promotion.reworded'; readonly actual: number }
  | { readonly code: 'promotion.reviewer_is_contributor' }
  | { readonly code: 'promotion.extraction_rejected' }
  | { readonly code: 'promotion.succeeded_moved' }
  | { readonly code: 'promotion.frozen' }
  | { readonly code: 'edit.not_editable'; readonly status: UneditableStatus }
  | { readonly code: 'memory.duplicate' }
  | { readonly code: 'inbox.claimed'; readonly by: string }
  | { readonly code: 'evidence.denial' }
  | { readonly code: 'dispute.not_believed'; readonly status: ItemStatus }
  | { readonly code: 'dispute.already_open' }
  | { readonly code: 'dispute.none_open' }
  | { readonly code: 'dispute.own_words' }
  | { readonly code: 'graduation.not_active'; readonly status: ItemStatus }
  | { readonly code: 'mandate.personal' }
  | { readonly code: 'personal.mandated' }
  | { readonly code: 'mandate.not_believed'; readonly status: ItemStatus }
  | AudienceViolation
  | { readonly code: 'graduation.personal' }
  | { readonly code: 'graduation.origin_not_active'; readonly status: ItemStatus }
  | { readonly code: 'review.not_candidate'; readonly status: ItemStatus }
  | { readonly code: 'verification.not_believed'; readonly status: ItemStatus }
  | { readonly code: 'verification.own_wording' }
  | { readonly code: 'verification.needs_reviewer' }
  | { readonly code: 'deletion.was_promoted' }
  | { readonly code: 'deletion.is_successor' }
  | { readonly code: 'return.holds_place' }
  | { readonly code: 'superseding.by_itself' }
  | { readonly code: 'superseding.successor_not_active'; readonly status: ItemStatus }
  | { readonly code: 'superseding.successor_not_standing'; readonly status: ItemStatus }
  | { readonly code: 'superseding.successor_for_fewer' };

export type PromotionRule = (facts: ItemFacts, decisionInput: DecisionInput) => Violation | null;

/** Facts about an item's successor. */
export interface SuccessorFacts {
  readonly isTheItemItself: boolean;
  readonly status: ItemStatus;
  /** It may be hidden from somebody who sees the item. */
  readonly isForFewer: boolean;
}

export interface SupersedingFacts extends ItemFacts {
  readonly successor: SuccessorFacts;
}

/** Further facts for a deletion. */
export interface DeletionFacts extends ItemFacts {
  /** It was active at some time, and perhaps is no longer. */
  readonly wasPromoted: boolean;
  /** Another item names it as what took its place. */
  readonly isSuccessor: boolean;
}

/** Further facts for a return by a person. */
export interface ReturnFacts extends ItemFacts {
  /** True when it superseded a believed item while active, and still does. */
  readonly holdsPlace: boolean;
}

export type ReturnRule = (facts: ReturnFacts, decisionInput: DecisionInput) => Violation | null;

export type DeletionRule = (facts: DeletionFacts, decisionInput: DecisionInput) => Violation | null;

export type SupersedingRule = (facts: SupersedingFacts, decisionInput: DecisionInput) => Violation | null;

export type Refusal = { readonly outcome: 'refused'; readonly violation: Violation };
export type Decision = { readonly outcome: 'applied'; readonly to: ItemStatus } | Refusal;
/** `unchanged`: nothing is written, no revision made, no event recorded. */
export type EditDecision = Decision | { readonly outcome: 'unchanged' };
/** `proposed`: the item stands as it is, and a candidate with the new words waits for somebody else. */
export type WordingDecision = EditDecision | { readonly outcome: 'proposed' };
export type PromotionDecision =
  | Refusal
  | {
      readonly outcome: 'applied';
      readonly to: ItemStatus;
      /** True when the actor makes words of their own believed, which another reviewer is to confirm. */
      readonly inOwnWords: boolean;
    };

/** The texts of an item by field name: the present ones, and those that the editor proposes (absent: left alone). */
export interface ProposedEdit {
  /** The proposed words say more than what was vouched for already. */
  readonly saysMore: boolean;
  /** Another item that the editor sees says the same already. */
  readonly repeatsVisibleItem: boolean;
  readonly present: Readonly<Record<string, string | null>>;
  readonly proposed: Readonly<Record<string, string | null>>;
}
