import type { Viewer } from '#domain/privacy/viewer.ts';
import { sql } from '#persistence/reading/sql.ts';
import { isUnread } from '#persistence/reading/unread-documents.ts';
import type { QueryExecutorProvider, WriteSession } from '#persistence/store/viewer-session.ts';

/** A wave of some tenant of which something was left unread. */
export interface OpenWave {
  readonly tenant: string;
  readonly waveId: string;
  readonly startedBy: string;
  readonly isOfService: boolean;
  readonly unreadSince: Date;
  /** How often the gateway has tried in vain to read it since the last call for it. */
  readonly resumptions: number;
}

/**
 * Waves that nobody has touched for a pause, which doubles with every try in vain; for a session that has no tenant, any
 * other is given none.
 */
export const dueWaves = async (
  db: QueryExecutorProvider,
  now: Date,
  pauseMinutes: number,
  most: number,
): Promise<OpenWave[]> => {
  const { rows } = await sql<OpenWave>`select tenant, wave_id as "waveId", started_by as "startedBy",
      is_of_service as "isOfService", unread_since as "unreadSince", resumptions
    from due_waves(${now}::timestamptz, make_interval(mins => ${pauseMinutes}::int), ${most}::int)`.execute(
    db,
  );
  return rows;
};

const isUntouched = (viewer: Viewer, { waveId, unreadSince }: OpenWave) =>
  sql`tenant = ${viewer.tenant} and id = ${waveId} and unread_since = ${unreadSince}`;

/** The wave before the gateway took it up. */
interface TakenUp {
  readonly wasExtracted: boolean;
}

/**
 * Notes that the gateway begins to read what is left of a wave; null where another process has begun it meanwhile, or somebody
 * has had it extracted or stopped.
 */
export const markWaveResumed = async (
  { db, viewer }: WriteSession,
  wave: OpenWave,
  now: Date,
): Promise<TakenUp | null> => {
  const { rows } = await sql<TakenUp>`update waves set resumptions = resumptions + 1, unread_since = ${now},
      resumed_at = case when extracted_at is null then ${now} else resumed_at end
    where ${isUntouched(viewer, wave)} returning extracted_at is not null as "wasExtracted"`.execute(db);
  return rows[0] ?? null;
};

/** Hands a wave back that the gateway did not read to its end, since its process ends: the next one takes it up at once. */
export const markWaveHandedBack = async (
  { db, viewer }: WriteSession,
  { waveId, unreadSince, resumptions }: OpenWave,
): Promise<void> => {
  await sql`update waves set unread_since = ${unreadSince}, resumptions = ${resumptions}
    where tenant = ${viewer.tenant} and id = ${waveId} and unread_since is not null`.execute(db);
};

/** Notes that the gateway tries no more to read a wave, which counts as stopped where no pass has read it; null as above. */
export const markWaveGivenUp = async (
  { db, viewer }: WriteSession,
  wave: OpenWave,
  now: Date,
): Promise<TakenUp | null> => {
  const { rows } = await sql<TakenUp>`update waves set unread_since = null, given_up_at = ${now},
      stopped_at = case when extracted_at is null then ${now} else stopped_at end
    where ${isUntouched(viewer, wave)} returning extracted_at is not null as "wasExtracted"`.execute(db);
  return rows[0] ?? null;
};

/** The people and services whose documents of a wave no pass has read, for a session of the system role. */
export const unreadContributors = async (
  { db, viewer }: WriteSession,
  waveId: string,
): Promise<readonly string[]> => {
  const { rows } = await sql<{ contributor: string }>`select distinct d.contributor from documents d
    where d.tenant = ${viewer.tenant} and d.wave_id = ${waveId} and ${isUnread} order by 1`.execute(db);
  return rows.map(({ contributor }) => contributor);
};

/** Notes a call for a wave that leaves documents unread: the gateway waits anew before it reads them. Locks the wave. */
export const markWaveUnread = async (
  { db, viewer }: WriteSession,
  waveId: string,
  now: Date,
): Promise<void> => {
  // A stop that came while the call was at work holds, and a wave that was read once is not unread for being read again.
  await sql`update waves set unread_since = ${now}, resumptions = 0, given_up_at = null
    where tenant = ${viewer.tenant} and id = ${waveId} and (stopped_at is null or stopped_at < ${now})
      and (extracted_at is null or unread_since is not null)`.execute(db);
};
