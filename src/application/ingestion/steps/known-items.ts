import { createPause } from '#application/pause.ts';
import type { UseCaseContext } from '#application/use-case.ts';
import { noveltyAgainst } from '#domain/ingestion/trigrams.ts';
import { sql } from '#persistence/reading/sql.ts';
import type { CandidateProposal } from './candidate-proposal.ts';
import { identityOf } from './candidate-proposal.ts';

/** An item that says a statement already: one of the two ids is there. */
export interface KnownItem {
  readonly memoryId: string | null;
  readonly entityId: string | null;
  /** A person said no to it. */
  readonly rejected: boolean;
}

/**
 * What the store holds of these statements already, by identity: in any status and in any wording it has had. For a
 * system role's session, which knows hidden items too; what it finds never reaches the caller.
 */
export const findKnownItems = async (
  { session, viewer }: UseCaseContext,
  proposals: readonly CandidateProposal[],
): Promise<Map<string, KnownItem>> => {
  const held = new Map<string, KnownItem>();
  if (proposals.length === 0) return held;
  const { rows } = await sql<
    KnownItem & { project: string; typeKey: string; fingerprint: string; visibilityKey: string }
  >`select
      f.project, f.type as "typeKey", f.fingerprint, f.visibility_key as "visibilityKey",
      f.memory_id as "memoryId", f.entity_id as "entityId",
      coalesce(
        (select m.status from memories m where m.tenant = f.tenant and m.id = f.memory_id),
        (select e.status from graph_entities e where e.tenant = f.tenant and e.id = f.entity_id)
      ) = 'INVALID' as rejected
    from unnest(${proposals.map(({ origin }) => origin.project)}::text[], ${proposals.map(({ typeKey }) => typeKey)}::text[],
        ${proposals.map(({ fingerprint }) => fingerprint)}::text[]) as given (project, type, fingerprint)
      -- One look into the index for each, however many there are: 'offset 0' keeps it from being joined otherwise.
      cross join lateral (select * from fingerprints held where held.tenant = ${viewer.tenant}
        and held.project = given.project and held.type = given.type and held.fingerprint = given.fingerprint offset 0) as f
    order by f.claimed desc, f.id`.execute(session.db);
  for (const row of rows) {
    const identity = identityOf(row);
    if (!held.has(identity)) held.set(identity, row);
  }
  return held;
};

/** So many of the newest items of a project and a visibility are compared with, by the first characters of each. */
const comparedItems = 1_000;
const comparedLength = 2_000;

/** The newest memories and entities of one project and visibility, each table's by its index: the cost does not grow with them. */
const readNewest = async (
  { session, viewer }: UseCaseContext,
  project: string,
  visibilityKey: string,
): Promise<string[]> => {
  const newest = (
    table: 'memories' | 'graph_entities',
  ) => sql`(select left(i.content, ${comparedLength}) as content
    from ${sql.table(table)} i
    where i.tenant = ${viewer.tenant} and i.project = ${project} and i.visibility_key = ${visibilityKey}
    order by i.id desc limit ${comparedItems})`;
  const { rows } = await sql<{
    content: string;
  }>`${newest('memories')} union all ${newest('graph_entities')}`.execute(session.db);
  return rows.map(({ content }) => content);
};

/**
 * Adds to each proposal how new it is beside the newest that its project holds in its visibility. Where the cap takes
 * all of them ranking decides nothing, and nobody looks. What repeats an older item exactly is found by its
 * fingerprint, however many there are.
 */
export const withNovelty = async <Of extends CandidateProposal>(
  useCase: UseCaseContext,
  proposals: readonly Of[],
  cap: number,
): Promise<(Of & { readonly novelty: number })[]> => {
  if (proposals.length <= cap) return proposals.map((proposal) => ({ ...proposal, novelty: 1 }));
  const novelties = new Map<Of, number>();
  const pause = createPause();
  const groups = Map.groupBy(proposals, ({ origin, visibilityKey }) =>
    JSON.stringify([origin.project, visibilityKey]),
  );
  for (const members of groups.values()) {
    const [first] = members;
    if (!first) continue;
    const noveltyOf = noveltyAgainst(await readNewest(useCase, first.origin.project, first.visibilityKey));
    for (const member of members) {
      novelties.set(member, noveltyOf(member.content.slice(0, comparedLength)));
      await pause();
    }
  }
  return proposals.map((proposal) => ({ ...proposal, novelty: novelties.get(proposal) ?? 1 }));
};
