import { type ExtractionNumbers, extractionDefaults } from './extraction-numbers.ts';

export type RankedFacts = {
  readonly content: string;
  /** The text that it was read from, markup included; null when it has no source. */
  readonly span: { readonly text: string } | null;
  /** How likely it is that a reviewer keeps it, in [0, 1]. */
  readonly reviewScore: number;
  /** 1 − the highest similarity to what the project already holds, in [0, 1]. */
  readonly novelty: number;
};

export type Ranked<Proposal> = {
  readonly proposal: Proposal;
  /** [0, 1], the highest first. */
  readonly rank: number;
};

export type ProposalSelection<Proposal> = {
  /** Best first. */
  readonly kept: readonly Proposal[];
  /** Proposals for which there is no room, best first. */
  readonly waiting: readonly Ranked<Proposal>[];
};

/** Words by which near-duplicates are known: `We will keep gauge 7` and `We will keep gauge 8` open alike. */
const openingWords = 5;
/** Statements that open alike; figures, marks and case are no difference. */
const openingOf = (content: string): string =>
  (content.toLowerCase().match(/\p{L}+/gu) ?? []).slice(0, openingWords).join(' ');

/** A line of a catalogue: it opens with a link, and what follows says what is there. */
const catalogueLine = /^\W*\[[^\]\n]+\]\([^)\n]+\)/;
const catalogueFactor = 0.1;

/** Value for a reviewer: the review score times novelty; a tenth of it for a line of a catalogue of links. */
const worthOf = ({ reviewScore, novelty, span }: RankedFacts): number =>
  reviewScore * novelty * (span !== null && catalogueLine.test(span.text) ? catalogueFactor : 1);

/**
 * Ranks proposals, best first: by worth, where each further one that opens as better ones do counts less (a half, a third).
 * So the varied stand before near-duplicates. Give them in document order: that order breaks ties.
 */
export const rankProposals = <Proposal extends RankedFacts>(
  proposals: readonly Proposal[],
): readonly Ranked<Proposal>[] => {
  const seen = new Map<string, number>();
  return proposals
    .map((proposal) => ({ proposal, worth: worthOf(proposal) }))
    .sort((one, other) => other.worth - one.worth)
    .map(({ proposal, worth }) => {
      const opening = openingOf(proposal.content);
      const place = (seen.get(opening) ?? 0) + 1;
      seen.set(opening, place);
      return { proposal, rank: worth / place };
    })
    .sort((one, other) => other.rank - one.rank);
};

/** How many candidates may be written: what the budget of a source leaves beside its pending ones; a limit only lowers it. */
export const roomOf = (
  pending: number,
  limit: number | undefined,
  { candidateLimit }: ExtractionNumbers = extractionDefaults,
): number => Math.max(0, Math.min(limit ?? candidateLimit, candidateLimit - pending));

/** Parts ranked proposals into those for which there is room, and those that wait. */
export const selectProposals = <Proposal extends RankedFacts>(
  proposals: readonly Proposal[],
  room: number,
): ProposalSelection<Proposal> => {
  const ranked = rankProposals(proposals);
  return { kept: ranked.slice(0, room).map(({ proposal }) => proposal), waiting: ranked.slice(room) };
};
