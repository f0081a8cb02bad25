import { detectedLabels } from '#domain/labels/labels.ts';
import { figure, heading } from './measure.ts';

/**
 * `node bench/detectors.ts`: what the label detectors cost: a short text (at most 10 µs), any text of 20 KB (at most 5 ms),
 * and how the cost grows when a text doubles (at most 2.3 times), all of them together and each for itself.
 */

const shortTexts = [
  'We will keep the readings of every gauge for ten years.',
  'Reach me at alice@example.com or +1 415 555 0199.',
  'Card on file is 4111-1111-1111-1111.',
  'The key is AKIAIOSFODNN7EXAMPLE.',
  'Gauge 17 reads 4.80 m at 09:30 on 2024-01-02.',
];

const twentyKilobytes = 20_480;
/** Each is repeated until the text is long enough. */
const units: Readonly<Record<string, string>> = {
  prose: 'The gauge at the north quay was read, and what it read was kept with the others. ',
  digits: '4',
  'digits in fours': '4111 ',
  'cards that fail': '4111 1111 1111 1112 ',
  'digits in twos': '06 12 ',
  'digits in threes': '612 345 678 ',
  'plus signs': '+1',
  phones: '+1 415 555 0199 ',
  'national phones': '020 7946 0958 ',
  brackets: '(0',
  'at signs': '@',
  'an at sign each': 'a@',
  mailboxes: 'alice@example.com ',
  'quoted mailboxes': '"a b"@',
  dots: '.',
  'dotted letters': 'a.',
  'hyphens and digits': '1-',
  base64: 'eyJhbGciOiJIUzI1NiJ9AAAAbbbb++//',
  'heads of tokens': 'eyJ',
  'heads of tokens with a dot': 'eyJaaaaaaaa.',
  'token prefixes': 'sk-ghs_xoxb-AKIA',
  'secret names': 'aws_secret_key = ',
  'account heads': 'DE89 3704 ',
  'names of numbers': 'serial number id # ',
  hex: '9f86d081884c7d65',
  accents: 'é',
  'full-width digits': '４',
  'zero-width': '4\u200b1',
  mixed: '4111 a@b.co +44 20 7946 0958 eyJhbGciOiJIUzI1NiJ9. 06 12 "x"@y ',
};

const textOf = (unit: string, length: number): string =>
  unit.repeat(Math.ceil(length / unit.length)).slice(0, length);

const detectAll = (text: string): number =>
  detectedLabels.reduce((sum, { find }) => sum + find(text).length, 0);

/** Milliseconds of the processor's time: the best of several, which is what the work costs when nothing else runs. */
const costOf = (work: () => unknown, rounds: number): number => {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round += 1) {
    const begun = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(begun);
    best = Math.min(best, (user + system) / 1_000);
  }
  return best;
};

const milliseconds = (value: number): string => `${value.toFixed(2)} ms`;

for (let warm = 0; warm < 20_000; warm += 1) detectAll(shortTexts[warm % shortTexts.length] ?? '');

heading('A short text, all detectors');
for (const text of shortTexts) {
  const calls = 200;
  const cost = costOf(() => {
    for (let call = 0; call < calls; call += 1) detectAll(text);
  }, 60);
  figure(text, `${((cost * 1_000) / calls).toFixed(2)} µs`);
}

heading('20 KB, all detectors; and twice as much');
let slowest = 0;
let steepest = 0;
for (const [name, unit] of Object.entries(units)) {
  const once = textOf(unit, twentyKilobytes);
  const twice = textOf(unit, 2 * twentyKilobytes);
  const one = costOf(() => detectAll(once), 15);
  const two = costOf(() => detectAll(twice), 15);
  slowest = Math.max(slowest, one);
  steepest = Math.max(steepest, two / one);
  figure(name, `${milliseconds(one)}   × ${(two / one).toFixed(2)}`);
}
figure('the slowest, and the steepest', `${milliseconds(slowest)}   × ${steepest.toFixed(2)}`);

heading('20 KB, each detector at its slowest');
for (const { label, find } of detectedLabels) {
  const costs = Object.entries(units).map(
    ([name, unit]) => [name, costOf(() => find(textOf(unit, twentyKilobytes)), 5)] as const,
  );
  const [name, cost] = costs.reduce((worst, one) => (one[1] > worst[1] ? one : worst));
  figure(`${label}: ${name}`, milliseconds(cost));
}
