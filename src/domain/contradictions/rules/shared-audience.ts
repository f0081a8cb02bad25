import { mergedVisibility } from '#domain/contradictions/merged-visibility.ts';
import type { ResolutionRule } from '#domain/contradictions/resolution.ts';

/** A merged statement is for those alone who are shown both of its sides, so there have to be some. */
export const sharedAudienceRule: ResolutionRule = ({ older, newer }, { action }) =>
  action === 'MERGE' && mergedVisibility(older, newer) === null
    ? { code: 'contradiction.no_shared_audience' }
    : null;
