import { cards } from './cards.ts';
import { createChance, type Makers } from './chance.ts';
import { emails } from './emails.ts';
import { lookalikes } from './lookalikes.ts';
import { phones } from './phones.ts';
import { secrets } from './secrets.ts';

/**
 * A corpus for the label detectors, made from a seed: texts that hold what a label is for, in every published format, and
 * texts that only look like it. Every secret in it is made up here.
 */

export interface LabelledText {
  readonly text: string;
  /** The labels that a person would give it. */
  readonly labels: readonly string[];
  /** Example's subject, for the message of a failure. */
  readonly of: string;
}

const frames = [
  '%',
  'See %.',
  'Please note: %, thanks.',
  '(%)',
  '- % (checked)',
  '"value": "%",',
  'It says % and nothing else.',
  'before\n%\nafter',
  '| % | yes |',
  '联系 % 。',
  'reference=%;',
  '<td>%</td>',
] as const;

/** Frames in which what is found would be something else, or nobody would call it found. */
const openFrames = frames.slice(0, 9);

const long =
  'The gauge at the north quay was read, and what it read was kept with the others for the yearly report. ';

/** Makes as many texts of every kind, in the order of the kinds. */
export const labelCorpus = (seed: number, each: number): LabelledText[] => {
  const chance = createChance(seed);
  const texts: LabelledText[] = [];
  const add = (makers: Makers, labels: readonly string[], framing: readonly string[]) => {
    for (const [of, make] of Object.entries(makers))
      for (let count = 0; count < each; count += 1) {
        const framed = chance.pick(framing).replace('%', () => make(chance));
        const padded = chance.whole(20) === 0 ? `${long.repeat(40)}${framed} ${long.repeat(10)}` : framed;
        texts.push({ text: padded, labels, of });
      }
  };
  add(secrets, ['secret.token'], frames);
  add(emails, ['pii.email'], frames);
  add(phones, ['pii.phone'], openFrames);
  add(cards, ['financial.card'], openFrames);
  add(lookalikes, [], frames);
  return texts;
};
