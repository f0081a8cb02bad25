import { type AppDependencies, dependenciesOf } from '#application/app-dependencies.ts';
import { callBudget } from '#application/language-model/call-budget.ts';
import {
  type AnswerSubject,
  answerKey,
  openAnswer,
  sealAnswer,
} from '#application/language-model/sealed-answers.ts';
import type { Section, StatementText } from '#domain/ingestion/extract-statements.ts';
import { sectionsForModel } from '#domain/ingestion/model-sections.ts';
import type { ExtractionSource } from '#domain/ingestion/types.ts';
import type { ModelOutcome } from '#domain/language-model/model-outcomes.ts';
import type { Viewer } from '#domain/privacy/viewer.ts';
import { visibilityKey } from '#domain/privacy/visibility-key.ts';
import { findModelAnswers, keepModelAnswers } from '#persistence/language-model.ts';
import { inWriteSession } from '#persistence/store/viewer-session.ts';
import type { ModelPassage, PassagesRead } from '#providers/statement-model.ts';
import type { VerificationQuestion } from '#providers/verification-model.ts';
import { languageOf } from './languages.ts';

interface SectionReadByModel {
  readonly outcome: ModelOutcome;
  /** Statements that it named there, unchecked. */
  readonly named: readonly unknown[];
}

/** Statements that a model named in the sections it was given. */
export interface ModelReadings {
  /** Its name; null when none is configured. */
  readonly model: string | null;
  /** By `passageKey`; absent for sections that it was not to read. */
  readonly sections: ReadonlyMap<string, SectionReadByModel>;
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
  sections: new Map(),
  verifications: null,
  errors: [],
});

/** A text to ask of, with its visibility: no call mixes two, and no answer serves another. */
export interface TextToAsk extends StatementText {
  readonly visibilityKey: string;
}

export const textToAsk = (source: ExtractionSource): TextToAsk => ({
  ...source,
  visibilityKey: visibilityKey(source),
});

/** Viewer who has a model read, and the wave or interaction. */
export interface Asking {
  readonly viewer: Viewer;
  readonly sourceId: string | null;
}

/** Sections of one visibility that read alike are asked of once. */
export const passageKey = (
  visibility: string,
  { headingPath, text }: Pick<Section, 'headingPath' | 'text'>,
): string => JSON.stringify([visibility, headingPath, text]);

/** One call takes so many characters (UTF-16 code units) and passages at most. */
const batchLength = 16_000;
const batchSize = 20;
/** Calls under way at once. */
const concurrency = 4;
/** Failures in a row that show that the model is unavailable; the remaining batches are not sent. */
const mostFailures = 3;

interface Passage extends ModelPassage {
  readonly key: string;
  readonly visibilityKey: string;
}

const batchesOf = (passages: readonly Passage[]): Passage[][] => {
  const batches: Passage[][] = [];
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

const passagesOf = async (
  { settings }: AppDependencies,
  texts: readonly TextToAsk[],
): Promise<readonly Passage[]> => {
  const passages = new Map<string, Passage>();
  for (const text of texts) {
    const language = await languageOf(text);
    const { sections } = sectionsForModel({ ...text, language }, settings.modelSources, settings.extraction);
    for (const section of sections) {
      const key = passageKey(text.visibilityKey, section);
      const { headingPath, text: words } = section;
      passages.set(key, { key, visibilityKey: text.visibilityKey, headingPath, text: words });
    }
  }
  return [...passages.values()];
};

/** Answers that are kept, sealed, so that no section is asked of twice. */
const answersOf = (
  given: AppDependencies,
  viewer: Viewer,
  model: { name: string; promptVersion: string },
) => {
  const dependencies = dependenciesOf(given, viewer.tenant);
  const { fingerprintKey, clock } = dependencies;
  const subjectOf = ({ key, visibilityKey: visibility }: Passage): AnswerSubject => ({
    model: model.name,
    promptVersion: model.promptVersion,
    visibilityKey: visibility,
    passageKey: key,
  });
  return {
    find: async (passages: readonly Passage[]): Promise<ReadonlyMap<string, readonly unknown[]>> => {
      const places = new Map(
        passages.map((passage) => [passage.key, answerKey(fingerprintKey, subjectOf(passage))]),
      );
      const kept = await inWriteSession(dependencies.orm, viewer, 'system', (session) =>
        findModelAnswers(session, [...places.values()]),
      );
      return new Map(
        passages.flatMap((passage) => {
          const sealed = kept.get(places.get(passage.key) ?? '');
          const named = sealed === undefined ? null : openAnswer(fingerprintKey, subjectOf(passage), sealed);
          return named === null ? [] : [[passage.key, named] as const];
        }),
      );
    },
    keep: (answered: Answered) =>
      inWriteSession(dependencies.orm, viewer, 'system', (session) =>
        keepModelAnswers(
          session,
          new Map(
            answered.map(({ passage, named }) => [
              answerKey(fingerprintKey, subjectOf(passage)),
              sealAnswer(fingerprintKey, subjectOf(passage), named),
            ]),
          ),
          clock(),
        ),
      ),
  };
};

/** Answers by the passages that they are about. */
type Answered = readonly { readonly passage: Passage; readonly named: readonly unknown[] }[];

/** Outcome of having a model read batches. */
interface BatchesRead {
  /** By `passageKey`: sections that were read, and those that failed. */
  readonly sections: ReadonlyMap<string, SectionReadByModel>;
  /** Batches that the model was not asked about, since it failed too often or a budget is spent. */
  readonly unasked: readonly Passage[][];
  readonly calls: number;
  /** Kinds of failures, one a failed call. */
  readonly failures: readonly string[];
  /** The budget that is spent; null: none is, or the model failed too often. */
  readonly spent: SpentBudget | null;
  /** Statements that it named of no passage. */
  readonly misplaced: number;
  /** Sections within which an answer broke off. */
  readonly cut: number;
}

type SpentBudget = 'over_daily_budget' | 'over_wave_budget';
const isSpentBudget = (failure: string): failure is SpentBudget =>
  failure === 'over_daily_budget' || failure === 'over_wave_budget';

/** Has a model read batches, several at once; answers that came are kept, also where a later call throws. */
const readBatches = async (
  batches: readonly Passage[][],
  read: (batch: Passage[]) => Promise<PassagesRead>,
  keep: (answered: Answered) => Promise<unknown>,
): Promise<BatchesRead> => {
  const waiting = [...batches];
  const sections = new Map<string, SectionReadByModel>();
  const failures: string[] = [];
  let failedInARow = 0;
  let spent: SpentBudget | null = null;
  let calls = 0;
  let misplaced = 0;
  let cut = 0;

  const fail = (batch: readonly Passage[], failure: string): void => {
    calls += 1;
    failures.push(failure);
    failedInARow += 1;
    for (const { key } of batch) sections.set(key, { outcome: 'FAILED', named: [] });
  };
  const take = async (
    batch: readonly Passage[],
    { named, isFirstCut, misplaced: others }: Extract<PassagesRead, { outcome: 'read' }>,
  ): Promise<void> => {
    calls += 1;
    failedInARow = 0;
    misplaced += others;
    cut += Number(isFirstCut);
    const left = batch.slice(named.length);
    if (left.length > 0) waiting.unshift(left);
    const answered = batch.slice(0, named.length).map((passage, at) => ({ passage, named: named[at] ?? [] }));
    for (const { passage, named: statements } of answered)
      sections.set(passage.key, { outcome: 'ANSWERED', named: statements });
    if (!isFirstCut) await keep(answered);
  };
  const work = async (): Promise<void> => {
    while (failedInARow < mostFailures) {
      const batch = waiting.shift();
      if (batch === undefined) return;
      const answer = await read(batch);
      if (answer.outcome !== 'failed') await take(batch, answer);
      else if (isSpentBudget(answer.failure)) {
        // Room may come back as the calls under way are settled: each of them tries the batch again.
        waiting.unshift(batch);
        spent = answer.failure;
        return;
      } else fail(batch, answer.failure);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  // Now nothing is under way, and what was reserved is settled.
  if (spent !== null) await work();
  return {
    sections,
    unasked: waiting,
    calls,
    failures,
    spent: failedInARow < mostFailures ? spent : null,
    misplaced,
    cut,
  };
};

/** Errors for the report, of a reading of so many sections. */
const errorsOf = (
  { unasked, calls, failures, spent, misplaced, cut }: BatchesRead,
  sections: number,
): string[] => {
  const errors: string[] = [];
  const notGiven = spent === null ? [...failures, ...unasked.map(() => 'not asked')] : failures;
  if (notGiven.length > 0)
    errors.push(
      `The model gave no reading in ${notGiven.length} of ${calls + notGiven.length - failures.length} calls (${counted(notGiven)}); the rules' reading stands.`,
    );
  if (spent !== null && unasked.length > 0) {
    const budget = spent === 'over_daily_budget' ? "the day's budget" : "this source's budget";
    errors.push(
      `The model was not asked about ${unasked.flat().length} of ${sections} sections: ${budget} is spent; the rules' reading stands.`,
    );
  }
  if (cut > 0)
    errors.push(
      `The model's answer broke off within ${cut} sections; further statements of them may be missing.`,
    );
  if (misplaced > 0) errors.push(`The model named ${misplaced} statements of no passage; they were ignored.`);
  return errors;
};

/**
 * Has the configured model read the sections that it is to read, a batch a call; nothing when none is configured. Outside any
 * transaction. A model that fails, or whose budget is spent, leaves the rules' reading as it is, and an entry in `errors`.
 * Without `asking`, for a measurement, no answer is kept and nothing is counted. Throws where `stop` ends it; the answers that came
 * are kept.
 */
export const askModel = async (
  dependencies: AppDependencies,
  asking: Asking | null,
  texts: readonly TextToAsk[],
  stop?: AbortSignal,
): Promise<ModelReadings> => {
  const { statementModel } = dependencies;
  if (statementModel === null) return noReadings;
  const passages = await passagesOf(dependencies, texts);
  const answers = asking && answersOf(dependencies, asking.viewer, statementModel);
  const kept =
    (passages.length > 0 && (await answers?.find(passages))) || new Map<string, readonly unknown[]>();
  const budget = asking ? callBudget(dependencies, asking.viewer, asking.sourceId) : undefined;
  const unread = passages.filter(({ key }) => !kept.has(key));
  const batches = [...Map.groupBy(unread, (passage) => passage.visibilityKey).values()].flatMap(batchesOf);
  const read = await readBatches(
    batches,
    (batch) => statementModel.read(batch, budget, stop),
    async (answered) => answers?.keep(answered),
  );
  const outcomeOfUnasked = read.spent === null ? 'FAILED' : 'OVER_BUDGET';
  return {
    ...noReadings,
    model: statementModel.name,
    sections: new Map<string, SectionReadByModel>([
      ...[...kept].map(([key, named]) => [key, { outcome: 'KEPT', named }] as const),
      ...read.sections,
      ...read.unasked.flat().map(({ key }) => [key, { outcome: outcomeOfUnasked, named: [] }] as const),
    ]),
    errors: errorsOf(read, passages.length),
  };
};

/** Adds what the model names as verification events. Outside any transaction, in one call. */
export const askOfVerifications = async (
  dependencies: AppDependencies,
  { viewer, sourceId }: Asking,
  question: VerificationQuestion | null,
  readings: ModelReadings,
): Promise<ModelReadings> => {
  const { verificationModel } = dependencies;
  if (verificationModel === null || question === null) return readings;
  const answer = await verificationModel.read(question, callBudget(dependencies, viewer, sourceId));
  if (answer.outcome === 'failed')
    return {
      ...readings,
      errors: [...readings.errors, `The model named no verification events (${answer.failure}).`],
    };
  const memories = question.memories.map(({ id }) => id);
  return { ...readings, verifications: { model: verificationModel.name, memories, named: answer.named } };
};
