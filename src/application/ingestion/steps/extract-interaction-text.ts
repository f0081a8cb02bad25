import { recordVerifications } from '#application/evidence/steps/record-verifications.ts';
import type { UseCaseContext } from '#application/use-case.ts';
import type { ExtractionSource } from '#domain/ingestion/types.ts';
import type { InteractionRow } from '#persistence/ingestion/sources.ts';
import { runExtractionPass } from './extraction-pass.ts';
import type { ModelReadings } from './model-readings.ts';
import { type ReadSources, readProposals } from './read-proposals.ts';

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
  saidOn: interaction.occurredAt?.toISOString().slice(0, 10) ?? null,
});

/** Touches no store: what can be read before a lock is taken. */
export const readInteraction = (
  useCase: UseCaseContext,
  interaction: InteractionRow,
  readings: ModelReadings,
): Promise<ReadSources> => readProposals(useCase, [sourceOfInteraction(interaction)], readings);

/** One extraction pass over what was read of an interaction; returns the report's id. */
export const extractInteractionText = async (
  useCase: UseCaseContext,
  interaction: InteractionRow,
  read: ReadSources,
  { verifications }: ModelReadings,
  candidateLimit: number | null | undefined,
): Promise<string> => {
  const reportId = await runExtractionPass(useCase, {
    waveId: null,
    interactionId: interaction.id,
    read,
    candidateLimit: candidateLimit ?? undefined,
  });
  if (verifications) await recordVerifications(useCase, interaction, verifications);
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
