/** Events that a thing begins with: after them it is there, so `once placed` says no more than `placed`. */
const beginnings = 'placed|made|created|booked|submitted|opened|confirmed|issued|registered';

/**
 * Restatements of limited sentences: work done on request is not done by default; work with hours is not continuous;
 * permission until or after an event is permission or prohibition.
 */
const readings: readonly (readonly [RegExp, string])[] = [
  [
    /,? only (?:(?:on|upon|by) (?:explicit )?request|(?:when|if|after|where) [^,;]{0,60}\b(?:asks?|asked|requests?|requested|consents?|consented|agrees?|agreed|opts? in|opted in)\b[^,;.]{0,30})(?=[.!]?$)/,
    ' not by default',
  ],
  [
    /,? (?:only )?(?:for [^,;.]{2,20} (?:every|per|each|an?) (?:hour|day|night|week|month)|(?:once|twice|\w+ times) (?:every|per|each|an?) (?:hour|day|night|week|month|year)|only (?:between|from|during) [^,;.]{1,40})(?=[.!]?$)/,
    ' not continuously',
  ],
  [new RegExp(`^once (?:${beginnings}), (?:the |an? )?`), ''],
  [
    new RegExp(
      ` until (?:it|they) (?:is|are|has been|have been) (?!(?:${beginnings})\\b)\\p{L}+(?=[.!]?$)`,
      'u',
    ),
    '',
  ],
  [
    / after (?:submission|creation|booking|confirmation|registration|being (?:placed|made|created|submitted))(?=[.!]?$)/,
    '',
  ],
];

/** A lower-case sentence as it is bounded, read again; null where nothing bounds it. */
export const withoutBounds = (sentence: string): string | null => {
  const read = readings.reduce((plain, [pattern, reading]) => plain.replace(pattern, reading), sentence);
  return read === sentence ? null : read;
};
