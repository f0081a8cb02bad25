import type { UseCaseContext } from '#application/use-case.ts';
import { holdsFiller } from '#domain/erasure/erased-words.ts';
import { roomOf } from '#domain/ingestion/rank-proposals.ts';
import {
  pendingOfTarget,
  removeWaiting,
  takeWaiting,
  type WaitingKey,
  type WaitingStatement,
} from '#persistence/ingestion/waiting-statements.ts';
import { chooseProposals, keepsRejected, writeChosen } from './extraction-pass.ts';
import { proposeReading } from './propose-reading.ts';
import { writeExtractions } from './write-extractions.ts';

/** Best ranked statements that are compared for each place. */
const comparedPerPlace = 4;

/** Words of its source have been erased since. */
const isErased = ({ reading, source: { text } }: WaitingStatement): boolean =>
  [reading.content, ...reading.spans.map(({ start, end }) => text.slice(start, end))].some(holdsFiller);

/**
 * Proposes the best of one report among statements that wait, and removes them from those that wait, together with those that
 * turned out to be known, repeated or erased. Returns how many were proposed.
 */
const moveUpOf = async (
  useCase: UseCaseContext,
  reportId: string,
  waiting: readonly WaitingStatement[],
  room: number,
): Promise<number> => {
  const standing = waiting.filter((statement) => !isErased(statement));
  const ids = new Map<string, string>();
  const proposals = standing.map(({ id, reading, source }) => {
    const proposal = proposeReading(useCase, source, reading);
    ids.set(proposal.extractionId, id);
    return proposal;
  });
  const chosen = await chooseProposals(useCase, proposals, () => room);
  const staying = new Set(chosen.waiting.map(({ proposal }) => ids.get(proposal.extractionId)));
  await Promise.all([
    removeWaiting(
      useCase.session,
      waiting.map(({ id }) => id).filter((id) => !staying.has(id)),
    ),
    writeExtractions(useCase, reportId, [...chosen.kept, ...chosen.rejected]),
    writeChosen(useCase, reportId, chosen, keepsRejected),
  ]);
  return chosen.kept.length;
};

/**
 * Moves up statements that wait for a source in these visibilities, as far as the budget of pending candidates and `limit`
 * leave room. The caller holds the lock of the tenant's passes, in the system role. Returns how many were proposed.
 */
export const moveUp = async (
  useCase: UseCaseContext,
  targetId: string,
  keys: readonly WaitingKey[],
  limit: number | undefined,
): Promise<number> => {
  if (keys.length === 0) return 0;
  const { session, dependencies } = useCase;
  const pending = await pendingOfTarget(session, targetId);
  let proposed = 0;
  for (const key of keys) {
    let room = roomOf(
      pending.get(key.visibilityKey) ?? 0,
      limit === undefined ? undefined : limit - proposed,
      dependencies.settings.extraction,
    );
    while (room > 0) {
      const best = await takeWaiting(session, key, room * comparedPerPlace);
      const [first] = best;
      if (!first) break;
      const moved = await moveUpOf(
        useCase,
        first.reportId,
        best.filter(({ reportId }) => reportId === first.reportId),
        room,
      );
      room -= moved;
      proposed += moved;
    }
  }
  return proposed;
};
