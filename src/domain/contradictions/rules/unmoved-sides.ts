import type { ReopeningRule, Side } from '#domain/contradictions/resolution.ts';

/** A side is put back only from where the resolution put it. What it promoted may stand in the queue again already. */
export const unmovedSidesRule: ReopeningRule = ({ older, newer, loserIds, successorId, promotedId }) => {
  const moved = ({ id, status, supersededById }: Side): boolean =>
    (loserIds.includes(id) &&
      (supersededById !== successorId || (status !== 'SUPERSEDED' && status !== 'INVALID'))) ||
    (id === promotedId && status !== 'ACTIVE' && status !== 'CANDIDATE');
  if (moved(older)) return { code: 'contradiction.side_changed', side: 'A', status: older.status };
  if (moved(newer)) return { code: 'contradiction.side_changed', side: 'B', status: newer.status };
  return null;
};
