import type { InferKyselyDB } from '@mikro-orm/sql';
import { AuditEventTable, AuditHeadTable, AuditTextTable } from './audit-event.ts';
import { BundleReceiptTable, DeliveredItemTable } from './bundle-receipt.ts';
import { ChunkTable } from './chunk.ts';
import { CommentTable } from './comment.ts';
import { ContradictionTable } from './contradiction.ts';
import { ContradictionClassTable } from './contradiction-class.ts';
import { ContradictionCountTable } from './contradiction-count.ts';
import { DisputeTable } from './dispute.ts';
import { DocumentTable } from './document.ts';
import { DomainKeywordsTable } from './domain-keywords.ts';
import { DroppedStatementTable } from './dropped-statement.ts';
import { EntityRelationTable } from './entity-relation.ts';
import { ErasedWordingTable } from './erased-wording.ts';
import { EvidenceTable } from './evidence.ts';
import { ExtractionTable } from './extraction.ts';
import { ExtractionReportTable } from './extraction-report.ts';
import { FingerprintTable } from './fingerprint.ts';
import { FormerStateTable } from './former-state.ts';
import { GraphEntityTable } from './graph-entity.ts';
import { IdempotencyKeyTable } from './idempotency-key.ts';
import { InboxCountTable } from './inbox-count.ts';
import { InboxEntryTable } from './inbox-entry.ts';
import { InboxMarkTable } from './inbox-mark.ts';
import { IntakeHoldTable } from './intake-hold.ts';
import { InteractionTable } from './interaction.ts';
import { ItemCountTable } from './item-count.ts';
import { ItemNameTable } from './item-name.ts';
import { ItemVectorTable } from './item-vector.ts';
import { KnownGroupTable } from './known-group.ts';
import { KnownUserTable } from './known-user.ts';
import { LabelDecisionTable } from './label-decision.ts';
import { LabelPolicyTable } from './label-policy.ts';
import { MemoryTable } from './memory.ts';
import { ModelAnswerTable } from './model-answer.ts';
import { ModelSpendingTable } from './model-spending.ts';
import { PathwayTable } from './pathway.ts';
import { PathwayStateTable } from './pathway-state.ts';
import { PathwayTraceTable, TraceChunkTable, TraceSubjectTable } from './pathway-trace.ts';
import { PathwayVectorTable } from './pathway-vector.ts';
import { ProjectStateTable, ProjectStateVersionTable } from './project-state.ts';
import { QualityCountTable } from './quality-count.ts';
import { QuarantineTable } from './quarantine.ts';
import { QuarantinedItemTable } from './quarantined-item.ts';
import { RecordNameTable } from './record-name.ts';
import { RevisionTable } from './revision.ts';
import { SightingTable } from './sighting.ts';
import { SourceChangeTable } from './source-change.ts';
import { SourceCheckTable } from './source-check.ts';
import { SourceDriftTable } from './source-drift.ts';
import { SourceOwnerRulesTable } from './source-owner-rules.ts';
import { SourcePathTable } from './source-path.ts';
import { SourceReadingTable } from './source-reading.ts';
import { UnembeddedItemTable } from './unembedded-item.ts';
import { UnjudgedMemoryTable } from './unjudged-memory.ts';
import { VerificationReadingTable } from './verification-reading.ts';
import { VoteTable } from './vote.ts';
import { WaitingStatementTable } from './waiting-statement.ts';
import { WaveTable } from './wave.ts';
import { WebhookDeliveryTable, WebhookTable } from './webhook.ts';
import { WithdrawnGroupTable } from './withdrawn-group.ts';
import { WorkflowItemTable } from './workflow-item.ts';

/** Every table of the store. */
export const tables = [
  WaveTable,
  DocumentTable,
  ChunkTable,
  IntakeHoldTable,
  InteractionTable,
  ExtractionReportTable,
  ExtractionTable,
  WithdrawnGroupTable,
  WorkflowItemTable,
  MemoryTable,
  GraphEntityTable,
  ItemCountTable,
  ItemNameTable,
  QualityCountTable,
  EntityRelationTable,
  ProjectStateTable,
  ProjectStateVersionTable,
  RevisionTable,
  FingerprintTable,
  FormerStateTable,
  SightingTable,
  SourceOwnerRulesTable,
  SourcePathTable,
  SourceChangeTable,
  SourceCheckTable,
  SourceDriftTable,
  RecordNameTable,
  InboxCountTable,
  ContradictionCountTable,
  ContradictionClassTable,
  InboxEntryTable,
  InboxMarkTable,
  QuarantineTable,
  QuarantinedItemTable,
  DroppedStatementTable,
  WaitingStatementTable,
  SourceReadingTable,
  ErasedWordingTable,
  AuditEventTable,
  AuditTextTable,
  AuditHeadTable,
  IdempotencyKeyTable,
  LabelDecisionTable,
  PathwayTable,
  PathwayVectorTable,
  PathwayTraceTable,
  TraceSubjectTable,
  TraceChunkTable,
  PathwayStateTable,
  DisputeTable,
  CommentTable,
  EvidenceTable,
  VoteTable,
  KnownGroupTable,
  KnownUserTable,
  BundleReceiptTable,
  DeliveredItemTable,
  DomainKeywordsTable,
  VerificationReadingTable,
  LabelPolicyTable,
  ModelAnswerTable,
  ModelSpendingTable,
  ContradictionTable,
  UnembeddedItemTable,
  ItemVectorTable,
  UnjudgedMemoryTable,
  WebhookTable,
  WebhookDeliveryTable,
] as const;

/** The tables as Kysely sees them, column names as in the database. */
export type Database = InferKyselyDB<(typeof tables)[number]>;
