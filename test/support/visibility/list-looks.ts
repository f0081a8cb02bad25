import type { Loaders } from '#persistence/reading/loaders.ts';
import {
  countShows,
  firstPage,
  isShared,
  isSharedSource,
  itemOf,
  type Look,
  listShows,
  pageShows,
  wholeList,
} from './look.ts';
import { idIn, isOfMemory } from './thing-rows.ts';

/** Lists of a person, a project and a source, and of versions: every loader, and the rows that it may show. */
export const listLooks = {
  memoriesOfUser: listShows(
    'memories',
    (loaders, thing) => loaders.memoriesOfUser.load(wholeList(thing.item.contributor)),
    (loaders, thing) => loaders.memoryCountsOfUser.load({ parentId: thing.item.contributor }),
    isShared,
  ),
  // Asked with its list.
  memoryCountsOfUser: async () => ({}),
  entitiesOfUser: listShows(
    'graph_entities',
    (loaders, thing) => loaders.entitiesOfUser.load(wholeList(thing.item.contributor)),
    (loaders, thing) => loaders.entityCountsOfUser.load({ parentId: thing.item.contributor }),
    isShared,
  ),
  // Asked with its list.
  entityCountsOfUser: async () => ({}),
  documentsOfUser: listShows(
    'documents',
    (loaders, thing) => loaders.documentsOfUser.load(wholeList(thing.source.contributor)),
    (loaders, thing) => loaders.documentCountsOfUser.load({ parentId: thing.source.contributor }),
  ),
  // Asked with its list.
  documentCountsOfUser: async () => ({}),
  interactionsOfUser: listShows(
    'interactions',
    (loaders, thing) => loaders.interactionsOfUser.load(wholeList(thing.source.contributor)),
    (loaders, thing) => loaders.interactionCountsOfUser.load({ parentId: thing.source.contributor }),
    isSharedSource,
  ),
  // Asked with its list.
  interactionCountsOfUser: async () => ({}),
  memoriesOfProject: listShows(
    'memories',
    (loaders) => loaders.memoriesOfProject.load(wholeList('p')),
    (loaders) => loaders.memoryCountsOfProject.load({ parentId: 'p' }),
    isShared,
  ),
  // Asked with its list.
  memoryCountsOfProject: async () => ({}),
  entitiesOfProject: listShows(
    'graph_entities',
    (loaders) => loaders.entitiesOfProject.load(wholeList('p')),
    (loaders) => loaders.entityCountsOfProject.load({ parentId: 'p' }),
    isShared,
  ),
  // Asked with its list.
  entityCountsOfProject: async () => ({}),
  documentsOfProject: listShows(
    'documents',
    (loaders) => loaders.documentsOfProject.load(wholeList('p')),
    (loaders) => loaders.documentCountsOfProject.load({ parentId: 'p' }),
  ),
  // Asked with its list.
  documentCountsOfProject: async () => ({}),
  interactionsOfProject: listShows(
    'interactions',
    (loaders) => loaders.interactionsOfProject.load(wholeList('p')),
    (loaders) => loaders.interactionCountsOfProject.load({ parentId: 'p' }),
    isSharedSource,
  ),
  // Asked with its list.
  interactionCountsOfProject: async () => ({}),
  wavesOfProject: listShows(
    'waves',
    (loaders) => loaders.wavesOfProject.load(wholeList('p')),
    (loaders) => loaders.waveCountsOfProject.load({ parentId: 'p' }),
  ),
  // Asked with its list.
  waveCountsOfProject: async () => ({}),
  stateOfProject: listShows(
    'project_state',
    (loaders) => loaders.stateOfProject.load(wholeList('p')),
    (loaders) => loaders.stateCountsOfProject.load({ parentId: 'p' }),
  ),
  // Asked with its list.
  stateCountsOfProject: async () => ({}),
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
    return {
      memories: (await loaders.itemCountsOfDocument.load({ parentId: idIn('documents', thing) })).value === 2,
    };
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
    return {
      memories: (await loaders.itemCountsOfWave.load({ parentId: idIn('waves', thing) })).value === 2,
    };
  },
  versionsOfMemory: async (loaders, thing) => {
    const { rows } = await loaders.versionsOfMemory.load(firstPage(idIn('memories', thing)));
    return isOfMemory(thing) ? { revisions: rows.length > 0 } : {};
  },
  versionCountsOfMemory: async (loaders, thing) => {
    const count = await loaders.versionCountsOfMemory.load({ parentId: idIn('memories', thing) });
    return isOfMemory(thing) ? { revisions: count.value > 0 } : {};
  },
  versionsOfEntity: async (loaders, thing) => {
    const { rows } = await loaders.versionsOfEntity.load(firstPage(idIn('graph_entities', thing)));
    return isOfMemory(thing) ? {} : { revisions: rows.length > 0 };
  },
  versionCountsOfEntity: async (loaders, thing) => {
    const count = await loaders.versionCountsOfEntity.load({ parentId: idIn('graph_entities', thing) });
    return isOfMemory(thing) ? {} : { revisions: count.value > 0 };
  },
  versionsOfItems: async (loaders, thing) => ({
    revisions: (await loaders.versionsOfItems.load({ itemId: itemOf(thing), revision: 1 })) !== null,
  }),
  routingsOfExtraction: pageShows('workflow_items', (loaders, thing) =>
    loaders.routingsOfExtraction.load(firstPage(idIn('extractions', thing))),
  ),
  routingCountsOfExtraction: countShows('workflow_items', (loaders, thing) =>
    loaders.routingCountsOfExtraction.load({ parentId: idIn('extractions', thing) }),
  ),
  // Each document of this world is the only version of itself.
  versionsOfDocument: pageShows('documents', (loaders, thing) =>
    loaders.versionsOfDocument.load(firstPage(idIn('documents', thing))),
  ),
  versionCountsOfDocument: countShows('documents', (loaders, thing) =>
    loaders.versionCountsOfDocument.load({ parentId: idIn('documents', thing) }),
  ),
  // No document of this world names another.
  supersededDocuments: async () => ({}),
  supersededDocumentCounts: async () => ({}),
  supersedingDocuments: async () => ({}),
  supersedingDocumentCounts: async () => ({}),
  versionBefore: async () => ({}),
  versionAfter: async () => ({}),
  incomingRelationsOfEntity: async () => ({}),
  incomingRelationCounts: async () => ({}),
} satisfies Partial<Record<keyof Loaders, Look>>;
