import { v7 } from 'uuid';
import type { AppDependencies } from '#application/app-dependencies.ts';
import { defaultSettings } from '#application/default-settings.ts';
import type { Config } from '#config/config.ts';
import type { FaultLog } from '#persistence/store/fault-log.ts';
import { readReceiptKey } from '#persistence/store/viewer-session.ts';
import { logEmbeddingIn } from './background/log-embedding.ts';
import { logJudgingIn } from './background/log-judging.ts';
import { logResumingIn } from './background/log-resuming.ts';
import { openModels } from './open-models.ts';
import type { Logger } from './telemetry/logger.ts';
import type { Metrics } from './telemetry/metrics.ts';
import type { Telemetry } from './telemetry/open-telemetry.ts';

/** Parts of a gateway that its use cases depend on. */
interface Parts
  extends Required<
    Pick<AppDependencies, 'orm' | 'clock' | 'fingerprintKey' | 'importedKeys' | 'isWithdrawnGroup'>
  > {
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly faultLog: FaultLog;
  /** Null: model calls are not traced. */
  readonly traceModel: Telemetry['traceModel'] | null;
}

/** Makes the dependencies of every use case from the configuration and the parts of a gateway. */
export const createDependencies = async (
  config: Config,
  { logger, metrics, faultLog, traceModel, ...parts }: Parts,
): Promise<AppDependencies> => ({
  ...faultLog,
  ...parts,
  settings: {
    ...defaultSettings,
    ...config.ruleNumbers,
    confidenceReviewThreshold: config.confidenceReviewThreshold,
    fourEyes: config.fourEyes,
    verifyBelow: config.verifyBelow,
    bundleStale: config.bundleStale,
    modelSources: config.modelSources,
    webhookPrivateAddresses: config.webhookPrivateAddresses,
    embeddingSends: config.embeddingSends,
    autoLabeling: config.autoLabeling,
  },
  settingsOfTenants: config.tenantSettings,
  webhookKey: parts.fingerprintKey,
  receiptKey: config.receiptKey ?? (await readReceiptKey(parts.orm)),
  newId: (prefix) => `${prefix}_${v7()}`,
  ...(await openModels(config, traceModel)),
  reportDir: config.reportDir,
  logUnenforced: (action, times) => {
    logger.info({ event: 'label_policy.unenforced', action, times });
    metrics.countUnenforced(action, times);
  },
  logJudging: logJudgingIn(metrics, logger),
  logEmbedding: logEmbeddingIn(metrics, logger),
  logResuming: logResumingIn(metrics, logger),
});
