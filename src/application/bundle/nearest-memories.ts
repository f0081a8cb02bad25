import { highest } from '#domain/retrieval/highest.ts';
import { type BundleScope, deliverableOf } from '#persistence/bundle/bundle.ts';
import type { Cosines } from '#persistence/retrieval/known-vectors.ts';
import type { ReadSession } from '#persistence/store/viewer-session.ts';

/** Memories of a large scope that are ranked for their meaning, beside those of the task's words. */
const most = 300;

/** The nearest memories by meaning that may be delivered to the viewer, nearest first: hidden ones take nobody's place. */
export const nearestMemories = async (
  session: ReadSession,
  scope: BundleScope,
  { ids, values }: Cosines,
): Promise<readonly string[]> => {
  for (let tried = 2 * most; ; tried *= 8) {
    const nearest = highest(values, tried).map((place) => ids[place] ?? '');
    const found = await deliverableOf(session, scope, nearest);
    if (found.length >= most || nearest.length >= ids.length) return found.slice(0, most);
  }
};
