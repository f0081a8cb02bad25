import type { AppDependencies } from '#application/app-dependencies.ts';
import { type Section, type StatementText, sectionsOf } from '#domain/ingestion/extract-statements.ts';
import type { ModelPassage, PassagesRead } from '#providers/statement-model.ts';
import type { VerificationQuestion } from '#providers/verification-model.ts';

/** Statements that a model named in the sections it was given. */
export interface ModelReadings {
  /** Its name; null when none is configured. */
  readonly model: string | null;
  /** Raw answers, by `passageKey`; absent for sections that were not sent. */
  readonly named: ReadonlyMap<string, readonly unknown[]>;
  /** Verification events that it named; null when it was not asked for any, or failed. */
  readonly verifications: VerificationsNamed | null;
  /** Errors for the report: counts and kinds, no text. */
  readonly errors: readonly string[];
}

/** Verification events that a model named, unchecked. */
export interface VerificationsNamed {
  readonly model: string;
  /** The ids that it was asked about. */
  readonly memories: readonly string[];
  readonly named: readonly unknown[];
}

export const noReadings: ModelReadings = Object.freeze({
  model: null,
  named: new Map(),
  verifications: null,
  errors: [],
});

/** Sections that read alike are asked of once. */
export const passageKey = ({ headingPath, text }: Pick<Section, 'headingPath' | 'text'>): string =>
  JSON.stringify([headingPath, text]);

/** One call takes so many characters (UTF-16 code units) and passages at most. */
const batchLength = 16_000;
const batchSize = 20;
/** Calls under way at once. */
const concurrency = 4;
/** So many failures in a row show that the model is unavailable: what is left is not asked. */
const mostFailures = 3;

const batchesOf = (passages: readonly ModelPassage[]): ModelPassage[][] => {
  const batches: ModelPassage[][] = [];
  let room = 0;
  for (const passage of passages) {
    const last = batches.at(-1);
    if (last === undefined || passage.text.length > room || last.length === batchSize) {
      batches.push([passage]);
      room = batchLength - passage.text.length;
    } else {
      last.push(passage);
      room -= passage.text.length;
    }
  }
  return batches;
};

const counted = (values: readonly string[]): string =>
  [...Map.groupBy(values, (value) => value)].map(([value, { length }]) => `${value} ${length}`).join(', ');

/**
 * Asks the configured model of all sections, a batch a call; nothing when none is configured. Outside any transaction.
 * Never throws: a model that fails leaves the rules' reading as it is, and an entry in `errors`.
 */
export const askModel = async (
  { statementModel, settings }: AppDependencies,
  texts: readonly StatementText[],
): Promise<ModelReadings> => {
  if (statementModel === null) return noReadings;
  const passages = new Map(
    texts
      .flatMap((text) => sectionsOf(text, settings.extraction))
      .filter(({ text }) => text.trim().length >= settings.extraction.statementMinimum)
      .map((section) => [passageKey(section), { headingPath: section.headingPath, text: section.text }]),
  );
  const waiting = batchesOf([...passages.values()]);
  const named = new Map<string, readonly unknown[]>();
  const failures: string[] = [];
  let failedInARow = 0;
  let calls = 0;
  let misplaced = 0;
  let cut = 0;

  const take = (batch: readonly ModelPassage[], answer: PassagesRead) => {
    calls += 1;
    if (answer.outcome === 'failed') {
      failures.push(answer.failure);
      failedInARow += 1;
      return;
    }
    failedInARow = 0;
    misplaced += answer.misplaced;
    cut += Number(answer.isFirstCut);
    const left = batch.slice(answer.named.length);
    if (left.length > 0) waiting.unshift(left);
    for (const [index, found] of answer.named.entries()) {
      const passage = batch[index];
      if (passage !== undefined) named.set(passageKey(passage), found);
    }
  };
  const work = async () => {
    for (let batch = waiting.shift(); batch !== undefined; batch = waiting.shift()) {
      if (failedInARow >= mostFailures) {
        waiting.unshift(batch);
        return;
      }
      take(batch, await statementModel.read(batch));
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));

  return {
    ...noReadings,
    model: statementModel.name,
    named,
    errors: [
      ...(failures.length + waiting.length > 0
        ? [
            `The model gave no reading in ${failures.length + waiting.length} of ${calls + waiting.length} calls (${counted([...failures, ...waiting.map(() => 'not asked')])}); the rules' reading stands.`,
          ]
        : []),
      ...(cut > 0
        ? [`The model's answer broke off within ${cut} sections; further statements of them may be missing.`]
        : []),
      ...(misplaced > 0 ? [`The model named ${misplaced} statements of no passage; they were ignored.`] : []),
    ],
  };
};

/** Adds what the model names as verification events. Outside any transaction, in one call; never throws. */
export const askOfVerifications = async (
  { verificationModel }: AppDependencies,
  question: VerificationQuestion | null,
  readings: ModelReadings,
): Promise<ModelReadings> => {
  if (verificationModel === null || question === null) return readings;
  const answer = await verificationModel.read(question);
  if (answer.outcome === 'failed')
    return {
      ...readings,
      errors: [...readings.errors, `The model named no verification events (${answer.failure}).`],
    };
  const memories = question.memories.map(({ id }) => id);
  return { ...readings, verifications: { model: verificationModel.name, memories, named: answer.named } };
};
