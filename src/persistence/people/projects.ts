import type { SignedReceipt } from '#domain/bundle/receipt.ts';
import type { DocumentRow, InteractionRow, WaveRow } from '#persistence/ingestion/sources.ts';
import { documentsOf, interactionsOf, wavesOf } from '#persistence/ingestion/sources.ts';
import type { ProjectStateRow } from '#persistence/project-state.ts';
import { stateColumns } from '#persistence/project-state.ts';
import type { EntityRow, MemoryRow } from '#persistence/reading/item-rows.ts';
import type { NestedList } from '#persistence/reading/nested-list.ts';
import { type SqlBool, sql } from '#persistence/reading/sql.ts';
import {
  documentsVisibleTo,
  extractionsRecordedBy,
  interactionsVisibleTo,
  itemsVisibleTo,
  receiptsVisibleTo,
  unvouchedExtractionsVisibleTo,
} from '#persistence/reading/visibility-predicate.ts';
import { entitiesOf, memoriesOf } from '#persistence/review/items-of.ts';
import type { NameCatalogue, NameColumn } from './names.ts';

/** Places where an answer may name a project: a wave without a visible document does not reveal its project. */
const sources: readonly NameColumn[] = [
  { table: 'item_counts', column: 'project', visible: (viewer) => itemsVisibleTo(viewer, 'i') },
  { table: 'documents', column: 'project', visible: (viewer) => documentsVisibleTo(viewer, 'i') },
  { table: 'interactions', column: 'project', visible: (viewer) => interactionsVisibleTo(viewer, 'i') },
  // An extraction that is seen with its item is of the item's project: the look past the hidden ones is saved.
  {
    table: 'extractions',
    column: 'project',
    visible: (viewer) => unvouchedExtractionsVisibleTo(viewer, 'i'),
  },
  { table: 'extractions', column: 'project', visible: (viewer) => extractionsRecordedBy(viewer, 'i') },
  { table: 'project_state', column: 'project', visible: () => sql<SqlBool>`true` },
];

/** Projects, as far as anything that the viewer sees is of them. */
export const projects: NameCatalogue<NameColumn> = { order: 'projects', sources, always: () => null };

/** Items of a project, oldest first; `parent.id` is its name. */
export const memoriesOfProject: NestedList<MemoryRow> = memoriesOf('memories-of-project', 'project');
export const entitiesOfProject: NestedList<EntityRow> = entitiesOf('entities-of-project', 'project');
export const documentsOfProject: NestedList<DocumentRow> = documentsOf('documents-of-project', 'project');
export const interactionsOfProject: NestedList<InteractionRow> = interactionsOf(
  'interactions-of-project',
  'project',
);
export const wavesOfProject: NestedList<WaveRow> = wavesOf('waves-of-project', 'project');
const deliveries: Omit<NestedList<Pick<SignedReceipt, 'id'>>, 'name' | 'parent'> = {
  columns: sql`n.id`,
  from: sql`bundle_receipts`,
  key: 'id',
  keyOf: ({ id }) => id,
  visible: (viewer) => receiptsVisibleTo(viewer, 'n'),
};
/** The receipts of bundles that were asked for a project, or given to a user, as far as the viewer may see them. */
export const deliveriesOfProject = { ...deliveries, name: 'deliveries-of-project', parent: 'project' };
export const deliveriesOfUser = { ...deliveries, name: 'deliveries-of-user', parent: 'user_id' };
const projectState: Omit<NestedList<ProjectStateRow>, 'name' | 'parent'> = {
  columns: stateColumns('n'),
  from: sql`project_state`,
  key: 'id',
  keyOf: ({ id }) => id,
  visible: () => sql<SqlBool>`true`,
};
export const stateOfProject = { ...projectState, name: 'state-of-project', parent: 'project' };
/** The entries whose present value a user set. */
export const stateOfUser = { ...projectState, name: 'state-of-user', parent: 'set_by' };
