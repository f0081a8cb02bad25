import type { Installation } from '#application/app-dependencies.ts';
import { verificationQuestion } from '#application/evidence/steps/record-verifications.ts';
import { type CarriedOut, type Command, type CommonInput, notFound } from '#application/use-case.ts';
import { type InteractionRow, interactionsById } from '#persistence/ingestion/sources.ts';
import { type ReadSession, readThrough } from '#persistence/store/viewer-session.ts';
import { assertCandidateLimit } from './steps/candidate-limit.ts';
import { readInteraction, sourceOfInteraction, sweepInteraction } from './steps/extract-interaction-text.ts';
import { takeTurn } from './steps/extraction-pass.ts';
import { carryOutReading } from './steps/run-reading-use-case.ts';
import { keepReportArtifact } from './steps/store-report-artifact.ts';

export interface ExtractInteractionInput extends CommonInput {
  readonly interactionId: string;
  readonly candidateLimit?: number | null | undefined;
}

/** Throws `not_found` for what the viewer may not read. */
const getInteraction = async (session: ReadSession, id: string): Promise<InteractionRow> => {
  const interaction = await interactionsById(session, { whole: true }).load(id);
  if (!interaction) throw notFound(['interactionId']);
  return interaction;
};

/** Reads an interaction's statements on request: what is new becomes candidates, up to the cap. */
export const extractInteraction = async (
  installation: Installation,
  command: Command<ExtractInteractionInput>,
): Promise<CarriedOut<{ readonly reportId: string }>> => {
  const { interactionId, candidateLimit } = command.input;
  const carried = await carryOutReading(
    installation,
    command,
    { mutation: 'extractInteraction', roles: ['reviewer', 'service'], as: 'steward' },
    async (session) => {
      assertCandidateLimit(candidateLimit);
      return [sourceOfInteraction(await getInteraction(session, interactionId))];
    },
    async (useCase, readings) => {
      assertCandidateLimit(candidateLimit);
      const interaction = await getInteraction(readThrough(useCase.session), interactionId);
      const read = await readInteraction(useCase, interaction, readings);
      await takeTurn(useCase);
      return {
        verdict: 'done',
        outcome: { reportId: await sweepInteraction(useCase, interaction, read, readings, candidateLimit) },
      };
    },
    async (session) =>
      verificationQuestion(session, await getInteraction(session, interactionId), interactionId),
  );
  await keepReportArtifact(installation, command.viewer, carried.outcome.reportId);
  return carried;
};
