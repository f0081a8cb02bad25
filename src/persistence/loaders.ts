import type { Viewer } from '#domain/privacy/viewer.ts';
import { auditEventsById, auditTextsById, auditTrail } from './audit-log.ts';
import { contradictionsById, contradictionsOfMemory } from './contradiction-repository.ts';
import { evidenceById, evidenceFigures, evidenceOfMemory, votesOfMemory } from './evidence-repository.ts';
import {
  droppedByReport,
  extractionsById,
  figuresByReport,
  reportsByExtraction,
  reportsById,
  reportsByInteraction,
  reportsByWave,
  revisionsOfEntity,
  revisionsOfMemory,
  sightingsByItem,
  workflowItemsByExtraction,
  workflowItemsById,
} from './extraction-repository.ts';
import {
  entitiesOfMemory,
  entitiesSupersededBy,
  interactionSightings,
  memoriesSupersededBy,
  relationsOfEntity,
  similarItems,
} from './graph-repository.ts';
import {
  entitiesById,
  itemsOfExtraction,
  itemsOfInteraction,
  itemsOfReport,
  memoriesById,
} from './item-repository.ts';
import { labelPromotions } from './label-repository.ts';
import { hangingCounts, hangingPages, nestedCounts, nestedPages } from './nested-list.ts';
import {
  chainOfRoot,
  headsOfPathway,
  pathwaysById,
  traceDocuments,
  tracesById,
  tracesByUid,
  tracesOfPathway,
} from './pathway-repository.ts';
import { projectStateById, projectStateHistory } from './project-state-repository.ts';
import { createReadTogether, type ReadTogether } from './read-together.ts';
import { receiptsById } from './receipt-repository.ts';
import {
  chunksById,
  chunksOfDocument,
  documentContents,
  documentsById,
  documentsOfWave,
  interactionsById,
  wavesById,
} from './source-repository.ts';
import type { ReadSession } from './viewer-session.ts';

/** The look-ups of rows with which others are seen. */
interface Parents {
  readonly memories: ReturnType<typeof memoriesById>;
  readonly entities: ReturnType<typeof entitiesById>;
  readonly extractions: ReturnType<typeof extractionsById>;
}

const makers = {
  memories: memoriesById,
  entities: entitiesById,
  waves: wavesById,
  documents: documentsById,
  documentContents,
  documentsOfWave: (session: ReadSession) => nestedPages(session, documentsOfWave, 'string'),
  documentCounts: (session: ReadSession) => nestedCounts(session, documentsOfWave),
  chunks: (session: ReadSession) => chunksById(session),
  chunksOfDocument: (session: ReadSession) => nestedPages(session, chunksOfDocument),
  chunkCounts: (session: ReadSession) => nestedCounts(session, chunksOfDocument),
  interactions: (session: ReadSession) => interactionsById(session),
  interactionItems: (session: ReadSession) => nestedPages(session, itemsOfInteraction, 'string'),
  interactionItemCounts: (session: ReadSession) => nestedCounts(session, itemsOfInteraction),
  extractions: extractionsById,
  workflowItems: workflowItemsById,
  workflowItemsByExtraction: (session: ReadSession, _together: ReadTogether, { extractions }: Parents) =>
    workflowItemsByExtraction(session, extractions),
  reports: reportsById,
  reportsByWave,
  reportsByInteraction,
  reportsByExtraction,
  reportFigures: figuresByReport,
  reportItems: (session: ReadSession) => nestedPages(session, itemsOfReport, 'string'),
  reportItemCounts: (session: ReadSession) => nestedCounts(session, itemsOfReport),
  extractionItems: (session: ReadSession) => nestedPages(session, itemsOfExtraction, 'string'),
  extractionItemCounts: (session: ReadSession) => nestedCounts(session, itemsOfExtraction),
  reportDropped: droppedByReport,
  sightings: sightingsByItem,
  revisionsOfMemory: (session: ReadSession, together: ReadTogether, { memories }: Parents) =>
    hangingPages(session, revisionsOfMemory, memories, 'integer', together),
  revisionCountsOfMemory: (session: ReadSession, _together: ReadTogether, { memories }: Parents) =>
    hangingCounts(session, revisionsOfMemory, memories),
  revisionsOfEntity: (session: ReadSession, _together: ReadTogether, { entities }: Parents) =>
    hangingPages(session, revisionsOfEntity, entities, 'integer'),
  revisionCountsOfEntity: (session: ReadSession, _together: ReadTogether, { entities }: Parents) =>
    hangingCounts(session, revisionsOfEntity, entities),
  memoriesSupersededBy,
  entitiesSupersededBy,
  entitiesOfMemory: (session: ReadSession, together: ReadTogether) =>
    nestedPages(session, entitiesOfMemory, 'string', together),
  entityCountsOfMemory: (session: ReadSession) => nestedCounts(session, entitiesOfMemory),
  relations: (session: ReadSession) => nestedPages(session, relationsOfEntity, 'string'),
  relationCounts: (session: ReadSession) => nestedCounts(session, relationsOfEntity),
  similarItems,
  labelPromotions: (session: ReadSession, _together: ReadTogether, { memories }: Parents) =>
    labelPromotions(session, memories),
  interactionSightings,
  projectState: projectStateById,
  projectStateHistory,
  evidence: (session: ReadSession, _together: ReadTogether, { memories }: Parents) =>
    evidenceById(session, memories),
  evidenceOfMemory: (session: ReadSession, together: ReadTogether, { memories }: Parents) =>
    hangingPages(session, evidenceOfMemory, memories, 'string', together),
  evidenceFigures: (session: ReadSession, together: ReadTogether, { memories }: Parents) =>
    evidenceFigures(session, memories, together),
  votesOfMemory: (session: ReadSession, together: ReadTogether, { memories }: Parents) =>
    votesOfMemory(session, memories, together),
  contradictions: contradictionsById,
  contradictionsOfMemory: (session: ReadSession, together: ReadTogether, { memories }: Parents) =>
    hangingPages(session, contradictionsOfMemory, memories, 'string', together),
  contradictionCountsOfMemory: (session: ReadSession, _together: ReadTogether, { memories }: Parents) =>
    hangingCounts(session, contradictionsOfMemory, memories),
  auditEvents: auditEventsById,
  auditTexts: auditTextsById,
  auditTrail: (session: ReadSession) => nestedPages(session, auditTrail),
  auditTrailCounts: (session: ReadSession) => nestedCounts(session, auditTrail),
  pathways: pathwaysById,
  traces: tracesById,
  tracesByUid,
  traceDocuments,
  tracesOfPathway: (session: ReadSession) => nestedPages(session, tracesOfPathway, 'string'),
  traceCountsOfPathway: (session: ReadSession) => nestedCounts(session, tracesOfPathway),
  headsOfPathway: (session: ReadSession) => nestedPages(session, headsOfPathway, 'string'),
  headCountsOfPathway: (session: ReadSession) => nestedCounts(session, headsOfPathway),
  chainOfRoot: (session: ReadSession) => nestedPages(session, chainOfRoot),
  chainCountsOfRoot: (session: ReadSession) => nestedCounts(session, chainOfRoot),
  receipts: receiptsById,
} satisfies Record<string, (session: ReadSession, together: ReadTogether, parents: Parents) => unknown>;

/** Every batched look-up of one operation, for one viewer: nothing is shared between operations. */
export type Loaders = { readonly [Name in keyof typeof makers]: ReturnType<(typeof makers)[Name]> };

/** Makes a look-up when it is first used: an operation uses a few. */
class LoadersOnDemand {
  readonly #session: ReadSession;
  readonly #together: ReadTogether;
  readonly #made = new Map<string, unknown>();
  constructor(session: ReadSession, together: ReadTogether) {
    this.#session = session;
    this.#together = together;
  }
  static {
    for (const [name, make] of Object.entries(makers))
      Object.defineProperty(LoadersOnDemand.prototype, name, {
        get(this: LoadersOnDemand) {
          const known = this.#made.get(name);
          if (known !== undefined) return known;
          const made = make(this.#session, this.#together, this as unknown as Parents);
          this.#made.set(name, made);
          return made;
        },
      });
  }
}

export const createLoaders = (
  session: ReadSession,
  together: ReadTogether = createReadTogether(session),
): Loaders => new LoadersOnDemand(session, together) as unknown as Loaders;

/** What an operation reads: one viewer, one snapshot, one set of loaders. */
export interface Reads {
  readonly viewer: Viewer;
  readonly session: ReadSession;
  readonly loaders: Loaders;
}

export const createReads = (session: ReadSession): Reads => ({
  viewer: session.viewer,
  session,
  loaders: createLoaders(session),
});
