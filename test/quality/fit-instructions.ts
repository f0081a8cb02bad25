import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { featuresOf, nameOf } from '#domain/labels/detectors/instruction/score.ts';
import { ordinary, readInstructionCases, readStatements } from './instructions.ts';
import { documentKinds, readLabelFile } from './label-file.ts';

/**
 * Fits the weights by which notions that meet in a text say that it addresses its reader as an agent: logistic regression on
 * the development half, with what ordinary documents of that half say beside it. Prints how it does on texts that it was not
 * fitted to (five parts), and with `--write` writes `weights.ts`. `node test/quality/fit-instructions.ts [--write]`
 */

/** Weight of a statement of an ordinary document: there are many, and they are easy. */
const easy = 0.3;
/** Features of fewer texts are left out; so are smaller weights. */
const fewestTexts = 3;
const leastWeight = 0.1;
const penalty = 1e-3;
const rate = 0.3;
const steps = 300;
const parts = 5;
const target = new URL('../../src/domain/labels/detectors/instruction/weights.ts', import.meta.url);

interface Example {
  readonly features: readonly number[];
  readonly isAttack: boolean;
  readonly weight: number;
}
interface Fitted {
  readonly base: number;
  readonly weights: ReadonlyMap<number, number>;
}

/** Labelled spans of the development documents whose text is in the repository. */
const labelledSpans = (): readonly string[] =>
  documentKinds.flatMap((kind) => {
    const folder = join(import.meta.dirname, 'development', kind);
    const files = readdirSync(folder);
    return files
      .filter((file) => file.endsWith('.md'))
      .flatMap((file) => {
        const text = readFileSync(join(folder, file), 'utf8');
        const { labels } = readLabelFile(readFileSync(join(folder, file.replace(/md$/, 'json')), 'utf8'));
        return labels.map(({ span }) => text.slice(...span));
      });
  });

const example = (text: string, isAttack: boolean, weight: number): Example => ({
  features: [...featuresOf(text)],
  isAttack,
  weight,
});

/** Logistic regression with a quadratic penalty, by AdaGrad. The same in every run. */
const fitWeights = (examples: readonly Example[]): Fitted => {
  const texts = new Map<number, number>();
  for (const { features } of examples)
    for (const feature of features) texts.set(feature, (texts.get(feature) ?? 0) + 1);
  const used = [...texts].filter(([, count]) => count >= fewestTexts).map(([feature]) => feature);
  const placeOf = new Map(used.map((feature, index) => [feature, index + 1]));
  const rows = examples.map(({ features, isAttack, weight }) => ({
    places: [0, ...features.flatMap((feature) => placeOf.get(feature) ?? [])],
    wanted: isAttack ? 1 : 0,
    weight,
  }));
  const total = rows.reduce((sum, { weight }) => sum + weight, 0);
  const values = new Float64Array(used.length + 1);
  const squares = new Float64Array(used.length + 1).fill(1e-6);
  for (let step = 0; step < steps; step += 1) {
    const slopes = values.map((value, place) => (place === 0 ? 0 : penalty * value));
    for (const { places, wanted, weight } of rows) {
      const score = places.reduce((sum, place) => sum + (values[place] ?? 0), 0);
      const error = ((1 / (1 + Math.exp(-score)) - wanted) * weight) / total;
      for (const place of places) slopes[place] = (slopes[place] ?? 0) + error;
    }
    for (const [place, slope] of slopes.entries()) {
      squares[place] = (squares[place] ?? 0) + slope * slope;
      values[place] = (values[place] ?? 0) - (rate * slope) / Math.sqrt(squares[place] ?? 1);
    }
  }
  return {
    base: values[0] ?? 0,
    weights: new Map(used.map((feature, index) => [feature, values[index + 1] ?? 0])),
  };
};

const scored = ({ base, weights }: Fitted, { features }: Example): number =>
  features.reduce((sum, feature) => sum + (weights.get(feature) ?? 0), base);

const cases = readInstructionCases('development').map(({ text, family }) =>
  example(text, family !== ordinary, 1),
);
const statements = [...readStatements('development'), ...labelledSpans()].map((text) =>
  example(text, false, easy),
);
const examples = [...cases, ...statements];
const unseen = Array.from({ length: parts }, (_, part) => {
  const fitted = fitWeights(examples.filter((_, index) => index % parts !== part));
  return examples
    .filter((_, index) => index % parts === part)
    .map((one) => ({ ...one, score: scored(fitted, one) }));
}).flat();

const print = (line: string) => process.stdout.write(`${line}\n`);
print(`${cases.length} texts, and ${statements.length} ordinary statements`);
print('threshold  recall  precision on the texts  marked statements');
for (const threshold of [0, 0.5, 1, 1.5, 2, 3]) {
  const marked = unseen.filter(({ score }) => score > threshold);
  const right = marked.filter(({ isAttack }) => isAttack).length;
  const wrong = marked.filter(({ isAttack, weight }) => !isAttack && weight === 1).length;
  const attacks = cases.filter(({ isAttack }) => isAttack).length;
  print(
    `${threshold.toFixed(1).padStart(9)}  ${(right / attacks).toFixed(2).padStart(6)}  ${(right / (right + wrong)).toFixed(2).padStart(22)}  ${marked.length - right - wrong}`,
  );
}

const { base, weights } = fitWeights(examples);
const terms = [...weights]
  .filter(([, weight]) => Math.abs(weight) >= leastWeight)
  .map(([feature, weight]) => `${nameOf(feature)} ${weight.toFixed(2)}`)
  .toSorted();
const lines: string[] = [];
for (const term of terms) {
  const latest = lines.at(-1);
  if (latest === undefined || latest.length + term.length > 112) lines.push(term);
  else lines[lines.length - 1] = `${latest}, ${term}`;
}
if (process.argv.includes('--write'))
  writeFileSync(
    target,
    `/** Fitted by \`node test/quality/fit-instructions.ts --write\` on the development half of test/quality. */\nexport const base = ${base.toFixed(2)};\n\n/** A feature and its weight, separated by commas; other features weigh nothing. */\nexport const weights = \`\n  ${lines.join(',\n  ')}\`;\n`,
  );
print(`${terms.length} weights`);
