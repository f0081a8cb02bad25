import type { VerificationsNamed } from '#application/ingestion/steps/model-readings.ts';
import type { UseCaseContext } from '#application/use-case.ts';
import { readVerificationEvents } from '#domain/evidence/verification-events.ts';
import { visibilityKey } from '#domain/privacy/visibility-key.ts';
import {
  claimVerificationReading,
  lockMemoriesToVerify,
  readMemoriesToVerify,
} from '#persistence/evidence.ts';
import type { InteractionRow } from '#persistence/ingestion/sources.ts';
import type { ReadSession } from '#persistence/store/viewer-session.ts';
import type { VerificationQuestion } from '#providers/verification-model.ts';
import { settleConfidences } from './settle-confidence.ts';
import { writeEvidence } from './write-evidence.ts';

/** New verification events of an interaction. */
export type InteractionMarks = Pick<
  InteractionRow,
  'tenant' | 'project' | 'contributor' | 'audience' | 'isPersonal' | 'content'
>;

/** One call asks of so many memories at most, of so many characters (UTF-16 code units) of each and of the interaction. */
const mostMemories = 100;
const longestContent = 1_000;
const longestText = 100_000;

/**
 * Builds the question to a model about an interaction: the newest memories of its project with exactly its visibility,
 * so that nobody's words reach other readers. Null when there are none, or when it was asked before.
 */
export const verificationQuestion = async (
  session: ReadSession,
  marks: InteractionMarks,
  interactionId: string | null,
): Promise<VerificationQuestion | null> => {
  const memories = await readMemoriesToVerify(
    session,
    { project: marks.project, visibilityKey: visibilityKey(marks) },
    { interactionId, most: mostMemories, contentLength: longestContent },
  );
  return memories.length === 0 ? null : { text: marks.content.slice(0, longestText), memories };
};

/**
 * Records what a model found: evidence of the people who spoke, on memories that still are of the interaction's
 * visibility. Once for each interaction; confidences are computed here.
 */
export const recordVerifications = async (
  useCase: UseCaseContext,
  interaction: InteractionRow,
  { model, memories, named }: VerificationsNamed,
): Promise<void> => {
  const { session, dependencies, now, record } = useCase;
  const place = { project: interaction.project, visibilityKey: visibilityKey(interaction) };
  const offered = await lockMemoriesToVerify(session, place, memories);
  const { events } = readVerificationEvents(
    {
      text: interaction.content,
      offered: new Map(offered.map(({ id, content }) => [id, content])),
      person: interaction.subjectId ?? interaction.contributor,
    },
    named,
  );
  const reading = { interactionId: interaction.id, model, recorded: events.length, now };
  if (!(await claimVerificationReading(session, reading))) return;
  const recorded = events.map((event) => ({ ...event, evidenceId: dependencies.newId('evi') }));
  await writeEvidence(
    useCase,
    recorded.map(({ evidenceId, memoryId, detectionType, quote, verifier }) => ({
      evidenceId,
      memoryId,
      detectionType,
      userQuote: quote,
      sourceRef: interaction.id,
      sourceUser: verifier,
    })),
  );
  const concerned = offered.filter(({ id }) => recorded.some(({ memoryId }) => memoryId === id));
  const before = new Map(concerned.map(({ id, confidence }) => [id, confidence]));
  await settleConfidences(useCase, concerned);
  const after = new Map(concerned.map(({ id, confidence }) => [id, confidence]));
  record(
    recorded.map(({ evidenceId, memoryId, detectionType, quote, verifier }) => ({
      action: 'memory.evidence_recorded',
      targetType: 'Memory',
      targetId: memoryId,
      before: { confidence: before.get(memoryId) },
      after: {
        confidence: after.get(memoryId),
        evidenceId,
        detectionType,
        userQuote: quote,
        sourceRef: interaction.id,
        sourceUser: verifier,
      },
    })),
  );
};
