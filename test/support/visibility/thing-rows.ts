import type { SourceOwners } from '#domain/sources/source-owners.ts';
import type { Thing } from './things.ts';

/** A thing in the store: the id of its row in each table is `prefix_serial`. */
export interface PlacedThing extends Thing {
  readonly serial: string;
  /** Counts all that were placed; says which of several forms a row of it takes. */
  readonly place: number;
  /**
   * The thing to whose entity its own has an edge, and whose memory its own contradicts: the next one of its tenant;
   * null when there is none.
   */
  readonly neighbour: Thing | null;
}

const prefixes = {
  waves: 'wav',
  documents: 'doc',
  chunks: 'chk',
  interactions: 'int',
  extraction_reports: 'rep',
  extractions: 'ext',
  workflow_items: 'wfi',
  memories: 'mem',
  graph_entities: 'ent',
  revisions: 'rev',
  former_states: 'fst',
  sightings: 'sgt',
  source_paths: 'src',
  source_changes: 'sch',
  source_checks: 'sck',
  record_names: 'rcn',
  quarantines: 'qua',
  quarantined_items: 'qui',
  label_decisions: 'lbd',
  dropped_statements: 'drp',
  waiting_statements: 'wst',
  source_readings: 'rdg',
  pathways: 'pth',
  pathway_traces: 'trc',
  audit_events: 'aud',
  audit_texts: 'aud',
  entity_relations: 'rel',
  project_state: 'pst',
  project_state_versions: 'psv',
  evidence: 'evi',
  disputes: 'dsp',
  comments: 'cmt',
  bundle_receipts: 'rct',
  contradictions: 'con',
} as const;
export type GovernedTable = keyof typeof prefixes;
export const governedTables = Object.keys(prefixes) as GovernedTable[];

export const idIn = (table: GovernedTable, { serial }: Pick<PlacedThing, 'serial'>): string =>
  `${prefixes[table]}_${serial}`;

export const auditTargets = [
  'Memory',
  'Entity',
  'Interaction',
  'Document',
  'Wave',
  'Extraction',
  'WorkflowItem',
  'Contradiction',
  'SourceChange',
] as const;
export const auditTables = {
  Memory: 'memories',
  Entity: 'graph_entities',
  Interaction: 'interactions',
  Document: 'documents',
  Wave: 'waves',
  Extraction: 'extractions',
  WorkflowItem: 'workflow_items',
  Contradiction: 'contradictions',
  SourceChange: 'source_changes',
} as const;
/** Things take turns. */
export const targetOf = ({ place }: PlacedThing) => auditTargets[place % auditTargets.length] ?? 'Memory';

/** The row that a thing's audit event is about. */
export const auditedIdOf = (thing: PlacedThing): string => idIn(auditTables[targetOf(thing)], thing);
/** The owners of the source whose change a thing has; they take turns. */
export const sourceOwnersOf = ({ place }: PlacedThing): SourceOwners => ({
  users: place % 2 === 0 ? ['ann'] : ["o'brien", 'zoe'],
  groups: place % 3 === 0 ? ['a,b', 'NULL'] : [],
});
/** The change of a source that a thing has, without its marks and its instant. */
export const sourceChangeOf = (thing: PlacedThing) => ({
  owner_users: sourceOwnersOf(thing).users,
  owner_groups: sourceOwnersOf(thing).groups,
  kind: 'VERSION',
  project: 'p',
  path: `${thing.serial}.md`,
  visibility_key: 'shared',
  content: `secret ${thing.serial}`,
  content_hash: 'other',
});
/** True when the thing's revision and sighting are its memory's, false when they are its entity's. */
export const isOfMemory = ({ place }: PlacedThing): boolean => place % 2 === 0;
