import { bundleDefaults } from '#domain/bundle/bundle.ts';
import { confidenceDefaults } from '#domain/evidence/confidence-numbers.ts';
import { extractionDefaults } from '#domain/ingestion/extraction-numbers.ts';
import { currentRouting } from '#domain/routing/routing.ts';
import { defaultThreshold } from '#domain/routing/routing-inputs.ts';
import type { Settings } from './app-dependencies.ts';

/** What an installation is that chooses nothing. */
export const defaultSettings: Settings = Object.freeze({
  extraction: extractionDefaults,
  confidence: confidenceDefaults,
  bundle: bundleDefaults,
  confidenceReviewThreshold: defaultThreshold,
  routing: currentRouting,
  fourEyes: true,
  autoLabeling: true,
  verifyBelow: 0.45,
  bundleStale: 'mark',
  staleAfterDays: 14,
});
