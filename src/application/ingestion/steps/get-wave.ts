import { notFound } from '#application/use-case.ts';
import { DomainError } from '#domain/domain-error.ts';
import { hasAnyRole } from '#domain/privacy/viewer.ts';
import { type WaveRow, wavesById } from '#persistence/ingestion/sources.ts';
import type { ReadSession } from '#persistence/store/viewer-session.ts';

/** Throws `not_found` for what the viewer may not see. */
export const getVisibleWave = async (session: ReadSession, id: string): Promise<WaveRow> => {
  const wave = await wavesById(session).load(id);
  if (!wave) throw notFound(['waveId']);
  return wave;
};

/** Throws like `getVisibleWave`, and `forbidden` for a contributor's request about somebody else's wave. */
export const getWaveToExtract = async (session: ReadSession, id: string): Promise<WaveRow> => {
  const { viewer } = session;
  const wave = await getVisibleWave(session, id);
  if (wave.startedBy !== viewer.user && !hasAnyRole(viewer, ['reviewer', 'service']))
    throw new DomainError(
      'forbidden',
      'A contributor extracts waves that they began, and stops those. Ask for a token with the role reviewer or service.',
    );
  return wave;
};
