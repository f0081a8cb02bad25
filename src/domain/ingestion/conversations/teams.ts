import { daysOf } from './days.ts';
import { byLabels } from './transcript.ts';

/** `[14/10/2021 15:34] Ada Lovelace` and `[Yesterday 9:14 AM] Ada: …`, as copied from Teams; the words behind, or on the next line. */
export const importTeams = byLabels(
  /^\[(?<when>(?:Today|Yesterday|\p{L}{3,9}day|\d{1,4}[./-]\d{1,2}(?:[./-]\d{2,4})?),? \d{1,2}:\d{2}(?: ?[AaPp][Mm])?)\] (?<speaker>\p{L}[^:\n]{0,59}?)(?:: |[ \t]*\r?\n)/gmu,
  1,
  daysOf,
);
