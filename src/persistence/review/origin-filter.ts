import { namedValues, type OptionalCondition } from '#domain/input/condition.ts';
import type { Viewer } from '#domain/privacy/viewer.ts';
import type { WorkflowStatus } from '#domain/routing/workflow-states.ts';
import { isDrift, type SourceState, sourceStates } from '#domain/sources/source-states.ts';
import { type Conjunct, meets } from '#persistence/reading/conditions.ts';
import { type Expression, type RawBuilder, type SqlBool, sql } from '#persistence/reading/sql.ts';
import { documentsVisibleTo, interactionsVisibleTo } from '#persistence/reading/visibility-predicate.ts';

/** Origin of an item. A source that is hidden from the viewer matches nothing, as a missing one does. */
export interface OriginFilter {
  readonly documentId?: OptionalCondition<string>;
  readonly waveId?: OptionalCondition<string>;
  readonly interactionId?: OptionalCondition<string>;
  readonly rule?: OptionalCondition<string>;
  readonly extractorVersion?: OptionalCondition<string>;
  readonly contributor?: OptionalCondition<string>;
  readonly routingStatus?: OptionalCondition<WorkflowStatus>;
  readonly sourceState?: OptionalCondition<SourceState>;
}

/** Items whose drift is one of these; looked up for each item, since the policy of drifts looks up the item of each drift. */
const isDrifted = ({ tenant }: Viewer, of: string, states: readonly SourceState[]) =>
  states.length === 0
    ? sql<SqlBool>`false`
    : sql<SqlBool>`exists (select 1 from source_drifts d where d.tenant = ${tenant} and d.id = ${sql.ref(`${of}.id`)}
      and d.state = any(${[...states]}::text[]) offset 0)`;

/** Drift is recorded. Items without a record were unchanged, or never checked. */
const isUndrifted = (viewer: Viewer, of: string, state: SourceState) => {
  const isChecked = (owner: string) =>
    sql`exists (select 1 from source_checks s where s.tenant = ${viewer.tenant} and s.${sql.ref(owner)} = ${sql.ref(`${of}.id`)})`;
  return sql<SqlBool>`(not ${isDrifted(viewer, of, sourceStates.filter(isDrift))} and (${isChecked('memory_id')} or ${isChecked('entity_id')}) = ${state === 'UNCHANGED'})`;
};

/** An item is in one state, so that every condition names the states that it leaves. */
const isInOneOf = (viewer: Viewer, of: string, condition: OptionalCondition<SourceState>): Conjunct => {
  if (condition == null) return null;
  const { eq, in: among, not } = condition;
  const left = sourceStates.filter(
    (state) => (eq == null || eq === state) && (among?.includes(state) ?? true) && !not?.includes(state),
  );
  if (left.length === sourceStates.length) return null;
  return sql<SqlBool>`(${sql.join(
    [
      isDrifted(viewer, of, left.filter(isDrift)),
      ...left.filter((state) => !isDrift(state)).map((state) => isUndrifted(viewer, of, state)),
    ],
    sql` or `,
  )})`;
};

/**
 * A column that has one of the ids which a condition on their origin finds. Where the condition names values, they are few: an array, so
 * that the planner takes the index of the column, and does not walk a list in its order until enough are met.
 */
const isAmong = (
  column: Expression<unknown>,
  condition: OptionalCondition<string>,
  ids: RawBuilder<unknown>,
) =>
  namedValues(condition) === null
    ? sql<SqlBool>`${column} in (${ids})`
    : sql<SqlBool>`${column} = any(array(${ids}))`;

/** Conditions on items. The source is looked up once, and its items are found by its sections and passes. */
export const originConditions = (viewer: Viewer, filter: OriginFilter, of = 'i'): Conjunct[] => {
  const column = (name: string) => sql.ref(`${of}.${name}`);
  const document = meets(sql.ref('origin.document_id'), filter.documentId);
  const wave = meets(sql.ref('origin.wave_id'), filter.waveId);
  const interaction = meets(sql.ref('origin.id'), filter.interactionId);
  return [
    document &&
      isAmong(
        column('source_id'),
        filter.documentId,
        sql`select origin.id from chunks origin where origin.tenant = ${viewer.tenant}
      and ${document} and ${documentsVisibleTo(viewer, 'origin')}`,
      ),
    wave &&
      isAmong(
        column('report_id'),
        filter.waveId,
        sql`select origin.id from extraction_reports origin where origin.tenant = ${viewer.tenant} and ${wave}`,
      ),
    interaction &&
      isAmong(
        column('source_id'),
        filter.interactionId,
        sql`select origin.id from interactions origin where origin.tenant = ${viewer.tenant}
      and ${interaction} and ${interactionsVisibleTo(viewer, 'origin')}`,
      ),
    meets(column('rule'), filter.rule),
    meets(column('extractor_version'), filter.extractorVersion),
    meets(column('contributor'), filter.contributor),
    meets(column('routing_status'), filter.routingStatus),
    isInOneOf(viewer, of, filter.sourceState),
  ];
};
