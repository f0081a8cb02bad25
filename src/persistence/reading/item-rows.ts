import { givenText } from '#domain/bundle/given-text.ts';
import { redactItem } from '#domain/labels/policy/redaction.ts';
import { labelEffect } from '#domain/labels/policy/stored-policy.ts';
import { visibleSubset } from '#domain/privacy/visibility.ts';
import type { GraphEntity } from '#entities/graph-entity.ts';
import type { Memory } from '#entities/memory.ts';
import type { ReadSession } from '#persistence/store/viewer-session.ts';
import { type ReadColumns, RowColumns } from './row-columns.ts';
import { type RawBuilder, sql } from './sql.ts';

/** Columns that visibility depends on. */
const visibilityColumns = [
  'id',
  'tenant',
  'contributor',
  'audience',
  'isPersonal',
  'status',
  'quarantined',
  'sensitivityLabels',
] as const;

const governedColumns = [
  'project', 'sourceId', 'revision', 'content', 'confidence', 'rule', 'extractorVersion', 'extractionId', 'reportId', 'spanStart', 'spanEnd', 'spanText',
  'spanSpeaker', 'context', 'furtherSpans', 'reviewTerms', 'reviewScore', 'prior', 'structuralSignalMultiplier', 'freshnessBonus', 'handAuthored', 'routingStatus', 'pendingSince', 'deferredUntil', 'supersededById', 'validFrom',
  'validUntil', 'holdsFrom', 'holdsUntil', 'openedAt', 'reviewedBy', 'reviewedAt', 'rejectionReason', 'rejectionKind', 'retirementReason', 'returnReason', 'verifyBy', 'verifiedAt', 'ownerKind', 'ownerName', 'suggestedLabels', 'wordingBy', 'succeedsIds', 'createdAt', 'updatedAt',
] as const; // biome-ignore format: a list to be read across

const memoryColumns = [
  ...governedColumns,
  ...(['kind', 'summary', 'subjectId', 'domain', 'tags', 'mandatory', 'writtenConfidence', 'evidenceCount', 'verifierCount', 'detectionTypes', 'newestEvidenceAt'] as const), // biome-ignore format: a list to be read across
] as const;

const entityColumns = [...governedColumns, ...(['entityType', 'name', 'graduatedFromId'] as const)] as const;

type MemoryColumn = (typeof visibilityColumns | typeof memoryColumns)[number];
type EntityColumn = (typeof visibilityColumns | typeof entityColumns)[number];

/** Fields that memories and entities share beside their columns. */
interface GovernedRow {
  /** The instant that status, content, name and revision are of; absent: they are the present ones. */
  readonly stoodAt?: Date;
  /** The stored policy, loaded with the row; null when there is none, or when the row has no label. */
  readonly labelPolicy: unknown;
  /** True when the label policy has taken the words from this viewer. */
  readonly redacted: boolean;
}

export interface MemoryRow extends GovernedRow, ReadColumns<Memory, MemoryColumn> {
  readonly itemKind: 'memory';
}

export interface EntityRow extends GovernedRow, ReadColumns<GraphEntity, EntityColumn> {
  readonly itemKind: 'entity';
}

export type ItemRow = MemoryRow | EntityRow;

const columns = {
  memory: new RowColumns<Pick<MemoryRow, MemoryColumn>>('Memory', visibilityColumns, memoryColumns),
  entity: new RowColumns<Pick<EntityRow, EntityColumn>>('Entity', visibilityColumns, entityColumns),
};

const policyOf = (table: string) =>
  sql`case when ${sql.ref(`${table}.sensitivity_labels`)} <> '{}' then (select label_policy_in_force()) end`;

/** The columns of an item of `table` that the operation asks for, with `also` these. */
export const itemColumns = (
  table: 'i' | 'n',
  session: ReadSession,
  itemKind: ItemRow['itemKind'],
  ...also: readonly string[]
): RawBuilder<unknown> =>
  sql`${sql.lit(itemKind)} as "itemKind", ${columns[itemKind].of(table, session, ...also)}, false as redacted,
    ${policyOf(table)} as "labelPolicy"`;

/** Like `itemColumns`, for a memory that is joined to another row. */
export const joinedMemory = (table: string, session: ReadSession) => {
  const { columns: joinedColumns, take } = columns.memory.joined(table, session, {
    itemKind: sql`'memory'`,
    redacted: sql`false`,
    labelPolicy: policyOf(table),
  });
  return { columns: joinedColumns, take: take as (other: object) => MemoryRow | null };
};

/** A row that the viewer may see, in the words that are for the viewer. */
export const itemAsShown = <Row extends ItemRow>(session: ReadSession, row: Row): Row => {
  const effect = labelEffect(row.labelPolicy, session.viewer, row.sensitivityLabels);
  if (effect !== null && !effect.enforced) session.logUnenforced?.(effect.action);
  const shown = effect?.enforced ? redactItem(row) : row;
  return columns[row.itemKind].guarded(session, shown) as Row;
};

/** The row with other words. */
export const inWords = <Row extends ItemRow>(row: Row, content: string): Row =>
  Object.setPrototypeOf({ ...row, content }, Object.getPrototypeOf(row));

/** The memory as an agent is given it, in content and summary. */
export const asGivenToAgents = (row: MemoryRow): MemoryRow => {
  // A column that was not asked for is not there to be read.
  const summary = Object.hasOwn(row, 'summary') ? row.summary : null;
  return Object.setPrototypeOf(
    {
      ...row,
      content: givenText(row.content),
      ...(summary == null ? {} : { summary: givenText(summary) }),
    },
    Object.getPrototypeOf(row),
  );
};

/** Filters stored rows to those that the viewer may see, in the same order, each with the words that the viewer may read. */
export const itemsAsSeen = <Row extends ItemRow>(session: ReadSession, rows: readonly Row[]): Row[] =>
  visibleSubset(session.viewer, rows).map((row) => itemAsShown(session, row));
