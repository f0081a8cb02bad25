import type { CombinedError } from 'urql';

interface Outcome {
  readonly __typename?: string;
  readonly code?: string;
  readonly message?: string;
}

export interface Refusal {
  readonly code: string;
  readonly message: string;
}

/** The refusal that a mutation answered with; null when it did what was asked. */
export const refusalOf = (outcome: Outcome | null | undefined): Refusal | null =>
  outcome?.code !== undefined && outcome.message !== undefined
    ? { code: outcome.code, message: outcome.message }
    : null;

/** Why an operation has no answer: in the words of the API or of the console, never in those of a library. */
export const reasonOf = (error: CombinedError | undefined): string =>
  error?.graphQLErrors[0]?.message ??
  (error?.networkError == null ? 'The gateway gave no answer.' : 'The gateway cannot be reached.');

/** Why a mutation did not do what was asked; null when it did. */
export const problemOf = (
  error: CombinedError | undefined,
  outcome: Outcome | null | undefined,
): string | null => (error === undefined ? (refusalOf(outcome)?.message ?? null) : reasonOf(error));
