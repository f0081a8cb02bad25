import type { EntityType, MemoryKind } from '#domain/ingestion/kinds.ts';
import type { ReviewScore } from '#domain/ingestion/review-score.ts';
import type { StatementContext } from '#domain/ingestion/statement-context.ts';
import { omitHiddenText } from '#domain/labels/detectors/hidden-text.ts';
import { redactItem } from '#domain/labels/policy/redaction.ts';
import { labelEffect } from '#domain/labels/policy/stored-policy.ts';
import { visibleSubset } from '#domain/privacy/visibility.ts';
import type { RejectionKind } from '#domain/review/rejection-kinds.ts';
import type { ItemStatus } from '#domain/review/states.ts';
import type { WorkflowStatus } from '#domain/routing/workflow-states.ts';
import type { OwnerKind } from '#domain/verification/verification.ts';
import type { FurtherSpan } from '#entities/governed-columns.ts';
import type { ReadSession } from '#persistence/store/viewer-session.ts';
import { RowColumns } from './row-columns.ts';
import { type RawBuilder, sql } from './sql.ts';

/** What memories and entities have in common, as read. */
interface GovernedRow {
  readonly id: string;
  /** The instant that status, content, name and revision are of; absent: they are the present ones. */
  readonly stoodAt?: Date;
  readonly tenant: string;
  readonly project: string;
  readonly contributor: string;
  readonly audience: readonly string[];
  readonly isPersonal: boolean;
  readonly status: ItemStatus;
  readonly revision: number;
  readonly content: string;
  readonly confidence: number;
  readonly rule: string | null;
  readonly extractorVersion: string | null;
  readonly chunkId: string | null;
  readonly interactionId: string | null;
  readonly extractionId: string | null;
  readonly reportId: string | null;
  readonly spanStart: number | null;
  readonly spanEnd: number | null;
  readonly spanText: string | null;
  readonly spanSpeaker: string | null;
  readonly context: StatementContext | null;
  readonly furtherSpans: readonly FurtherSpan[] | null;
  readonly reviewTerms: ReviewScore['terms'] | null;
  readonly reviewScore: number;
  readonly prior: number | null;
  readonly structuralSignalMultiplier: number | null;
  readonly freshnessBonus: number | null;
  readonly handAuthored: boolean;
  /** What the newest routing of its extraction says; null: it has none. */
  readonly routingStatus: WorkflowStatus | null;
  readonly pendingSince: Date;
  readonly deferredUntil: Date | null;
  readonly quarantined: boolean;
  readonly sensitivityLabels: readonly string[];
  /** As it is stored, read with the row; null when there is none, or when the row has no label. */
  readonly labelPolicy: unknown;
  /** True when the label policy has taken the words from this viewer. */
  readonly redacted: boolean;
  readonly supersededById: string | null;
  readonly validFrom: Date | null;
  readonly validUntil: Date | null;
  /** When a reviewer first did something about it; null: none has. */
  readonly openedAt: Date | null;
  readonly reviewedBy: string | null;
  readonly reviewedAt: Date | null;
  readonly rejectionReason: string | null;
  readonly rejectionKind: RejectionKind | null;
  readonly retirementReason: string | null;
  readonly suggestedLabels: readonly string[];
  readonly verifyBy: Date | null;
  readonly verifiedAt: Date | null;
  readonly ownerKind: OwnerKind | null;
  readonly ownerName: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface MemoryRow extends GovernedRow {
  readonly itemKind: 'memory';
  readonly kind: MemoryKind;
  readonly summary: string | null;
  readonly subjectId: string | null;
  readonly domain: string | null;
  readonly tags: readonly string[];
  readonly mandatory: boolean;
  /** What `confidence` was before evidence or a mandate first moved it; null: it still is. */
  readonly writtenConfidence: number | null;
}

export interface EntityRow extends GovernedRow {
  readonly itemKind: 'entity';
  readonly entityType: EntityType;
  readonly name: string;
  readonly graduatedFromId: string | null;
}

export type ItemRow = MemoryRow | EntityRow;

type Column<Row> = Exclude<keyof Row, 'itemKind' | 'redacted' | 'labelPolicy' | 'stoodAt'>;

/** What visibility depends on. */
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
  'project', 'revision', 'content', 'confidence', 'rule', 'extractorVersion', 'chunkId', 'interactionId', 'extractionId', 'reportId', 'spanStart', 'spanEnd', 'spanText',
  'spanSpeaker', 'context', 'furtherSpans', 'reviewTerms', 'reviewScore', 'prior', 'structuralSignalMultiplier', 'freshnessBonus', 'handAuthored', 'routingStatus', 'pendingSince', 'deferredUntil', 'supersededById', 'validFrom',
  'validUntil', 'openedAt', 'reviewedBy', 'reviewedAt', 'rejectionReason', 'rejectionKind', 'retirementReason', 'verifyBy', 'verifiedAt', 'ownerKind', 'ownerName', 'suggestedLabels', 'createdAt', 'updatedAt',
] as const; // biome-ignore format: a list to be read across

const columns = {
  memory: new RowColumns<Pick<MemoryRow, Column<MemoryRow>>>('Memory', visibilityColumns, [
    ...governedColumns,
    ...(['kind', 'summary', 'subjectId', 'domain', 'tags', 'mandatory'] as const),
    'writtenConfidence',
  ]),
  entity: new RowColumns<Pick<EntityRow, Column<EntityRow>>>('Entity', visibilityColumns, [
    ...governedColumns,
    'entityType',
    'name',
    'graduatedFromId',
  ]),
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

/** As `itemColumns`, of a memory that is joined to another row. */
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

/** The memory as an agent is given it: no hidden character in content and summary. */
export const withoutHiddenText = (row: MemoryRow): MemoryRow => {
  const { summary } = row;
  return Object.setPrototypeOf(
    {
      ...row,
      content: omitHiddenText(row.content),
      ...(summary == null ? {} : { summary: omitHiddenText(summary) }),
    },
    Object.getPrototypeOf(row),
  );
};

/** Of rows as they are stored: those that the viewer may see, in their order, each in the words that are for the viewer. */
export const itemsAsSeen = <Row extends ItemRow>(session: ReadSession, rows: readonly Row[]): Row[] =>
  visibleSubset(session.viewer, rows).map((row) => itemAsShown(session, row));
