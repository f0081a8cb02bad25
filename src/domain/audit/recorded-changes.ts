import { canonicalJson } from './canonical-json.ts';

/** One member in which what stood before and what stands after differ. */
export interface RecordedChange {
  readonly field: string;
  /** Null when there was none. */
  readonly before: unknown;
  /** Null when there is none. */
  readonly after: unknown;
}

const membersOf = (record: unknown): Readonly<Record<string, unknown>> =>
  typeof record === 'object' && record !== null && !Array.isArray(record)
    ? (record as Readonly<Record<string, unknown>>)
    : {};

/** Lists the differences between two records of an audit event, ordered by member name. */
export const recordedChanges = (before: unknown, after: unknown): RecordedChange[] => {
  const [was, is] = [membersOf(before), membersOf(after)];
  const fields = [...new Set([...Object.keys(was), ...Object.keys(is)])].sort();
  return fields
    .map((field) => ({ field, before: was[field] ?? null, after: is[field] ?? null }))
    .filter((change) => canonicalJson(change.before) !== canonicalJson(change.after));
};
