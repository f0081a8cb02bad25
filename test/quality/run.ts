import { parseArgs } from 'node:util';
import { type Config, parseConfig } from '#config/config.ts';
import { type ContradictionJudge, createModelJudge, heuristicJudge } from '#providers/contradiction-judge.ts';
import { createLanguageModel, type LanguageModel } from '#providers/language-model.ts';
import { createStatementModel } from '#providers/statement-model.ts';
import { type ContradictionQuality, measureContradictions } from './contradictions.ts';
import { type CrossValidation, crossValidate } from './cross-validation.ts';
import { type DetectorQuality, measureDetectors } from './detectors.ts';
import { type ExtractionQuality, judgeHalf, measureExtraction } from './extraction.ts';
import { type InstructionQuality, measureInstructions } from './instructions.ts';
import { type Half, halves } from './paths.ts';
import { type RecordingHead, readRecordingHead, startRecordedServer } from './recorded-server.ts';
import type { Estimate, Rate } from './statistics.ts';

/** Prints how well the reader, the judge and the detectors do on labelled text. `npm run quality -- --help` */

const usage = `npm run quality -- [--half development|held-out] [--json] [--model [--recording FILE]] [--show NAME]
  --half   only that half of the labelled set
  --json   everything as JSON
  --model  with the language model that VOUCH_LLM_MODEL and its fellows name, as a reader beside the rules and as the judge
  --recording
           the model's answers are taken from FILE, which names the model; what it lacks is asked of VOUCH_LLM_BASE_URL, if that
           is given, and added. \`test/quality/recordings/example.ndjson\` is written by hand: no figure is printed of it
  --show   each proposal of the development document NAME with its verdict, and each wanted statement that nobody proposed;
           or, for \`pairs\`, each development pair that was judged wrongly`;

const print = (line: string) => process.stdout.write(`${line}\n`);
const two = (value: number | null) => (value === null ? '  – ' : value.toFixed(2));
const estimate = ({ value, low, high }: Estimate) => `${two(value)} [${two(low)}, ${two(high)}]`;

const rate = ({ hits, of, value, low, high }: Rate) => `${estimate({ value, low, high })} ${hits}/${of}`;

const printExtraction = (quality: ExtractionQuality) => {
  const {
    documents,
    missing,
    errors,
    proposals,
    wanted,
    keepOrEdit,
    keep,
    exactSpans,
    recall,
    kinds,
    areas,
  } = quality;
  print(`  ${documents} documents, ${wanted} wanted statements, ${proposals} proposals`);
  for (const error of errors) print(`  ${error}`);
  if (missing.length > 0) print(`  not measured, their text is not here (README.md): ${missing.join(', ')}`);
  print(`  precision, keep or edit     ${estimate(keepOrEdit)}`);
  print(`  precision, keep as it is    ${estimate(keep)}`);
  print(`  recall                      ${estimate(recall)}`);
  print(`  exact spans                 ${estimate(exactSpans)}`);
  print(`  the labelled kind           ${estimate(quality.rightKind)}`);
  print(`  records whose status is told ${rate(quality.standingTold)}`);
  print(`  AUTO_APPROVED, keep or edit  ${rate(quality.approvedKeepOrEdit)}`);
  print(`  AUTO_APPROVED, keep as it is ${rate(quality.approvedKeep)}`);
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

const printCrossValidation = ({ sources, configured, learning }: CrossValidation) => {
  const { proposals, keepOrEdit, keep, keepWithRightKind, recall } = configured;
  print(` extraction, each of ${sources} sources scored by weights that were not fitted to it`);
  print(
    `  ${proposals} proposals: keep or edit ${two(keepOrEdit)}, keep as it is ${two(keep)} (were every kind right: ${two(keepWithRightKind)}), recall ${two(recall)}`,
  );
  print(
    `  area under the curve over all sentences, by how many of the other sources were fitted: ${learning
      .map(({ share, area }) => `${Math.round(100 * share)} % ${two(area)}`)
      .join(', ')}`,
  );
};

const printContradictions = ({ pairs, unanswered, precision, recall, sorts }: ContradictionQuality) => {
  print(`  ${pairs} pairs`);
  if (unanswered > 0) print(`  not measured, the model gave no answer: ${unanswered} pairs`);
  print(`  precision                   ${rate(precision)}`);
  print(`  recall                      ${rate(recall)}`);
  for (const { sort, contradicts, right } of sorts)
    print(`  ${contradicts ? 'found     ' : 'left alone'} ${sort.padEnd(16)} ${rate(right)}`);
};

const printDetectors = ({ texts, labels, precision, recall }: DetectorQuality) => {
  print(`  ${texts} texts`);
  print(`  precision                   ${rate(precision)}`);
  print(`  recall                      ${rate(recall)}`);
  for (const { label, precision, recall, exact } of labels)
    print(`  ${label.padEnd(14)} precision ${rate(precision)}  recall ${rate(recall)}  exact ${rate(exact)}`);
};

const printInstructions = ({ families, recall, precision, marked, statementsMarked }: InstructionQuality) => {
  print(`  recall                      ${rate(recall)}`);
  print(`  precision                   ${rate(precision)}`);
  print(`  marked ordinary texts       ${rate(marked)}`);
  print(`  marked statements of pairs  ${rate(statementsMarked)}`);
  for (const { family, recall } of families) print(`  found ${family.padEnd(16)} ${rate(recall)}`);
};

/** Says in one sentence what is missing. */
const refuse = (sentence: string) => {
  process.stderr.write(`${sentence}\n`);
  process.exitCode = 1;
};

const showPairs = async () => {
  const { wrong } = await measureContradictions('development');
  for (const { sort, contradicts, a, b } of wrong)
    print(`${contradicts ? 'missed' : 'made up'} ${sort}: ${JSON.stringify(a)} | ${JSON.stringify(b)}`);
};

const showDocument = async (name: string) => {
  const { judged } = await judgeHalf('development');
  const found = judged.find(({ document }) => document.name === name);
  if (found === undefined)
    return refuse(
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

/** A model, and whose answers it gives. */
interface MeasuredModel {
  readonly model: LanguageModel;
  readonly recording: RecordingHead | null;
}

/** Runs with the configured model, from a recording if one is given; or without a model. */
const withModel = async (
  wanted: boolean,
  file: string | undefined,
  run: (measured: MeasuredModel | null) => Promise<void>,
) => {
  if (!wanted) return run(null);
  const configured: Config['languageModel'] = parseConfig(process.env).languageModel;
  if (file === undefined) {
    if (configured === null) return refuse('Name the model: VOUCH_LLM_MODEL is not given.');
    return run({ model: await createLanguageModel(configured), recording: null });
  }
  const known = readRecordingHead(file);
  if (known === null && configured === null)
    return refuse(
      `There is no recording ${file} yet. Name the model to record: VOUCH_LLM_MODEL is not given.`,
    );
  const recording: RecordingHead = known ?? {
    answeredBy: 'model',
    provider: configured?.provider ?? 'openai',
    model: configured?.model ?? '',
    begun: new Date().toISOString().slice(0, 10),
  };
  if (configured !== null && configured.model !== recording.model)
    return refuse(
      `The recording ${file} is of ${recording.model}, and VOUCH_LLM_MODEL names ${configured.model}.`,
    );
  const server = await startRecordedServer(file, recording, configured?.baseUrl ?? null);
  const { provider, model: name } = recording;
  try {
    const model = await createLanguageModel({
      provider,
      model: name,
      baseUrl: server.url,
      apiKey: configured?.apiKey ?? null,
      timeoutMs: configured?.timeoutMs ?? 60_000,
    });
    await run({ model, recording });
  } finally {
    await server.close();
  }
};

const { values } = parseArgs({
  options: {
    half: { type: 'string' },
    json: { type: 'boolean', default: false },
    model: { type: 'boolean', default: false },
    recording: { type: 'string' },
    show: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
const chosen = halves.filter((half) => values.half === undefined || half === values.half);

/** Shows only that the path works: a hand-written recording holds nobody's answers, so there is no figure. */
const showMechanism = async (half: Half, judge: ContradictionJudge, { model }: RecordingHead) => {
  const { pairs, unanswered } = await measureContradictions(half, judge);
  print(`\n${half}`);
  print(
    `  The answers of ${model} were written by hand, as an example. No model was asked, so nothing is measured.`,
  );
  print(`  ${pairs} pairs have an answer, which was given again; ${unanswered} have none.`);
};

const measure = async (measured: MeasuredModel | null) => {
  const results: Record<string, object> = {};
  const model = measured?.model ?? null;
  const judge = model === null ? heuristicJudge : createModelJudge(model);
  const recording = measured?.recording ?? null;
  for (const half of chosen) {
    if (recording?.answeredBy === 'hand') {
      await showMechanism(half, judge, recording);
      continue;
    }
    const extraction = await measureExtraction(half, model && createStatementModel(model));
    const extractionByRules = model === null ? null : await measureExtraction(half);
    const contradictions = await measureContradictions(half, judge);
    const answered = new Set(contradictions.judged.map((pair) => JSON.stringify(pair)));
    const byRules =
      model === null
        ? null
        : await measureContradictions(half, heuristicJudge, (pair) => answered.has(JSON.stringify(pair)));
    const detectors = measureDetectors(half);
    const instructions = measureInstructions(half);
    const unseen = half === 'development' && model === null ? await crossValidate() : null;
    results[half] = {
      recording,
      ...(unseen && { crossValidation: unseen }),
      extraction,
      ...(extractionByRules && { extractionByRules }),
      contradictions,
      byRules,
      detectors,
      instructions,
    };
    if (values.json) continue;
    print(`\n${half}`);
    if (recording !== null) print(` answers of ${recording.model}, recorded from ${recording.begun} on`);
    print(' extraction');
    printExtraction(extraction);
    if (extractionByRules !== null) {
      print(' the same documents without the model');
      printExtraction(extractionByRules);
    }
    if (unseen !== null) printCrossValidation(unseen);
    print(' contradictions');
    printContradictions(contradictions);
    if (byRules !== null) {
      print(' the same pairs without the model');
      printContradictions(byRules);
    }
    print(' detectors');
    printDetectors(detectors);
    print(' texts that address their reader as an agent');
    printInstructions(instructions);
  }
  if (values.json && Object.keys(results).length > 0) print(JSON.stringify(results, null, 2));
};

if (values.help) print(usage);
else if (values.show === 'pairs') await showPairs();
else if (values.show !== undefined) await showDocument(values.show);
else if (chosen.length === 0) refuse(`There is no half ${values.half}: ${halves.join(' or ')}.`);
else await withModel(values.model, values.recording, measure);
