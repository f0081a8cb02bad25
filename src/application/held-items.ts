import { sql } from 'kysely';
import type { CandidateProposal } from './candidate-proposal.ts';
import { identityOf } from './candidate-proposal.ts';
import type { UseCase } from './carry-out.ts';

/** An item that says a statement already: one of the two ids is there. */
export interface HeldItem {
  readonly memoryId: string | null;
  readonly entityId: string | null;
  /** A person said no to it. */
  readonly rejected: boolean;
}

/**
 * What the store holds of these statements already, by identity: in any status and in any wording it has had. For a
 * steward's session, which knows hidden items too; what it finds never reaches the caller.
 */
export const findHeldItems = async (
  { session, viewer }: UseCase,
  proposals: readonly CandidateProposal[],
): Promise<Map<string, HeldItem>> => {
  const held = new Map<string, HeldItem>();
  if (proposals.length === 0) return held;
  const { rows } = await sql<
    HeldItem & { project: string; typeKey: string; fingerprint: string; visibilityKey: string }
  >`select
      f.project, f.type as "typeKey", f.fingerprint, f.visibility_key as "visibilityKey",
      f.memory_id as "memoryId", f.entity_id as "entityId",
      coalesce(m.status, e.status) = 'INVALID' as rejected
    from fingerprints f
      left join memories m on m.tenant = f.tenant and m.id = f.memory_id
      left join graph_entities e on e.tenant = f.tenant and e.id = f.entity_id
    where f.tenant = ${viewer.tenant}
      and f.project = any(${[...new Set(proposals.map(({ origin }) => origin.project))]})
      and f.type = any(${[...new Set(proposals.map(({ typeKey }) => typeKey))]})
      and f.fingerprint = any(${[...new Set(proposals.map(({ fingerprint }) => fingerprint))]})
    order by f.claimed desc, f.id`.execute(session.db);
  for (const row of rows) {
    const identity = identityOf(row);
    if (!held.has(identity)) held.set(identity, row);
  }
  return held;
};

/** Adds to each proposal how new it is beside what its project holds in its visibility; likenesses below 0.3 count as none. */
export const withNovelty = async <Of extends CandidateProposal>(
  { session, viewer }: UseCase,
  proposals: readonly Of[],
): Promise<(Of & { readonly novelty: number })[]> => {
  const likeness = new Map<Of, number>();
  for (const [project, members] of Map.groupBy(proposals, ({ origin }) => origin.project)) {
    const { rows } = await sql<{
      place: string;
      similarity: number;
    }>`select place, similarity from highest_similarities(
      ${viewer.tenant}, ${project}, ${members.map((member) => member.visibilityKey)}, ${members.map(({ content }) => content)})`.execute(
      session.db,
    );
    for (const { place, similarity } of rows) {
      const member = members[Number(place) - 1];
      if (member) likeness.set(member, similarity);
    }
  }
  return proposals.map((proposal) => ({ ...proposal, novelty: 1 - (likeness.get(proposal) ?? 0) }));
};
