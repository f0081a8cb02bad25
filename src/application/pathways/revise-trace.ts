import { type CommonInput, defineUseCase } from '#application/use-case.ts';
import { DomainError } from '#domain/domain-error.ts';
import { pathwayId } from '#domain/pathways/identity.ts';
import { decideRevision, revisionMessage } from '#domain/pathways/pathway.ts';
import { identityOf } from '#domain/pathways/trace-document.ts';
import { supersedeTrace } from '#persistence/pathways/pathway-writes.ts';
import { composeTrace, type TraceOutcome } from './insert-trace.ts';
import { getTraceForUpdate } from './steps/lock-trace.ts';
import { auditedTrace, openPathway, storeTraces } from './steps/store-traces.ts';
import {
  assertTraceShape,
  observationMembers,
  observationsOf,
  type TraceObservations,
} from './steps/trace-input.ts';

export interface ReviseTraceInput extends CommonInput, TraceObservations {
  readonly traceUid: string;
  readonly taskClass?: string | null | undefined;
  readonly filePath?: string | null | undefined;
}

export interface ReviseTraceOutcome extends TraceOutcome {
  readonly previousId: string;
}

/** A head is superseded by a new version that says what was given anew, and what it said else (Pathway specification §5.2). */
export const reviseTrace = defineUseCase<ReviseTraceInput, ReviseTraceOutcome>(
  { mutation: 'reviseTrace', roles: ['service'], as: 'viewer', meantNulls: observationMembers },
  async (useCase, command) => {
    const { session, now, record } = useCase;
    const { input } = command;
    assertTraceShape(input);
    const previous = await getTraceForUpdate(useCase, input.traceUid);
    const previousUid = previous.traceUid;
    const observed = { ...previous.document, ...observationsOf(input, 'left out') };

    const decision = decideRevision(previous, { pathwayId: pathwayId(identityOf(observed)) });
    if (decision.outcome === 'refused') {
      const { violation } = decision;
      return {
        verdict: 'refused',
        error: new DomainError(violation.code, revisionMessage(violation), ['traceUid']),
        action: 'trace.revision.refused',
        targetType: 'PathwayTrace',
        targetId: previous.id,
      };
    }

    const pathway = await openPathway(useCase, identityOf(observed));
    const trace = composeTrace(useCase, pathway, observed, {
      version: decision.version,
      parentTraceUid: previousUid,
      rootTraceUid: previous.rootTraceUid,
    });
    await storeTraces(useCase, [trace]);
    await supersedeTrace(session, previous.id, trace.traceUid, now);
    record([
      {
        action: 'trace.revised',
        targetType: 'PathwayTrace',
        targetId: trace.id,
        before: { traceUid: previousUid, pathwayId: previous.pathwayId, version: previous.version },
        after: auditedTrace(trace, pathway),
      },
    ]);
    return { verdict: 'done', outcome: { traceId: trace.id, previousId: previous.id } };
  },
);
