import { isUuid } from '#domain/input/ids.ts';
import { pathwayId } from './identity.ts';
import {
  auditConsensusFields,
  identityOf,
  isRecord,
  type PartField,
  semanticFlags,
  type TraceDocument,
  type TraceList,
  traceLists,
} from './trace-document.ts';
import { normalizeInstant } from './wire-instant.ts';

/** A trace of the specification's file, understood. */
export interface WireTrace {
  readonly document: TraceDocument;
  /** Null in a legacy trace, which has none (§2.1). */
  readonly traceUid: string | null;
  readonly version: number;
  readonly parentTraceUid: string | null;
  readonly supersededAt: Date | null;
  readonly supersededByTraceUid: string | null;
  /** Null: the file does not say. */
  readonly createdAt: Date | null;
  readonly replayCount: number;
  readonly replaysSucceeded: number;
  readonly retired: boolean;
  readonly subjectIds: readonly string[];
}

/** Why a trace, and the chain that it belongs to, is left out. */
const skipReasons = [
  'trace.malformed',
  'pathway_id.mismatch',
  'trace_uid.repeated',
  'trace_uid.already_present',
  'chain.broken',
] as const;
export type SkipReason = (typeof skipReasons)[number];

/** The largest figure that GraphQL's Int holds. */
const largestCount = 2_147_483_647;
export const longestName = 1_024;

const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= largestCount;
const isName = (value: unknown): value is string => typeof value === 'string' && value.length <= longestName;
export const longestSubject = 200;
const isSubjectList = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.every((id) => typeof id === 'string' && id.trim() !== '' && id.length <= longestSubject);
const isNames = (value: unknown): boolean => Array.isArray(value) && value.every(isName);

const fits: Readonly<Record<PartField, (value: unknown) => boolean>> = {
  name: (value) => isName(value) || isNames(value),
  free: (value) => value !== undefined,
  number: (value) => typeof value === 'number' && Number.isFinite(value),
  count: isCount,
  flag: (value) => typeof value === 'boolean',
  'optional name': (value) => value === undefined || value === null || isName(value),
  'optional free': () => true,
};

const isPart = (part: unknown, fields: Readonly<Record<string, PartField>>): boolean =>
  isRecord(part) && Object.entries(fields).every(([name, field]) => fits[field](part[name]));

const isAbsent = (value: unknown): value is null | undefined => value === undefined || value === null;

const isList = (value: unknown, member: TraceList): boolean =>
  isAbsent(value) || (Array.isArray(value) && value.every((part) => isPart(part, traceLists[member])));

const isStorable = (value: unknown): boolean => {
  if (typeof value === 'string') return !value.includes('\0') && value.isWellFormed();
  if (Array.isArray(value)) return value.every(isStorable);
  if (isRecord(value))
    return Object.entries(value).every(([key, item]) => isStorable(key) && isStorable(item));
  return value === null || typeof value !== 'number' || Number.isFinite(value);
};

const isOptionalText = (value: unknown): boolean => isAbsent(value) || typeof value === 'string';
const isOptionalFlag = (value: unknown): boolean => isAbsent(value) || typeof value === 'boolean';
const isOptionalCount = (value: unknown): boolean => isAbsent(value) || isCount(value);
const isOptionalUuid = (value: unknown): boolean =>
  isAbsent(value) || value === '' || (typeof value === 'string' && isUuid(value));
const isOptionalInstant = (value: unknown): boolean => isAbsent(value) || normalizeInstant(value) !== null;

const isWellShaped = (document: TraceDocument): boolean =>
  isStorable(document) &&
  isName(document.task_class) &&
  document.task_class.trim() !== '' &&
  isName(document.file_path) &&
  (isAbsent(document.signal_class) || isName(document.signal_class)) &&
  isOptionalText(document.pathway_id) &&
  isOptionalUuid(document.trace_uid) &&
  isOptionalUuid(document.parent_trace_uid) &&
  isOptionalUuid(document.superseded_by_trace_uid) &&
  isOptionalInstant(document.superseded_at) &&
  isOptionalInstant(document.created_at) &&
  (isAbsent(document.version) || (isCount(document.version) && document.version >= 1)) &&
  isOptionalCount(document.replay_count) &&
  isOptionalCount(document.replays_succeeded) &&
  Number(document.replays_succeeded ?? 0) <= Number(document.replay_count ?? 0) &&
  isOptionalFlag(document.retired) &&
  isOptionalText(document.reducer_summary) &&
  isOptionalText(document.final_verdict) &&
  (isAbsent(document.pathway_vec) ||
    (Array.isArray(document.pathway_vec) &&
      document.pathway_vec.length === 32 &&
      document.pathway_vec.every(fits.number))) &&
  (isAbsent(document.subject_ids) || isSubjectList(document.subject_ids)) &&
  (isAbsent(document.semantic_flags) ||
    (Array.isArray(document.semantic_flags) &&
      document.semantic_flags.every((flag) => semanticFlags.includes(flag as never)))) &&
  (isAbsent(document.audit_consensus) || isPart(document.audit_consensus, auditConsensusFields)) &&
  (Object.keys(traceLists) as TraceList[]).every((member) => isList(document[member], member));

const uidOf = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value.toLowerCase() : null;

/** One trace of the bucket `bucket`, or why it cannot be one. A missing member has its default (§2). */
export const readTrace = (value: unknown, bucket: string): WireTrace | SkipReason => {
  if (!isRecord(value) || !isWellShaped(value)) return 'trace.malformed';
  const id = pathwayId(identityOf(value));
  if (id !== bucket || !(isAbsent(value.pathway_id) || value.pathway_id === id)) return 'pathway_id.mismatch';
  return {
    document: value,
    traceUid: uidOf(value.trace_uid),
    version: Number(value.version ?? 1),
    parentTraceUid: uidOf(value.parent_trace_uid),
    supersededAt: normalizeInstant(value.superseded_at),
    supersededByTraceUid: uidOf(value.superseded_by_trace_uid),
    createdAt: normalizeInstant(value.created_at),
    replayCount: Number(value.replay_count ?? 0),
    replaysSucceeded: Number(value.replays_succeeded ?? 0),
    retired: value.retired === true,
    subjectIds: Array.isArray(value.subject_ids) ? (value.subject_ids as string[]) : [],
  };
};
