import { parseArgs } from 'node:util';
import { type ExtractionQuality, judgeHalf, measureExtraction } from './extraction.ts';
import { halves } from './paths.ts';
import type { Estimate } from './statistics.ts';

/** Prints how well the reader, the judge and the detectors do on labelled text. `npm run quality -- --help` */

const usage = `npm run quality -- [--half development|held-out] [--json] [--show NAME]
  --half   only that half of the labelled set
  --json   everything as JSON
  --show   each proposal of the development document NAME with its verdict, and each wanted statement that nobody proposed`;

const print = (line: string) => process.stdout.write(`${line}\n`);
const two = (value: number | null) => (value === null ? '  – ' : value.toFixed(2));
const estimate = ({ value, low, high }: Estimate) => `${two(value)} [${two(low)}, ${two(high)}]`;

const printExtraction = (quality: ExtractionQuality) => {
  const { documents, missing, proposals, wanted, keepOrEdit, keep, exactSpans, recall, kinds, areas } =
    quality;
  print(`  ${documents} documents, ${wanted} wanted statements, ${proposals} proposals`);
  if (missing.length > 0) print(`  not measured, their text is not here (README.md): ${missing.join(', ')}`);
  print(`  precision, keep or edit     ${estimate(keepOrEdit)}`);
  print(`  precision, keep as it is    ${estimate(keep)}`);
  print(`  recall                      ${estimate(recall)}`);
  print(`  exact spans                 ${estimate(exactSpans)}`);
  print(
    '  kind           docs  proposals  wanted  recall             recall as it is    keep or edit       keep as it is',
  );
  for (const row of kinds)
    print(
      `  ${row.kind.padEnd(14)} ${String(row.documents).padStart(4)}  ${String(row.proposals).padStart(9)}  ${String(
        row.wanted,
      ).padStart(
        6,
      )}  ${estimate(row.recall)}  ${estimate(row.recallAsTheyStand)}  ${estimate(row.keepOrEdit)}  ${estimate(row.keep)}`,
    );
  for (const { score, good, area } of areas)
    print(`  area under the curve of ${score}, ${good} before the rest: ${estimate(area)}`);
};

const showDocument = async (name: string) => {
  const { judged } = await judgeHalf('development');
  const found = judged.find(({ document }) => document.name === name);
  if (found === undefined)
    throw new Error(
      `There is no development document ${name} whose text is here. There are: ${judged.map(({ document }) => document.name).join(', ')}.`,
    );
  const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ');
  for (const { verdict, proposal } of found.proposals)
    print(`${verdict.padEnd(5)} ${proposal.rule}: ${oneLine(proposal.content)}`);
  for (const { wanted, verdict, span, kinds } of found.document.labels.filter(
    (label) => label.wanted && label.verdict !== 'junk' && !found.found.has(label),
  ))
    if (wanted) print(`miss  ${verdict} ${kinds.join('|')}: ${oneLine(found.document.text.slice(...span))}`);
};

const { values } = parseArgs({
  options: {
    half: { type: 'string' },
    json: { type: 'boolean', default: false },
    show: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
const chosen = halves.filter((half) => values.half === undefined || half === values.half);

if (values.help) print(usage);
else if (values.show !== undefined) await showDocument(values.show);
else if (chosen.length === 0) throw new Error(`There is no half ${values.half}: ${halves.join(' or ')}.`);
else {
  const results: Record<string, object> = {};
  for (const half of chosen) {
    const extraction = await measureExtraction(half);
    results[half] = { extraction };
    if (values.json) continue;
    print(`\n${half}\n extraction`);
    printExtraction(extraction);
  }
  if (values.json) print(JSON.stringify(results, null, 2));
}
