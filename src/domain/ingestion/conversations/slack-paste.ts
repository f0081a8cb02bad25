import { daysOf } from './days.ts';
import { byLabels } from './transcript.ts';

/** `Ada Lovelace  9:14 AM` on a line of its own over the message, as copied from the window of Slack, or from Teams with a date. */
export const importSlackPaste = byLabels(
  /^(?<speaker>\p{L}[\p{L}\p{N} .'’_-]{0,59}?)(?: {1,4}|\u00A0|\t|[ ]*\n[ ]*)\[?(?<when>(?:(?:Today|Yesterday|\p{L}{3,9}day|\d{1,4}[./-]\d{1,2}[./-]\d{2,4})(?:,? at|,)? )?\d{1,2}:\d{2}(?: ?[AaPp][Mm])?)\]?(?: \(edited\))?[ \t]*\r?\n/gmu,
  2,
  daysOf,
);
