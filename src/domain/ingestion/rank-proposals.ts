import { type ExtractionNumbers, extractionDefaults } from './extraction-numbers.ts';

export type RankedFacts = {
  readonly confidence: number;
  readonly content: string;
  /** 1 − the highest similarity to what the project already holds, in [0, 1]. */
  readonly novelty: number;
};

export type ProposalSelection<Proposal> = {
  /** Best first. */
  readonly kept: readonly Proposal[];
  /** What the pass reports and does not write, best first. */
  readonly overCap: readonly Proposal[];
};

/** confidence × length × novelty, where length is min(UTF-16 code units, 400) / 400. */
export const rankOf = (proposal: RankedFacts, numbers: ExtractionNumbers = extractionDefaults): number =>
  proposal.confidence *
  (Math.min(proposal.content.length, numbers.rankedLength) / numbers.rankedLength) *
  proposal.novelty;

/** How many candidates a pass may write: a limit only lowers the configured one. */
export const capOf = (limit: number | undefined, numbers: ExtractionNumbers = extractionDefaults): number =>
  Math.max(0, Math.min(limit ?? numbers.candidateLimit, numbers.candidateLimit));

/** A pass writes only its best proposals (Promotion rules, "Triggers", batch size). Give them in document order: that order breaks ties. A limit only lowers the configured one. */
export const selectProposals = <Proposal extends RankedFacts>(
  proposals: readonly Proposal[],
  limit?: number,
  numbers: ExtractionNumbers = extractionDefaults,
): ProposalSelection<Proposal> => {
  const ranked = proposals
    .map((proposal) => ({ proposal, rank: rankOf(proposal, numbers) }))
    .sort((one, other) => other.rank - one.rank)
    .map(({ proposal }) => proposal);
  const cap = capOf(limit, numbers);
  return { kept: ranked.slice(0, cap), overCap: ranked.slice(cap) };
};
