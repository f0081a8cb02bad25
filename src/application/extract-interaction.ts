import { type InteractionRow, interactionsById } from '#persistence/source-repository.ts';
import { type ReadSession, readThrough } from '#persistence/viewer-session.ts';
import { assertCandidateLimit } from './candidate-limit.ts';
import { type CarriedOut, type Command, type CommonInput, notFound } from './carry-out.ts';
import { carryOutReading } from './carry-out-reading.ts';
import { takeTurn } from './extraction-pass.ts';
import type { Installation } from './installation.ts';
import { keepReportArtifact } from './keep-report-artifact.ts';
import { verificationQuestion } from './record-verifications.ts';
import { readInteraction, sourceOfInteraction, sweepInteraction } from './sweep-interaction.ts';

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
