import type { Viewer } from '#domain/privacy/viewer.ts';
import type { WorkflowStatus } from '#domain/routing/workflow-states.ts';
import { isDrift, type SourceState, undriftedStates } from '#domain/sources/source-states.ts';
import { type SqlBool, sql } from '#persistence/reading/sql.ts';
import { documentsVisibleTo, interactionsVisibleTo } from '#persistence/reading/visibility-predicate.ts';

/** Origin of an item. A source that is hidden from the viewer matches nothing, as a missing one does. */
export interface OriginFilter {
  readonly documentId?: string | null | undefined;
  readonly waveId?: string | null | undefined;
  readonly interactionId?: string | null | undefined;
  readonly rule?: string | null | undefined;
  readonly extractorVersion?: string | null | undefined;
  readonly contributor?: string | null | undefined;
  readonly routingStatus?: WorkflowStatus | null | undefined;
  readonly sourceState?: SourceState | null | undefined;
}

/** Drift is recorded. Items without a record were unchanged, or never checked. */
const isInState = ({ tenant }: Viewer, state: SourceState) => {
  const drifted = sql`select 1 from source_drifts d where d.tenant = ${tenant} and d.id = i.id`;
  if (isDrift(state)) return sql<SqlBool>`exists (${drifted} and d.state = ${state})`;
  const isChecked = (owner: string) =>
    sql`exists (select 1 from source_checks s where s.tenant = ${tenant} and s.${sql.ref(owner)} = i.id)`;
  return sql<SqlBool>`not exists (${drifted} and d.state <> all(${[...undriftedStates]})) and (${isChecked('memory_id')} or ${isChecked('entity_id')}) = ${state === 'UNCHANGED'}`;
};

/** Conditions on items `i`. The source is looked up once, and its items are found by its sections and passes. */
export const originConditions = (viewer: Viewer, filter: OriginFilter) => [
  filter.documentId != null &&
    sql<SqlBool>`i.chunk_id in (select origin.id from chunks origin where origin.tenant = ${viewer.tenant}
      and origin.document_id = ${filter.documentId} and ${documentsVisibleTo(viewer, 'origin')})`,
  filter.waveId != null &&
    sql<SqlBool>`i.report_id in (select origin.id from extraction_reports origin where origin.tenant = ${viewer.tenant}
      and origin.wave_id = ${filter.waveId})`,
  filter.interactionId != null &&
    sql<SqlBool>`i.interaction_id in (select origin.id from interactions origin where origin.tenant = ${viewer.tenant}
      and origin.id = ${filter.interactionId} and ${interactionsVisibleTo(viewer, 'origin')})`,
  filter.rule != null && sql<SqlBool>`i.rule = ${filter.rule}`,
  filter.extractorVersion != null && sql<SqlBool>`i.extractor_version = ${filter.extractorVersion}`,
  filter.contributor != null && sql<SqlBool>`i.contributor = ${filter.contributor}`,
  filter.routingStatus != null && sql<SqlBool>`i.routing_status = ${filter.routingStatus}`,
  filter.sourceState != null && isInState(viewer, filter.sourceState),
];
