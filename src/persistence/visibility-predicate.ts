import { type Expression, type SqlBool, sql } from 'kysely';
import { hasAnyRole, hasRole, type Viewer } from '#domain/privacy/viewer.ts';

/**
 * The visibility rule of `#domain/privacy` as SQL for one viewer: the second wall of lists and counts, which must not
 * page or count what the rule would drop. A property test holds it, the rule and the row-level security equal.
 */

const all = sql<SqlBool>`true`;
const textArray = (values: readonly string[]) => sql`${sql.val([...values])}::text[]`;
const column = (table: string, name: string) => sql.ref(`${table}.${name}`);

const isContributor = (viewer: Viewer, table: string) =>
  sql<SqlBool>`${column(table, 'contributor')} = ${viewer.user}`;

const sameTenant = (viewer: Viewer, table: string) =>
  sql<SqlBool>`${column(table, 'tenant')} = ${viewer.tenant}`;

const inAudience = (viewer: Viewer, table: string) =>
  hasRole(viewer, 'admin')
    ? all
    : sql<SqlBool>`(${column(table, 'audience')} = '{}' or ${column(table, 'audience')} && ${textArray(viewer.groups)} or ${isContributor(viewer, table)})`;

const notPersonalToOthers = (viewer: Viewer, table: string) =>
  hasRole(viewer, 'admin')
    ? all
    : sql<SqlBool>`(not ${column(table, 'is_personal')} or ${isContributor(viewer, table)})`;

const mayKnowUnvouched = (viewer: Viewer, table: string) =>
  hasAnyRole(viewer, ['reviewer', 'auditor']) ? all : isContributor(viewer, table);

const visibleStatus = (viewer: Viewer, table: string) =>
  hasAnyRole(viewer, ['reviewer', 'auditor'])
    ? all
    : sql<SqlBool>`(${column(table, 'status')} in ('ACTIVE', 'GRADUATED', 'SUPERSEDED') or ${isContributor(viewer, table)})`;

/** Rows of `table` (an alias of memories or graph_entities) that the viewer may see. */
export const itemsVisibleTo = (viewer: Viewer, table: string): Expression<SqlBool> =>
  sql<SqlBool>`(${sameTenant(viewer, table)} and ${visibleStatus(viewer, table)} and ${notPersonalToOthers(viewer, table)} and ${inAudience(viewer, table)})`;

/** Rows of `table` (an alias of documents or chunks) that the viewer may see. */
export const documentsVisibleTo = (viewer: Viewer, table: string): Expression<SqlBool> =>
  sql<SqlBool>`(${sameTenant(viewer, table)} and ${inAudience(viewer, table)})`;

/** Rows of `table` (an alias of dropped_statements or extractions) that the viewer may see for their own sake. */
export const unvouchedVisibleTo = (viewer: Viewer, table: string): Expression<SqlBool> =>
  sql<SqlBool>`(${sameTenant(viewer, table)} and ${mayKnowUnvouched(viewer, table)} and ${notPersonalToOthers(viewer, table)} and ${inAudience(viewer, table)})`;

/** Rows of `table` (an alias of extractions) that the viewer recorded, as long as their source is for the viewer too. */
export const recordedVisibleTo = (viewer: Viewer, table: string): Expression<SqlBool> =>
  sql<SqlBool>`(${sameTenant(viewer, table)} and ${column(table, 'recorded_by')} = ${viewer.user} and ${notPersonalToOthers(viewer, table)} and ${inAudience(viewer, table)})`;
