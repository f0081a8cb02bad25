/** Days after which parts of the history are erased; null: they are kept. */
export interface Retention {
  readonly receipts: number | null;
  /** Texts before and after a change; the events stay. */
  readonly auditTexts: number | null;
  /** Dropped statements of extraction reports; the reports stay. */
  readonly reports: number | null;
  /** Versions of documents that another has followed, from then on, and decided changes of sources; what somebody vouched for stays. */
  readonly versions: number | null;
}

/** Instants before which rows are erased; null: none are. */
export type RetentionLimits = { readonly [Part in keyof Retention]: Date | null };

const day = 24 * 3_600_000;

/** The first instant that is kept: a day of UTC begins with it, so that a tenant has at most one erasure a day. */
const limitOf = (now: Date, days: number | null): Date | null =>
  days === null ? null : new Date((Math.floor(now.getTime() / day) - days) * day);

export const retentionLimits = (now: Date, retention: Retention): RetentionLimits => ({
  receipts: limitOf(now, retention.receipts),
  auditTexts: limitOf(now, retention.auditTexts),
  reports: limitOf(now, retention.reports),
  versions: limitOf(now, retention.versions),
});
