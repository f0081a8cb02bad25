import { type AppDependencies, dependenciesOf } from '#application/app-dependencies.ts';
import { runAsGateway } from '#application/run-as-gateway.ts';
import { DomainError } from '#domain/domain-error.ts';
import { gatewayOf } from '#domain/privacy/gateway-viewer.ts';
import { systemRole } from '#entities/policies.ts';
import { markWaveStopped } from '#persistence/ingestion/extraction-sources.ts';
import {
  dueWaves,
  forgiveResumption,
  markWaveResumed,
  type OpenWave,
} from '#persistence/ingestion/open-waves.ts';
import { inReadSession } from '#persistence/store/viewer-session.ts';
import { extractWave } from './extract-wave.ts';

/** So many waves are looked for at once. */
const batch = 20;
/** So often a wave is begun in vain, by a fault or the end of the process, before it is stopped. */
const mostResumptions = 5;
const minute = 60_000;

const mutation = 'resumeWaves';

/** Notes that the gateway takes a wave up; false where it is not to be read, or was stopped now for failing too often. */
const begin = (dependencies: AppDependencies, wave: OpenWave): Promise<boolean> => {
  const { tenant, waveId, resumptions } = wave;
  return runAsGateway(dependencies, gatewayOf(tenant), mutation, async ({ session, now, record }) => {
    const fails = resumptions >= mostResumptions;
    if (fails) await markWaveStopped(session, waveId, now);
    else if (!(await markWaveResumed(session, wave, now))) return false;
    record([
      {
        action: fails ? 'wave.stopped' : 'wave.resumed',
        targetType: 'Wave',
        targetId: waveId,
        before: { resumptions },
        after: { resumptions: fails ? resumptions : resumptions + 1 },
      },
    ]);
    return !fails;
  });
};

/** Reads a wave as who began it, refused and limited as in a call of their own; true when it was read. */
const resume = async (dependencies: AppDependencies, wave: OpenWave): Promise<boolean> => {
  const { tenant, waveId, startedBy } = wave;
  if (!(await begin(dependencies, wave))) return false;
  const viewer = { tenant, user: startedBy, roles: ['contributor'], groups: [] } as const;
  try {
    await extractWave(dependencies, { viewer, requestId: null, input: { waveId } });
    return true;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    await runAsGateway(dependencies, gatewayOf(tenant), mutation, ({ session }) =>
      forgiveResumption(session, waveId),
    );
    return false;
  }
};

/**
 * Reads waves of any tenant that were stored and left unread: their clients were killed, or never asked. `isOver` is asked
 * between two waves. Several processes may do so at once: each wave is taken up by one. Returns how many it has read.
 */
export const resumeWaves = async (
  dependencies: AppDependencies,
  isOver: () => boolean = () => false,
): Promise<number> => {
  const { resumeAfterMinutes } = dependencies.settings.extraction;
  if (resumeAfterMinutes === 0) return 0;
  const untouchedSince = new Date(dependencies.clock().getTime() - resumeAfterMinutes * minute);
  const due = await inReadSession(dependencies.orm, gatewayOf(''), systemRole, async (session) =>
    dueWaves(await session.db(), untouchedSince, batch),
  );
  let read = 0;
  for (const wave of due) {
    if (isOver()) break;
    if (await resume(dependenciesOf(dependencies, wave.tenant), wave)) read += 1;
  }
  return read;
};
