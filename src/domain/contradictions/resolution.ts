import type { ItemStatus } from '#domain/review/states.ts';
import type { FourEyes } from '#domain/review/types.ts';
import type { ContradictionStatus, ResolutionAction } from './contradictions.ts';
import { type MergedVisibility, mergedVisibility, type Visibility } from './merged-visibility.ts';
import { currentRevisionRule } from './rules/current-revision.ts';
import { openRule } from './rules/open.ts';
import { resolvedRule } from './rules/resolved.ts';
import { sharedAudienceRule } from './rules/shared-audience.ts';
import { standingSidesRule } from './rules/standing-sides.ts';
import { unmovedSidesRule } from './rules/unmoved-sides.ts';

/** One of the two memories. */
export interface Side extends Visibility {
  readonly id: string;
  readonly status: ItemStatus;
  readonly supersededById: string | null;
  readonly handAuthored: boolean;
}

export interface ContradictionFacts {
  readonly status: ContradictionStatus;
  readonly revision: number;
  /** A. */
  readonly older: Side;
  /** B. */
  readonly newer: Side;
}

export interface Resolving {
  readonly action: ResolutionAction;
  /** The revision of the contradiction that the actor looked at; null when the actor did not say. */
  readonly expectedRevision: number | null;
  /** Words of a merge that say more than its sides (`saysMore`). */
  readonly saysMore: boolean;
  readonly fourEyes: FourEyes;
}

export interface ResolvedFacts extends ContradictionFacts {
  /** The sides that the resolution took out of their place. */
  readonly loserIds: readonly string[];
  /** Successor: the other side, or the merged memory; null when there is none. */
  readonly successorId: string | null;
  /** The side that the resolution promoted in the same step; null when it promoted none. */
  readonly promotedId: string | null;
}

export type ResolutionViolation =
  | { readonly code: 'conflict.stale_revision'; readonly expected: number; readonly actual: number }
  | { readonly code: 'conflict.already_resolved' }
  | { readonly code: 'contradiction.not_resolved' }
  | {
      readonly code: 'contradiction.side_not_standing';
      readonly side: 'A' | 'B';
      readonly status: ItemStatus;
    }
  | { readonly code: 'contradiction.no_shared_audience' }
  | { readonly code: 'contradiction.side_changed'; readonly side: 'A' | 'B'; readonly status: ItemStatus };

type Rule<Facts, Asked> = (facts: Facts, asked: Asked) => ResolutionViolation | null;
export type ResolutionRule = Rule<ContradictionFacts, Resolving>;
export type ReopeningRule = Rule<ResolvedFacts, Pick<Resolving, 'expectedRevision'>>;

const resolutionRules: readonly ResolutionRule[] = Object.freeze([
  currentRevisionRule,
  openRule,
  standingSidesRule,
  sharedAudienceRule,
]);

const reopeningRules: readonly ReopeningRule[] = Object.freeze([
  currentRevisionRule,
  resolvedRule,
  unmovedSidesRule,
]);

/** True for proposed and believed items; the others are superseded or ended already. */
export const stands = (status: ItemStatus): boolean =>
  status === 'CANDIDATE' || status === 'ACTIVE' || status === 'GRADUATED';

const isBelieved = (status: ItemStatus): boolean => status === 'ACTIVE' || status === 'GRADUATED';

type Refusal = { readonly outcome: 'refused'; readonly violation: ResolutionViolation };
export type ResolutionDecision =
  | Refusal
  /** The merged memory is only proposed: it waits for somebody else, and both sides stand until then. */
  | { readonly outcome: 'proposed'; readonly merged: MergedVisibility }
  | {
      readonly outcome: 'applied';
      /** Sides that are superseded, as far as they are in force. */
      readonly losers: readonly Side[];
      /** The side that takes it; null when the merged memory does, or nothing. */
      readonly winner: Side | null;
      /** True when the winner is promoted in the same step: a candidate that replaces a believed item. */
      readonly promotesWinner: boolean;
      /** For whom the merged memory is; null when there is none. */
      readonly merged: MergedVisibility | null;
    };

const refusalBy = <Facts, Asked>(
  rules: readonly Rule<Facts, Asked>[],
  facts: Facts,
  asked: Asked,
): Refusal | null => {
  for (const rule of rules) {
    const violation = rule(facts, asked);
    if (violation) return { outcome: 'refused', violation };
  }
  return null;
};

/** Decides the sides of an open contradiction. The rules of promotion decide whether a loser may be superseded. */
export const decideResolution = (facts: ContradictionFacts, asked: Resolving): ResolutionDecision => {
  const refusal = refusalBy(resolutionRules, facts, asked);
  if (refusal) return refusal;
  const { older, newer } = facts;
  const loses = (winner: Side, loser: Side): ResolutionDecision => ({
    outcome: 'applied',
    losers: stands(loser.status) ? [loser] : [],
    winner,
    promotesWinner: winner.status === 'CANDIDATE' && isBelieved(loser.status),
    merged: null,
  });
  switch (asked.action) {
    case 'KEPT_A':
      return loses(older, newer);
    case 'KEPT_B':
      return loses(newer, older);
    case 'MERGE': {
      const merged = mergedVisibility(older, newer);
      if (merged?.owner === null && asked.saysMore && asked.fourEyes !== 'off')
        return { outcome: 'proposed', merged };
      return {
        outcome: 'applied',
        losers: [older, newer],
        winner: null,
        promotesWinner: false,
        merged,
      };
    }
    case 'BOTH_VALID':
      return { outcome: 'applied', losers: [], winner: null, promotesWinner: false, merged: null };
  }
};

/** Decides whether the resolution may be undone, so that both sides have their former status. */
export const decideReopening = (
  facts: ResolvedFacts,
  asked: Pick<Resolving, 'expectedRevision'>,
): Refusal | { readonly outcome: 'applied' } =>
  refusalBy(reopeningRules, facts, asked) ?? { outcome: 'applied' };

/** Message to a person: what happened, with which values, and what to do. It quotes no text. */
export const resolutionMessage = (violation: ResolutionViolation): string => {
  switch (violation.code) {
    case 'conflict.stale_revision':
      return `The contradiction is at revision ${violation.actual}; the decision was taken on revision ${violation.expected}. Read it again and decide on what it says now.`;
    case 'conflict.already_resolved':
      return 'Somebody has resolved this contradiction. Read it again; reopenContradiction undoes what they did.';
    case 'contradiction.not_resolved':
      return 'This contradiction is open: there is nothing to undo.';
    case 'contradiction.side_not_standing':
      return `Side ${violation.side} is ${violation.status}, so it takes nobody's place. Resolve in favour of the other, or as BOTH_VALID.`;
    case 'contradiction.no_shared_audience':
      return 'The two sides have no audience that they share, so nobody could be shown a merged one. Resolve in favour of one of them, or as BOTH_VALID.';
    case 'contradiction.side_changed':
      return `Side ${violation.side} is ${violation.status} and no longer where the resolution put it, so it cannot be put back. Decide about that memory itself.`;
  }
};
