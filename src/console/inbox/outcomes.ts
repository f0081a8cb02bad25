import { useCallback, useMemo, useSyncExternalStore } from 'react';
import type { Outcome } from './decision.ts';

/**
 * Decisions of this window, by entry. Each row listens for its own entry: a decision shows in the next frame, and
 * nothing else of the page is rendered for it.
 */
export interface Outcomes {
  get(entryId: string): Outcome | undefined;
  size(): number;
  set(entryIds: readonly string[], outcome: Outcome): void;
  forget(entryIds: readonly string[]): void;
  subscribe(listener: () => void): () => void;
}

const createOutcomes = (): Outcomes => {
  const known = new Map<string, Outcome>();
  const listeners = new Set<() => void>();
  const notify = () => {
    for (const listener of listeners) listener();
  };
  return {
    get: (id) => known.get(id),
    size: () => known.size,
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

export const useOutcome = (outcomes: Outcomes, entryId: string): Outcome | undefined =>
  useSyncExternalStore(
    outcomes.subscribe,
    useCallback(() => outcomes.get(entryId), [outcomes, entryId]),
  );

export const useDecidedCount = (outcomes: Outcomes): number =>
  useSyncExternalStore(outcomes.subscribe, outcomes.size);
