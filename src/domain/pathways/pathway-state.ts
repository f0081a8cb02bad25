import { createHash } from 'node:crypto';
import { canonicalJson } from '#domain/audit/canonical-json.ts';
import { readTrace, type SkipReason, type WireTrace } from './read-trace.ts';
import { isRecord, type TraceDocument } from './trace-document.ts';

/** A trace that can be stored: it has a uid, and its chain is whole. */
export interface SoundTrace extends WireTrace {
  readonly traceUid: string;
  /** It came without a uid. */
  readonly legacy: boolean;
  /** The uid of the chain's first version. */
  readonly rootTraceUid: string;
}

export interface SkippedTraces {
  readonly reason: SkipReason;
  readonly count: number;
}

/** Members of a trace that may change after it was written: they do not distinguish legacy traces. */
const changing: ReadonlySet<string> = new Set(['trace_uid', 'replay_count', 'replays_succeeded', 'retired']);

/**
 * The uid of a legacy trace, made of what it says, so that the same file imported twice gives no second trace. `nth`
 * distinguishes equal traces of a bucket. A UUID of version 8 (RFC 9562).
 */
const legacyTraceUid = (bucket: string, document: TraceDocument, nth: number): string => {
  const lasting = Object.fromEntries(Object.entries(document).filter(([member]) => !changing.has(member)));
  const hex = createHash('sha256')
    .update(canonicalJson([bucket, lasting, nth]))
    .digest('hex');
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 3) | 8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

interface Identified extends WireTrace {
  readonly traceUid: string;
  readonly legacy: boolean;
}

/** A chain is whole when versions count up from 1 and every link is recorded at both its ends (§5.2). */
const isWhole = (chain: readonly Identified[], byUid: ReadonlyMap<string, Identified>): boolean =>
  chain.every(({ traceUid, version, parentTraceUid, supersededAt, supersededByTraceUid }) => {
    if ((supersededAt === null) !== (supersededByTraceUid === null)) return false;
    if (supersededByTraceUid !== null && byUid.get(supersededByTraceUid)?.parentTraceUid !== traceUid)
      return false;
    if (parentTraceUid === null) return version === 1;
    const parent = byUid.get(parentTraceUid);
    return parent?.supersededByTraceUid === traceUid && version === parent.version + 1;
  });

export interface BucketReading {
  readonly traces: readonly SoundTrace[];
  readonly skipped: readonly SkipReason[];
}

/** The sets of traces that links, whole or broken, hold together; in the order of their first. */
const chainsOf = (traces: readonly Identified[]): Identified[][] => {
  const leader = new Map<string, string>();
  const find = (uid: string): string => {
    let at = uid;
    for (let next = leader.get(at); next !== undefined && next !== at; next = leader.get(at)) {
      leader.set(at, leader.get(next) ?? next);
      at = next;
    }
    return at;
  };
  for (const { traceUid } of traces) leader.set(traceUid, traceUid);
  for (const { traceUid, parentTraceUid, supersededByTraceUid } of traces)
    for (const other of [parentTraceUid, supersededByTraceUid])
      if (other !== null && leader.has(other)) leader.set(find(traceUid), find(other));
  return [...Map.groupBy(traces, ({ traceUid }) => find(traceUid)).values()];
};

/**
 * The traces of one bucket of `state.json`, in their order. A chain with a trace that is malformed, that is there twice,
 * or whose links do not fit, is left out whole; every trace of it is counted under one reason.
 * @param isPresent whether the tenant has a trace of this uid already.
 */
export const readBucket = (
  bucket: string,
  values: readonly unknown[],
  isPresent: (traceUid: string) => boolean,
): BucketReading => {
  const skipped: SkipReason[] = [];
  const identified: Identified[] = [];
  const named = new Set(
    values.filter(isRecord).map(({ trace_uid: uid }) => (typeof uid === 'string' ? uid.toLowerCase() : '')),
  );
  const said = new Map<string, number>();
  const nextLegacyUid = (document: TraceDocument): string => {
    const first = legacyTraceUid(bucket, document, 0);
    for (let nth = said.get(first) ?? 0; ; nth += 1) {
      const uid = nth === 0 ? first : legacyTraceUid(bucket, document, nth);
      // One that was legacy and is named by now keeps the uid that it was given then.
      if (named.has(uid)) continue;
      said.set(first, nth + 1);
      return uid;
    }
  };
  const repeated = new Set<string>();
  const seen = new Set<string>();
  for (const value of values) {
    const trace = readTrace(value, bucket);
    if (typeof trace === 'string') {
      skipped.push(trace);
      continue;
    }
    const legacy = trace.traceUid === null;
    const traceUid = trace.traceUid ?? nextLegacyUid(trace.document);
    if (seen.has(traceUid)) {
      repeated.add(traceUid);
      skipped.push('trace_uid.repeated');
      continue;
    }
    seen.add(traceUid);
    identified.push({ ...trace, traceUid, legacy });
  }

  const byUid = new Map(identified.map((trace) => [trace.traceUid, trace]));
  const reasonFor = (chain: readonly Identified[]): SkipReason | null => {
    if (chain.some(({ traceUid }) => repeated.has(traceUid))) return 'trace_uid.repeated';
    if (!isWhole(chain, byUid)) return 'chain.broken';
    return chain.some(({ traceUid }) => isPresent(traceUid)) ? 'trace_uid.already_present' : null;
  };
  const roots = new Map<string, string>();
  for (const chain of chainsOf(identified)) {
    const reason = reasonFor(chain);
    if (reason !== null) skipped.push(...chain.map(() => reason));
    else {
      const root = chain.find(({ parentTraceUid }) => parentTraceUid === null);
      for (const { traceUid } of chain) roots.set(traceUid, root?.traceUid ?? traceUid);
    }
  }
  const traces = identified.flatMap((trace) => {
    const rootTraceUid = roots.get(trace.traceUid);
    return rootTraceUid === undefined ? [] : [{ ...trace, rootTraceUid }];
  });
  return { traces, skipped };
};

export interface PathwayState {
  readonly buckets: readonly (readonly [bucket: string, values: readonly unknown[]])[];
  /** Fields beside `pathways`, among them `last_updated_at`. */
  readonly envelope: Readonly<Record<string, unknown>>;
}

/** The specification's file (§7); null for what is not one. */
export const readState = (state: unknown): PathwayState | null => {
  if (!isRecord(state) || !isRecord(state.pathways)) return null;
  const buckets = Object.entries(state.pathways);
  if (!buckets.every((entry): entry is [string, unknown[]] => Array.isArray(entry[1]))) return null;
  const { pathways: _, ...envelope } = state;
  return { buckets, envelope };
};

export const countSkipped = (reasons: readonly SkipReason[]): SkippedTraces[] =>
  [...Map.groupBy(reasons, (reason) => reason)]
    .map(([reason, members]) => ({ reason, count: members.length }))
    .sort((a, b) => (a.reason < b.reason ? -1 : 1));

/** A stored trace, beside the document that it was written with. */
export interface ExportedFacts {
  readonly document: TraceDocument;
  readonly traceUid: string;
  readonly legacy: boolean;
  readonly supersededAt: Date | null;
  readonly supersededByTraceUid: string | null;
  readonly replayCount: number;
  readonly replaysSucceeded: number;
  /** Its pathway was retired here, by a replay; not by the file that it came with. */
  readonly retiredHere: boolean;
}

/**
 * The trace as the file has it: its own document, written over only where the store has moved on since. A legacy
 * trace goes without a uid for as long as no other trace names it.
 */
export const exportTrace = (facts: ExportedFacts): TraceDocument => {
  const { document, traceUid, legacy, supersededAt, supersededByTraceUid } = facts;
  const moved: Record<string, unknown> = {};
  const isNamed = supersededByTraceUid !== null;
  if (!legacy && document.trace_uid === undefined) moved.trace_uid = traceUid;
  if (legacy && isNamed) moved.trace_uid = traceUid;
  if (isNamed && !document.superseded_by_trace_uid) {
    moved.superseded_at = supersededAt?.toISOString();
    moved.superseded_by_trace_uid = supersededByTraceUid;
  }
  if (Number(document.replay_count ?? 0) !== facts.replayCount) moved.replay_count = facts.replayCount;
  if (Number(document.replays_succeeded ?? 0) !== facts.replaysSucceeded)
    moved.replays_succeeded = facts.replaysSucceeded;
  if (facts.retiredHere) moved.retired = true;
  return { ...document, ...moved };
};
