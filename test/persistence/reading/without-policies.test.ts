import { beforeAll, describe, expect, test } from 'vitest';
import { bundleDefaults } from '#domain/bundle/bundle.ts';
import { confidenceDefaults } from '#domain/evidence/confidence-numbers.ts';
import { readSearch } from '#domain/input/search.ts';
import { snapshotId } from '#domain/input/shown-id.ts';
import { labelEffect } from '#domain/labels/policy/stored-policy.ts';
import { hasRole, type Viewer } from '#domain/privacy/viewer.ts';
import type { Database } from '#entities/index.ts';
import { viewerRole } from '#entities/policies.ts';
import { bundleCandidates, countInScope, presentWords } from '#persistence/bundle/bundle.ts';
import { readDomainKeywords } from '#persistence/classification.ts';
import {
  contradictionCursor,
  countContradictions,
  pageOfContradictions,
} from '#persistence/contradictions/contradictions.ts';
import { countEntities, entityCursor, pageOfEntities } from '#persistence/graph.ts';
import { projectStateOf } from '#persistence/project-state.ts';
import type { Page, PageArguments } from '#persistence/reading/keyset.ts';
import { createLoaders, type Loaders } from '#persistence/reading/loaders.ts';
import { sql } from '#persistence/reading/sql.ts';
import {
  contributionCursor,
  countContributions,
  pageOfContributions,
  readMemoryStats,
} from '#persistence/review/contributions.ts';
import {
  countMemories,
  type MemoryListQuery,
  memoryCursor,
  pageOfMemories,
} from '#persistence/review/items.ts';
import { countQueue, itemCursor, pageOfQueue } from '#persistence/review/queue.ts';
import { auditCursor, countAuditEvents, pageOfAuditEvents } from '#persistence/store/audit-log.ts';
import type { ReadSession } from '#persistence/store/viewer-session.ts';
import { findUnknownGroups } from '#persistence/tenants.ts';
import { beginning } from '#test/support/gateway.ts';
import { sampleOf } from '#test/support/property-runs.ts';
import { inSession as inSessionOf } from '#test/support/sessions.ts';
import { onEveryStore } from '#test/support/store.ts';
import {
  auditedIdOf,
  everyThing,
  everyViewer,
  type GovernedTable,
  hangsOnMemory,
  idIn,
  type PlacedThing,
  placePolicies,
  placeThings,
  verdicts,
  worldPolicies,
} from '#test/support/visibility-world.ts';

/** A role that no policy stops: with it, what the repositories themselves hide is all that is hidden. */
const blindRole = 'vouch_test_blind';

/** What a loader shows of a thing, by table; a table that it says nothing of is left out. */
type Shown = Partial<Record<GovernedTable, boolean>>;
type Look = (loaders: Loaders, thing: PlacedThing) => Promise<Shown>;

const firstPage = (parentId: string) => ({ parentId, size: 100, after: null });
const pageShows =
  (table: GovernedTable, load: (loaders: Loaders, thing: PlacedThing) => Promise<Page<unknown>>): Look =>
  async (loaders, thing) => ({ [table]: (await load(loaders, thing)).rows.length > 0 });
const countShows =
  (table: GovernedTable, load: (loaders: Loaders, thing: PlacedThing) => Promise<number>): Look =>
  async (loaders, thing) => ({ [table]: (await load(loaders, thing)) > 0 });
const rowShows =
  (table: GovernedTable, load: (loaders: Loaders, id: string) => Promise<unknown>): Look =>
  async (loaders, thing) => ({ [table]: (await load(loaders, idIn(table, thing))) !== null });
const itemOf = (thing: PlacedThing) => idIn(hangsOnMemory(thing) ? 'memories' : 'graph_entities', thing);

const wholeList = (parentId: string) => ({ parentId, size: 10_000, after: null });
/** What many things share has one list, which holds each of them that is shown; `isListed`: it is not left out for another reason. */
const listShows =
  (
    table: GovernedTable,
    load: (loaders: Loaders, thing: PlacedThing) => Promise<Page<{ readonly id: string }>>,
    count: (loaders: Loaders, thing: PlacedThing) => Promise<number>,
    isListed: (thing: PlacedThing) => boolean = () => true,
  ): Look =>
  async (loaders, thing) => {
    const { rows } = await load(loaders, thing);
    const isShown = rows.some(({ id }) => id === idIn(table, thing));
    if (!isListed(thing)) return isShown ? { [table]: isShown } : {};
    return { [table]: (await count(loaders, thing)) === rows.length ? isShown : !isShown };
  };
const isShared = ({ item }: PlacedThing) => !item.isPersonal;
const isSharedSource = ({ source }: PlacedThing) => !source.isPersonal;

/** Every loader, and what it may show: a loader that is added without its line here does not compile. */
const looks: Readonly<Record<keyof Loaders, Look>> = {
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
    loaders.documentCounts.load(idIn('waves', thing)),
  ),
  chunks: rowShows('chunks', (loaders, id) => loaders.chunks.load(id)),
  chunksOfDocument: pageShows('chunks', (loaders, thing) =>
    loaders.chunksOfDocument.load(firstPage(idIn('documents', thing))),
  ),
  chunkCounts: countShows('chunks', (loaders, thing) => loaders.chunkCounts.load(idIn('documents', thing))),
  interactions: rowShows('interactions', (loaders, id) => loaders.interactions.load(id)),
  extractions: rowShows('extractions', (loaders, id) => loaders.extractions.load(id)),
  workflowItems: rowShows('workflow_items', (loaders, id) => loaders.workflowItems.load(id)),
  workflowItemsByExtraction: async (loaders, thing) => ({
    workflow_items: (await loaders.workflowItemsByExtraction.load(idIn('extractions', thing))) !== null,
  }),
  interactionItems: async (loaders, thing) => {
    const { rows } = await loaders.interactionItems.load(firstPage(idIn('interactions', thing)));
    if (!thing.linked) return {};
    return {
      memories: rows.some(({ itemKind }) => itemKind === 'memory'),
      graph_entities: rows.some(({ itemKind }) => itemKind === 'entity'),
    };
  },
  interactionItemCounts: async (loaders, thing) => {
    const count = await loaders.interactionItemCounts.load(idIn('interactions', thing));
    return thing.linked ? { memories: count === 2 } : {};
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
    const count = await loaders.extractionItemCounts.load(idIn('extractions', thing));
    return thing.linked ? { memories: count === 2 } : {};
  },
  reports: rowShows('extraction_reports', (loaders, id) => loaders.reports.load(id)),
  // Every report of this world is a wave's.
  reportsByInteraction: async (loaders, thing) => ({
    ...((await loaders.reportsByInteraction.load(idIn('interactions', thing))) && {
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
    const { persisted, dropped, reinforced } = await loaders.reportFigures.load(
      idIn('extraction_reports', thing),
    );
    return { memories: persisted === 2, dropped_statements: dropped === 1, sightings: reinforced === 1 };
  },
  reportItems: async (loaders, thing) => {
    const { rows } = await loaders.reportItems.load(firstPage(idIn('extraction_reports', thing)));
    return {
      memories: rows.some(({ itemKind }) => itemKind === 'memory'),
      graph_entities: rows.some(({ itemKind }) => itemKind === 'entity'),
    };
  },
  reportItemCounts: async (loaders, thing) => ({
    memories: (await loaders.reportItemCounts.load(idIn('extraction_reports', thing))) === 2,
  }),
  reportDropped: async (loaders, thing) => ({
    dropped_statements: (await loaders.reportDropped.load(idIn('extraction_reports', thing))).length > 0,
  }),
  sightings: async (loaders, thing) => {
    const { count, lastAt } = await loaders.sightings.load(itemOf(thing));
    return { sightings: count > 0 || lastAt !== null };
  },
  quarantines: rowShows('quarantines', (loaders, id) => loaders.quarantines.load(id)),
  itemsOfQuarantine: async (loaders, thing) => {
    const { rows } = await loaders.itemsOfQuarantine.load(firstPage(idIn('quarantines', thing)));
    return { quarantined_items: rows.length > 0 };
  },
  itemCountsOfQuarantine: async (loaders, thing) => ({
    quarantined_items: (await loaders.itemCountsOfQuarantine.load(idIn('quarantines', thing))) > 0,
  }),
  warningFacts: async (loaders, thing) => ({
    memories: (await loaders.warningFacts.load(idIn('memories', thing))) !== null,
  }),
  presentWords: async (loaders, thing) => ({
    memories: (await loaders.presentWords.load(idIn('memories', thing))) !== null,
  }),
  // What was given to the viewer, who knows it, whatever they see today.
  lastDeliveries: async () => ({}),
  newestChecks: async (loaders, thing) => ({
    source_checks: (await loaders.newestChecks.load(itemOf(thing))) !== null,
  }),
  checksOfMemory: async (loaders, thing) => {
    const { rows } = await loaders.checksOfMemory.load(firstPage(idIn('memories', thing)));
    return hangsOnMemory(thing) ? { source_checks: rows.length > 0 } : {};
  },
  checkCountsOfMemory: async (loaders, thing) => {
    const count = await loaders.checkCountsOfMemory.load(idIn('memories', thing));
    return hangsOnMemory(thing) ? { source_checks: count > 0 } : {};
  },
  checksOfEntity: async (loaders, thing) => {
    const { rows } = await loaders.checksOfEntity.load(firstPage(idIn('graph_entities', thing)));
    return hangsOnMemory(thing) ? {} : { source_checks: rows.length > 0 };
  },
  checkCountsOfEntity: async (loaders, thing) => {
    const count = await loaders.checkCountsOfEntity.load(idIn('graph_entities', thing));
    return hangsOnMemory(thing) ? {} : { source_checks: count > 0 };
  },
  proposedSuccessors: async (loaders, thing) => {
    const ids = await loaders.proposedSuccessors.load(idIn('memories', thing));
    return hangsOnMemory(thing) ? { source_checks: ids.length > 0 } : {};
  },
  revisionsOfMemory: async (loaders, thing) => {
    const { rows } = await loaders.revisionsOfMemory.load(firstPage(idIn('memories', thing)));
    return hangsOnMemory(thing) ? { revisions: rows.length > 0 } : {};
  },
  revisionCountsOfMemory: async (loaders, thing) => {
    const count = await loaders.revisionCountsOfMemory.load(idIn('memories', thing));
    return hangsOnMemory(thing) ? { revisions: count > 0 } : {};
  },
  revisionsOfEntity: async (loaders, thing) => {
    const { rows } = await loaders.revisionsOfEntity.load(firstPage(idIn('graph_entities', thing)));
    return hangsOnMemory(thing) ? {} : { revisions: rows.length > 0 };
  },
  revisionCountsOfEntity: async (loaders, thing) => {
    const count = await loaders.revisionCountsOfEntity.load(idIn('graph_entities', thing));
    return hangsOnMemory(thing) ? {} : { revisions: count > 0 };
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
    loaders.entityCountsOfMemory.load(idIn('memories', thing)),
  ),
  relations: pageShows('entity_relations', (loaders, thing) =>
    loaders.relations.load(firstPage(idIn('graph_entities', thing))),
  ),
  relationCounts: countShows('entity_relations', (loaders, thing) =>
    loaders.relationCounts.load(idIn('graph_entities', thing)),
  ),
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
    loaders.traceCountsOfPathway.load(idIn('pathways', thing)),
  ),
  headsOfPathway: pageShows('pathway_traces', (loaders, thing) =>
    loaders.headsOfPathway.load(firstPage(idIn('pathways', thing))),
  ),
  headCountsOfPathway: countShows('pathway_traces', (loaders, thing) =>
    loaders.headCountsOfPathway.load(idIn('pathways', thing)),
  ),
  chainOfRoot: pageShows('pathway_traces', (loaders, { serial }) =>
    loaders.chainOfRoot.load(firstPage(serial)),
  ),
  chainCountsOfRoot: countShows('pathway_traces', (loaders, { serial }) =>
    loaders.chainCountsOfRoot.load(serial),
  ),
  labelPromotions: async (loaders, thing) => ({
    label_decisions: (await loaders.labelPromotions.load(itemOf(thing))).length > 0,
  }),
  evidence: rowShows('evidence', (loaders, id) => loaders.evidence.load(id)),
  evidenceOfMemory: pageShows('evidence', (loaders, thing) =>
    loaders.evidenceOfMemory.load(firstPage(idIn('memories', thing))),
  ),
  evidenceFigures: countShows(
    'evidence',
    async (loaders, thing) => (await loaders.evidenceFigures.load(idIn('memories', thing))).evidenceCount,
  ),
  // Every memory of this world has one vote.
  votesOfMemory: countShows(
    'memories',
    async (loaders, thing) => (await loaders.votesOfMemory.load(idIn('memories', thing))).up,
  ),
  memoriesOfUser: listShows(
    'memories',
    (loaders, thing) => loaders.memoriesOfUser.load(wholeList(thing.item.contributor)),
    (loaders, thing) => loaders.memoryCountsOfUser.load(thing.item.contributor),
    isShared,
  ),
  // Asked with its list.
  memoryCountsOfUser: async () => ({}),
  entitiesOfUser: listShows(
    'graph_entities',
    (loaders, thing) => loaders.entitiesOfUser.load(wholeList(thing.item.contributor)),
    (loaders, thing) => loaders.entityCountsOfUser.load(thing.item.contributor),
    isShared,
  ),
  // Asked with its list.
  entityCountsOfUser: async () => ({}),
  documentsOfUser: listShows(
    'documents',
    (loaders, thing) => loaders.documentsOfUser.load(wholeList(thing.source.contributor)),
    (loaders, thing) => loaders.documentCountsOfUser.load(thing.source.contributor),
  ),
  // Asked with its list.
  documentCountsOfUser: async () => ({}),
  interactionsOfUser: listShows(
    'interactions',
    (loaders, thing) => loaders.interactionsOfUser.load(wholeList(thing.source.contributor)),
    (loaders, thing) => loaders.interactionCountsOfUser.load(thing.source.contributor),
    isSharedSource,
  ),
  // Asked with its list.
  interactionCountsOfUser: async () => ({}),
  memoriesOfProject: listShows(
    'memories',
    (loaders) => loaders.memoriesOfProject.load(wholeList('p')),
    (loaders) => loaders.memoryCountsOfProject.load('p'),
    isShared,
  ),
  // Asked with its list.
  memoryCountsOfProject: async () => ({}),
  entitiesOfProject: listShows(
    'graph_entities',
    (loaders) => loaders.entitiesOfProject.load(wholeList('p')),
    (loaders) => loaders.entityCountsOfProject.load('p'),
    isShared,
  ),
  // Asked with its list.
  entityCountsOfProject: async () => ({}),
  documentsOfProject: listShows(
    'documents',
    (loaders) => loaders.documentsOfProject.load(wholeList('p')),
    (loaders) => loaders.documentCountsOfProject.load('p'),
  ),
  // Asked with its list.
  documentCountsOfProject: async () => ({}),
  interactionsOfProject: listShows(
    'interactions',
    (loaders) => loaders.interactionsOfProject.load(wholeList('p')),
    (loaders) => loaders.interactionCountsOfProject.load('p'),
    isSharedSource,
  ),
  // Asked with its list.
  interactionCountsOfProject: async () => ({}),
  wavesOfProject: listShows(
    'waves',
    (loaders) => loaders.wavesOfProject.load(wholeList('p')),
    (loaders) => loaders.waveCountsOfProject.load('p'),
  ),
  // Asked with its list.
  waveCountsOfProject: async () => ({}),
  stateOfProject: listShows(
    'project_state',
    (loaders) => loaders.stateOfProject.load(wholeList('p')),
    (loaders) => loaders.stateCountsOfProject.load('p'),
  ),
  // Asked with its list.
  stateCountsOfProject: async () => ({}),
  itemsOfChunk: async (loaders, thing) => {
    if (!(thing.linked && (await loaders.chunks.load(idIn('chunks', thing))))) return {};
    const { rows } = await loaders.itemsOfChunk.load(firstPage(idIn('chunks', thing)));
    return {
      memories: rows.some(({ id }) => id === idIn('memories', thing)),
      graph_entities: rows.some(({ id }) => id === idIn('graph_entities', thing)),
    };
  },
  itemCountsOfChunk: async (loaders, thing) => {
    if (!(thing.linked && (await loaders.chunks.load(idIn('chunks', thing))))) return {};
    return { memories: (await loaders.itemCountsOfChunk.load(idIn('chunks', thing))) === 2 };
  },
  itemsOfDocument: async (loaders, thing) => {
    if (!(thing.linked && (await loaders.documents.load(idIn('documents', thing))))) return {};
    const { rows } = await loaders.itemsOfDocument.load(firstPage(idIn('documents', thing)));
    return {
      memories: rows.some(({ id }) => id === idIn('memories', thing)),
      graph_entities: rows.some(({ id }) => id === idIn('graph_entities', thing)),
    };
  },
  itemCountsOfDocument: async (loaders, thing) => {
    if (!(thing.linked && (await loaders.documents.load(idIn('documents', thing))))) return {};
    return { memories: (await loaders.itemCountsOfDocument.load(idIn('documents', thing))) === 2 };
  },
  itemsOfWave: async (loaders, thing) => {
    if (!(await loaders.waves.load(idIn('waves', thing)))) return {};
    const { rows } = await loaders.itemsOfWave.load(firstPage(idIn('waves', thing)));
    return {
      memories: rows.some(({ id }) => id === idIn('memories', thing)),
      graph_entities: rows.some(({ id }) => id === idIn('graph_entities', thing)),
    };
  },
  itemCountsOfWave: async (loaders, thing) => {
    if (!(await loaders.waves.load(idIn('waves', thing)))) return {};
    return { memories: (await loaders.itemCountsOfWave.load(idIn('waves', thing))) === 2 };
  },
  versionsOfMemory: async (loaders, thing) => {
    const { rows } = await loaders.versionsOfMemory.load(firstPage(idIn('memories', thing)));
    return hangsOnMemory(thing) ? { revisions: rows.length > 0 } : {};
  },
  versionCountsOfMemory: async (loaders, thing) => {
    const count = await loaders.versionCountsOfMemory.load(idIn('memories', thing));
    return hangsOnMemory(thing) ? { revisions: count > 0 } : {};
  },
  versionsOfEntity: async (loaders, thing) => {
    const { rows } = await loaders.versionsOfEntity.load(firstPage(idIn('graph_entities', thing)));
    return hangsOnMemory(thing) ? {} : { revisions: rows.length > 0 };
  },
  versionCountsOfEntity: async (loaders, thing) => {
    const count = await loaders.versionCountsOfEntity.load(idIn('graph_entities', thing));
    return hangsOnMemory(thing) ? {} : { revisions: count > 0 };
  },
  versionsOfItems: async (loaders, thing) => ({
    revisions: (await loaders.versionsOfItems.load({ itemId: itemOf(thing), revision: 1 })) !== null,
  }),
  routingsOfExtraction: pageShows('workflow_items', (loaders, thing) =>
    loaders.routingsOfExtraction.load(firstPage(idIn('extractions', thing))),
  ),
  routingCountsOfExtraction: countShows('workflow_items', (loaders, thing) =>
    loaders.routingCountsOfExtraction.load(idIn('extractions', thing)),
  ),
  // Each document of this world is the only version of itself.
  versionsOfDocument: pageShows('documents', (loaders, thing) =>
    loaders.versionsOfDocument.load(firstPage(idIn('documents', thing))),
  ),
  versionCountsOfDocument: countShows('documents', (loaders, thing) =>
    loaders.versionCountsOfDocument.load(idIn('documents', thing)),
  ),
  versionBefore: async () => ({}),
  versionAfter: async () => ({}),
  incomingRelationsOfEntity: async () => ({}),
  incomingRelationCounts: async () => ({}),
  // Of rows that are seen with their parent, or that the whole tenant sees; asked in leaks.test.ts.
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
  decisionsOfUser: async () => ({}),
  decisionCountsOfUser: async () => ({}),
  // What has a name and no row: people.test.ts.
  users: async () => ({}),
  projects: async () => ({}),
  evidenceOfUser: async () => ({}),
  evidenceCountsOfUser: async () => ({}),
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
    const isRight = (await loaders.contradictionCountsOfMemory.load(memoryId)) === rows.length;
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
    loaders.auditTrailCounts.load(auditedIdOf(thing)),
  ),
};

const pagesOf = async <Row>(
  page: (args: PageArguments) => Promise<Page<Row>>,
  cursorOf: (row: Row) => string,
): Promise<Row[]> => {
  const all: Row[] = [];
  for (let after: string | null = null; ; ) {
    const { rows, hasMore }: Page<Row> = await page({ size: 50, after });
    all.push(...rows);
    const last = rows.at(-1);
    if (!hasMore || last === undefined) return all;
    after = cursorOf(last);
  }
};

// A few of each role, user, group and tenant.
const viewers = everyViewer.filter((_, index) => index % 7 === 0);

describe('what a viewer may not see stays hidden', () => {
  onEveryStore((store) => {
    let things: PlacedThing[] = [];
    beforeAll(async () => {
      await store().asOwner(
        `do $$ begin create role ${blindRole} nologin bypassrls; exception when duplicate_object or unique_violation then null; end $$`,
      );
      await store().asOwner(`grant select on all tables in schema public to ${blindRole}`);
      await store().asOwner(`grant execute on all functions in schema public to ${blindRole}`);
      const db = store().orm.em.fork().getKysely<Database>();
      things = await placePolicies(db, await placeThings(db, everyThing), worldPolicies);
      for (const tenant of ['acme', "o'hara"]) {
        await store().asOwner(
          `insert into known_groups (tenant, name, noted_by, noted_at) values (?, ?, 'ann', now())`,
          [tenant, `of ${tenant}`],
        );
        await store().asOwner(
          `insert into domain_keywords (tenant, revision, entries, set_by, set_at) values (?, 1, '[]', ?, now())`,
          [tenant, `of ${tenant}`],
        );
      }
    });

    const inSession = <Result>(
      viewer: Viewer,
      role: string,
      read: (session: ReadSession) => Promise<Result>,
    ) => inSessionOf(store().orm, viewer, read, role);
    const serials = (of: readonly PlacedThing[], table: GovernedTable) =>
      of.map((thing) => idIn(table, thing)).sort();

    test('the role is blind indeed: no policy hides a row from it', async () => {
      const [viewer] = everyViewer;
      if (!viewer) throw new Error('there are viewers');
      const count = await inSession(viewer, blindRole, async (session) =>
        sql<{ count: string }>`select count(*) from memories`.execute(await session.db()),
      );
      expect(Number(count.rows[0]?.count)).toBe(things.length);
    });

    test.for([
      ['behind the policies', viewerRole],
      ['without them', blindRole],
    ] as const)('by every loader, %s', async ([, role]) => {
      for (const viewer of sampleOf(viewers, store().kind === 'pglite' ? 3 : 1)) {
        const wrong = await inSession(viewer, role, async (session) => {
          const loaders = createLoaders(session);
          const found = [];
          for (const [name, look] of Object.entries(looks)) {
            const shown = await Promise.all(things.map((thing) => look(loaders, thing)));
            for (const [index, thing] of things.entries())
              for (const [table, isShown] of Object.entries(shown[index] ?? {}))
                if (isShown !== verdicts[table as GovernedTable](viewer, thing))
                  found.push({ name, table, viewer, thing, isShown });
          }
          return found;
        });
        expect(wrong).toEqual([]);
      }
    });

    test.for([
      ['behind the policies', viewerRole],
      ['without them', blindRole],
    ] as const)('in every list and count, %s', async ([, role]) => {
      for (const [place, viewer] of viewers.entries())
        await inSession(viewer, role, async (session) => {
          const search = readSearch('secret');
          const isFound = ({ item }: PlacedThing) =>
            labelEffect(item.labelPolicy, viewer, item.sensitivityLabels)?.enforced !== true;
          for (const [excludePersonal, asOf, filter] of [
            [null, null, {}],
            // What is searched for is looked up behind the policies: some viewers are enough.
            ...(place % 4 === 0 ? ([[null, null, { search }]] as const) : []),
            [false, null, {}],
            [false, null, { status: 'SUPERSEDED' }],
            [false, beginning, {}],
          ] as const) {
            const query: MemoryListQuery = {
              filter,
              orderBy: { field: 'CONFIDENCE', direction: 'DESC' },
              excludePersonal,
              asOf,
            };
            const expected = things.filter(
              (thing) =>
                verdicts.memories(viewer, thing) &&
                ('status' in filter
                  ? thing.item.status === filter.status
                  : !['SUPERSEDED', 'RETIRED', 'ERASED'].includes(thing.item.status)) &&
                (!thing.item.isPersonal || (excludePersonal === false && hasRole(viewer, 'admin'))) &&
                (asOf === null || hangsOnMemory(thing)) &&
                (!('search' in filter) || isFound(thing)),
            );
            const listed = await pagesOf(
              (page) => pageOfMemories(session, query, page),
              (row) => memoryCursor(query, row),
            );
            expect([viewer, listed.map(({ id }) => id).sort()]).toEqual([
              viewer,
              serials(expected, 'memories'),
            ]);
            expect(await countMemories(session, query)).toBe(expected.length);
          }

          const shared = things.filter(
            (thing) =>
              !thing.item.isPersonal &&
              !['SUPERSEDED', 'RETIRED', 'ERASED'].includes(thing.item.status) &&
              verdicts.graph_entities(viewer, thing),
          );
          const opposed = things.filter(
            (thing) =>
              !thing.item.isPersonal &&
              thing.neighbour?.item.isPersonal === false &&
              verdicts.contradictions(viewer, thing),
          );
          const contradictions = await pagesOf(
            (page) => pageOfContradictions(session, {}, page),
            contradictionCursor,
          );
          expect([viewer, contradictions.map(({ id }) => id).sort()]).toEqual([
            viewer,
            serials(opposed, 'contradictions'),
          ]);
          expect(await countContradictions(session, {})).toBe(opposed.length);

          const entities = await pagesOf((page) => pageOfEntities(session, {}, page), entityCursor);
          expect(entities.map(({ id }) => id).sort()).toEqual(serials(shared, 'graph_entities'));
          expect(await countEntities(session, {})).toBe(shared.length);
          if (place % 4 === 0)
            expect(await countEntities(session, { search })).toBe(shared.filter(isFound).length);

          const stated = await projectStateOf(session, 'p', null);
          expect(stated.map(({ id }) => id).sort()).toEqual(
            serials(
              things.filter((thing) => verdicts.project_state(viewer, thing)),
              'project_state',
            ),
          );

          const queued = things.filter(
            (thing) =>
              thing.item.status === 'CANDIDATE' && !thing.item.isPersonal && verdicts.memories(viewer, thing),
          );
          const queue = await pagesOf((page) => pageOfQueue(session, {}, page), itemCursor);
          expect(queue.map(({ id }) => id).sort()).toEqual(
            [...serials(queued, 'memories'), ...serials(queued, 'graph_entities')].sort(),
          );
          expect(await countQueue(session, {})).toBe(2 * queued.length);
          if (place % 4 === 0)
            expect(await countQueue(session, { search })).toBe(2 * queued.filter(isFound).length);

          const audited = things.filter((thing) => verdicts.audit_events(viewer, thing));
          const events = await pagesOf((page) => pageOfAuditEvents(session, {}, page), auditCursor);
          expect(events.map(({ id }) => id).sort()).toEqual(serials(audited, 'audit_events'));
          expect(await countAuditEvents(session, {})).toBe(audited.length);
        });
    });

    test.for([
      ['behind the policies', viewerRole],
      ['without them', blindRole],
    ] as const)('in bundles, statistics, contributions and settings, %s', async ([, role]) => {
      const terms = { now: beginning, bundle: bundleDefaults, confidence: confidenceDefaults };
      const scope = { project: null, subjectId: null };
      for (const viewer of viewers)
        await inSession(viewer, role, async (session) => {
          const seen = things.filter((thing) => verdicts.memories(viewer, thing));
          const believed = seen.filter(
            ({ item }) =>
              (item.status === 'ACTIVE' || item.status === 'GRADUATED') &&
              (!item.isPersonal || item.contributor === viewer.user),
          );
          const candidates = await bundleCandidates(session, scope, terms, { limit: 1_000, offset: 0 });
          expect(candidates.map(({ id }) => id).sort()).toEqual(serials(believed, 'memories'));
          // Each memory of this world has one piece of evidence, and says its own serial.
          for (const { evidenceCount, verifierCount } of candidates)
            expect([evidenceCount, verifierCount]).toEqual([1, 1]);
          const { deliverable, leftOut } = await countInScope(session, scope);
          expect(deliverable).toBe(believed.length);
          expect(leftOut.reduce((sum, { count }) => sum + count, 0)).toBe(seen.length - believed.length);
          const words = await presentWords(
            session,
            things.map((thing) => idIn('memories', thing)),
          );
          expect([...words.keys()].sort()).toEqual(serials(seen, 'memories'));

          const own = seen.filter(({ item }) => item.contributor === viewer.user);
          const contributions = await pagesOf(
            (page) => pageOfContributions(session, page),
            contributionCursor,
          );
          expect(contributions.map(({ id }) => id).sort()).toEqual(serials(own, 'memories'));
          expect(await countContributions(session)).toBe(own.length);
          expect((await readMemoryStats(session, null)).total).toBe(seen.length);

          const db = await session.db();
          expect(await findUnknownGroups(db, viewer, ['of acme', "of o'hara"])).toEqual([
            viewer.tenant === 'acme' ? "of o'hara" : 'of acme',
          ]);
          expect((await readDomainKeywords(db, viewer)).setBy).toBe(`of ${viewer.tenant}`);
        });
    });
  });
});
