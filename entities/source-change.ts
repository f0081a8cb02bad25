import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { type DocumentKind, documentKinds } from '#domain/ingestion/records/document-facts.ts';
import {
  type SourceChangeKind,
  type SourceChangeVerdict,
  sourceChangeKinds,
  sourceChangeVerdicts,
} from '#domain/sources/source-changes.ts';
import { audienceColumns, instant, oneOf, sourceOwnerColumns, tenantColumns } from './governed-columns.ts';
import { sourceChangeVisibility, tablePolicies } from './policies.ts';
import { reference } from './relations.ts';

/**
 * A version or a withdrawal of a source by somebody who does not own it. Nothing is read from it, and no path moves, until an owner,
 * an admin or another reviewer accepts it.
 */
export const SourceChangeTable = defineEntity({
  name: 'SourceChange',
  tableName: 'source_changes',
  rowLevelSecurity: 'force',
  properties: {
    ...tenantColumns,
    /** The contributor sent it; the audience is the source's. */
    ...audienceColumns,
    /** The owners when it was sent. */
    ...sourceOwnerColumns,
    kind: p.text().$type<SourceChangeKind>(),
    project: p.text(),
    path: p.text(),
    visibilityKey: p.text(),
    /** Text of a version; null for a withdrawal, as those below. */
    content: p.text().nullable(),
    contentHash: p.text().nullable(),
    /** The file's own date; null when the sender did not say. */
    updatedAt: instant().nullable(),
    /** Kind that the sender gave; null: judged when it is accepted. */
    documentKind: p.text().$type<DocumentKind>().nullable(),
    sentAt: instant(),
    /** Null while it waits, as those below. */
    verdict: p.text().$type<SourceChangeVerdict>().nullable(),
    decidedBy: p.text().nullable(),
    decidedAt: instant().nullable(),
    /** Why it was declined. */
    decisionNote: p.text().nullable(),
    /** The version that it became, or that was withdrawn. */
    documentId: reference('documents').nullable(),
  },
  indexes: [
    {
      name: 'source_changes_waiting_key',
      expression:
        'create unique index "source_changes_waiting_key" on "source_changes" ("tenant", "project", "visibility_key", "path", "contributor") where verdict is null',
    },
    {
      name: 'source_changes_waiting_index',
      expression:
        'create index "source_changes_waiting_index" on "source_changes" ("tenant", "sent_at", "id") where verdict is null',
    },
    { name: 'source_changes_contributor_index', properties: ['tenant', 'contributor', 'id'] },
    { name: 'source_changes_document_index', properties: ['tenant', 'documentId'] },
  ],
  checks: [
    oneOf('source_changes', 'kind', sourceChangeKinds),
    oneOf('source_changes', 'document_kind', documentKinds),
    oneOf('source_changes', 'verdict', sourceChangeVerdicts),
    { name: 'source_changes_decision_check', expression: '(verdict is null) = (decided_at is null)' },
  ],
  policies: tablePolicies('source_changes', sourceChangeVisibility),
});
export type SourceChange = InferEntity<typeof SourceChangeTable>;
