import { defaultModelSources } from '#domain/ingestion/model-sections.ts';
import { defaultLeaving } from '#domain/retrieval/may-leave.ts';
import { currentRouting } from '#domain/routing/routing.ts';
import { defaultThreshold } from '#domain/routing/routing-inputs.ts';
import { defaultRuleNumbers } from '#domain/rule-numbers.ts';
import type { Settings } from './app-dependencies.ts';

/** Settings of an installation that chooses none. */
export const defaultSettings: Settings = Object.freeze({
  ...defaultRuleNumbers,
  confidenceReviewThreshold: defaultThreshold,
  routing: currentRouting,
  fourEyes: 'on',
  autoLabeling: true,
  verifyBelow: 0.45,
  bundleStale: 'mark',
  sourceOwnerRules: [],
  modelSources: defaultModelSources,
  webhookPrivateAddresses: false,
  embeddingSends: defaultLeaving,
});
