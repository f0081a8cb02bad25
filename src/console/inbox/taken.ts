import type { Decision } from './decision.ts';
import type { Entry, Subject } from './operations.ts';

type SubjectType = Subject['__typename'];

/** An entry as it was decided: the ids and the revision that the reviewer looked at, without its words. */
export interface Target {
  /** The id of the entry. */
  readonly id: string;
  readonly subject: {
    readonly __typename: SubjectType;
    readonly id: string;
    readonly revision?: number;
    readonly suggestedLabels?: readonly string[] | null;
  };
}

/** A decision of this tab on one entry, or on several at once. */
export interface Taken {
  /** The idempotency key: the decision is sent again under the same one. */
  readonly key: string;
  readonly decision: Decision;
  /** Entries that were not refused. */
  readonly targets: readonly Target[];
  /** True: also where somebody else works on it. */
  readonly takeOver: boolean;
  /** True when the API answered. */
  readonly isAnswered: boolean;
}

export const targetOf = ({ id, subject }: Entry): Target => ({
  id,
  subject: {
    __typename: subject.__typename,
    id: subject.id,
    ...('revision' in subject ? { revision: subject.revision } : {}),
    ...('suggestedLabels' in subject ? { suggestedLabels: subject.suggestedLabels } : {}),
  },
});

const storageKey = 'vouch.decisions';
/** Decisions that can be taken back after a reload. */
const mostKept = 100;

/** Decisions that this tab has kept for the viewer; the reload of a page loses none. */
export const readTaken = (viewer: string): readonly Taken[] => {
  const kept = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null') as {
    viewer: string;
    taken: readonly Taken[];
  } | null;
  return kept?.viewer === viewer ? kept.taken : [];
};

export const keepTaken = (viewer: string, taken: readonly Taken[]): void =>
  sessionStorage.setItem(storageKey, JSON.stringify({ viewer, taken: taken.slice(-mostKept) }));

export const forgetTaken = (): void => sessionStorage.removeItem(storageKey);
