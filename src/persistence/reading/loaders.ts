import type { SourceKind } from '#domain/ingestion/source.ts';
import type { Viewer } from '#domain/privacy/viewer.ts';
import { sourceTables } from '#entities/source-references.ts';
import { lastDeliveriesById, presentWordsById } from '#persistence/bundle/deliveries.ts';
import { receiptsById } from '#persistence/bundle/receipts.ts';
import { warningFactsOf } from '#persistence/bundle/warnings.ts';
import { commentsById, commentsOfEntity, commentsOfMemory } from '#persistence/comments.ts';
import {
  contradictionsById,
  contradictionsOfMemory,
  contradictionsWithSides,
} from '#persistence/contradictions/contradictions.ts';
import { disputesOfMemory } from '#persistence/disputes.ts';
import { evidenceById, evidenceOfMemory, votesOfMemory } from '#persistence/evidence.ts';
import {
  entitiesOfMemory,
  entitiesSupersededBy,
  memoriesSupersededBy,
  relationsById,
} from '#persistence/graph.ts';
import { impacts } from '#persistence/impact.ts';
import { extractionsById } from '#persistence/ingestion/extractions.ts';
import {
  droppedByReport,
  figuresByReport,
  reportsByExtraction,
  reportsById,
  reportsBySource,
  reportsByWave,
  unreadByReport,
  unreadDocumentsByWave,
  unreadPassagesByReport,
  waitingByReport,
} from '#persistence/ingestion/reports.ts';
import { interactionSightings, sightingsByItem } from '#persistence/ingestion/sightings.ts';
import {
  chunksById,
  documentContents,
  documentsById,
  interactionsById,
  wavesById,
  withheldOfSources,
} from '#persistence/ingestion/sources.ts';
import { policiesOfReceipts } from '#persistence/labels/label-policy.ts';
import { labelPromotions } from '#persistence/labels/labels.ts';
import {
  pathwaysByHash,
  pathwaysById,
  traceDocuments,
  tracesById,
  tracesByUid,
} from '#persistence/pathways/pathways.ts';
import { namesSeen } from '#persistence/people/names.ts';
import { projects } from '#persistence/people/projects.ts';
import { users } from '#persistence/people/users.ts';
import { projectStateById, projectStateHistory } from '#persistence/project-state.ts';
import { quarantinesById, quarantinesOfItem } from '#persistence/quarantines.ts';
import { memoryStatsOfProject } from '#persistence/review/contributions.ts';
import { entitiesById, memoriesById } from '#persistence/review/items.ts';
import { similarItems } from '#persistence/review/similar-items.ts';
import { entitySnapshots, memorySnapshots } from '#persistence/review/snapshots.ts';
import {
  checksOfEntity,
  checksOfMemory,
  newestChecks,
  proposedSuccessors,
  replacedByPromotion,
} from '#persistence/sources/checks-reading.ts';
import { sourceChangeContents, sourceChangesById } from '#persistence/sources/source-changes.ts';
import { auditEventsById, auditTextsById } from '#persistence/store/audit-log.ts';
import type { ReadSession } from '#persistence/store/viewer-session.ts';
import { versionAfter, versionBefore } from '#persistence/versions/lineage.ts';
import {
  revisionsOfEntity,
  revisionsOfMemory,
  versionsOfEntity,
  versionsOfMemory,
} from '#persistence/versions/revisions.ts';
import { versionsOfItems } from '#persistence/versions/versions.ts';
import {
  routingsOfExtraction,
  workflowItemsByExtraction,
  workflowItemsById,
} from '#persistence/workflow-items.ts';
import { childCounts, childPages, nestedPages } from './nested-list.ts';
import { nestedLists } from './nested-lists.ts';
import { createReadTogether, type ReadTogether } from './read-together.ts';

/** Loaders that a look-up may use beside its session. */
interface Others {
  readonly together: ReadTogether;
  /** Loaders of rows whose visibility others follow. */
  readonly memories: ReturnType<typeof memoriesById>;
  readonly entities: ReturnType<typeof entitiesById>;
  readonly extractions: ReturnType<typeof extractionsById>;
  readonly documents: ReturnType<typeof documentsById>;
  readonly withheldOfSources: ReturnType<typeof withheldOfSources>;
}

const makers = {
  ...nestedLists,
  memories: memoriesById,
  memorySnapshots,
  entities: entitiesById,
  entitySnapshots,
  waves: wavesById,
  documents: documentsById,
  withheldOfSources,
  documentContents,
  chunks: (session, { documents }) => chunksById(session, { documents }),
  interactions: (session) => interactionsById(session),
  extractions: extractionsById,
  workflowItems: workflowItemsById,
  workflowItemsByExtraction: (session, { extractions }) => workflowItemsByExtraction(session, extractions),
  reports: reportsById,
  reportsByWave,
  reportsBySource,
  reportsByExtraction,
  reportFigures: figuresByReport,
  reportDropped: droppedByReport,
  reportUnread: unreadByReport,
  reportUnreadPassages: unreadPassagesByReport,
  reportWaiting: waitingByReport,
  unreadDocuments: unreadDocumentsByWave,
  sightings: sightingsByItem,
  revisionsOfMemory: (session, { together, memories }) =>
    childPages(session, revisionsOfMemory, memories, 'integer', together),
  revisionCountsOfMemory: (session, { memories }) => childCounts(session, revisionsOfMemory, memories),
  revisionsOfEntity: (session, { entities }) => childPages(session, revisionsOfEntity, entities, 'integer'),
  revisionCountsOfEntity: (session, { entities }) => childCounts(session, revisionsOfEntity, entities),
  memoriesSupersededBy: (session, { together }) => memoriesSupersededBy(session, together),
  entitiesSupersededBy: (session, { together }) => entitiesSupersededBy(session, together),
  entitiesOfMemory: (session, { together }) => nestedPages(session, entitiesOfMemory, 'string', together),
  similarItems,
  relationsById,
  labelPromotions: (session, { memories, entities }) => labelPromotions(session, { memories, entities }),
  interactionSightings,
  projectState: projectStateById,
  projectStateHistory,
  evidence: (session, { memories }) => evidenceById(session, memories),
  evidenceOfMemory: (session, { together, memories }) =>
    childPages(session, evidenceOfMemory, memories, 'string', together),
  comments: (session, { memories, entities }) => commentsById(session, { memories, entities }),
  commentsOfMemory: (session, { memories }) => childPages(session, commentsOfMemory, memories, 'string'),
  commentCountsOfMemory: (session, { memories }) => childCounts(session, commentsOfMemory, memories),
  commentsOfEntity: (session, { entities }) => childPages(session, commentsOfEntity, entities, 'string'),
  commentCountsOfEntity: (session, { entities }) => childCounts(session, commentsOfEntity, entities),
  disputesOfMemory: (session, { together, memories }) =>
    childPages(session, disputesOfMemory, memories, 'string', together),
  disputeCountsOfMemory: (session, { memories }) => childCounts(session, disputesOfMemory, memories),
  votesOfMemory: (session, { together, memories }) => votesOfMemory(session, memories, together),
  contradictions: contradictionsById,
  contradictionsOfMemory: (session, { together, memories }) =>
    childPages(session, contradictionsWithSides(session, memories), memories, 'string', together),
  contradictionCountsOfMemory: (session, { memories }) =>
    childCounts(session, contradictionsOfMemory, memories),
  auditEvents: auditEventsById,
  auditTexts: auditTextsById,
  pathways: pathwaysById,
  pathwaysByHash,
  traces: tracesById,
  tracesByUid,
  traceDocuments,
  receipts: receiptsById,
  policiesOfReceipts,
  lastDeliveries: lastDeliveriesById,
  presentWords: presentWordsById,
  quarantines: quarantinesById,
  sourceChanges: sourceChangesById,
  sourceChangeContents,
  quarantinesOfItem,
  impacts,
  warningFacts: warningFactsOf,
  versionBefore,
  versionAfter,
  versionsOfItems: (session, others) => versionsOfItems(session, others),
  versionsOfMemory: (session, { memories }) => childPages(session, versionsOfMemory, memories, 'integer'),
  versionCountsOfMemory: (session, { memories }) => childCounts(session, versionsOfMemory, memories),
  versionsOfEntity: (session, { entities }) => childPages(session, versionsOfEntity, entities, 'integer'),
  versionCountsOfEntity: (session, { entities }) => childCounts(session, versionsOfEntity, entities),
  routingsOfExtraction: (session, { extractions }) =>
    childPages(session, routingsOfExtraction, extractions, 'string'),
  routingCountsOfExtraction: (session, { extractions }) =>
    childCounts(session, routingsOfExtraction, extractions),
  memoryStats: memoryStatsOfProject,
  users: (session) => namesSeen(session, users),
  projects: (session) => namesSeen(session, projects),
  newestChecks: (session, { memories, entities }) => newestChecks(session, { memories, entities }),
  checksOfMemory: (session, { memories }) => childPages(session, checksOfMemory, memories, 'string'),
  checkCountsOfMemory: (session, { memories }) => childCounts(session, checksOfMemory, memories),
  checksOfEntity: (session, { entities }) => childPages(session, checksOfEntity, entities, 'string'),
  checkCountsOfEntity: (session, { entities }) => childCounts(session, checksOfEntity, entities),
  proposedSuccessors: (session, { memories, entities }) =>
    proposedSuccessors(session, { memories, entities }),
  replacedByPromotion: (session, { memories, entities }) =>
    replacedByPromotion(session, { memories, entities }),
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

/** The loader of sources of a kind; it is called as their table. */
export const sourceLoader = (
  loaders: Loaders,
  kind: SourceKind,
): Loaders[(typeof sourceTables)[SourceKind]] => loaders[sourceTables[kind]];

/** Reads of an operation: one viewer, one snapshot, one set of loaders. */
export interface Reads {
  readonly viewer: Viewer;
  /** True while the outcome of a dry run is read, which is rolled back. */
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
