import { counted, percent } from '../parts/words.ts';

/** Replays that a pathway needs before it may be served, and the share of them that must have succeeded. */
const gate = { replays: 3, rate: 0.8 };

/** Whether a pathway may be served, and why not. */
export const gateSentence = (pathway: {
  retired: boolean;
  eligibleForReplay: boolean;
  replayCount: number;
  successRate: number;
}) => {
  if (pathway.retired)
    return `Retired: after ${pathway.replayCount} replays ${percent(pathway.successRate)} had succeeded, and ${percent(gate.rate)} are needed.`;
  if (pathway.replayCount < gate.replays)
    return `${counted(gate.replays - pathway.replayCount, 'more replay')} and it is served to agents, if ${percent(gate.rate)} of all succeed.`;
  return pathway.eligibleForReplay ? 'It is served to agents.' : 'It is not served to agents.';
};
