import { daysOf } from './days.ts';
import { byLabels } from './transcript.ts';

/** `ada — Today at 9:14 AM`, `ada — 14/10/2021 15:34`: the line over a message, as copied from Discord. */
export const importDiscord = byLabels(
  /^(?<speaker>[^\s—][^\n—]{0,40}?) ?— ?(?<when>(?:Today|Yesterday|\d{1,4}[./-]\d{1,2}[./-]\d{2,4}),?(?: at)? \d{1,2}:\d{2}(?: ?[AaPp][Mm])?)[ \t]*\r?\n/gmu,
  1,
  daysOf,
);
