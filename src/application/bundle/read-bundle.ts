import type { AppDependencies } from '#application/app-dependencies.ts';
import { compareByMeaning } from '#application/retrieval/compare-by-meaning.ts';
import { vectorOfText } from '#application/retrieval/text-vector.ts';
import {
  type BundleItem,
  emptyBundle,
  fillingBundle,
  isSettled,
  rankBundle,
  relevanceBy,
  shortened,
} from '#domain/bundle/bundle.ts';
import type { BundleContext } from '#domain/bundle/receipt.ts';
import { DomainError } from '#domain/domain-error.ts';
import { assertStorableText } from '#domain/input/text.ts';
import { searchInPairs } from '#domain/input/unspaced-words.ts';
import { policyMask } from '#domain/labels/policy/mask.ts';
import type { Viewer } from '#domain/privacy/viewer.ts';
import {
  answersByMeaning,
  type MeaningUse,
  meaningLiftsInSources,
  type RetrievalNumbers,
} from '#domain/retrieval/meaning.ts';
import { answeringOf, hasTerms } from '#domain/retrieval/relevance.ts';
import { dateLift, type TaskDates, taskDatesOf } from '#domain/retrieval/task-dates.ts';
import { lookedUpWords } from '#domain/retrieval/terms.ts';
import {
  type BundleCandidate,
  type BundleScope,
  bundleCandidates,
  countInScope,
  deliverableOf,
  isByClass,
  readSmallScope,
} from '#persistence/bundle/bundle.ts';
import { isSmall, type LeftOutReason } from '#persistence/bundle/scope-counts.ts';
import { inSlices } from '#persistence/reading/in-slices.ts';
import { itemsInReach } from '#persistence/retrieval/items-in-reach.ts';
import type { Cosines } from '#persistence/retrieval/known-vectors.ts';
import { nearestItems } from '#persistence/retrieval/nearest-items.ts';
import type { ReadSession } from '#persistence/store/viewer-session.ts';

export interface BundleRead {
  readonly context: BundleContext;
  readonly tokensUsed: number;
  /** True when what is mandatory alone costs more than the budget. */
  readonly overBudget: boolean;
  /** False: no memory answers the task by its words or its meaning, and the bundle is short; null: no task was named. */
  readonly isAnswered: boolean | null;
  /** The time that the task asks about; null: it names none, or no task was named. */
  readonly dates: TaskDates | null;
  /** Says whether the memories were compared with the task by meaning; null: no server is configured, or no task was named. */
  readonly meaning: MeaningUse | null;
  readonly items: readonly BundleItem[];
  readonly excluded: readonly {
    readonly reason: LeftOutReason | 'OVER_BUDGET' | 'REPEATED' | 'UNRELATED' | 'UNANSWERING';
    readonly count: number;
  }[];
}

/** Parameters of a bundle. */
export interface BundleRequest extends Pick<BundleScope, 'project' | 'subjectId'> {
  /** The task in words; null or absent for none. */
  readonly task?: string | null | undefined;
}

const maxTaskLength = 2_000;
/** Searches for the words of a task. A longer one is searched for its longest words alone, the others several words at once. */
const maxSearches = 40;
const maxAlone = 30;

/** The words of a task, each as a search for it; null where it has none. Throws `input.invalid` for one that cannot be meant. */
const taskWordsOf = (task: string | null): readonly string[] | null => {
  if (task === null) return null;
  assertStorableText(task, { name: 'The task', path: ['task'], min: 1, max: maxTaskLength });
  const words = lookedUpWords(task);
  if (words.length === 0 || !hasTerms(task)) return null;
  if (words.length <= maxSearches) return words.map(searchInPairs);
  const byLength = [...words].sort((a, b) => b.length - a.length);
  const several = Map.groupBy(byLength.slice(maxAlone).entries(), ([at]) => at % (maxSearches - maxAlone));
  const together = several.values().map((some) => some.map(([, word]) => word).join(' or '));
  return [...byLength.slice(0, maxAlone), ...together].map(searchInPairs);
};

/** The vector of a task that has words; null: words alone rank. Throws `input.invalid` for a task that is too long. */
export const vectorFor = async (
  dependencies: AppDependencies,
  viewer: Viewer,
  task: string | null,
): ReturnType<typeof vectorOfText> =>
  task === null || taskWordsOf(task) === null ? null : vectorOfText(dependencies, viewer, task);

/** A task in a scope of so many memories. `cosines`: how near their meaning is to its own; null: words alone count. */
interface Task {
  readonly words: string;
  readonly among: number;
  readonly cosines: Cosines | null;
  readonly dates: TaskDates | null;
  readonly numbers: RetrievalNumbers;
}

/** The memories that have to do with a task, and what is mandatory, each with how well it answers; and whether any does. */
const answering = (candidates: readonly BundleCandidate[], task: Task, leastAnswer: number) => {
  const { words, neighbours, share } = answeringOf(candidates, task.words, task.among);
  const { cosines, dates, numbers } = task;
  // Redacted words show nothing of what they mean.
  const compared =
    cosines &&
    candidates.map((candidate) =>
      candidate.words === policyMask ? null : cosines.of(candidate.saidBy ?? candidate.id),
    );
  const lifts =
    compared &&
    meaningLiftsInSources(
      candidates,
      words.map((own, at) => own + (neighbours[at] ?? 0)),
      compared,
      numbers,
    );
  const isMeant = compared !== null && numbers.meaningWeight > 0 && answersByMeaning(compared);
  const related = candidates
    .map((candidate, at) => {
      const { holdsFrom = null, holdsUntil = null, saidAt = null } = candidate;
      const answers = {
        words: words[at] ?? 0,
        neighbours: neighbours[at] ?? 0,
        meaning: lifts?.[at] ?? null,
        dates: null,
      };
      const lift = dates && dateLift(relevanceBy(answers), { holdsFrom, holdsUntil, saidAt }, dates);
      return { ...candidate, answers: { ...answers, dates: lift } };
    })
    .filter(({ mandatory, answers }) => mandatory || relevanceBy(answers) > 0);
  return { related, isAnswered: share >= leastAnswer || isMeant };
};

const maxTokenBudget = 1_000_000;
const firstBatch = 1_000;

/** Reads a bundle within the session's own visibility. Throws `input.invalid` for an impossible budget. */
export const readBundle = async (
  dependencies: AppDependencies,
  session: ReadSession,
  asked: BundleRequest,
  tokenBudget = dependencies.settings.bundle.tokenBudget,
): Promise<BundleRead> => {
  const { clock, settings } = dependencies;
  if (tokenBudget < 0 || tokenBudget > maxTokenBudget)
    throw new DomainError(
      'input.invalid',
      `tokenBudget is ${tokenBudget}; give a whole number from 0 to ${maxTokenBudget}.`,
      ['tokenBudget'],
    );
  const now = clock();
  const taskWords = taskWordsOf(asked.task ?? null);
  const task = taskWords === null ? null : (asked.task ?? null);
  const dates = task === null ? null : taskDatesOf(task, now);
  const { cosines, meaning } =
    task === null
      ? { cosines: null, meaning: null }
      : await compareByMeaning(dependencies, session, task, asked.project);
  const words: BundleScope = {
    project: asked.project,
    subjectId: asked.subjectId,
    taskWords,
    isCompared: cosines !== null,
    dates,
    now,
    omitStaleAt: settings.bundleStale === 'omit' ? now : null,
  };
  // Numbers by class say that a tenant is no small scope; its first memories may all be hidden ones.
  const counted = asked.project === null && isByClass(words) ? await countInScope(session, words) : null;
  const whole = counted === null || isSmall(counted) ? await readSmallScope(session, words) : null;
  const { deliverable, leftOut } = whole ?? counted ?? (await countInScope(session, words));
  const nearest =
    whole === null && cosines !== null
      ? await nearestItems(
          cosines,
          (ids) => deliverableOf(session, words, ids),
          () => itemsInReach(session, asked.project),
        )
      : null;
  const scope = nearest ? { ...words, nearest } : words;
  const terms = { now, bundle: settings.bundle, confidence: settings.confidence };
  let bundle = emptyBundle(tokenBudget);
  let read = 0;
  let unrelated = 0;
  let unanswering = 0;
  let isAnswered = task === null ? null : false;
  let isRead = false;
  // One batch holds more than most budgets do; where it does not, the number of statements grows with the logarithm of what is delivered.
  for (let size = Math.max(firstBatch, tokenBudget / 10); read < deliverable; size *= 2) {
    const next = { limit: Math.ceil(size), offset: read };
    const batch = whole?.candidates ?? (await bundleCandidates(session, scope, terms, next));
    const words = new Map(batch.map((candidate) => [candidate.id, candidate.words]));
    const { related, ...answer } =
      task === null
        ? { related: batch, isAnswered: null }
        : answering(
            batch,
            { words: task, among: deliverable, cosines, dates, numbers: settings.retrieval },
            settings.bundle.leastAnswer,
          );
    if (answer.isAnswered) isAnswered = true;
    const all = rankBundle(related, terms.now, settings.bundle, settings.confidence);
    const ranked = isAnswered === false ? shortened(all, settings.bundle) : all;
    bundle = await inSlices(
      fillingBundle(
        bundle,
        ranked.map((next) => ({ ranked: next, words: words.get(next.id) ?? '' })),
        settings.bundle,
      ),
    );
    read += batch.length;
    // For a task no more is found than what may answer it.
    isRead = task !== null && batch.length < next.limit;
    unrelated += batch.length - related.length;
    unanswering += all.length - ranked.length;
    const mandatoryMayFollow = ranked.every(({ mandatory }) => mandatory);
    // Answers come first: after a memory that is no answer, no further answer follows.
    if (isRead || batch.length === 0 || unrelated > 0 || unanswering > 0) break;
    if (isSettled(bundle, settings.bundle) && !mandatoryMayFollow) break;
  }
  if (isRead || unrelated > 0) unrelated += deliverable - read;
  else if (unanswering > 0) unanswering += deliverable - read;
  const skipped = deliverable - bundle.items.length - bundle.repeated - unrelated - unanswering;
  return {
    context: { project: asked.project, subjectId: asked.subjectId, tokenBudget },
    tokensUsed: bundle.tokensUsed,
    overBudget: bundle.tokensUsed > tokenBudget,
    isAnswered,
    dates,
    meaning,
    items: bundle.items,
    excluded: [
      ...(skipped > 0 ? [{ reason: 'OVER_BUDGET', count: skipped } as const] : []),
      ...(bundle.repeated > 0 ? [{ reason: 'REPEATED', count: bundle.repeated } as const] : []),
      ...(unanswering > 0 ? [{ reason: 'UNANSWERING', count: unanswering } as const] : []),
      ...(unrelated > 0 ? [{ reason: 'UNRELATED', count: unrelated } as const] : []),
      ...leftOut,
    ],
  };
};
