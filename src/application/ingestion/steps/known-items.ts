import { createPause } from '#application/pause.ts';
import type { UseCaseContext } from '#application/use-case.ts';
import { noveltyAgainst } from '#domain/ingestion/trigrams.ts';
import {
  findItemsByWordings,
  type KnownItem,
  readNewestContents,
} from '#persistence/ingestion/known-items.ts';
import type { CandidateProposal } from './candidate-proposal.ts';
import { identityOf } from './candidate-proposal.ts';

export interface KnownItems {
  /** By identity, without items that the label policy withholds from the caller. */
  readonly items: ReadonlyMap<string, KnownItem>;
  /** Identities that an item claims which is withheld from the caller: a repetition of one is written, and claims nothing. */
  readonly withheldClaims: ReadonlySet<string>;
}

/**
 * Finds stored items with these statements, in any status and any former wording. For a system role's session, which
 * also sees hidden items; the matches never reach the caller.
 */
export const findKnownItems = async (
  { session }: UseCaseContext,
  proposals: readonly CandidateProposal[],
): Promise<KnownItems> => {
  const items = new Map<string, KnownItem>();
  const withheldClaims = new Set<string>();
  if (proposals.length === 0) return { items, withheldClaims };
  const rows = await findItemsByWordings(
    session,
    proposals.map(({ origin: { project }, fingerprint }) => ({ project, fingerprint })),
  );
  for (const row of rows) {
    const identity = identityOf(row);
    if (row.withheld) {
      if (row.claimed) withheldClaims.add(identity);
    } else if (!items.has(identity)) items.set(identity, row);
  }
  return { items, withheldClaims };
};

/** Newest items of a project and a visibility that are compared with, by the first characters of each. */
const comparedItems = 1_000;
const comparedLength = 2_000;

/**
 * Adds to each proposal how new it is beside the newest items of its project and visibility that the caller may read. An exact repetition
 * of an older item is found by its fingerprint instead.
 */
export const withNovelty = async <Of extends CandidateProposal>(
  useCase: UseCaseContext,
  proposals: readonly Of[],
): Promise<(Of & { readonly novelty: number })[]> => {
  const pause = createPause();
  const compared: (Of & { readonly novelty: number })[] = [];
  const groups = Map.groupBy(proposals, ({ origin, visibilityKey }) =>
    JSON.stringify([origin.project, visibilityKey]),
  );
  for (const members of groups.values()) {
    const [first] = members;
    if (!first) continue;
    const noveltyOf = noveltyAgainst(
      await readNewestContents(
        useCase.session,
        { project: first.origin.project, visibilityKey: first.visibilityKey },
        { most: comparedItems, contentLength: comparedLength },
      ),
    );
    for (const member of members) {
      compared.push({ ...member, novelty: noveltyOf(member.content.slice(0, comparedLength)) });
      await pause();
    }
  }
  return compared;
};
