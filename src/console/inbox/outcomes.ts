import { useCallback, useMemo, useSyncExternalStore } from 'react';
import type { Outcome } from './decision.ts';

/** A decision that was not carried out: no answer came, and the same may be sent again, or the API refused it. */
export interface Failed {
  readonly state: 'unsent' | 'refused';
  readonly message: string;
  /** False: it has not left this page, for sure. */
  readonly mayHaveArrived?: boolean;
  /** True: refused, as the item had changed since the person looked at it. */
  readonly isLate?: boolean;
}

/**
 * Decisions of this window, by entry. Each row listens for its own entry: a decision shows in the next frame, and
 * nothing else of the page is rendered for it.
 */
export interface Outcomes {
  get(entryId: string): Outcome | Failed | undefined;
  /** How many entries were decided. */
  decided(): number;
  /** How many decisions did not arrive. */
  unsent(): number;
  /** How many decisions the API refused. */
  refused(): number;
  set(entryIds: readonly string[], outcome: Outcome | Failed): void;
  forget(entryIds: readonly string[]): void;
  subscribe(listener: () => void): () => void;
}

const createOutcomes = (): Outcomes => {
  const known = new Map<string, Outcome | Failed>();
  const listeners = new Set<() => void>();
  let decided = 0;
  let unsent = 0;
  let refused = 0;
  const notify = () => {
    const all = [...known.values()];
    decided = all.filter((one) => typeof one === 'string').length;
    unsent = all.filter((one) => typeof one !== 'string' && one.state === 'unsent').length;
    refused = all.length - decided - unsent;
    for (const listener of listeners) listener();
  };
  return {
    get: (id) => known.get(id),
    decided: () => decided,
    unsent: () => unsent,
    refused: () => refused,
    set: (ids, outcome) => {
      for (const id of ids) known.set(id, outcome);
      notify();
    },
    forget: (ids) => {
      for (const id of ids) known.delete(id);
      notify();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};

export const useOutcomes = (): Outcomes => useMemo(createOutcomes, []);

export const useOutcome = (outcomes: Outcomes, entryId: string): Outcome | Failed | undefined =>
  useSyncExternalStore(
    outcomes.subscribe,
    useCallback(() => outcomes.get(entryId), [outcomes, entryId]),
  );

export const useDecidedCount = (outcomes: Outcomes): number =>
  useSyncExternalStore(outcomes.subscribe, outcomes.decided);

export const useUnsentCount = (outcomes: Outcomes): number =>
  useSyncExternalStore(outcomes.subscribe, outcomes.unsent);

export const useRefusedCount = (outcomes: Outcomes): number =>
  useSyncExternalStore(outcomes.subscribe, outcomes.refused);
