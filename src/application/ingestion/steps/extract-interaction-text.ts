import { recordVerifications } from '#application/evidence/steps/record-verifications.ts';
import type { UseCaseContext } from '#application/use-case.ts';
import { roomOf } from '#domain/ingestion/rank-proposals.ts';
import { newestPass } from '#persistence/ingestion/extraction-sources.ts';
import type { InteractionRow } from '#persistence/ingestion/sources.ts';
import { pendingOfTarget, waitingKeysOf } from '#persistence/ingestion/waiting-statements.ts';
import { runExtractionPass } from './extraction-pass.ts';
import type { ModelReadings } from './model-readings.ts';
import { moveUp } from './move-up.ts';
import { type ReadSources, readProposals } from './read-proposals.ts';
import { sourceOfWhole } from './source-readers.ts';

/** Touches no store: what can be read before a lock is taken. */
export const readInteraction = (
  useCase: UseCaseContext,
  interaction: InteractionRow,
  readings: ModelReadings,
): Promise<ReadSources> => readProposals(useCase, [sourceOfWhole('interaction', interaction)], readings);

/**
 * One extraction pass over what was read of an interaction; returns the report's id. Where statements of it wait, these move up
 * instead, within the pass that read them.
 */
export const extractInteractionText = async (
  useCase: UseCaseContext,
  interaction: InteractionRow,
  read: ReadSources,
  { verifications }: ModelReadings,
  candidateLimit: number | null | undefined,
): Promise<string> => {
  const { session, viewer, dependencies, record } = useCase;
  const limit = candidateLimit ?? undefined;
  const keys = await waitingKeysOf(session, interaction.id, viewer);
  const former = keys.length === 0 ? null : await newestPass(session.db, viewer, interaction.id);
  if (former !== null) await moveUp(useCase, interaction.id, keys, limit);
  const pending = former === null ? await pendingOfTarget(session, interaction.id) : null;
  const reportId =
    former?.reportId ??
    (await runExtractionPass(useCase, {
      target: { waveId: null, sourceId: interaction.id },
      read,
      roomOf: (key) => roomOf(pending?.get(key) ?? 0, limit, dependencies.settings.extraction),
      limit,
      reportId: null,
      isLast: true,
    }));
  if (verifications) await recordVerifications(useCase, interaction, verifications);
  record([
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
