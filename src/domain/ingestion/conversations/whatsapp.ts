import { daysOf } from './days.ts';
import { byLabels } from './transcript.ts';

const clock = String.raw`\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:[\s\u202F]?[AaPp]\.?[Mm]\.?)?`;
const date = String.raw`\d{1,4}[./-]\d{1,2}[./-]\d{2,4}`;

/** `[14/10/2021, 3:34:09 PM] Ada: …` as an iPhone exports it, `14/10/2021, 15:34 - Ada: …` as Android does. */
export const importWhatsApp = byLabels(
  new RegExp(
    String.raw`^[\u200E\u200F]?(?:\[(?<when>${date}),? ${clock}\]|(?<when>${date}),? ${clock} [-–]) (?<speaker>[^:\n]{1,60}): `,
    'gmu',
  ),
  1,
  daysOf,
);
