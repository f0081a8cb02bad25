import { sql } from '#persistence/reading/sql.ts';
import type { QueryExecutorProvider, WriteSession } from '#persistence/store/viewer-session.ts';

/** A wave of some tenant that was left unread. */
export interface OpenWave {
  readonly tenant: string;
  readonly waveId: string;
  readonly startedBy: string;
  /** How often the gateway has begun to read it. */
  readonly resumptions: number;
}

/** Waves that nobody has touched since an instant, for a session that has no tenant; any other is given none. */
export const dueWaves = async (
  db: QueryExecutorProvider,
  untouchedSince: Date,
  most: number,
): Promise<OpenWave[]> => {
  const { rows } =
    await sql<OpenWave>`select tenant, wave_id as "waveId", started_by as "startedBy", resumptions
    from due_waves(${untouchedSince}::timestamptz, ${most}::int)`.execute(db);
  return rows;
};

/**
 * Notes that the gateway begins to read a wave that was left; false where another process has begun it meanwhile, or
 * somebody has had it extracted or stopped.
 */
export const markWaveResumed = async (
  { db, viewer }: WriteSession,
  { waveId, resumptions }: Pick<OpenWave, 'waveId' | 'resumptions'>,
  now: Date,
): Promise<boolean> => {
  const { rows } = await sql`update waves set resumed_at = ${now}, resumptions = resumptions + 1
    where tenant = ${viewer.tenant} and id = ${waveId} and resumptions = ${resumptions}
      and extracted_at is null and stopped_at is null returning id`.execute(db);
  return rows.length === 1;
};

/** Takes back the count of a beginning that was refused, which is no failure: it is tried again as often as it takes. */
export const forgiveResumption = async ({ db, viewer }: WriteSession, waveId: string): Promise<void> => {
  await sql`update waves set resumptions = resumptions - 1
    where tenant = ${viewer.tenant} and id = ${waveId} and resumptions > 0`.execute(db);
};
