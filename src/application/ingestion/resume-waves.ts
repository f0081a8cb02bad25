import { type AppDependencies, dependenciesOf } from '#application/app-dependencies.ts';
import { runAsGateway } from '#application/run-as-gateway.ts';
import { DomainError } from '#domain/domain-error.ts';
import type { WaveEnding } from '#domain/ingestion/wave-endings.ts';
import { gatewayOf } from '#domain/privacy/gateway-viewer.ts';
import { systemRole } from '#entities/policies.ts';
import { markWaveExtracted } from '#persistence/ingestion/extraction-sources.ts';
import {
  dueWaves,
  markWaveGivenUp,
  markWaveHandedBack,
  markWaveResumed,
  type OpenWave,
  unreadContributors,
} from '#persistence/ingestion/open-waves.ts';
import { inReadSession } from '#persistence/store/viewer-session.ts';
import { extractWaveFor } from './extract-wave.ts';

/** Waves that are looked for in one round. */
const batch = 20;
/** Vain attempts at a wave, each after twice the pause, before it is given up: after five days. */
const mostResumptions = 7;

const mutation = 'resumeWaves';

/**
 * Notes that the gateway takes a wave up, or gives it up for ending in vain too often. Returns for whom it is to be read; null
 * when another process has taken it up, or somebody has called for it meanwhile.
 */
const begin = (
  dependencies: AppDependencies,
  wave: OpenWave,
): Promise<readonly string[] | 'given_up' | null> => {
  const { tenant, waveId, resumptions, startedBy } = wave;
  return runAsGateway(dependencies, gatewayOf(tenant), mutation, async ({ session, now, record }) => {
    const givesUp = resumptions >= mostResumptions;
    const taken = await (givesUp ? markWaveGivenUp : markWaveResumed)(session, wave, now);
    if (taken === null) return null;
    // An event about an extracted wave would show that it has documents which its viewers may not see.
    if (!taken.wasExtracted)
      record([
        {
          action: givesUp ? 'wave.stopped' : 'wave.resumed',
          targetType: 'Wave',
          targetId: waveId,
          before: { resumptions },
          after: { resumptions: givesUp ? resumptions : resumptions + 1 },
        },
      ]);
    if (givesUp) return 'given_up';
    const contributors = await unreadContributors(session, waveId);
    if (contributors.length > 0) return contributors;
    if (!taken.wasExtracted) return [startedBy];
    await markWaveExtracted(session, waveId, now);
    return [];
  });
};

/** Reads a wave as one of its contributors, refused and limited as in a call of their own. */
const readFor = async (
  dependencies: AppDependencies,
  { tenant, waveId, isOfService }: OpenWave,
  user: string,
  isOver: () => boolean,
): Promise<WaveEnding> => {
  const viewer = { tenant, user, roles: [isOfService ? 'service' : 'contributor'], groups: [] } as const;
  try {
    const command = { viewer, requestId: null, input: { waveId } };
    const { outcome } = await extractWaveFor(dependencies, command, isOver);
    return outcome.isFinished ? 'read' : 'interrupted';
  } catch (error) {
    if (error instanceof DomainError) return 'refused';
    dependencies.logFault('resuming.failed', error);
    return 'failed';
  }
};

/** Reads what is left of a wave for each of its contributors; null when it is no longer due. */
const resume = async (
  dependencies: AppDependencies,
  wave: OpenWave,
  isOver: () => boolean,
): Promise<WaveEnding | null> => {
  const begun = await begin(dependencies, wave);
  if (begun === null || begun === 'given_up') return begun;
  const endings: WaveEnding[] = [];
  for (const user of begun)
    endings.push(isOver() ? 'interrupted' : await readFor(dependencies, wave, user, isOver));
  const ending = endings.find((each) => each !== 'read') ?? 'read';
  if (ending === 'interrupted' && isOver())
    await runAsGateway(dependencies, gatewayOf(wave.tenant), mutation, ({ session }) =>
      markWaveHandedBack(session, wave),
    );
  return ending;
};

/**
 * Reads waves of all tenants that were stored and left unread because their clients stopped, until `isOver`. Several processes may run it
 * at once: each wave is taken up by one. Returns how many it has read whole.
 */
export const resumeWaves = async (
  dependencies: AppDependencies,
  isOver: () => boolean = () => false,
): Promise<number> => {
  const { resumeAfterMinutes } = dependencies.settings.extraction;
  if (resumeAfterMinutes === 0) return 0;
  const due = await inReadSession(dependencies.orm, gatewayOf(''), systemRole, async (session) =>
    dueWaves(await session.db(), dependencies.clock(), resumeAfterMinutes, batch),
  );
  let read = 0;
  for (const wave of due) {
    if (isOver()) break;
    const ending = await resume(dependenciesOf(dependencies, wave.tenant), wave, isOver);
    if (ending !== null) dependencies.logResuming?.(ending, wave.waveId);
    if (ending === 'read') read += 1;
  }
  return read;
};
