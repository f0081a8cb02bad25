import type { DropReason, ReadingDrop } from './drop-reasons.ts';

/** Facts about a statement before the store is consulted. */
export interface ProposalFacts {
  /** Project, visibility and normalized wording as one string: equal for the same statement, whatever its kind. */
  readonly identity: string;
  /** How likely a reviewer keeps it: of several readings of one statement the likeliest is proposed. */
  readonly reviewScore: number;
  /** Not null when it is dropped whatever the store holds. */
  readonly dropped: ReadingDrop | null;
  /** A guardrail rejected its extraction. */
  readonly rejectedByRouting: boolean;
}

export interface Dropped<Proposal> {
  readonly proposal: Proposal;
  readonly reason: DropReason;
}

export interface SortedProposals<Proposal, Stored> {
  /** New statements, each once, in their order, from which the pass's cap chooses. */
  readonly fresh: readonly Proposal[];
  /** Other readings of a fresh one in the same pass: sightings of it if it is written, duplicates in any case. */
  readonly repeats: readonly Proposal[];
  /** Readings of what the store holds already: sightings of it, whatever its status. */
  readonly known: readonly { readonly proposal: Proposal; readonly stored: Stored }[];
  /** Statements without an extraction, with reasons; ordered by reason, then as proposed. */
  readonly dropped: readonly Dropped<Proposal>[];
  /** Rejected by a guardrail: dropped, and kept as extractions for a person to look at. */
  readonly rejected: readonly Proposal[];
}

/**
 * Sorts what a pass read (docs/rules.md): too short or below the threshold, rejected by a guardrail, known already,
 * repeated within the pass, new. The first of these that holds decides. Of several readings of one statement the best by review
 * score is new, the first of equals. `stored` maps an identity to what the store holds under it.
 */
export const sortProposals = <Proposal extends ProposalFacts, Stored>(
  proposals: readonly Proposal[],
  stored: ReadonlyMap<string, Stored>,
): SortedProposals<Proposal, Stored> => {
  const short: Dropped<Proposal>[] = [];
  const below: Dropped<Proposal>[] = [];
  const rejected: Proposal[] = [];
  const known: { proposal: Proposal; stored: Stored }[] = [];
  const repeats: Proposal[] = [];
  const fresh = new Map<string, Proposal>();
  for (const proposal of proposals) {
    const { dropped: reason, identity } = proposal;
    const item = stored.get(identity);
    const former = fresh.get(identity);
    if (reason !== null) (reason === 'TOO_SHORT' ? short : below).push({ proposal, reason });
    else if (proposal.rejectedByRouting) rejected.push(proposal);
    else if (item !== undefined) known.push({ proposal, stored: item });
    else if (former !== undefined && former.reviewScore >= proposal.reviewScore) repeats.push(proposal);
    else {
      if (former !== undefined) repeats.push(former);
      fresh.set(identity, proposal);
    }
  }
  return {
    fresh: [...fresh.values()],
    repeats,
    known,
    rejected,
    dropped: [
      ...short,
      ...rejected.map((proposal): Dropped<Proposal> => ({ proposal, reason: 'REJECTED_BY_ROUTING' })),
      ...known.map(({ proposal }): Dropped<Proposal> => ({ proposal, reason: 'KNOWN' })),
      ...repeats.map((proposal): Dropped<Proposal> => ({ proposal, reason: 'DUPLICATE' })),
      ...below,
    ],
  };
};
