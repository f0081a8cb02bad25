import { assertName } from '#application/input-shape.ts';
import { getMemoryForUpdate } from '#application/review/steps/change-item.ts';
import { maxContentLength, maxSummaryLength } from '#application/text-limits.ts';
import { type CommonInput, defineUseCase } from '#application/use-case.ts';
import { DomainError } from '#domain/domain-error.ts';
import { isDenial } from '#domain/evidence/denial.ts';
import type { DetectionType } from '#domain/evidence/detection-types.ts';
import { assertStorableText } from '#domain/input/text.ts';
import { hasRole, type Viewer } from '#domain/privacy/viewer.ts';
import { decideEvidence } from '#domain/review/belief.ts';
import { findEvidenceId } from '#persistence/evidence.ts';
import { settleConfidence } from './steps/settle-confidence.ts';
import { writeEvidence } from './steps/write-evidence.ts';

export interface RecordEvidenceInput extends CommonInput {
  readonly memoryId: string;
  readonly detectionType: DetectionType;
  readonly userQuote?: string | null | undefined;
  readonly sourceRef?: string | null | undefined;
  /** The verifier; absent: the actor. */
  readonly sourceUser?: string | null | undefined;
  readonly expectedRevision?: number | null | undefined;
}

export interface RecordEvidenceOutcome {
  readonly evidenceId: string;
  readonly memoryId: string;
}

const assertMayName = (viewer: Viewer, sourceUser: string | null | undefined): void => {
  if (sourceUser != null && sourceUser !== viewer.user && !hasRole(viewer, 'service'))
    throw new DomainError(
      'forbidden',
      'A service alone says that somebody else verified. Leave sourceUser out: the evidence is then yours.',
      ['sourceUser'],
    );
};

const assertShape = ({ userQuote, sourceRef, sourceUser }: RecordEvidenceInput): void => {
  if (userQuote != null)
    assertStorableText(userQuote, { name: 'The quote', path: ['userQuote'], min: 1, max: maxContentLength });
  if (sourceRef != null)
    assertStorableText(sourceRef, {
      name: 'The reference',
      path: ['sourceRef'],
      min: 1,
      max: maxSummaryLength,
    });
  if (sourceUser != null) assertName(sourceUser, 'The user', ['sourceUser']);
  if (userQuote == null && sourceRef == null)
    throw new DomainError(
      'input.invalid',
      'The evidence has neither a quote nor a reference. Send userQuote, what was said, or sourceRef, where.',
      ['userQuote'],
    );
};

/**
 * Records one verification event of a memory; a quote that denies its present words is refused. The same event again (type, user, quote,
 * reference) returns the stored one. The revision stays, as for a vote, since the memory keeps its words. The confidence is computed here,
 * never taken from the caller.
 */
export const recordEvidence = defineUseCase<RecordEvidenceInput, RecordEvidenceOutcome>(
  { mutation: 'recordEvidence', roles: ['contributor', 'service'], as: 'viewer' },
  async (useCase, command) => {
    const { session, viewer, record } = useCase;
    const { memoryId, detectionType, userQuote, sourceRef, sourceUser, expectedRevision } = command.input;
    assertMayName(viewer, sourceUser);
    assertShape(command.input);
    const { item: memory, refusedBy } = await getMemoryForUpdate(useCase, memoryId, ['memoryId']);
    const refused = await refusedBy(
      expectedRevision,
      (facts, decisionInput) =>
        decideEvidence(
          facts,
          { isDenial: userQuote != null && isDenial(userQuote, memory.content) },
          decisionInput,
        ),
      'memory.evidence.refused',
    );
    if (refused) return refused;

    const before = memory.confidence;
    const event = {
      detectionType,
      userQuote: userQuote ?? null,
      sourceRef: sourceRef ?? null,
      sourceUser: sourceUser ?? viewer.user,
    };
    const recordedId = await findEvidenceId(session, memoryId, event);
    if (recordedId !== null) return { verdict: 'done', outcome: { evidenceId: recordedId, memoryId } };
    const evidenceId = useCase.dependencies.newId('evi');
    await writeEvidence(useCase, [{ evidenceId, memoryId, ...event }]);
    await settleConfidence(useCase, memory);
    record([
      {
        action: 'memory.evidence_recorded',
        targetType: 'Memory',
        targetId: memoryId,
        before: { confidence: before },
        after: { confidence: memory.confidence, evidenceId, ...event },
      },
    ]);
    return { verdict: 'done', outcome: { evidenceId, memoryId } };
  },
);
