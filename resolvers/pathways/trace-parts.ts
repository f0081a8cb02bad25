import { textsOf } from '#domain/pathways/trace-document.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { Chunk } from '#resolvers/sources/chunk.ts';

/** Sub-objects of a trace's document (Pathway specification §2.3, §2.5). */
export type Part = Readonly<Record<string, unknown>>;

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const optionalText = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const figure = (value: unknown): number => (typeof value === 'number' ? value : 0);
/** A file without a specified shape may hold one text instead of a list, or a number. */
const texts = (value: unknown): string[] => {
  if (value === null || value === undefined) return [];
  return textsOf(Array.isArray(value) ? value : [value]);
};

export const LadderAttempt = builder.objectRef<Part>('LadderAttempt').implement({
  description: 'One attempt of a model on one rung of the ladder.',
  fields: (t) => ({
    rung: t.int({
      description: 'The rung of the ladder of models that was tried, from 0.',
      resolve: ({ rung }) => figure(rung),
    }),
    model: t.string({ description: 'The model that was asked.', resolve: ({ model }) => text(model) }),
    latencyMs: t.float({
      description: 'How long it took, in milliseconds.',
      resolve: ({ latency_ms: latency }) => figure(latency),
    }),
    accepted: t.boolean({
      description: 'Whether the answer of the model was accepted.',
      resolve: ({ accepted }) => accepted === true,
    }),
    rejectReason: t.string({
      nullable: true,
      description:
        'Why the answer was not accepted, redacted; null when it was, or when no reason was given.',
      resolve: ({ reject_reason: reason }) => optionalText(reason),
    }),
  }),
});

export const KbChunkRef = builder.objectRef<Part>('KbChunkRef').implement({
  description: 'A piece of a knowledge base that the reviewer was given.',
  fields: (t) => ({
    sourceDoc: t.string({
      description: 'The document it is of, in the words of its knowledge base.',
      resolve: ({ source_doc: doc }) => text(doc),
    }),
    chunkId: t.string({
      description: 'The id of the chunk in its knowledge base; a `chk_…` is of this gateway.',
      resolve: ({ chunk_id: id }) => text(id),
    }),
    cosineScore: t.float({
      description: 'How near it was to the question, from -1 to 1.',
      resolve: ({ cosine_score: score }) => figure(score),
    }),
    rank: t.int({
      description: 'The position of the chunk among those that were retrieved.',
      resolve: ({ rank }) => figure(rank),
    }),
    chunk: t.field({
      type: Chunk,
      nullable: true,
      description: 'The chunk of this gateway; null when it is of another knowledge base, missing or hidden.',
      resolve: ({ chunk_id: id }, _args, { reads }) =>
        text(id).startsWith('chk_') ? reads.loaders.chunks.load(text(id)) : null,
    }),
  }),
});

export const ObserverSignal = builder.objectRef<Part>('ObserverSignal').implement({
  description: 'What an observer made of the behaviour during the run.',
  fields: (t) => ({
    class: t.string({
      description: 'The signal class that was given, such as `CONVERGING`.',
      resolve: ({ class: signal }) => text(signal),
    }),
    priors: t.stringList({
      description: 'What it took from before, redacted.',
      resolve: ({ priors }) => texts(priors),
    }),
    priorIterOutcomes: t.stringList({
      description: 'How the iterations before ended, redacted.',
      resolve: ({ prior_iter_outcomes: outcomes }) => texts(outcomes),
    }),
  }),
});

export const BridgeHit = builder.objectRef<Part>('BridgeHit').implement({
  description: 'A look-up in the documentation of a library.',
  fields: (t) => ({
    library: t.string({
      description: 'The library whose documentation was looked up.',
      resolve: ({ library }) => text(library),
    }),
    version: t.string({
      nullable: true,
      description: 'The version of the extractor; null when it was not named.',
      resolve: ({ version }) => optionalText(version),
    }),
    resultSummary: t.string({
      description: 'A summary of what was found, with personal text redacted.',
      resolve: ({ result_summary: summary }) => text(summary),
    }),
  }),
});

export const SubPipelineCall = builder.objectRef<Part>('SubPipelineCall').implement({
  description: 'A call of another pipeline during the run.',
  fields: (t) => ({
    pipeline: t.string({
      nullable: true,
      description: 'The pipeline, as `extract`; null when the file that it came with does not say.',
      resolve: ({ pipeline }) => optionalText(pipeline),
    }),
    resultSummary: t.string({
      nullable: true,
      description: 'What came of it, redacted; null when nobody said.',
      resolve: ({ result_summary: summary }) => optionalText(summary),
    }),
  }),
});

export const AuditConsensus = builder.objectRef<Part>('AuditConsensus').implement({
  description: 'What auditors of different lineages agreed on.',
  fields: (t) => ({
    pass: t.boolean({
      description: 'Whether the auditing models accepted the result.',
      resolve: ({ pass }) => pass === true,
    }),
    models: t.stringList({
      description: 'The names of the models that audited the result.',
      resolve: ({ models }) => texts(models),
    }),
    disagreements: t.stringList({
      description: 'The points on which the auditing models disagreed, with personal text redacted.',
      resolve: ({ disagreements }) => texts(disagreements),
    }),
  }),
});

export const TypeHint = builder.objectRef<Part>('TypeHint').implement({
  description: 'A type hint that the reviewing model was given.',
  fields: (t) => ({
    source: t.string({ description: 'The source of the signal.', resolve: ({ source }) => text(source) }),
    symbol: t.string({ description: 'What it is the type of.', resolve: ({ symbol }) => text(symbol) }),
    typeRepr: t.string({
      description: 'The type as it was written, redacted.',
      resolve: ({ type_repr: type }) => text(type),
    }),
  }),
});

export const BugFingerprint = builder.objectRef<Part>('BugFingerprint').implement({
  description: 'The structure of a bug that the reviewer caught.',
  fields: (t) => ({
    flag: t.string({ description: 'What kind of bug, as `OffByOne`.', resolve: ({ flag }) => text(flag) }),
    patternKey: t.string({
      description: 'The hash of its structure.',
      resolve: ({ pattern_key: key }) => text(key),
    }),
    example: t.string({
      description: 'An example in which it showed, with personal text redacted.',
      resolve: ({ example }) => text(example),
    }),
    occurrences: t.int({
      description: 'How often the bug was met.',
      resolve: ({ occurrences }) => figure(occurrences),
    }),
  }),
});
