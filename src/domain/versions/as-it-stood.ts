/**
 * Former values as far as a row records its last change: null when the thing did not exist at the instant, else the
 * values then in place of the present ones. Counters have no history, and are the present ones.
 */

interface Resolvable {
  readonly detectedAt: Date;
  readonly resolvedAt: Date | null;
  readonly revision: number;
}

/** A contradiction that has been resolved since was open. */
export const contradictionAt = (row: Resolvable, at: Date) => {
  if (row.detectedAt > at) return null;
  if (row.resolvedAt === null || row.resolvedAt <= at) return {};
  return {
    status: 'OPEN' as const,
    action: null,
    resolvedBy: null,
    resolvedAt: null,
    note: null,
    revision: row.revision - 1,
  };
};

interface Decidable {
  readonly createdAt: Date;
  readonly decidedAt: Date | null;
  readonly revision: number;
}

/** An item that a person decided later is shown with its routed status: `routed`. */
export const workflowItemAt = <Routed extends object>(row: Decidable, at: Date, routed: Routed) => {
  if (row.createdAt > at) return null;
  if (row.decidedAt === null || row.decidedAt <= at) return {};
  return {
    ...routed,
    decidedBy: null,
    decidedAt: null,
    decisionNote: null,
    revision: row.revision - 1,
    updatedAt: row.createdAt,
  };
};

interface Revisable {
  readonly createdAt: Date;
  readonly supersededAt: Date | null;
}

/** A trace that has been revised since was the head of its chain. */
export const traceAt = (row: Revisable, at: Date) => {
  if (row.createdAt > at) return null;
  return row.supersededAt !== null && row.supersededAt > at
    ? { supersededAt: null, supersededByTraceUid: null }
    : {};
};

interface Retirable {
  readonly createdAt: Date;
  readonly retiredAt: Date | null;
}

/** A pathway that has been retired since was not. */
export const pathwayAt = (row: Retirable, at: Date) => {
  if (row.createdAt > at) return null;
  return row.retiredAt !== null && row.retiredAt > at ? { retired: false, retiredAt: null } : {};
};

/** A dispute that has been settled since was open. */
export const disputeAt = (
  { raisedAt, settledAt }: { readonly raisedAt: Date; readonly settledAt?: Date | null | undefined },
  at: Date,
) => {
  if (raisedAt > at) return null;
  return settledAt != null && settledAt > at
    ? { verdict: null, settledBy: null, settledAt: null, decisionNote: null }
    : {};
};

/** A relation that has ended since stood. */
export const relationAt = (
  { relatedAt, unrelatedAt }: { readonly relatedAt: Date; readonly unrelatedAt: Date | null },
  at: Date,
) => {
  if (relatedAt > at) return null;
  return unrelatedAt !== null && unrelatedAt > at ? { unrelatedBy: null, unrelatedAt: null } : {};
};

/** A quarantine that has ended since withheld items. */
export const quarantineAt = (
  { setAt, endedAt }: { readonly setAt: Date; readonly endedAt: Date | null },
  at: Date,
) => {
  if (setAt > at) return null;
  return endedAt !== null && endedAt > at ? { endedAt: null } : {};
};
