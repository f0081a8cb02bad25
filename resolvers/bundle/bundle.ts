import { type BundleRead, readBundle } from '#application/bundle/read-bundle.ts';
import type { BundleItem as Item, Rank } from '#domain/bundle/bundle.ts';
import { framedText } from '#domain/bundle/framed-text.ts';
import {
  bundleWarningKinds,
  bundleWarnings,
  type BundleWarning as Warning,
} from '#domain/bundle/warnings.ts';
import { shownNumber } from '#domain/evidence/shown-confidence.ts';
import type { TaskDates as Dates } from '#domain/retrieval/task-dates.ts';
import { asGivenToAgents, inWords } from '#persistence/reading/item-rows.ts';
import { Meaning } from '#resolvers/bundle/meaning.ts';
import { Memory } from '#resolvers/items/memory.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { readsWhole } from '#resolvers/schema/columns.ts';
import { present } from '#resolvers/schema/connection.ts';
import { refusingBadInput } from '#resolvers/schema/errors.ts';

const BundleReason = builder.enumType('BundleReason', {
  description: 'Why a memory is in a bundle.',
  values: {
    MANDATORY: { description: 'An admin mandated it; it is delivered whatever it costs.' },
    RANKED: { description: 'The score of the memory brought it into the bundle, and it fitted.' },
  },
});

const BundleExclusionReason = builder.enumType('BundleExclusionReason', {
  description: 'Why a memory that the viewer sees is not in a bundle.',
  values: {
    OVER_BUDGET: { description: 'The memory did not fit into what was left of the budget.' },
    REPEATED: {
      description:
        'The memory says in the same words what one before it in the bundle says, but for case, punctuation and articles.',
    },
    UNRELATED: {
      description:
        'The memory and what stands beside it in its source share no word with the task that was named, and its meaning does not stand out as near to that of the task. In a scope of more than 1,000 memories also: each word that it shares stands in 1,000 newer ones (of a task of more than eight words in as many as make 8,000 for all of them), and no two of the three rarest of these words stand in it.',
    },
    UNANSWERING: {
      description:
        'The memory shares words with the task that was named, but none in the bundle’s scope holds enough of them to answer it: the few best are given, and not this one.',
    },
    NOT_BELIEVED: { description: 'The memory is a candidate, or was rejected.' },
    SUPERSEDED: { description: 'Something newer took its place, or the place of the entity that it became.' },
    RETIRED: { description: 'The memory is believed no more, or the entity that it became is not.' },
    EXPIRED: {
      description:
        'The fact holds no more in the world: its `holdsUntil` has passed, and the task asks about no time before that in which it was true.',
    },
    OUTSIDE_DATES: {
      description:
        'The fact ended (`holdsUntil`) before the time that the task asks about (`taskDates`), or begins (`holdsFrom`) after the time whose state it asks for (`as of 2024`).',
    },
    STALE: {
      description:
        'The source of the memory has drifted, or its verification is overdue, and the gateway is configured to leave such memories out.',
    },
    QUARANTINED: {
      description:
        'A quarantine withholds the memory; reviewers, auditors and admins alone see that there are any.',
    },
    PERSONAL_TO_ANOTHER: {
      description: 'The memory is personal to somebody else; admins alone see that there are any.',
    },
  },
});

const BundleRank = builder.objectRef<Rank>('BundleRank').implement({
  description: 'Why a memory stands where it does in a bundle; every number is rounded to 6 decimals.',
  fields: (t) => ({
    score: t.exposeFloat('score', {
      description:
        'Confidence times recency, or where a task is named relevance times confidence. Items are ordered by it before it is rounded.',
    }),
    relevance: t.exposeFloat('relevance', {
      nullable: true,
      description:
        'How well it answers the task, 0 or more: the sum of `words`, `neighbours`, `meaning` and `dates`. Null where no task was named.',
    }),
    words: t.float({
      nullable: true,
      description:
        'BM25 of the memory’s words for the task, 0 or more, among the memories that the viewer may be given. Null where no task was named.',
      resolve: ({ answers }) => answers?.words ?? null,
    }),
    neighbours: t.float({
      nullable: true,
      description:
        'Half of the BM25 of the best of the two memories on each side in the same source, 0 or more. Null where no task was named.',
      resolve: ({ answers }) => answers?.neighbours ?? null,
    }),
    meaning: t.float({
      nullable: true,
      description:
        'How far the meaning of the memory stands out as near to that of the task, and half of that of the best of the two memories on each side in the same source, 0 or more, in units of relevance. Null where no task was named, where the memory has no vector, and where no embedding server answers.',
      resolve: ({ answers }) => answers?.meaning ?? null,
    }),
    dates: t.float({
      nullable: true,
      description:
        'The sum of the other parts once more where the memory is of the time that the task asks about: where its `holdsFrom`, or if that is null the day of its document, lies in it (for `as of`: or before it), or a reviewer set a `holdsUntil` after its beginning; else 0. Null where the task names no time.',
      resolve: ({ answers }) => answers?.dates ?? null,
    }),
    confidence: t.exposeFloat('confidence', {
      description: 'The effective confidence of the memory, from 0 to 1.',
    }),
    recency: t.exposeFloat('recency', {
      description:
        'From 1, when it was touched just now, to 0 after a year without edit, decision or evidence.',
    }),
  }),
});

const warningDescriptions: Readonly<Record<(typeof bundleWarningKinds)[number], string>> = {
  SOURCE_DRIFT:
    'The source of the item no longer says it in that place, and nobody has verified the item since.',
  VERIFICATION_DUE: 'The verification of the memory is overdue.',
  ENDED:
    'The fact was true in the time that the task asks about, and its `holdsUntil` has passed since: it holds no more.',
  CONTRADICTED: 'The memory stands in an open hard contradiction whose other side the viewer reads.',
  EXTRACTION_REJECTED:
    'The extraction that the memory came from was rejected since, and nobody has verified the memory.',
  REVIEWER_WORDING:
    'The memory says more than its source, in words of the reviewer who promoted it, and no other reviewer has confirmed them.',
  DISPUTED: 'Somebody says that the memory does not hold, and no reviewer has settled that yet.',
  INSTRUCTION: 'The text addresses its reader as an agent: it is delivered as quoted text.',
  HIDDEN_TEXT:
    'The text holds characters that people do not see; in the bundle their number stands in their place.',
};

const BundleWarningKind = builder.enumType('BundleWarningKind', {
  description: 'What the reader of a delivered memory is to know.',
  values: Object.fromEntries(
    bundleWarningKinds.map((kind) => [kind, { description: warningDescriptions[kind] }]),
  ) as Record<(typeof bundleWarningKinds)[number], { description: string }>,
});

const BundleWarning = builder.objectRef<Warning>('BundleWarning').implement({
  description: 'Something that is known against a delivered memory.',
  fields: (t) => ({
    kind: t.expose('kind', { type: BundleWarningKind, description: 'What the warning is about.' }),
    message: t.exposeString('message', { description: 'The reason, in words for people.' }),
  }),
});

const BundleItem = builder.objectRef<Item>('BundleItem').implement({
  description: 'A memory that is delivered.',
  fields: (t) => ({
    memory: t.field({
      type: Memory,
      description:
        'The memory; one that graduated has the present words of its entity as content. In content and summary, `[3 hidden characters]` stands for such as people do not see, and a text that addresses its reader as an agent is quoted (`> `) below a line that says so.',
      resolve: async ({ id, words }, _args, { reads }) =>
        asGivenToAgents(inWords(present(await reads.loaders.memories.load(id)), words)),
    }),
    warnings: t.field({
      type: [BundleWarning],
      description: 'What is known against it now; empty: nothing is.',
      resolve: async ({ id, words }, _args, { now, reads }) => {
        const facts = await reads.loaders.warningFacts.load(id);
        return facts === null ? [] : bundleWarnings({ ...facts, words }, now());
      },
    }),
    reason: t.expose('reason', { type: BundleReason, description: 'Why the item is in the bundle.' }),
    tokens: t.exposeInt('tokens', {
      description:
        'The tokens of the content as it is delivered, counted with o200k_base; an estimate for other models.',
    }),
    rank: t.field({
      type: BundleRank,
      description: 'The rank of the item and what it was computed from.',
      resolve: ({ rank: { score, relevance, answers, confidence, recency } }) => ({
        score: shownNumber(score),
        relevance: relevance === null ? null : shownNumber(relevance),
        answers: answers && {
          words: shownNumber(answers.words),
          neighbours: shownNumber(answers.neighbours),
          meaning: answers.meaning === null ? null : shownNumber(answers.meaning),
          dates: answers.dates === null ? null : shownNumber(answers.dates),
        },
        confidence: shownNumber(confidence),
        recency: shownNumber(recency),
      }),
    }),
  }),
});

const BundleExclusion = builder.objectRef<BundleRead['excluded'][number]>('BundleExclusion').implement({
  description: 'How many memories one reason kept out.',
  fields: (t) => ({
    reason: t.expose('reason', {
      type: BundleExclusionReason,
      description: 'Why these items were left out.',
    }),
    count: t.exposeInt('count', { description: 'How many items were left out for this reason.' }),
  }),
});

const TaskDates = builder.objectRef<Dates>('TaskDates').implement({
  description: 'The time that a task asks about, as it was read from its words: whole days in UTC.',
  fields: (t) => ({
    phrases: t.exposeStringList('phrases', {
      description: 'The words of the task that name the time, in their order; at least one.',
    }),
    from: t.expose('from', {
      type: 'DateTime',
      nullable: true,
      description: 'The first instant of it; null: it has no beginning.',
    }),
    until: t.expose('until', {
      type: 'DateTime',
      nullable: true,
      description: 'The first instant after it; null: it has no end.',
    }),
  }),
});

export const MemoryBundle = builder.objectRef<BundleRead>('MemoryBundle').implement({
  description: 'What an agent is given to read: the same store, viewer and time give the same bundle.',
  fields: (t) => ({
    tokenBudget: t.int({
      description: 'How many tokens the bundle may cost, as estimated.',
      resolve: ({ context }) => context.tokenBudget,
    }),
    tokensUsed: t.exposeInt('tokensUsed', {
      description: 'Tokens of its contents, an estimate for models that do not use o200k_base.',
    }),
    overBudget: t.exposeBoolean('overBudget', {
      description: 'True when what is mandatory alone costs more than the budget.',
    }),
    answersTask: t.exposeBoolean('isAnswered', {
      nullable: true,
      description:
        'False when no memory holds enough of the words of the task, by their rarity, to answer it, and none stands out by its meaning: the bundle is then short, what is mandatory and at most twenty others. Null when no task was named.',
    }),
    meaning: t.field({
      type: Meaning,
      nullable: true,
      description:
        'Says whether the memories were compared with the task by what they mean. Null where no embedding server is configured, and where no task was named.',
      resolve: ({ meaning }) => meaning,
    }),
    taskDates: t.field({
      type: TaskDates,
      nullable: true,
      description:
        'The time that the task asks about (`last spring`, `as of 2024`, `since 2023`): facts that ended before it are left out as `OUTSIDE_DATES`, and for `as of` also those that begin after it; those that have ended since are given, with a warning; what is of that time is lifted (`rank { dates }`). Null when it names no time, or no task was named.',
      resolve: ({ dates }) => dates,
    }),
    items: t.field({
      type: [BundleItem],
      description: 'Mandatory ones first, then by score, equals by id.',
      resolve: ({ items }) => [...items],
    }),
    text: t.string({
      ...readsWhole('Memory'),
      description:
        'The whole bundle as one text for a language model: each content in a frame that it cannot leave, with its id, kind, confidence, since when it holds and warnings, below a line that says so. The marks carry a number that is computed from all contents. The frame costs some 40 tokens an item, which `tokensUsed` does not count.',
      resolve: async ({ items, isAnswered, dates }, _args, { now, reads }) =>
        framedText(
          await Promise.all(
            items.map(async ({ id, words, rank }) => {
              const [memory, facts] = await Promise.all([
                reads.loaders.memories.load(id),
                reads.loaders.warningFacts.load(id),
              ]);
              const { kind, content, holdsFrom } = asGivenToAgents(inWords(present(memory), words));
              const warnings = facts === null ? [] : bundleWarnings({ ...facts, words }, now());
              return {
                id,
                kind,
                content,
                confidence: shownNumber(rank.confidence),
                since: holdsFrom,
                warnings: warnings.map((warning) => warning.kind),
              };
            }),
          ),
          { isAnswered: isAnswered !== false, dates },
        ),
    }),
    excluded: t.field({
      type: [BundleExclusion],
      description: 'What the viewer sees and is not given, by reason; none that is empty.',
      resolve: ({ excluded }) => [...excluded],
    }),
  }),
});

builder.queryField('memoryBundle', (t) =>
  t.field({
    type: MemoryBundle,
    nullable: true,
    description:
      'Active and graduated memories that the viewer sees, their own personal ones too, within a budget of tokens. It only reads: `deliverBundle` gives the same with a receipt.',
    args: {
      project: t.arg.string({
        required: false,
        description:
          'Only items of this project; absent: of all projects. A project that holds nothing yet has an empty bundle.',
      }),
      tokenBudget: t.arg.int({ required: false, description: '0 to 1,000,000; 6,000 when absent.' }),
      subjectId: t.arg.string({ required: false, description: 'About this subject. Absent: about anybody.' }),
      task: t.arg.string({
        required: false,
        description:
          'What it is to be read for, in words, 1 to 2,000 characters: after what is mandatory comes what answers it best. A time that it names in English (`in March 2025`, `yesterday`, `since 2023`; seasons of the northern half) counts, see `taskDates`. Absent: by confidence and recency alone.',
      }),
    },
    resolve: (_root, { project, tokenBudget, subjectId, task }, { now, reads, dependencies }) =>
      refusingBadInput(() =>
        readBundle(
          { ...dependencies, clock: now },
          reads.session,
          { project: project ?? null, subjectId: subjectId ?? null, task: task ?? null },
          tokenBudget ?? undefined,
        ),
      ),
  }),
);
