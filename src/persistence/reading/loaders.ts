import type { Viewer } from '#domain/privacy/viewer.ts';
import { warningFactsOf } from '#persistence/bundle/bundle.ts';
import { lastDeliveriesById, presentWordsById } from '#persistence/bundle/deliveries.ts';
import { receiptsById } from '#persistence/bundle/receipts.ts';
import {
  contradictionsById,
  contradictionsOfMemory,
  contradictionsWithSides,
} from '#persistence/contradictions/contradictions.ts';
import { evidenceById, evidenceFigures, evidenceOfMemory, votesOfMemory } from '#persistence/evidence.ts';
import {
  entitiesOfMemory,
  entitiesSupersededBy,
  incomingRelationsOfEntity,
  interactionSightings,
  memoriesSupersededBy,
  relationsOfEntity,
  similarItems,
} from '#persistence/graph.ts';
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
  routingsOfExtraction,
  sightingsByItem,
  versionsOfEntity,
  versionsOfMemory,
  workflowItemsByExtraction,
  workflowItemsById,
} from '#persistence/ingestion/extractions.ts';
import {
  chunksById,
  chunksOfDocument,
  documentContents,
  documentsById,
  documentsOfWave,
  interactionsById,
  wavesById,
  withheldOfSources,
} from '#persistence/ingestion/sources.ts';
import { labelPromotions } from '#persistence/labels/labels.ts';
import {
  chainOfRoot,
  headsOfPathway,
  pathwaysByHash,
  pathwaysById,
  traceDocuments,
  tracesById,
  tracesByUid,
  tracesOfPathway,
} from '#persistence/pathways/pathways.ts';
import { namesSeen } from '#persistence/people/names.ts';
import {
  documentsOfProject,
  entitiesOfProject,
  interactionsOfProject,
  memoriesOfProject,
  projects,
  stateOfProject,
  wavesOfProject,
} from '#persistence/people/projects.ts';
import {
  documentsOfUser,
  entitiesOfUser,
  evidenceOfUser,
  interactionsOfUser,
  memoriesOfUser,
  users,
} from '#persistence/people/users.ts';
import { projectStateById, projectStateHistory } from '#persistence/project-state.ts';
import { itemsOfQuarantine, quarantinesById } from '#persistence/quarantines.ts';
import { memoryStatsOfProject } from '#persistence/review/contributions.ts';
import {
  entitiesById,
  itemsOfChunk,
  itemsOfDocument,
  itemsOfExtraction,
  itemsOfInteraction,
  itemsOfReport,
  itemsOfWave,
  memoriesById,
} from '#persistence/review/items.ts';
import { entitySnapshots, memorySnapshots } from '#persistence/review/snapshots.ts';
import {
  checksOfEntity,
  checksOfMemory,
  newestChecks,
  proposedSuccessors,
} from '#persistence/sources/checks-reading.ts';
import { auditEventsById, auditTextsById, auditTrail } from '#persistence/store/audit-log.ts';
import type { ReadSession } from '#persistence/store/viewer-session.ts';
import {
  deliveriesOfMemory,
  memoriesOfPathway,
  tracesOfChunk,
  tracesOfContradiction,
  tracesOfDocument,
  tracesOfEntity,
  tracesOfMemory,
  versionAfter,
  versionBefore,
  versionsOfDocument,
} from '#persistence/versions/lineage.ts';
import {
  decisionsOfUser,
  timelineOfDocument,
  timelineOfEntity,
  timelineOfMemory,
  timelineOfTrace,
} from '#persistence/versions/timeline.ts';
import { versionsOfItems } from '#persistence/versions/versions.ts';
import { hangingCounts, hangingPages, nestedCounts, nestedPages } from './nested-list.ts';
import { createReadTogether, type ReadTogether } from './read-together.ts';

/** What a look-up may go by, beside its session. */
interface Others {
  readonly together: ReadTogether;
  /** Of rows with which others are seen. */
  readonly memories: ReturnType<typeof memoriesById>;
  readonly entities: ReturnType<typeof entitiesById>;
  readonly extractions: ReturnType<typeof extractionsById>;
  readonly documents: ReturnType<typeof documentsById>;
  readonly withheldOfSources: ReturnType<typeof withheldOfSources>;
}

const makers = {
  memories: memoriesById,
  memorySnapshots,
  entities: entitiesById,
  entitySnapshots,
  waves: wavesById,
  documents: documentsById,
  withheldOfSources,
  documentContents,
  documentsOfWave: (session) => nestedPages(session, documentsOfWave, 'string'),
  documentCounts: (session) => nestedCounts(session, documentsOfWave),
  chunks: (session, { documents }) => chunksById(session, { documents }),
  chunksOfDocument: (session) => nestedPages(session, chunksOfDocument),
  chunkCounts: (session) => nestedCounts(session, chunksOfDocument),
  itemsOfChunk: (session) => nestedPages(session, itemsOfChunk, 'string'),
  itemCountsOfChunk: (session) => nestedCounts(session, itemsOfChunk),
  itemsOfDocument: (session) => nestedPages(session, itemsOfDocument, 'string'),
  itemCountsOfDocument: (session) => nestedCounts(session, itemsOfDocument),
  itemsOfWave: (session) => nestedPages(session, itemsOfWave, 'string'),
  itemCountsOfWave: (session) => nestedCounts(session, itemsOfWave),
  interactions: (session) => interactionsById(session),
  interactionItems: (session) => nestedPages(session, itemsOfInteraction, 'string'),
  interactionItemCounts: (session) => nestedCounts(session, itemsOfInteraction),
  extractions: extractionsById,
  workflowItems: workflowItemsById,
  workflowItemsByExtraction: (session, { extractions }) => workflowItemsByExtraction(session, extractions),
  reports: reportsById,
  reportsByWave,
  reportsByInteraction,
  reportsByExtraction,
  reportFigures: figuresByReport,
  reportItems: (session) => nestedPages(session, itemsOfReport, 'string'),
  reportItemCounts: (session) => nestedCounts(session, itemsOfReport),
  extractionItems: (session) => nestedPages(session, itemsOfExtraction, 'string'),
  extractionItemCounts: (session) => nestedCounts(session, itemsOfExtraction),
  reportDropped: droppedByReport,
  sightings: sightingsByItem,
  revisionsOfMemory: (session, { together, memories }) =>
    hangingPages(session, revisionsOfMemory, memories, 'integer', together),
  revisionCountsOfMemory: (session, { memories }) => hangingCounts(session, revisionsOfMemory, memories),
  revisionsOfEntity: (session, { entities }) => hangingPages(session, revisionsOfEntity, entities, 'integer'),
  revisionCountsOfEntity: (session, { entities }) => hangingCounts(session, revisionsOfEntity, entities),
  memoriesSupersededBy: (session, { together }) => memoriesSupersededBy(session, together),
  entitiesSupersededBy: (session, { together }) => entitiesSupersededBy(session, together),
  entitiesOfMemory: (session, { together }) => nestedPages(session, entitiesOfMemory, 'string', together),
  entityCountsOfMemory: (session) => nestedCounts(session, entitiesOfMemory),
  relations: (session) => nestedPages(session, relationsOfEntity, 'string'),
  relationCounts: (session) => nestedCounts(session, relationsOfEntity),
  similarItems,
  labelPromotions: (session, { memories, entities }) => labelPromotions(session, { memories, entities }),
  interactionSightings,
  projectState: projectStateById,
  projectStateHistory,
  evidence: (session, { memories }) => evidenceById(session, memories),
  evidenceOfMemory: (session, { together, memories }) =>
    hangingPages(session, evidenceOfMemory, memories, 'string', together),
  evidenceFigures: (session, { together, memories }) => evidenceFigures(session, memories, together),
  votesOfMemory: (session, { together, memories }) => votesOfMemory(session, memories, together),
  contradictions: contradictionsById,
  contradictionsOfMemory: (session, { together, memories }) =>
    hangingPages(session, contradictionsWithSides(session, memories), memories, 'string', together),
  contradictionCountsOfMemory: (session, { memories }) =>
    hangingCounts(session, contradictionsOfMemory, memories),
  auditEvents: auditEventsById,
  auditTexts: auditTextsById,
  auditTrail: (session) => nestedPages(session, auditTrail),
  auditTrailCounts: (session) => nestedCounts(session, auditTrail),
  pathways: pathwaysById,
  pathwaysByHash,
  traces: tracesById,
  tracesByUid,
  traceDocuments,
  tracesOfPathway: (session) => nestedPages(session, tracesOfPathway, 'string'),
  traceCountsOfPathway: (session) => nestedCounts(session, tracesOfPathway),
  headsOfPathway: (session) => nestedPages(session, headsOfPathway, 'string'),
  headCountsOfPathway: (session) => nestedCounts(session, headsOfPathway),
  chainOfRoot: (session) => nestedPages(session, chainOfRoot),
  chainCountsOfRoot: (session) => nestedCounts(session, chainOfRoot),
  receipts: receiptsById,
  lastDeliveries: lastDeliveriesById,
  presentWords: presentWordsById,
  quarantines: quarantinesById,
  warningFacts: warningFactsOf,
  itemsOfQuarantine: (session) => nestedPages(session, itemsOfQuarantine, 'string'),
  itemCountsOfQuarantine: (session) => nestedCounts(session, itemsOfQuarantine),
  versionsOfDocument: (session) => nestedPages(session, versionsOfDocument, 'string'),
  versionCountsOfDocument: (session) => nestedCounts(session, versionsOfDocument),
  tracesOfChunk: (session) => nestedPages(session, tracesOfChunk, 'string'),
  traceCountsOfChunk: (session) => nestedCounts(session, tracesOfChunk),
  tracesOfDocument: (session) => nestedPages(session, tracesOfDocument, 'string'),
  traceCountsOfDocument: (session) => nestedCounts(session, tracesOfDocument),
  tracesOfMemory: (session) => nestedPages(session, tracesOfMemory, 'string'),
  traceCountsOfMemory: (session) => nestedCounts(session, tracesOfMemory),
  tracesOfEntity: (session) => nestedPages(session, tracesOfEntity, 'string'),
  traceCountsOfEntity: (session) => nestedCounts(session, tracesOfEntity),
  tracesOfContradiction: (session) => nestedPages(session, tracesOfContradiction, 'string'),
  traceCountsOfContradiction: (session) => nestedCounts(session, tracesOfContradiction),
  memoriesOfPathway: (session) => nestedPages(session, memoriesOfPathway, 'string'),
  memoryCountsOfPathway: (session) => nestedCounts(session, memoriesOfPathway),
  deliveriesOfMemory: (session) => nestedPages(session, deliveriesOfMemory, 'string'),
  deliveryCountsOfMemory: (session) => nestedCounts(session, deliveriesOfMemory),
  incomingRelationsOfEntity: (session) => nestedPages(session, incomingRelationsOfEntity, 'string'),
  incomingRelationCounts: (session) => nestedCounts(session, incomingRelationsOfEntity),
  timelineOfMemory: (session) => nestedPages(session, timelineOfMemory, 'string'),
  timelineCountsOfMemory: (session) => nestedCounts(session, timelineOfMemory),
  timelineOfEntity: (session) => nestedPages(session, timelineOfEntity, 'string'),
  timelineCountsOfEntity: (session) => nestedCounts(session, timelineOfEntity),
  timelineOfDocument: (session) => nestedPages(session, timelineOfDocument, 'string'),
  timelineCountsOfDocument: (session) => nestedCounts(session, timelineOfDocument),
  timelineOfTrace: (session) => nestedPages(session, timelineOfTrace, 'string'),
  timelineCountsOfTrace: (session) => nestedCounts(session, timelineOfTrace),
  decisionsOfUser: (session) => nestedPages(session, decisionsOfUser, 'string'),
  decisionCountsOfUser: (session) => nestedCounts(session, decisionsOfUser),
  versionBefore,
  versionAfter,
  versionsOfItems: (session, others) => versionsOfItems(session, others),
  versionsOfMemory: (session, { memories }) => hangingPages(session, versionsOfMemory, memories, 'integer'),
  versionCountsOfMemory: (session, { memories }) => hangingCounts(session, versionsOfMemory, memories),
  versionsOfEntity: (session, { entities }) => hangingPages(session, versionsOfEntity, entities, 'integer'),
  versionCountsOfEntity: (session, { entities }) => hangingCounts(session, versionsOfEntity, entities),
  routingsOfExtraction: (session, { extractions }) =>
    hangingPages(session, routingsOfExtraction, extractions, 'string'),
  routingCountsOfExtraction: (session, { extractions }) =>
    hangingCounts(session, routingsOfExtraction, extractions),
  memoryStats: memoryStatsOfProject,
  users: (session) => namesSeen(session, users),
  projects: (session) => namesSeen(session, projects),
  memoriesOfUser: (session) => nestedPages(session, memoriesOfUser, 'string'),
  memoryCountsOfUser: (session) => nestedCounts(session, memoriesOfUser),
  entitiesOfUser: (session) => nestedPages(session, entitiesOfUser, 'string'),
  entityCountsOfUser: (session) => nestedCounts(session, entitiesOfUser),
  documentsOfUser: (session) => nestedPages(session, documentsOfUser, 'string'),
  documentCountsOfUser: (session) => nestedCounts(session, documentsOfUser),
  interactionsOfUser: (session) => nestedPages(session, interactionsOfUser, 'string'),
  interactionCountsOfUser: (session) => nestedCounts(session, interactionsOfUser),
  evidenceOfUser: (session) => nestedPages(session, evidenceOfUser, 'string'),
  evidenceCountsOfUser: (session) => nestedCounts(session, evidenceOfUser),
  memoriesOfProject: (session) => nestedPages(session, memoriesOfProject, 'string'),
  memoryCountsOfProject: (session) => nestedCounts(session, memoriesOfProject),
  entitiesOfProject: (session) => nestedPages(session, entitiesOfProject, 'string'),
  entityCountsOfProject: (session) => nestedCounts(session, entitiesOfProject),
  documentsOfProject: (session) => nestedPages(session, documentsOfProject, 'string'),
  documentCountsOfProject: (session) => nestedCounts(session, documentsOfProject),
  interactionsOfProject: (session) => nestedPages(session, interactionsOfProject, 'string'),
  interactionCountsOfProject: (session) => nestedCounts(session, interactionsOfProject),
  wavesOfProject: (session) => nestedPages(session, wavesOfProject, 'string'),
  waveCountsOfProject: (session) => nestedCounts(session, wavesOfProject),
  stateOfProject: (session) => nestedPages(session, stateOfProject, 'string'),
  stateCountsOfProject: (session) => nestedCounts(session, stateOfProject),
  newestChecks: (session, { memories, entities }) => newestChecks(session, { memories, entities }),
  checksOfMemory: (session, { memories }) => hangingPages(session, checksOfMemory, memories, 'string'),
  checkCountsOfMemory: (session, { memories }) => hangingCounts(session, checksOfMemory, memories),
  checksOfEntity: (session, { entities }) => hangingPages(session, checksOfEntity, entities, 'string'),
  checkCountsOfEntity: (session, { entities }) => hangingCounts(session, checksOfEntity, entities),
  proposedSuccessors: (session, { memories }) => proposedSuccessors(session, memories),
} satisfies Record<string, (session: ReadSession, others: Others) => unknown>;

/** Every batched look-up of one operation, for one viewer: nothing is shared between operations. */
export type Loaders = { readonly [Name in keyof typeof makers]: ReturnType<(typeof makers)[Name]> };

/** Makes a look-up when it is first used: an operation uses a few. */
class LoadersOnDemand {
  readonly together: ReadTogether;
  readonly #session: ReadSession;
  readonly #made = new Map<string, unknown>();
  constructor(session: ReadSession) {
    this.#session = session;
    this.together = createReadTogether(session);
  }
  static {
    for (const [name, make] of Object.entries(makers))
      Object.defineProperty(LoadersOnDemand.prototype, name, {
        get(this: LoadersOnDemand & Others) {
          const known = this.#made.get(name);
          if (known !== undefined) return known;
          const made = make(this.#session, this);
          this.#made.set(name, made);
          return made;
        },
      });
  }
}

export const createLoaders = (session: ReadSession): Loaders =>
  new LoadersOnDemand(session) as unknown as Loaders;

/** What an operation reads: one viewer, one snapshot, one set of loaders. */
export interface Reads {
  readonly viewer: Viewer;
  /** True: what is read is the outcome of a dry run, which is not kept. */
  readonly isPreview: boolean;
  readonly session: ReadSession;
  readonly loaders: Loaders;
}

export const createReads = (session: ReadSession, isPreview = false): Reads => ({
  viewer: session.viewer,
  isPreview,
  session,
  loaders: createLoaders(session),
});
