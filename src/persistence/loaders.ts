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
import { nestedCounts, nestedPages } from './nested-list.ts';
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

/** Every batched look-up of one operation, for one viewer: nothing is shared between operations. */
export const createLoaders = (
  session: ReadSession,
  together: ReadTogether = createReadTogether(session),
) => ({
  memories: memoriesById(session),
  entities: entitiesById(session),
  waves: wavesById(session),
  documents: documentsById(session),
  documentContents: documentContents(session),
  documentsOfWave: nestedPages(session, documentsOfWave, 'string'),
  documentCounts: nestedCounts(session, documentsOfWave),
  chunks: chunksById(session),
  chunksOfDocument: nestedPages(session, chunksOfDocument),
  chunkCounts: nestedCounts(session, chunksOfDocument),
  interactions: interactionsById(session),
  interactionItems: nestedPages(session, itemsOfInteraction, 'string'),
  interactionItemCounts: nestedCounts(session, itemsOfInteraction),
  extractions: extractionsById(session),
  workflowItems: workflowItemsById(session),
  workflowItemsByExtraction: workflowItemsByExtraction(session),
  reports: reportsById(session),
  reportsByWave: reportsByWave(session),
  reportsByInteraction: reportsByInteraction(session),
  reportsByExtraction: reportsByExtraction(session),
  reportFigures: figuresByReport(session),
  reportItems: nestedPages(session, itemsOfReport, 'string'),
  reportItemCounts: nestedCounts(session, itemsOfReport),
  extractionItems: nestedPages(session, itemsOfExtraction, 'string'),
  extractionItemCounts: nestedCounts(session, itemsOfExtraction),
  reportDropped: droppedByReport(session),
  sightings: sightingsByItem(session),
  revisionsOfMemory: nestedPages(session, revisionsOfMemory, 'integer', together),
  revisionCountsOfMemory: nestedCounts(session, revisionsOfMemory),
  revisionsOfEntity: nestedPages(session, revisionsOfEntity),
  revisionCountsOfEntity: nestedCounts(session, revisionsOfEntity),
  memoriesSupersededBy: memoriesSupersededBy(session, together),
  entitiesSupersededBy: entitiesSupersededBy(session, together),
  entitiesOfMemory: nestedPages(session, entitiesOfMemory, 'string', together),
  entityCountsOfMemory: nestedCounts(session, entitiesOfMemory),
  relations: nestedPages(session, relationsOfEntity, 'string'),
  relationCounts: nestedCounts(session, relationsOfEntity),
  similarItems: similarItems(session),
  labelPromotions: labelPromotions(session),
  interactionSightings: interactionSightings(session),
  projectState: projectStateById(session),
  projectStateHistory: projectStateHistory(session),
  evidence: evidenceById(session),
  evidenceOfMemory: nestedPages(session, evidenceOfMemory, 'string', together),
  evidenceFigures: evidenceFigures(session, together),
  votesOfMemory: votesOfMemory(session, together),
  contradictions: contradictionsById(session),
  contradictionsOfMemory: nestedPages(session, contradictionsOfMemory, 'string', together),
  contradictionCountsOfMemory: nestedCounts(session, contradictionsOfMemory),
  auditEvents: auditEventsById(session),
  auditTexts: auditTextsById(session),
  auditTrail: nestedPages(session, auditTrail),
  auditTrailCounts: nestedCounts(session, auditTrail),
  pathways: pathwaysById(session),
  traces: tracesById(session),
  tracesByUid: tracesByUid(session),
  traceDocuments: traceDocuments(session),
  tracesOfPathway: nestedPages(session, tracesOfPathway, 'string'),
  traceCountsOfPathway: nestedCounts(session, tracesOfPathway),
  headsOfPathway: nestedPages(session, headsOfPathway, 'string'),
  headCountsOfPathway: nestedCounts(session, headsOfPathway),
  chainOfRoot: nestedPages(session, chainOfRoot),
  chainCountsOfRoot: nestedCounts(session, chainOfRoot),
  receipts: receiptsById(session),
});
export type Loaders = ReturnType<typeof createLoaders>;

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
