import type { Viewer } from '#domain/privacy/viewer.ts';
import { decidesForOthersRule } from './rules/decides-for-others.ts';
import { stillWaitsRule } from './rules/still-waits.ts';
import type { SourceOwners } from './source-owners.ts';

/** Changes of a source that somebody who does not own it has sent. */
export const sourceChangeKinds = ['VERSION', 'WITHDRAWAL'] as const;
export type SourceChangeKind = (typeof sourceChangeKinds)[number];

/** Ends of a change that waited; it is replaced by what its sender sends next. */
export const sourceChangeVerdicts = ['ACCEPTED', 'DECLINED', 'REPLACED'] as const;
export type SourceChangeVerdict = (typeof sourceChangeVerdicts)[number];

export interface SourceChangeFacts {
  /** Null while it waits. */
  readonly verdict: SourceChangeVerdict | null;
  /** The user who sent it. */
  readonly contributor: string;
  readonly owners: SourceOwners;
  /** True: a rule names the owners. */
  readonly isRuled: boolean;
}

export type SourceChangeRefusal = 'source_change.settled' | 'source_change.not_owner';

/** Null when the rule has nothing against the decision. */
export type SourceChangeRule = (facts: SourceChangeFacts, viewer: Viewer) => SourceChangeRefusal | null;

const sourceChangeRules: readonly SourceChangeRule[] = Object.freeze([stillWaitsRule, decidesForOthersRule]);

/** The refusal of a viewer who may not accept or decline the change; null when they may. */
export const refusalOfSettling: SourceChangeRule = (facts, viewer) =>
  sourceChangeRules.reduce<SourceChangeRefusal | null>(
    (refusal, rule) => refusal ?? rule(facts, viewer),
    null,
  );
