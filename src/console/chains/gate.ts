import { percent } from '../parts/words.ts';

/** From so many replays on a pathway is retired when a smaller share of them has succeeded. */
const gate = { replays: 3, rate: 0.8 };

/** Sentence that says whether a pathway is served, and why not. */
export const gateSentence = (pathway: {
  retired: boolean;
  eligibleForReplay: boolean;
  replayCount: number;
  successRate: number;
}) => {
  if (pathway.retired)
    return `Retired: after ${pathway.replayCount} replays ${percent(pathway.successRate)} had succeeded, and ${percent(gate.rate)} are needed.`;
  if (!pathway.eligibleForReplay) return 'Nothing of it is in force, so nothing is served.';
  return pathway.replayCount < gate.replays
    ? `It is served to runs like it. From ${gate.replays} replays on it is retired when fewer than ${percent(gate.rate)} have succeeded.`
    : `It is served to runs like it: at least ${percent(gate.rate)} of its replays have succeeded.`;
};
