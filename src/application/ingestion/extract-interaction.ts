import { verificationQuestion } from '#application/evidence/steps/record-verifications.ts';
import { type CommonInput, describeUseCase, notFound } from '#application/use-case.ts';
import { holdOffErasures } from '#persistence/erasure.ts';
import { lockExtractionPasses } from '#persistence/ingestion/recorded-extractions.ts';
import { type InteractionRow, interactionsById } from '#persistence/ingestion/sources.ts';
import { type ReadSession, readThrough } from '#persistence/store/viewer-session.ts';
import { assertCandidateLimit } from './steps/candidate-limit.ts';
import { extractInteractionText, readInteraction } from './steps/extract-interaction-text.ts';
import { textToAsk } from './steps/model-readings.ts';
import { runReadingUseCase } from './steps/run-reading-use-case.ts';
import { sourceOfWhole } from './steps/source-readers.ts';
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
export const extractInteraction = describeUseCase<ExtractInteractionInput, { readonly reportId: string }>(
  { mutation: 'extractInteraction', roles: ['reviewer', 'service'], as: 'system' },
  async (dependencies, command, terms) => {
    const { interactionId, candidateLimit } = command.input;
    const result = await runReadingUseCase(
      dependencies,
      command,
      terms,
      async (session) => {
        assertCandidateLimit(candidateLimit);
        const source = sourceOfWhole('interaction', await getInteraction(session, interactionId));
        return { sourceId: interactionId, texts: [textToAsk(source)] };
      },
      async (useCase, readings) => {
        assertCandidateLimit(candidateLimit);
        holdOffErasures(useCase.session);
        const interaction = await getInteraction(readThrough(useCase.session), interactionId);
        const read = await readInteraction(useCase, interaction, readings);
        await lockExtractionPasses(useCase.session);
        return {
          verdict: 'done',
          outcome: {
            reportId: await extractInteractionText(useCase, interaction, read, readings, candidateLimit),
          },
        };
      },
      async (session) =>
        verificationQuestion(session, await getInteraction(session, interactionId), interactionId),
    );
    if (result.applied) await keepReportArtifact(dependencies, command.viewer, result.outcome.reportId);
    return result;
  },
);
