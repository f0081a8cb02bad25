import { type CommonInput, defineUseCase, type UseCaseContext } from '#application/use-case.ts';
import { DomainError } from '#domain/domain-error.ts';
import {
  type BucketReading,
  countSkipped,
  readBucket,
  readState,
  type SkippedTraces,
  type SoundTrace,
} from '#domain/pathways/pathway-state.ts';
import { redactTrace } from '#domain/pathways/redaction.ts';
import { identityOf } from '#domain/pathways/trace-document.ts';
import {
  addImportedCounts,
  hasPathways,
  type OpenedPathway,
  presentTraceUids,
  storeStateEnvelope,
} from '#persistence/pathways/pathway-writes.ts';
import { auditedTrace, openPathway, type StoredTrace, storeTraces } from './steps/store-traces.ts';

export interface ImportPathwayStateInput extends CommonInput {
  /** The specification's file (§7), parsed. */
  readonly state: unknown;
}

export interface ImportPathwayStateOutcome {
  /** Pathways that took a trace. */
  readonly pathways: number;
  /** Traces that were taken, the legacy ones among them. */
  readonly traces: number;
  readonly legacyTraces: number;
  readonly skipped: readonly SkippedTraces[];
}

type Bucket = readonly [bucket: string, values: readonly unknown[]];

/** Reads every bucket, against the uids that the tenant has already. */
const readBuckets = async (
  { session }: UseCaseContext,
  buckets: readonly Bucket[],
): Promise<readonly (readonly [string, BucketReading])[]> => {
  const readAll = (present: ReadonlySet<string>) => {
    // A uid is the tenant's, not the bucket's: one that an earlier bucket took is taken.
    const taken = new Set(present);
    return buckets.map(([bucket, values]) => {
      const reading = readBucket(bucket, values, (uid) => taken.has(uid));
      for (const { traceUid } of reading.traces) taken.add(traceUid);
      return [bucket, reading] as const;
    });
  };
  const uids = readAll(new Set()).flatMap(([, { traces }]) => traces.map(({ traceUid }) => traceUid));
  return readAll(await presentTraceUids(session, uids));
};

const composeImported = (
  { dependencies, now }: UseCaseContext,
  pathway: OpenedPathway,
  trace: SoundTrace,
): StoredTrace => ({
  id: dependencies.newId('trc'),
  pathwayRef: pathway.id,
  traceUid: trace.traceUid,
  version: trace.version,
  parentTraceUid: trace.parentTraceUid,
  rootTraceUid: trace.rootTraceUid,
  supersededAt: trace.supersededAt,
  supersededByTraceUid: trace.supersededByTraceUid,
  subjectIds: trace.subjectIds,
  ...redactTrace(trace.document, trace.subjectIds),
  legacy: trace.legacy,
  replayCount: trace.replayCount,
  replaysSucceeded: trace.replaysSucceeded,
  createdAt: trace.createdAt ?? now,
});

/** Adds what a bucket's traces counted to its pathway, which a retired trace retires. */
const countImported = (
  { session }: UseCaseContext,
  { id }: OpenedPathway,
  traces: readonly SoundTrace[],
): Promise<void> =>
  addImportedCounts(session, id, {
    replays: traces.reduce((sum, { replayCount }) => sum + replayCount, 0),
    succeeded: traces.reduce((sum, { replaysSucceeded }) => sum + replaysSucceeded, 0),
    retired: traces.some(({ retired }) => retired),
  });

const storeEnvelope = async (
  { session, now }: UseCaseContext,
  envelope: Readonly<Record<string, unknown>>,
  emptyBuckets: readonly string[],
): Promise<void> => {
  const { document } = redactTrace(envelope, []);
  const stored = {
    ...document,
    ...('last_updated_at' in envelope ? { last_updated_at: envelope.last_updated_at } : {}),
  };
  await storeStateEnvelope(session, stored, emptyBuckets, now);
};

/**
 * Takes in the specification's `state.json`: whole chains that the tenant does not have. A chain that is malformed, or
 * there already, is left out with its reason; the same file twice changes nothing more.
 */
export const importPathwayState = defineUseCase<ImportPathwayStateInput, ImportPathwayStateOutcome>(
  { mutation: 'importPathwayState', roles: ['service', 'admin'], as: 'viewer', meantNulls: ['state'] },
  async (useCase, command) => {
    const state = readState(command.input.state);
    if (!state)
      throw new DomainError(
        'input.invalid',
        'The state is no file of pathways: send the object that state.json holds, with its lists of traces under `pathways`.',
        ['state'],
      );
    const hadPathways = await hasPathways(useCase.session);
    const readings = await readBuckets(useCase, state.buckets);
    const sound = readings.filter(([, { traces }]) => traces.length > 0);
    const opened = new Map<string, OpenedPathway>();
    // In one order, so that two imports of the same pathways wait for each other and do not lock each other out.
    for (const [bucket, { traces }] of sound.toSorted(([a], [b]) => (a < b ? -1 : 1))) {
      const [first] = traces;
      if (first) opened.set(bucket, await openPathway(useCase, identityOf(first.document)));
    }

    const stored: StoredTrace[] = [];
    for (const [bucket, { traces }] of sound) {
      const pathway = opened.get(bucket);
      if (!pathway) continue;
      const composed = traces.map((trace) => composeImported(useCase, pathway, trace));
      stored.push(...composed);
      useCase.record(
        composed.map((trace) => ({
          action: 'trace.imported',
          targetType: 'PathwayTrace',
          targetId: trace.id,
          before: null,
          after: auditedTrace(trace, pathway),
        })),
      );
      await countImported(useCase, pathway, traces);
      if (!pathway.retired && traces.some(({ retired }) => retired))
        useCase.record([
          {
            action: 'pathway.retired',
            targetType: 'Pathway',
            targetId: pathway.id,
            before: { retired: false },
            after: { retired: true, pathwayId: pathway.pathwayId },
          },
        ]);
    }
    await storeTraces(useCase, stored);
    if (sound.length > 0 || state.buckets.every(([, values]) => values.length === 0))
      await storeEnvelope(
        useCase,
        hadPathways ? { ...state.envelope, last_updated_at: useCase.now.toISOString() } : state.envelope,
        state.buckets.flatMap(([bucket, values]) => (values.length === 0 ? [bucket] : [])),
      );
    return {
      verdict: 'done',
      outcome: {
        pathways: sound.length,
        traces: stored.length,
        legacyTraces: stored.filter(({ legacy }) => legacy).length,
        skipped: countSkipped(readings.flatMap(([, { skipped }]) => skipped)),
      },
    };
  },
);
