import { sql } from '#persistence/reading/sql.ts';
import { readableItems, wordsVisibleTo } from '#persistence/reading/visibility-predicate.ts';
import type { WriteSession } from '#persistence/store/viewer-session.ts';

/** An item that says a statement already: one of the two ids is there. */
export interface KnownItem {
  readonly memoryId: string | null;
  readonly entityId: string | null;
  /** A person rejected or retired it. */
  readonly rejected: boolean;
}

interface WordingKey {
  readonly project: string;
  readonly fingerprint: string;
}

/**
 * The items that have any of these wordings, of any type and in any status; the one that claims a wording comes first. `withheld`: the
 * label policy keeps its words from the viewer.
 */
export const findItemsByWordings = async ({ db, viewer }: WriteSession, wordings: readonly WordingKey[]) => {
  const { rows } = await sql<
    KnownItem & {
      project: string;
      fingerprint: string;
      visibilityKey: string;
      claimed: boolean;
      withheld: boolean;
    }
  >`select
      f.project, f.fingerprint, f.visibility_key as "visibilityKey",
      f.memory_id as "memoryId", f.entity_id as "entityId", f.claimed,
      i.status = 'INVALID' as rejected, not ${wordsVisibleTo(viewer, 'i')} as withheld
    -- One text: the driver takes an array apart value by value, and nobody else is served meanwhile.
    from json_to_recordset(${JSON.stringify(wordings)}) as given (project text, fingerprint text)
      -- One index look-up for each, however many there are: 'offset 0' keeps it from being joined otherwise.
      cross join lateral (select * from fingerprints stored where stored.tenant = ${viewer.tenant}
        and stored.project = given.project and stored.fingerprint = given.fingerprint offset 0) as f
      cross join lateral (
        select m.status, m.sensitivity_labels from memories m where m.tenant = f.tenant and m.id = f.memory_id
        union all
        select e.status, e.sensitivity_labels from graph_entities e where e.tenant = f.tenant and e.id = f.entity_id
      ) as i
    order by f.claimed desc, f.id`.execute(db);
  return rows;
};

/**
 * The first characters of the newest memories and entities of one project and visibility whose words the viewer may
 * read, each table by its index.
 */
export const readNewestContents = async (
  { db, viewer }: WriteSession,
  { project, visibilityKey }: { readonly project: string; readonly visibilityKey: string },
  { most, contentLength }: { readonly most: number; readonly contentLength: number },
): Promise<string[]> => {
  const newest = (
    table: 'memories' | 'graph_entities',
  ) => sql`(select left(i.content, ${contentLength}) as content
    from ${sql.table(table)} i
    where i.tenant = ${viewer.tenant} and i.project = ${project} and i.visibility_key = ${visibilityKey}
      and ${readableItems(viewer, 'i')}
    order by i.id desc limit ${most})`;
  const { rows } = await sql<{
    content: string;
  }>`${newest('memories')} union all ${newest('graph_entities')}`.execute(db);
  return rows.map(({ content }) => content);
};
