import { headVersionRule } from './rules/head-version.ts';
import { failsProbation, type ReplaySums } from './rules/probation-gate.ts';
import { samePathwayRule } from './rules/same-pathway.ts';

/** The trace that a revision is to supersede. */
export interface TraceFacts {
  readonly pathwayId: string;
  readonly version: number;
  readonly supersededAt: Date | null;
}

/** The revised trace. */
export interface RevisedFacts {
  readonly pathwayId: string;
}

export interface RevisionViolation {
  readonly code: 'conflict.stale_revision' | 'trace.other_pathway';
}

export type RevisionRule = (trace: TraceFacts, revised: RevisedFacts) => RevisionViolation | null;

/** The first that refuses has the word. */
const revisionRules: readonly RevisionRule[] = Object.freeze([headVersionRule, samePathwayRule]);

export type RevisionDecision =
  | { readonly outcome: 'applied'; readonly version: number }
  | { readonly outcome: 'refused'; readonly violation: RevisionViolation };

/** A revision is a new trace, one version on, and supersedes its parent (Pathway specification §5.2). */
export const decideRevision = (trace: TraceFacts, revised: RevisedFacts): RevisionDecision => {
  for (const rule of revisionRules) {
    const violation = rule(trace, revised);
    if (violation) return { outcome: 'refused', violation };
  }
  return { outcome: 'applied', version: trace.version + 1 };
};

export interface PathwayFacts extends ReplaySums {
  readonly retired: boolean;
}

export interface ReplayDecision extends ReplaySums {
  /** True when this very replay retires the pathway. */
  readonly retires: boolean;
}

/** Every replay counts, of a retired pathway too; one that fails the gate retires it, once and for good (§5.3, §5.4). */
export const decideReplay = (
  { replayCount, replaysSucceeded, retired }: PathwayFacts,
  succeeded: boolean,
): ReplayDecision => {
  const sums = {
    replayCount: replayCount + 1,
    replaysSucceeded: replaysSucceeded + (succeeded ? 1 : 0),
  };
  return { ...sums, retires: !retired && failsProbation(sums) };
};

const messages: Readonly<Record<RevisionViolation['code'], string>> = {
  'conflict.stale_revision':
    'The trace has been revised already, so it is no head any more. Read its chain and revise the head.',
  'trace.other_pathway':
    'The new task class, file or signal class would make another pathway. Insert a new trace instead.',
};

export const revisionMessage = ({ code }: RevisionViolation): string => messages[code];
