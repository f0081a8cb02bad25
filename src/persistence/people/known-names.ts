import { hasRole, type Viewer } from '#domain/privacy/viewer.ts';
import { type Expression, type SqlBool, sql } from '#persistence/reading/sql.ts';
import {
  contradictionsVisibleTo,
  extractionsVisibleTo,
  itemsVisibleTo,
  receiptsVisibleTo,
  relationsVisibleTo,
  reportsVisibleTo,
  sourceChangesVisibleTo,
  wavesVisibleTo,
} from '#persistence/reading/visibility-predicate.ts';
import type { NameCatalogue, NameSource } from './names.ts';
import { users } from './users.ts';

/** A column without an index that has names of a vocabulary. */
const sampled = (
  table: string,
  column: string,
  visibleTo: (viewer: Viewer, table: string) => Expression<SqlBool>,
): NameSource => ({ table, column, visible: (viewer) => visibleTo(viewer, 'i'), isSampled: true });

const inItems = (column: string): NameSource[] =>
  ['memories', 'graph_entities'].map((table) => sampled(table, column, itemsVisibleTo));

const all = () => sql<SqlBool>`true`;
const toAuditors = (viewer: Viewer) => sql<SqlBool>`${sql.lit(hasRole(viewer, 'auditor'))}`;

/** Places where an answer names a user that need no `User` of their own: they are found by a look at the rows. */
const inActs: readonly NameSource[] = [
  sampled('waves', 'started_by', wavesVisibleTo),
  sampled('entity_relations', 'unrelated_by', relationsVisibleTo),
  sampled('source_changes', 'contributor', sourceChangesVisibleTo),
  sampled('source_changes', 'decided_by', sourceChangesVisibleTo),
];

const none = () => null;

/** Names that a filter may ask for, and the rows that reveal them to a viewer, by the vocabulary. */
export const nameCatalogues = {
  user: { order: 'known-users', sources: [...users.sources, ...inActs], always: users.always },
  // Auditors see of every event who acted, of what is hidden from them too: such a name is known in a search of the audit alone.
  actor: {
    order: 'known-actors',
    sources: [...users.sources, ...inActs, sampled('audit_events', 'actor', toAuditors)],
    always: users.always,
  },
  owner: { order: 'known-owners', sources: inItems('owner_name'), always: users.always },
  extractorVersion: {
    order: 'known-extractor-versions',
    sources: [
      sampled('extraction_reports', 'extractor_version', reportsVisibleTo),
      ...inItems('extractor_version'),
      sampled('extractions', 'extractor_version', extractionsVisibleTo),
    ],
    always: none,
  },
  schemaName: {
    order: 'known-schema-names',
    sources: [sampled('extractions', 'schema_name', extractionsVisibleTo)],
    always: none,
  },
  judge: {
    order: 'known-judges',
    sources: [sampled('contradictions', 'judge', contradictionsVisibleTo)],
    always: none,
  },
  tag: {
    order: 'known-tags',
    sources: [{ ...sampled('memories', 'tags', itemsVisibleTo), isList: true }],
    always: none,
  },
  policyHash: {
    order: 'known-policy-hashes',
    sources: [sampled('bundle_receipts', 'policy_hash', receiptsVisibleTo)],
    always: none,
  },
  taskClass: { order: 'known-task-classes', sources: [sampled('pathways', 'task_class', all)], always: none },
  signalClass: {
    order: 'known-signal-classes',
    sources: [sampled('pathways', 'signal_class', all)],
    always: none,
  },
} as const satisfies Readonly<Record<string, NameCatalogue>>;
