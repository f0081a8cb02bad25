import type { AppDependencies } from '#application/app-dependencies.ts';
import type { Viewer } from '#domain/privacy/viewer.ts';
import { holdOffErasures } from '#persistence/erasure.ts';
import { readReportArtifact, writeReportArtifact } from '#persistence/ingestion/report-artifact.ts';
import { inWriteSession } from '#persistence/store/viewer-session.ts';

/**
 * Writes the artifact of a committed pass to the configured folder, from what the store holds now; nothing when there
 * is no pass or no folder. A disk that fails costs a log line. Whatever changes a report's texts afterwards (an erasure)
 * calls it again, and the files say what the store says.
 */
export const keepReportArtifact = async (
  { orm, reportDir, clock, logFault }: Pick<AppDependencies, 'orm' | 'reportDir' | 'clock' | 'logFault'>,
  viewer: Viewer,
  reportId: string | null,
): Promise<void> => {
  if (reportDir === null || reportId === null) return;
  try {
    await inWriteSession(orm, viewer, 'system', async (session) => {
      // An erasure waits until the files stand: it replaces them, and what was read before it would bring its words back.
      holdOffErasures(session);
      const artifact = await readReportArtifact(session, reportId);
      if (artifact) await writeReportArtifact(reportDir, artifact, clock());
    });
  } catch (error) {
    logFault('report_artifact.failed', error);
  }
};
