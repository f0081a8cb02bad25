import type { PathwayIdentity } from './identity.ts';
import type { VectorSource } from './pathway-vector.ts';

/**
 * A trace under the specification's own member names (§2): what is stored, imported and exported. A member may be missing where
 * the specification gives it a default, and one that the specification does not name is kept.
 */
export type TraceDocument = Readonly<Record<string, unknown>>;

/** The closed set of ADR-021 (Pathway specification §2.5). */
export const semanticFlags = [
  'UnitMismatch',
  'TypeConfusion',
  'NullableConfusion',
  'OffByOne',
  'StaleReference',
  'PseudoImpl',
  'DeadCode',
  'WarningNoise',
  'BoundaryViolation',
] as const;

/**
 * `name` is an identifier and kept as it is; `free` is text, or texts, in which anything may stand, and is redacted;
 * `free` has no shape of its own, since the specification gives none.
 */
export type PartField = 'name' | 'free' | 'number' | 'count' | 'flag' | 'optional name' | 'optional free';

/** The lists of observations, and what the specification says of their members. Other members are free. */
export const traceLists = {
  ladder_attempts: {
    rung: 'count',
    model: 'name',
    latency_ms: 'number',
    accepted: 'flag',
    reject_reason: 'optional free',
  },
  kb_chunks: { source_doc: 'name', chunk_id: 'name', cosine_score: 'number', rank: 'count' },
  observer_signals: { class: 'name', priors: 'free', prior_iter_outcomes: 'free' },
  bridge_hits: { library: 'name', version: 'optional name', result_summary: 'free' },
  sub_pipeline_calls: { pipeline: 'optional name', result_summary: 'optional free' },
  type_hints_used: { source: 'name', symbol: 'name', type_repr: 'free' },
  bug_fingerprints: { flag: 'name', pattern_key: 'name', example: 'free', occurrences: 'count' },
} as const satisfies Readonly<Record<string, Readonly<Record<string, PartField>>>>;
export type TraceList = keyof typeof traceLists;

export const auditConsensusFields = {
  pass: 'flag',
  models: 'name',
  disagreements: 'free',
} as const satisfies Readonly<Record<string, PartField>>;

/** Members of a trace that hold names, figures and times, and no free text. */
export const plainMembers: ReadonlySet<string> = new Set([
  'pathway_id',
  'trace_uid',
  'version',
  'parent_trace_uid',
  'superseded_at',
  'superseded_by_trace_uid',
  'task_class',
  'file_path',
  'signal_class',
  'created_at',
  'pathway_vec',
  'replay_count',
  'replays_succeeded',
  'retired',
  'semantic_flags',
  'subject_ids',
]);

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The objects of a list of observations; none where the trace has none. */
export const partsOf = (
  document: TraceDocument,
  list: TraceList,
): readonly Readonly<Record<string, unknown>>[] => {
  const parts = document[list];
  return Array.isArray(parts) ? parts.filter(isRecord) : [];
};

export const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.map((item) => (typeof item === 'string' ? item : JSON.stringify(item))) : [];

export const identityOf = (document: TraceDocument): PathwayIdentity => ({
  taskClass: String(document.task_class),
  filePath: String(document.file_path ?? ''),
  signalClass: typeof document.signal_class === 'string' ? document.signal_class : null,
});

/** Inputs of the trace's vector (§4). */
export const vectorSourceOf = (document: TraceDocument): VectorSource => ({
  ...identityOf(document),
  models: partsOf(document, 'ladder_attempts').map(({ model }) => String(model)),
  sourceDocs: partsOf(document, 'kb_chunks').map(({ source_doc: doc }) => String(doc)),
  signals: partsOf(document, 'observer_signals').map(({ class: signal }) => String(signal)),
  flags: partsOf(document, 'bug_fingerprints').map(({ flag }) => String(flag)),
});
