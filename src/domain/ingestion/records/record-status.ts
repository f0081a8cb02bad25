/** Statuses of a record, in the words of the usual templates (Nygard, MADR, KEP, RFC, PEP). */
export const recordStatuses = [
  'DRAFT',
  'PROPOSED',
  'ACCEPTED',
  'DEFERRED',
  'REJECTED',
  'DEPRECATED',
  'SUPERSEDED',
] as const;
export type RecordStatus = (typeof recordStatuses)[number];

/** The guardrail that fires when a record that is proposed, deferred, rejected, deprecated or superseded says a thing. */
export const notStanding = 'record_not_standing';

/** True for statuses that are in force; statements of other records need a person's look before they are believed. */
export const isStanding = (status: RecordStatus | null): boolean => status === null || status === 'ACCEPTED';

const words: readonly (readonly [RecordStatus, RegExp])[] = [
  ['SUPERSEDED', /\b(?:superseded|superceded|replaced|obsoleted)\b/],
  [
    'DEPRECATED',
    /\b(?:deprecated|retired|obsolete|historic(?:al)?|sunset|no longer (?:relevant|valid|in use))\b/,
  ],
  ['REJECTED', /\b(?:rejected|declined|withdrawn|abandoned|cancell?ed|dropped|denied|not accepted)\b/],
  ['DEFERRED', /\b(?:deferred|postponed|stagnant|on hold|dormant|paused)\b/],
  [
    'ACCEPTED',
    /\b(?:accepted|approved|adopted|active|final|implemented|implementable|implementing|decided|agreed|ratified|merged|released|completed?|done|stable|in force|in effect|living)\b/,
  ],
  ['DRAFT', /\b(?:draft|wip|work in progress)\b/],
  [
    'PROPOSED',
    /\b(?:proposed|proposal|provisional|pending|open|(?:under|in|for) (?:discuss(?:ion)?|review|consideration|vote)|discussion|discuss|review|voting|last call|rfc|request for comments?|idea|experimental)\b/,
  ],
];

/**
 * The status that a line of a record states; null when it states none, or lists all for somebody to choose. What the
 * record itself supersedes is no status.
 */
export const readStatusWords = (line: string): RecordStatus | null => {
  const text = line
    .toLowerCase()
    .slice(0, 400)
    .replace(/\b(?:not|never|yet to be) (?:accepted|approved|implemented)\b/g, 'proposed');
  const found = words.filter(([, pattern]) => pattern.test(text)).map(([status]) => status);
  const choices = found.filter((status) => status !== 'SUPERSEDED').length;
  return choices >= 3 ? null : (found[0] ?? null);
};
