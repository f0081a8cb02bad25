import type { ResolutionRule } from '#domain/contradictions/resolution.ts';
import { stands } from '#domain/contradictions/resolution.ts';

/** Rejected, superseded and retired items replace nothing, and are not merged. */
export const standingSidesRule: ResolutionRule = ({ older, newer }, { action }) => {
  if (action !== 'KEPT_B' && action !== 'BOTH_VALID' && !stands(older.status))
    return { code: 'contradiction.side_not_standing', side: 'A', status: older.status };
  if (action !== 'KEPT_A' && action !== 'BOTH_VALID' && !stands(newer.status))
    return { code: 'contradiction.side_not_standing', side: 'B', status: newer.status };
  return null;
};
