import { namesWithWords, type PlacedName, type SoughtWords } from '#domain/erasure/names-with-words.ts';
import { projects } from './people/projects.ts';
import { sql } from './reading/sql.ts';
import {
  documentsVisibleTo,
  itemsVisibleTo,
  sourceChangesVisibleTo,
} from './reading/visibility-predicate.ts';
import type { ReadSession } from './store/viewer-session.ts';

/** Finds the names that hold words of an erasure, that the session's viewer, an admin, sees, and that stay; by kind and name. */
export const namesHolding = async (
  { db, viewer }: ReadSession,
  sought: SoughtWords,
): Promise<PlacedName[]> => {
  const { tenant } = viewer;
  const inProjects = projects.sources.map(
    ({ table, column, visible }) =>
      sql`select 'PROJECT', ${sql.ref(`i.${column}`)} from ${sql.table(table)} i where i.tenant = ${tenant} and ${visible(viewer)}`,
  );
  const inLabels = ['memories', 'graph_entities'].map(
    (table) =>
      sql`select 'LABEL', unnest(i.sensitivity_labels) from ${sql.table(table)} i where i.tenant = ${tenant} and ${itemsVisibleTo(viewer, 'i')}`,
  );
  const { rows } = await sql<PlacedName>`select place, name from (
      select 'DOCUMENT_PATH' as place, i.path as name from documents i where i.tenant = ${tenant} and ${documentsVisibleTo(viewer, 'i')}
      union select 'DOCUMENT_PATH', i.path from source_changes i where i.tenant = ${tenant} and ${sourceChangesVisibleTo(viewer, 'i')}
      union select 'TRACE_PATH', i.file_path from pathway_traces i where i.tenant = ${tenant}
      union select 'STATE_KEY', unnest(array[i.category, i.key]) from project_state i where i.tenant = ${tenant}
      union select 'GROUP', i.name from known_groups i where i.tenant = ${tenant}
      union select 'GROUP', i.name from withdrawn_groups i where i.tenant = ${tenant}
      union ${sql.join(inProjects, sql` union `)}
      union ${sql.join(inLabels, sql` union `)}
      union select list.place, part #>> '{}' from (
          select 'LABEL_RULE' as place, i.rules as said from label_policies i where i.tenant = ${tenant}
            and i.revision = (select max(o.revision) from label_policies o where o.tenant = i.tenant)
          union all select 'DOMAIN_KEYWORD', i.entries from domain_keywords i where i.tenant = ${tenant}
          union all select 'SOURCE_OWNER_RULE', i.rules from source_owner_rules i where i.tenant = ${tenant}
        ) list, jsonb_path_query(list.said, 'strict $.**') said (part) where jsonb_typeof(part) = 'string'
      union select 'WEBHOOK', said from webhooks i, unnest(array[i.url, i.description]) said where i.tenant = ${tenant}
    ) named where name is not null order by place, name`.execute(await db());
  return namesWithWords(rows, sought);
};
