import { hasAnyRole, hasRole, type Viewer } from '#domain/privacy/viewer.ts';
import type { EvidenceRow } from '#persistence/evidence.ts';
import { documentsOf, interactionsOf } from '#persistence/ingestion/sources.ts';
import type { NestedList } from '#persistence/reading/nested-list.ts';
import { type SqlBool, sql } from '#persistence/reading/sql.ts';
import {
  commentsVisibleTo,
  contradictionsVisibleTo,
  documentsVisibleTo,
  evidenceVisibleTo,
  interactionsVisibleTo,
  itemsVisibleTo,
  notPersonal,
  quarantinesVisibleTo,
  receiptsVisibleTo,
  relationsVisibleTo,
  visibleWithItem,
  workflowItemsVisibleTo,
} from '#persistence/reading/visibility-predicate.ts';
import { entitiesOf, memoriesOf } from '#persistence/review/items-of.ts';
import type { NameCatalogue, NameColumn, NameSource } from './names.ts';

const all = sql<SqlBool>`true`;
const none = sql<SqlBool>`false`;
const ofItem = (viewer: Viewer) => itemsVisibleTo(viewer, 'i');

/** A verifier's name is visible to those who may read `sourceUser` of the memory (docs/rules.md §1). */
const verifierIsReadOf = (viewer: Viewer) => (memory: string) =>
  hasAnyRole(viewer, ['reviewer', 'auditor'])
    ? all
    : sql<SqlBool>`${sql.ref(`${memory}.contributor`)} = ${viewer.user}`;

/** The promoter of labels is visible to reviewers (docs/rules.md §1, `labelPromotions`). */
const labelPromotersVisible = (viewer: Viewer) =>
  hasRole(viewer, 'reviewer') ? visibleWithItem(viewer, 'i') : none;

const verifiers: NameColumn = {
  table: 'evidence',
  column: 'source_user',
  visible: (viewer) => evidenceVisibleTo(viewer, 'i', verifierIsReadOf(viewer)),
};

/** Wherever an answer names a user. */
const sources: readonly NameSource[] = [
  {
    place: 'ITEM',
    also: () => all,
    columns: [
      ...['memories', 'graph_entities'].flatMap((table) =>
        ['contributor', 'reviewed_by'].map((column) => ({ table, column, visible: ofItem })),
      ),
      { table: 'revisions', column: 'edited_by', visible: (viewer) => visibleWithItem(viewer, 'i') },
    ],
  },
  { place: 'VERIFIER', also: (viewer) => verifierIsReadOf(viewer)('k'), columns: [verifiers] },
  { table: 'documents', column: 'contributor', visible: (viewer) => documentsVisibleTo(viewer, 'i') },
  { table: 'interactions', column: 'contributor', visible: (viewer) => interactionsVisibleTo(viewer, 'i') },
  {
    table: 'disputes',
    column: 'raised_by',
    visible: (viewer) => evidenceVisibleTo(viewer, 'i', verifierIsReadOf(viewer)),
  },
  ...['written_by', 'addressee_user'].map(
    (column): NameSource => ({
      table: 'comments',
      column,
      visible: (viewer) => commentsVisibleTo(viewer, 'i'),
    }),
  ),
  { table: 'label_decisions', column: 'decided_by', visible: labelPromotersVisible },
  { table: 'entity_relations', column: 'related_by', visible: (viewer) => relationsVisibleTo(viewer, 'i') },
  {
    table: 'contradictions',
    column: 'resolved_by',
    visible: (viewer) => contradictionsVisibleTo(viewer, 'i'),
  },
  { table: 'workflow_items', column: 'decided_by', visible: (viewer) => workflowItemsVisibleTo(viewer, 'i') },
  { table: 'bundle_receipts', column: 'user_id', visible: (viewer) => receiptsVisibleTo(viewer, 'i') },
  { table: 'project_state_versions', column: 'set_by', visible: () => all },
  { table: 'domain_keywords', column: 'set_by', visible: () => all },
  ...['intake_holds', 'withdrawn_groups'].flatMap((table) =>
    ['named_user', 'set_by'].map(
      (column): NameSource => ({
        table,
        column,
        visible: (viewer) => (hasRole(viewer, 'auditor') ? all : none),
      }),
    ),
  ),
  {
    table: 'source_owner_rules',
    column: 'set_by',
    visible: (viewer) => (hasAnyRole(viewer, ['reviewer', 'auditor']) ? all : none),
  },
  { table: 'quarantines', column: 'set_by', visible: (viewer) => quarantinesVisibleTo(viewer, 'i') },
  {
    table: 'label_policies',
    column: 'set_by',
    visible: (viewer) => (hasRole(viewer, 'auditor') ? all : none),
  },
];

/** Users, as far as anything that the viewer sees names them; the viewer always. */
export const users: NameCatalogue = { order: 'users', sources, always: ({ user }) => user };

/** Contributions of a user, oldest first; `parent.id` is the user's name. */
export const memoriesOfUser = memoriesOf('memories-of-user', 'contributor');
export const entitiesOfUser = entitiesOf('entities-of-user', 'contributor');
export const documentsOfUser = documentsOf('documents-of-user', 'contributor');
export const interactionsOfUser = interactionsOf('interactions-of-user', 'contributor');

/** The verification events of a user, oldest first, as far as the viewer may read who verified. */
export const evidenceOfUser: NestedList<Pick<EvidenceRow, 'id'>> = {
  name: 'evidence-of-user',
  columns: sql`n.id`,
  from: sql`evidence`,
  parent: 'source_user',
  key: 'id',
  keyOf: ({ id }) => id,
  visible: (viewer) =>
    evidenceVisibleTo(
      viewer,
      'n',
      (memory) => sql<SqlBool>`${verifierIsReadOf(viewer)(memory)} and ${notPersonal(memory)}`,
    ),
};
