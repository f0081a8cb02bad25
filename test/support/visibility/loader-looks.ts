import { snapshotId } from '#domain/input/shown-id.ts';
import { exactly } from '#persistence/reading/count.ts';
import type { Loaders } from '#persistence/reading/loaders.ts';
import { listLooks } from './list-looks.ts';
import { countShows, firstPage, itemOf, type Look, pageShows, rowShows } from './look.ts';
import { auditedIdOf, idIn, isOfMemory } from './thing-rows.ts';

/** Every loader, and what it may show: a loader that is added without its line here does not compile. */
export const looks: Readonly<Record<keyof Loaders, Look>> = {
  memories: rowShows('memories', (loaders, id) => loaders.memories.load(id)),
  memorySnapshots: async (loaders, thing) => {
    const text = snapshotId(idIn('memories', thing), new Date('2100-01-01T00:00:00.000Z'));
    return (await loaders.memorySnapshots.load(text)) === null ? {} : { memories: true };
  },
  entities: rowShows('graph_entities', (loaders, id) => loaders.entities.load(id)),
  entitySnapshots: async (loaders, thing) => {
    const text = snapshotId(idIn('graph_entities', thing), new Date('2100-01-01T00:00:00.000Z'));
    return (await loaders.entitySnapshots.load(text)) === null ? {} : { graph_entities: true };
  },
  waves: rowShows('waves', (loaders, id) => loaders.waves.load(id)),
  documents: rowShows('documents', (loaders, id) => loaders.documents.load(id)),
  // It shows no row: it masks what other rows say.
  withheldOfSources: async () => ({}),
  documentContents: rowShows('documents', (loaders, id) => loaders.documentContents.load(id)),
  documentsOfWave: pageShows('documents', (loaders, thing) =>
    loaders.documentsOfWave.load(firstPage(idIn('waves', thing))),
  ),
  documentCounts: countShows('documents', (loaders, thing) =>
    loaders.documentCounts.load({ parentId: idIn('waves', thing) }),
  ),
  chunks: rowShows('chunks', (loaders, id) => loaders.chunks.load(id)),
  chunksOfDocument: pageShows('chunks', (loaders, thing) =>
    loaders.chunksOfDocument.load(firstPage(idIn('documents', thing))),
  ),
  chunkCounts: countShows('chunks', (loaders, thing) =>
    loaders.chunkCounts.load({ parentId: idIn('documents', thing) }),
  ),
  interactions: rowShows('interactions', (loaders, id) => loaders.interactions.load(id)),
  extractions: rowShows('extractions', (loaders, id) => loaders.extractions.load(id)),
  workflowItems: rowShows('workflow_items', (loaders, id) => loaders.workflowItems.load(id)),
  workflowItemsByExtraction: async (loaders, thing) => ({
    workflow_items: (await loaders.workflowItemsByExtraction.load(idIn('extractions', thing))) !== null,
  }),
  itemsOfSource: async (loaders, thing) => {
    const { rows } = await loaders.itemsOfSource.load(firstPage(idIn('chunks', thing)));
    if (!thing.linked) return {};
    return {
      memories: rows.some(({ itemKind }) => itemKind === 'memory'),
      graph_entities: rows.some(({ itemKind }) => itemKind === 'entity'),
    };
  },
  itemCountsOfSource: async (loaders, thing) => {
    const count = await loaders.itemCountsOfSource.load({ parentId: idIn('chunks', thing) });
    return thing.linked ? { memories: count.value === 2 } : {};
  },
  extractionItems: async (loaders, thing) => {
    const { rows } = await loaders.extractionItems.load(firstPage(idIn('extractions', thing)));
    if (!thing.linked) return {};
    return {
      memories: rows.some(({ itemKind }) => itemKind === 'memory'),
      graph_entities: rows.some(({ itemKind }) => itemKind === 'entity'),
    };
  },
  extractionItemCounts: async (loaders, thing) => {
    const count = await loaders.extractionItemCounts.load({ parentId: idIn('extractions', thing) });
    return thing.linked ? { memories: count.value === 2 } : {};
  },
  reports: rowShows('extraction_reports', (loaders, id) => loaders.reports.load(id)),
  // Every report of this world is a wave's.
  reportsBySource: async (loaders, thing) => ({
    ...((await loaders.reportsBySource.load(idIn('interactions', thing))) && {
      extraction_reports: true,
    }),
  }),
  reportsByExtraction: async (loaders, thing) => ({
    ...((await loaders.reportsByExtraction.load(idIn('extractions', thing))) && {
      extraction_reports: true,
    }),
  }),
  reportsByWave: async (loaders, thing) => ({
    extraction_reports: (await loaders.reportsByWave.load(idIn('waves', thing))) !== null,
  }),
  reportFigures: async (loaders, thing) => {
    const { persisted, dropped, waiting, sections, reinforced } = await loaders.reportFigures.load(
      idIn('extraction_reports', thing),
    );
    return {
      memories: persisted === 2,
      dropped_statements: dropped === 1,
      waiting_statements: waiting === 1,
      source_readings: sections === 2,
      sightings: reinforced === 1,
    };
  },
  reportItems: async (loaders, thing) => {
    const { rows } = await loaders.reportItems.load(firstPage(idIn('extraction_reports', thing)));
    return {
      memories: rows.some(({ itemKind }) => itemKind === 'memory'),
      graph_entities: rows.some(({ itemKind }) => itemKind === 'entity'),
    };
  },
  reportItemCounts: async (loaders, thing) => ({
    memories:
      (await loaders.reportItemCounts.load({ parentId: idIn('extraction_reports', thing) })).value === 2,
  }),
  reportDropped: async (loaders, thing) => ({
    dropped_statements: (await loaders.reportDropped.load(idIn('extraction_reports', thing))).length > 0,
  }),
  reportWaiting: async (loaders, thing) => ({
    waiting_statements: (await loaders.reportWaiting.load(idIn('extraction_reports', thing))).length > 0,
  }),
  reportUnreadPassages: async (loaders, thing) => ({
    source_readings: (await loaders.reportUnreadPassages.load(idIn('extraction_reports', thing))).length > 0,
  }),
  reportUnread: async (loaders, thing) => ({
    source_readings: (await loaders.reportUnread.load(idIn('extraction_reports', thing))).length > 0,
  }),
  // Every document of this world is read.
  unreadDocuments: async (loaders, thing) => ({
    ...((await loaders.unreadDocuments.load(idIn('waves', thing))) > 0 && { documents: true }),
  }),
  sightings: async (loaders, thing) => {
    const { count, lastAt } = await loaders.sightings.load(itemOf(thing));
    return { sightings: count > 0 || lastAt !== null };
  },
  sourceChanges: rowShows('source_changes', (loaders, id) => loaders.sourceChanges.load(id)),
  sourceChangeContents: rowShows('source_changes', (loaders, id) => loaders.sourceChangeContents.load(id)),
  quarantines: rowShows('quarantines', (loaders, id) => loaders.quarantines.load(id)),
  quarantinesOfItem: async (loaders, thing) => ({
    quarantined_items: (await loaders.quarantinesOfItem.load(itemOf(thing))).length > 0,
  }),
  itemsOfQuarantine: async (loaders, thing) => {
    const { rows } = await loaders.itemsOfQuarantine.load(firstPage(idIn('quarantines', thing)));
    return { quarantined_items: rows.length > 0 };
  },
  itemCountsOfQuarantine: async (loaders, thing) => ({
    quarantined_items:
      (await loaders.itemCountsOfQuarantine.load({ parentId: idIn('quarantines', thing) })).value > 0,
  }),
  warningFacts: async (loaders, thing) => ({
    memories: (await loaders.warningFacts.load(idIn('memories', thing))) !== null,
  }),
  presentWords: async (loaders, thing) => ({
    memories: (await loaders.presentWords.load(idIn('memories', thing))) !== null,
  }),
  // A delivery is known to its recipient, whatever they see today.
  lastDeliveries: async () => ({}),
  newestChecks: async (loaders, thing) => ({
    source_checks: (await loaders.newestChecks.load(itemOf(thing))) !== null,
  }),
  checksOfMemory: async (loaders, thing) => {
    const { rows } = await loaders.checksOfMemory.load(firstPage(idIn('memories', thing)));
    return isOfMemory(thing) ? { source_checks: rows.length > 0 } : {};
  },
  checkCountsOfMemory: async (loaders, thing) => {
    const count = await loaders.checkCountsOfMemory.load({ parentId: idIn('memories', thing) });
    return isOfMemory(thing) ? { source_checks: count.value > 0 } : {};
  },
  checksOfEntity: async (loaders, thing) => {
    const { rows } = await loaders.checksOfEntity.load(firstPage(idIn('graph_entities', thing)));
    return isOfMemory(thing) ? {} : { source_checks: rows.length > 0 };
  },
  checkCountsOfEntity: async (loaders, thing) => {
    const count = await loaders.checkCountsOfEntity.load({ parentId: idIn('graph_entities', thing) });
    return isOfMemory(thing) ? {} : { source_checks: count.value > 0 };
  },
  proposedSuccessors: async (loaders, thing) => {
    const ids = await loaders.proposedSuccessors.load(idIn('memories', thing));
    return isOfMemory(thing) ? { source_checks: ids.length > 0 } : {};
  },
  replacedByPromotion: async (loaders, thing) => {
    const ids = await loaders.replacedByPromotion.load(itemOf(thing));
    return ids.length > 0 ? { source_checks: true } : {};
  },
  revisionsOfMemory: async (loaders, thing) => {
    const { rows } = await loaders.revisionsOfMemory.load(firstPage(idIn('memories', thing)));
    return isOfMemory(thing) ? { revisions: rows.length > 0 } : {};
  },
  revisionCountsOfMemory: async (loaders, thing) => {
    const count = await loaders.revisionCountsOfMemory.load({ parentId: idIn('memories', thing) });
    return isOfMemory(thing) ? { revisions: count.value > 0 } : {};
  },
  revisionsOfEntity: async (loaders, thing) => {
    const { rows } = await loaders.revisionsOfEntity.load(firstPage(idIn('graph_entities', thing)));
    return isOfMemory(thing) ? {} : { revisions: rows.length > 0 };
  },
  revisionCountsOfEntity: async (loaders, thing) => {
    const count = await loaders.revisionCountsOfEntity.load({ parentId: idIn('graph_entities', thing) });
    return isOfMemory(thing) ? {} : { revisions: count.value > 0 };
  },
  memoriesSupersededBy: async (loaders, thing) => ({
    memories: (await loaders.memoriesSupersededBy.load(idIn('memories', thing))).length > 0,
  }),
  entitiesSupersededBy: async (loaders, thing) => ({
    graph_entities: (await loaders.entitiesSupersededBy.load(idIn('graph_entities', thing))).length > 0,
  }),
  entitiesOfMemory: pageShows('graph_entities', (loaders, thing) =>
    loaders.entitiesOfMemory.load(firstPage(idIn('memories', thing))),
  ),
  entityCountsOfMemory: countShows('graph_entities', (loaders, thing) =>
    loaders.entityCountsOfMemory.load({ parentId: idIn('memories', thing) }),
  ),
  relations: pageShows('entity_relations', (loaders, thing) =>
    loaders.relations.load(firstPage(idIn('graph_entities', thing))),
  ),
  relationCounts: countShows('entity_relations', (loaders, thing) =>
    loaders.relationCounts.load({ parentId: idIn('graph_entities', thing) }),
  ),
  relationsById: rowShows('entity_relations', (loaders, id) => loaders.relationsById.load(id)),
  // A function that stands behind the policies itself: proved equal to the pure rule in similar-items.test.ts.
  similarItems: async () => ({}),
  interactionSightings: async (loaders, thing) => ({
    sightings: (await loaders.interactionSightings.load(itemOf(thing))).length > 0,
  }),
  projectState: rowShows('project_state', (loaders, id) => loaders.projectState.load(id)),
  projectStateHistory: async (loaders, thing) => ({
    project_state_versions: (await loaders.projectStateHistory.load(idIn('project_state', thing))).length > 0,
  }),
  pathways: rowShows('pathways', (loaders, id) => loaders.pathways.load(id)),
  traces: rowShows('pathway_traces', (loaders, id) => loaders.traces.load(id)),
  tracesByUid: async (loaders, { serial }) => ({
    pathway_traces: (await loaders.tracesByUid.load(serial)) !== null,
  }),
  traceDocuments: rowShows('pathway_traces', (loaders, id) => loaders.traceDocuments.load(id)),
  tracesOfPathway: pageShows('pathway_traces', (loaders, thing) =>
    loaders.tracesOfPathway.load(firstPage(idIn('pathways', thing))),
  ),
  traceCountsOfPathway: countShows('pathway_traces', (loaders, thing) =>
    loaders.traceCountsOfPathway.load({ parentId: idIn('pathways', thing) }),
  ),
  headsOfPathway: pageShows('pathway_traces', (loaders, thing) =>
    loaders.headsOfPathway.load(firstPage(idIn('pathways', thing))),
  ),
  headCountsOfPathway: countShows('pathway_traces', (loaders, thing) =>
    loaders.headCountsOfPathway.load({ parentId: idIn('pathways', thing) }),
  ),
  chainOfRoot: pageShows('pathway_traces', (loaders, { serial }) =>
    loaders.chainOfRoot.load(firstPage(serial)),
  ),
  chainCountsOfRoot: countShows('pathway_traces', (loaders, { serial }) =>
    loaders.chainCountsOfRoot.load({ parentId: serial }),
  ),
  labelPromotions: async (loaders, thing) => ({
    label_decisions: (await loaders.labelPromotions.load(itemOf(thing))).length > 0,
  }),
  evidence: rowShows('evidence', (loaders, id) => loaders.evidence.load(id)),
  evidenceOfMemory: pageShows('evidence', (loaders, thing) =>
    loaders.evidenceOfMemory.load(firstPage(idIn('memories', thing))),
  ),
  comments: rowShows('comments', (loaders, id) => loaders.comments.load(id)),
  commentsOfMemory: async (loaders, thing) =>
    isOfMemory(thing)
      ? { comments: (await loaders.commentsOfMemory.load(firstPage(itemOf(thing)))).rows.length > 0 }
      : {},
  commentCountsOfMemory: async (loaders, thing) =>
    isOfMemory(thing)
      ? { comments: (await loaders.commentCountsOfMemory.load({ parentId: itemOf(thing) })).value > 0 }
      : {},
  commentsOfEntity: async (loaders, thing) =>
    isOfMemory(thing)
      ? {}
      : { comments: (await loaders.commentsOfEntity.load(firstPage(itemOf(thing)))).rows.length > 0 },
  commentCountsOfEntity: async (loaders, thing) =>
    isOfMemory(thing)
      ? {}
      : { comments: (await loaders.commentCountsOfEntity.load({ parentId: itemOf(thing) })).value > 0 },
  disputesOfMemory: pageShows('disputes', (loaders, thing) =>
    loaders.disputesOfMemory.load(firstPage(idIn('memories', thing))),
  ),
  disputeCountsOfMemory: countShows('disputes', (loaders, thing) =>
    loaders.disputeCountsOfMemory.load({ parentId: idIn('memories', thing) }),
  ),
  // Every memory of this world has one vote.
  votesOfMemory: countShows('memories', async (loaders, thing) =>
    exactly((await loaders.votesOfMemory.load(idIn('memories', thing))).up),
  ),
  ...listLooks,
  // Rows visible with their parent, or to the whole tenant; covered by leaks.test.ts.
  policiesOfReceipts: async () => ({}),
  tracesOfChunk: async () => ({}),
  traceCountsOfChunk: async () => ({}),
  tracesOfDocument: async () => ({}),
  traceCountsOfDocument: async () => ({}),
  tracesOfMemory: async () => ({}),
  traceCountsOfMemory: async () => ({}),
  tracesOfEntity: async () => ({}),
  traceCountsOfEntity: async () => ({}),
  tracesOfContradiction: async () => ({}),
  traceCountsOfContradiction: async () => ({}),
  itemsOfTrace: async () => ({}),
  itemCountsOfTrace: async () => ({}),
  documentsOfTrace: async () => ({}),
  documentCountsOfTrace: async () => ({}),
  contradictionsOfTrace: async () => ({}),
  contradictionCountsOfTrace: async () => ({}),
  memoriesOfPathway: async () => ({}),
  memoryCountsOfPathway: async () => ({}),
  deliveriesOfMemory: async () => ({}),
  deliveryCountsOfMemory: async () => ({}),
  timelineOfMemory: async () => ({}),
  timelineCountsOfMemory: async () => ({}),
  timelineOfEntity: async () => ({}),
  timelineCountsOfEntity: async () => ({}),
  timelineOfDocument: async () => ({}),
  timelineCountsOfDocument: async () => ({}),
  timelineOfTrace: async () => ({}),
  timelineCountsOfTrace: async () => ({}),
  evidenceOfInteraction: async () => ({}),
  evidenceCountsOfInteraction: async () => ({}),
  deliveriesOfProject: async () => ({}),
  deliveryCountsOfProject: async () => ({}),
  stateOfUser: async () => ({}),
  stateCountsOfUser: async () => ({}),
  revisionsOfPolicy: async () => ({}),
  revisionCountsOfPolicy: async () => ({}),
  // Settings of the tenant, for admins alone.
  deliveriesOfWebhook: async () => ({}),
  deliveryCountsOfWebhook: async () => ({}),
  extractionsOfSource: async () => ({}),
  extractionCountsOfSource: async () => ({}),
  extractionsOfProject: async () => ({}),
  extractionCountsOfProject: async () => ({}),
  deliveriesOfUser: async () => ({}),
  deliveryCountsOfUser: async () => ({}),
  changesOfProject: async () => ({}),
  changeCountsOfProject: async () => ({}),
  decisionsOfUser: async () => ({}),
  decisionCountsOfUser: async () => ({}),
  // Names without a row: covered by people.test.ts.
  users: async () => ({}),
  projects: async () => ({}),
  evidenceOfUser: async () => ({}),
  evidenceCountsOfUser: async () => ({}),
  impacts: async (loaders, thing) => {
    const [pages] = loaders.impacts('document').items;
    const { rows } = await pages.load(firstPage(idIn('documents', thing)));
    if (!thing.linked) return {};
    return {
      memories: rows.some(({ id }) => id.startsWith('mem_')),
      graph_entities: rows.some(({ id }) => id.startsWith('ent_')),
    };
  },
  memoryStats: async () => ({}),
  pathwaysByHash: async () => ({}),
  receipts: rowShows('bundle_receipts', (loaders, id) => loaders.receipts.load(id)),
  contradictions: rowShows('contradictions', (loaders, id) => loaders.contradictions.load(id)),
  contradictionsOfMemory: async (loaders, thing) => {
    const { rows } = await loaders.contradictionsOfMemory.load(firstPage(idIn('memories', thing)));
    return { contradictions: rows.some(({ id }) => id === idIn('contradictions', thing)) };
  },
  // A memory is a side of its own thing's contradiction, and of that of the thing before.
  contradictionCountsOfMemory: async (loaders, thing) => {
    const memoryId = idIn('memories', thing);
    const { rows } = await loaders.contradictionsOfMemory.load(firstPage(memoryId));
    const isShown = rows.some(({ id }) => id === idIn('contradictions', thing));
    const isRight =
      (await loaders.contradictionCountsOfMemory.load({ parentId: memoryId })).value === rows.length;
    return { contradictions: isRight ? isShown : !isShown };
  },
  auditEvents: rowShows('audit_events', (loaders, id) => loaders.auditEvents.load(id)),
  auditTexts: async (loaders, thing) => {
    const { before, after } = await loaders.auditTexts.load(idIn('audit_texts', thing));
    return { audit_texts: before !== null || after !== null };
  },
  auditTrail: pageShows('audit_events', (loaders, thing) =>
    loaders.auditTrail.load(firstPage(auditedIdOf(thing))),
  ),
  auditTrailCounts: countShows('audit_events', (loaders, thing) =>
    loaders.auditTrailCounts.load({ parentId: auditedIdOf(thing) }),
  ),
};
