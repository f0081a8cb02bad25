import { v7 } from 'uuid';
import type { AppDependencies } from '#application/app-dependencies.ts';
import { defaultSettings } from '#application/default-settings.ts';
import { prepareDocument, versionsOf } from '#application/ingestion/steps/document-versions.ts';
import { askModel, textToAsk } from '#application/ingestion/steps/model-readings.ts';
import type { ReadProposal } from '#application/ingestion/steps/propose-reading.ts';
import { readProposals } from '#application/ingestion/steps/read-proposals.ts';
import { sourceOfWhole } from '#application/ingestion/steps/source-readers.ts';
import { type ExtractionNumbers, extractionDefaults } from '#domain/ingestion/extraction-numbers.ts';
import type { ExtractionSource } from '#domain/ingestion/types.ts';
import type { Viewer } from '#domain/privacy/viewer.ts';
import type { StatementModel } from '#providers/statement-model.ts';
import { type HalfDocuments, type ReadableDocument, readDocuments } from './documents.ts';
import { type DocumentKind, documentKinds, type Label, type Span, type Verdict } from './label-file.ts';
import { characterCounter, type Judged, judgeProposed } from './match.ts';
import type { Half } from './paths.ts';
import { areaUnderCurve, bootstrap, type Estimate, type Rate, wilson } from './statistics.ts';

/** A proposal beside what the labels say of it. */
export interface JudgedProposal extends Judged {
  readonly proposal: ReadProposal;
  readonly spans: readonly Span[];
  readonly exact: boolean;
}

export interface JudgedDocument {
  readonly document: ReadableDocument;
  /** Errors of a model. */
  readonly errors: readonly string[];
  readonly proposals: readonly JudgedProposal[];
  /** The wanted labels that a proposal finds, and those that one finds as they stand. */
  readonly found: ReadonlySet<Label>;
  readonly foundAsTheyStand: ReadonlySet<Label>;
}

const viewer: Viewer = { tenant: 'quality', user: 'reader', roles: ['service'], groups: [] };
const now = new Date('2026-11-01T00:00:00.000Z');
/** Reading touches no store: these are all the parts that it uses. */
const dependenciesWith = (statementModel: StatementModel | null, extraction: ExtractionNumbers) =>
  ({
    settings: { ...defaultSettings, extraction },
    fingerprintKey: 'quality',
    webhookKey: 'quality',
    newId: (prefix: string) => `${prefix}_${v7()}`,
    clock: () => now,
    statementModel,
  }) as Partial<AppDependencies> as AppDependencies;

const sourcesOf = async (
  { name, kind, text, source }: ReadableDocument,
  dependencies: AppDependencies,
): Promise<readonly ExtractionSource[]> => {
  if (kind === 'conversations')
    return [
      sourceOfWhole('interaction', {
        id: name,
        contributor: viewer.user,
        audience: [],
        isPersonal: false,
        project: name,
        subjectId: null,
        content: text,
        occurredAt: now,
      }),
    ];
  const versions = await versionsOf(
    {
      project: name,
      documents: [{ path: source.path ?? `${name}.md`, content: text }],
      contributor: viewer.user,
    },
    async ({ content }) => content,
  );
  const prepared = await Promise.all(
    versions.map((version) => prepareDocument({ dependencies, viewer, now }, 'wav_quality', version)),
  );
  return prepared.flatMap(({ sources }) => sources);
};

/** A statement that is composed has several spans; the first release that composes names them `spans`. */
const spansOf = (proposal: ReadProposal): readonly Span[] => {
  const several: unknown = 'spans' in proposal ? proposal.spans : null;
  if (Array.isArray(several) && several.length > 0)
    return several.map(({ start, end }: { start: number; end: number }) => [start, end] as const);
  return proposal.span === null ? [] : [[proposal.span.start, proposal.span.end]];
};

const isExact = ({ span }: ReadProposal, text: string): boolean =>
  span !== null && text.slice(span.start, span.end) === span.text;

const judgeDocument = async (
  document: ReadableDocument,
  dependencies: AppDependencies,
): Promise<JudgedDocument> => {
  const { text, labels } = document;
  const sources = await sourcesOf(document, dependencies);
  const readings = await askModel(dependencies, null, sources.map(textToAsk));
  const { proposals, errors } = await readProposals({ dependencies, now }, sources, readings);
  const count = characterCounter(text);
  const candidates = new Map(
    proposals
      .filter(({ dropped, rejectedByRouting }) => dropped === null && !rejectedByRouting)
      .map((proposal) => [proposal.identity, proposal] as const),
  );
  const judged = [...candidates.values()].map((proposal): JudgedProposal => {
    const spans = spansOf(proposal);
    const kind = 'kind' in proposal.type ? proposal.type.kind : null;
    return {
      proposal,
      spans,
      exact: isExact(proposal, text),
      ...judgeProposed({ spans, kind }, labels, text, count),
    };
  });
  return {
    document,
    errors,
    proposals: judged,
    found: new Set(judged.flatMap(({ found }) => found)),
    foundAsTheyStand: new Set(judged.flatMap(({ verdict, found }) => (verdict === 'keep' ? found : []))),
  };
};

export const judgeHalf = async (
  half: Half,
  statementModel: StatementModel | null = null,
  numbers: ExtractionNumbers = extractionDefaults,
): Promise<{ readonly judged: readonly JudgedDocument[]; readonly missing: HalfDocuments['missing'] }> => {
  const { readable, missing } = readDocuments(half);
  const dependencies = dependenciesWith(statementModel, numbers);
  const judged: JudgedDocument[] = [];
  for (const document of readable) judged.push(await judgeDocument(document, dependencies));
  return { judged, missing };
};

const share = (part: number, of: number): number | null => (of === 0 ? null : part / of);
const proposalsOf = (documents: readonly JudgedDocument[]) => documents.flatMap(({ proposals }) => proposals);
const precision = (verdicts: readonly Verdict[]) => (documents: readonly JudgedDocument[]) => {
  const all = proposalsOf(documents);
  return share(all.filter(({ verdict }) => verdicts.includes(verdict)).length, all.length);
};
const isWanted = ({ wanted, verdict }: Label) => wanted && verdict !== 'junk';
const wantedOf = (documents: readonly JudgedDocument[]) =>
  documents.reduce((sum, { document }) => sum + document.labels.filter(isWanted).length, 0);
const recall =
  (of: (document: JudgedDocument) => ReadonlySet<Label>) => (documents: readonly JudgedDocument[]) =>
    share(
      documents.reduce((sum, document) => sum + [...of(document)].filter(isWanted).length, 0),
      wantedOf(documents),
    );

/** Scores that a proposal may carry; one that is not there is not measured. */
const scores = ['confidence', 'reviewScore'] as const;
const scoreOf = (proposal: ReadProposal, name: (typeof scores)[number]): number | null => {
  const value: unknown = Object.entries(proposal).find(([field]) => field === name)?.[1];
  return typeof value === 'number' ? value : null;
};
const area =
  (name: (typeof scores)[number], good: readonly Verdict[]) => (documents: readonly JudgedDocument[]) =>
    areaUnderCurve(
      proposalsOf(documents).flatMap(({ proposal, verdict }) => {
        const score = scoreOf(proposal, name);
        return score === null ? [] : [{ score, good: good.includes(verdict) }];
      }),
    );

/** The status that a proposal carries of its record, wherever a release keeps it; null for none. */
const recordStatusOf = (proposal: ReadProposal): string | null => {
  const context: unknown = 'context' in proposal ? proposal.context : proposal;
  if (typeof context !== 'object' || context === null || !('recordStatus' in context)) return null;
  return typeof context.recordStatus === 'string' ? context.recordStatus : null;
};

/** Records that name a status and yield proposals: the share whose proposals all show rightly whether it is in force. */
const standingTold = (documents: readonly JudgedDocument[]): Rate => {
  const records = documents.filter(
    ({ document, proposals }) => document.status !== undefined && proposals.length > 0,
  );
  const inForce = (status: string | null) => status === null || status === 'ACCEPTED';
  const right = records.filter(({ document: { status = null }, proposals }) =>
    proposals.every(({ proposal }) => inForce(recordStatusOf(proposal)) === inForce(status)),
  );
  return wilson(right.length, records.length);
};

/** Proposals that the routing had nothing against (AUTO_APPROVED): the share that reviewers keep, as it is or edited. */
const approvedRightly = (documents: readonly JudgedDocument[], good: readonly Verdict[]): Rate => {
  const approved = proposalsOf(documents).filter(
    ({ proposal }) => proposal.routing.status === 'AUTO_APPROVED',
  );
  return wilson(approved.filter(({ verdict }) => good.includes(verdict)).length, approved.length);
};

export interface ExtractionQuality {
  readonly documents: number;
  readonly missing: readonly string[];
  /** Errors of a model, document by document. */
  readonly errors: readonly string[];
  readonly proposals: number;
  readonly wanted: number;
  readonly keepOrEdit: Estimate;
  readonly keep: Estimate;
  readonly exactSpans: Estimate;
  readonly recall: Estimate;
  /** Memories that are no junk: the share with exactly the kind that a label names. */
  readonly rightKind: Estimate;
  readonly standingTold: Rate;
  readonly approvedKeepOrEdit: Rate;
  readonly approvedKeep: Rate;
  readonly kinds: readonly {
    readonly kind: DocumentKind;
    readonly documents: number;
    readonly proposals: number;
    readonly wanted: number;
    readonly keepOrEdit: Estimate;
    readonly keep: Estimate;
    readonly recall: Estimate;
    readonly recallAsTheyStand: Estimate;
  }[];
  readonly areas: readonly { readonly score: string; readonly good: string; readonly area: Estimate }[];
}

export const measureExtraction = async (
  half: Half,
  statementModel: StatementModel | null = null,
): Promise<ExtractionQuality> => {
  const { judged, missing } = await judgeHalf(half, statementModel);
  const worth: readonly Verdict[] = ['keep', 'edit'];
  return {
    documents: judged.length,
    missing,
    errors: judged.flatMap(({ document, errors }) => errors.map((error) => `${document.name}: ${error}`)),
    proposals: proposalsOf(judged).length,
    wanted: wantedOf(judged),
    keepOrEdit: bootstrap(judged, precision(worth)),
    keep: bootstrap(judged, precision(['keep'])),
    exactSpans: bootstrap(judged, (documents) => {
      const all = proposalsOf(documents);
      return share(all.filter(({ exact }) => exact).length, all.length);
    }),
    recall: bootstrap(
      judged,
      recall(({ found }) => found),
    ),
    rightKind: bootstrap(judged, (documents) => {
      const memories = proposalsOf(documents).flatMap(({ proposal: { type }, found }) =>
        'kind' in type && found.length > 0 ? [{ kind: type.kind, found }] : [],
      );
      const right = memories.filter(({ kind, found }) => found.some(({ kinds }) => kinds.includes(kind)));
      return share(right.length, memories.length);
    }),
    standingTold: standingTold(judged),
    approvedKeepOrEdit: approvedRightly(judged, worth),
    approvedKeep: approvedRightly(judged, ['keep']),
    kinds: documentKinds.map((kind) => {
      const ofKind = judged.filter(({ document }) => document.kind === kind);
      return {
        kind,
        documents: ofKind.length,
        proposals: proposalsOf(ofKind).length,
        wanted: wantedOf(ofKind),
        keepOrEdit: bootstrap(ofKind, precision(worth)),
        keep: bootstrap(ofKind, precision(['keep'])),
        recall: bootstrap(
          ofKind,
          recall(({ found }) => found),
        ),
        recallAsTheyStand: bootstrap(
          ofKind,
          recall(({ foundAsTheyStand }) => foundAsTheyStand),
        ),
      };
    }),
    areas: scores
      .filter((score) => proposalsOf(judged).some(({ proposal }) => scoreOf(proposal, score) !== null))
      .flatMap((score) => [
        { score, good: 'keep or edit', area: bootstrap(judged, area(score, worth)) },
        { score, good: 'keep', area: bootstrap(judged, area(score, ['keep'])) },
      ]),
  };
};
