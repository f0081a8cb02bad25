import { type ExtractionNumbers, extractionDefaults } from './extraction-numbers.ts';

export type RankedFacts = {
  /** How likely it is that a reviewer keeps it, in [0, 1]. */
  readonly reviewScore: number;
  /** 1 − the highest similarity to what the project already holds, in [0, 1]. */
  readonly novelty: number;
};

export type ProposalSelection<Proposal> = {
  /** Best first. */
  readonly kept: readonly Proposal[];
  /** Proposals that the pass reports without writing, best first. */
  readonly overCap: readonly Proposal[];
};

/** Value for a reviewer: the review score times novelty. */
export const rankOf = ({ reviewScore, novelty }: RankedFacts): number => reviewScore * novelty;

/** How many candidates a pass may write: a limit only lowers the configured one. */
export const capOf = (limit: number | undefined, numbers: ExtractionNumbers = extractionDefaults): number =>
  Math.max(0, Math.min(limit ?? numbers.candidateLimit, numbers.candidateLimit));

/**
 * A pass writes only its best proposals (Promotion rules, "Triggers", batch size). Give them in document order: that
 * order breaks ties. A limit only lowers the configured one.
 */
export const selectProposals = <Proposal extends RankedFacts>(
  proposals: readonly Proposal[],
  limit?: number,
  numbers: ExtractionNumbers = extractionDefaults,
): ProposalSelection<Proposal> => {
  const ranked = proposals
    .map((proposal) => ({ proposal, rank: rankOf(proposal) }))
    .sort((one, other) => other.rank - one.rank)
    .map(({ proposal }) => proposal);
  const cap = capOf(limit, numbers);
  return { kept: ranked.slice(0, cap), overCap: ranked.slice(cap) };
};
