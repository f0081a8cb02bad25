import { mergedVisibility } from '#domain/contradiction/merged-visibility.ts';
import type { ResolutionRule } from '#domain/contradiction/resolution.ts';

/** A merged statement is for those alone who are shown both of its sides, so there have to be some. */
export const sharedAudienceRule: ResolutionRule = ({ older, newer }, { action }) =>
  action === 'MERGE' && mergedVisibility(older, newer) === null
    ? { code: 'contradiction.no_shared_audience' }
    : null;
