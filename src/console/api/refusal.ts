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
