import type { InteractionRow } from '#persistence/source-repository.ts';
import type { UseCase } from './carry-out.ts';
import { runExtractionPass } from './extraction-pass.ts';
import type { ModelReadings } from './model-readings.ts';
import type { ExtractionSource } from './read-proposals.ts';
import { recordVerifications } from './record-verifications.ts';

/** An interaction as statements are read from it. Its own date is its freshness. */
export const sourceOfInteraction = (interaction: InteractionRow): ExtractionSource => ({
  project: interaction.project,
  chunkId: null,
  interactionId: interaction.id,
  subjectId: interaction.subjectId,
  contributor: interaction.contributor,
  audience: interaction.audience,
  isPersonal: interaction.isPersonal,
  text: interaction.content,
  headingPath: [],
  offset: 0,
  documentPath: null,
  updatedAt: interaction.occurredAt,
});

/** One extraction pass over an interaction; returns the report's id. */
export const sweepInteraction = async (
  useCase: UseCase,
  interaction: InteractionRow,
  candidateLimit: number | null | undefined,
  readings: ModelReadings,
): Promise<string> => {
  const reportId = await runExtractionPass(useCase, {
    waveId: null,
    interactionId: interaction.id,
    sources: [sourceOfInteraction(interaction)],
    readings,
    candidateLimit: candidateLimit ?? undefined,
  });
  if (readings.verifications) await recordVerifications(useCase, interaction, readings.verifications);
  useCase.record([
    {
      action: 'interaction.extracted',
      targetType: 'Interaction',
      targetId: interaction.id,
      before: null,
      after: { reportId },
    },
  ]);
  return reportId;
};
