import type { EntityRelation } from '#domain/graph/relations.ts';
import { acyclicPartsRule } from '#domain/graph/rules/acyclic-parts.ts';
import { distinctEndsRule } from '#domain/graph/rules/distinct-ends.ts';

/** Facts that the rules of relating need. */
export interface RelationFacts {
  readonly fromId: string;
  readonly toId: string;
  readonly relation: EntityRelation;
  /** The edge is there already. */
  readonly exists: boolean;
  /** Every entity that `toId` is part of, directly or through others. */
  readonly wholesOfTo: readonly string[];
}

export type RelationViolation = { readonly code: 'relation.to_itself' } | { readonly code: 'relation.cycle' };
export type RelationRule = (facts: RelationFacts) => RelationViolation | null;

const relationRules: readonly RelationRule[] = Object.freeze([distinctEndsRule, acyclicPartsRule]);

export type RelationDecision =
  | { readonly outcome: 'applied' }
  /** The edge was there; nothing is written. */
  | { readonly outcome: 'unchanged' }
  | { readonly outcome: 'refused'; readonly violation: RelationViolation };

/** Decides whether two entities may be related. */
export const decideRelation = (facts: RelationFacts): RelationDecision => {
  for (const rule of relationRules) {
    const violation = rule(facts);
    if (violation) return { outcome: 'refused', violation };
  }
  return { outcome: facts.exists ? 'unchanged' : 'applied' };
};

export const relationViolationMessage = ({ code }: RelationViolation): string => {
  switch (code) {
    case 'relation.to_itself':
      return 'Both ends are the same entity. Name two.';
    case 'relation.cycle':
      return 'The second entity is already part of the first, so the first cannot be part of it. Remove that relation first.';
  }
};
