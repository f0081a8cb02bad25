import type { ErasedWording } from '#domain/erasure/erased-words.ts';
import type { ItemVisibilityFacts } from '#domain/privacy/visibility.ts';
import type { ItemKind } from '#domain/review/states.ts';
import { hasId } from './reading/rows-with-ids.ts';
import { type RawBuilder, sql } from './reading/sql.ts';
import { bulkInsert, type InsertedRow } from './store/bulk-insert.ts';
import type { QueryExecutorProvider, WriteSession } from './store/viewer-session.ts';

/** How many rows of a table an erasure changed. */
export interface ErasedPlace {
  readonly where: string;
  readonly count: number;
}

const lockName = (tenant: string) => sql`hashtextextended('vouch.erasure:' || ${tenant}, 0)`;

/**
 * Keeps erasures of the tenant waiting until the transaction ends: for who reads what was erased, or a text that may be, and writes what
 * follows from it. Asked before that is read, and before the lock of the extraction passes.
 */
export const holdOffErasures = ({ send, viewer }: WriteSession): void =>
  send(sql`select pg_advisory_xact_lock_shared(${lockName(viewer.tenant)})`);

/** For an erasure: waits for all who hold erasures off, and keeps others waiting until the transaction ends. */
export const lockErasures = ({ send, viewer }: WriteSession): void =>
  send(sql`select pg_advisory_xact_lock(${lockName(viewer.tenant)})`);

/**
 * Every wording that items have had, and the text of the sources that they came from; no part of a source that another
 * item came from, too.
 */
export const wordingsOfItems = async (
  { db, viewer: { tenant } }: WriteSession,
  ids: readonly string[],
): Promise<string[]> => {
  const { rows } = await sql<{ words: string }>`with erased as (
      select i.id, i.content, i.summary, i.span_text, i.further_spans from memories i where ${hasId(tenant, ids, 'i')}
      union all select e.id, e.content, null, e.span_text, e.further_spans from graph_entities e where ${hasId(tenant, ids, 'e')})
    select words from erased, unnest(array[content, summary, span_text]) words where words is not null
    union select words from revisions r, unnest(array[r.content, r.summary]) words where r.tenant = ${tenant} and words is not null
      and coalesce(r.memory_id, r.entity_id) = any(${[...ids]})
    union select part ->> 'text' from erased, jsonb_array_elements(further_spans) part where not exists (
        select 1 from memories o where o.tenant = ${tenant} and o.id <> all(${[...ids]}) and o.further_spans @> jsonb_build_array(jsonb_build_object('text', part ->> 'text')))
      and not exists (select 1 from graph_entities o where o.tenant = ${tenant} and o.id <> all(${[...ids]})
        and o.further_spans @> jsonb_build_array(jsonb_build_object('text', part ->> 'text')))
    order by 1`.execute(db);
  return rows.map(({ words }) => words);
};

/**
 * Texts of the tenant, wherever words are stored, that may hold a wording in whatever spelling: one of these runs of letters stands in
 * them, or markup or references may stand in for letters. Runs are of the letters a to z; an empty one is in every text. Reads none
 * where no wording is looked for.
 */
export const textsThatMayHold = async ({ db }: WriteSession, runs: readonly string[]): Promise<string[]> => {
  if (runs.length === 0) return [];
  const letters = runs.map((run) => [...run].join('[^a-z]*')).join('|');
  const { rows } = await sql<{
    text: string;
  }>`select distinct text from texts_that_may_hold(${letters}) text`.execute(db);
  return rows.map(({ text }) => text);
};

/** The entities that memories graduated to or were proposed as: their words are the memories'. */
export const entitiesOf = async (
  { db, viewer: { tenant } }: WriteSession,
  memoryIds: readonly string[],
): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`select e.id from graph_entities e where e.tenant = ${tenant}
    and e.graduated_from_id = any(${[...memoryIds]}) and e.status <> 'ERASED' order by e.id`.execute(db);
  return rows.map(({ id }) => id);
};

export type HoldingItem = ItemVisibilityFacts & { readonly id: string; readonly kind: ItemKind };

/** Columns that the visibility of an item goes by; its row is `i`. */
export const itemFacts = (
  kind: ItemKind,
) => sql`i.id, ${sql.lit(kind)} as kind, i.tenant, i.status, i.is_personal as "isPersonal", i.audience, i.contributor,
  i.quarantined, i.sensitivity_labels as "sensitivityLabels", case when i.sensitivity_labels <> '{}' then (select label_policy_in_force()) end as "labelPolicy"`;

/** Items by their ids, no matter who sees them. */
export const itemsNamed = async (
  { db, viewer: { tenant } }: WriteSession,
  ids: readonly string[],
): Promise<HoldingItem[]> => {
  const { rows } =
    await sql<HoldingItem>`select ${itemFacts('memory')} from memories i where ${hasId(tenant, ids, 'i')}
    union all select ${itemFacts('entity')} from graph_entities i where ${hasId(tenant, ids, 'i')}`.execute(
      db,
    );
  return rows;
};

/**
 * Other items that hold one of these spellings in any of their versions, or whose span in the source overlaps that of
 * one of these items.
 */
export const itemsHolding = async (
  { db, viewer: { tenant } }: WriteSession,
  spellings: readonly string[],
  ids: readonly string[],
): Promise<HoldingItem[]> => {
  const holding = (kind: ItemKind) => {
    const [table, further, owner] =
      kind === 'memory'
        ? (['memories', sql`i.summary`, 'memory_id'] as const)
        : (['graph_entities', sql`i.name`, 'entity_id'] as const);
    return sql`select ${itemFacts(kind)}
      from ${sql.table(table)} i where i.tenant = ${tenant} and i.status <> 'ERASED' and i.id <> all(${[...ids]}) and (
        holds_words(i.content, ${[...spellings]}) or holds_words(${further}, ${[...spellings]}) or holds_words(i.span_text, ${[...spellings]})
        or exists (select 1 from revisions r where r.tenant = i.tenant and r.${sql.ref(owner)} = i.id
          and (holds_words(r.content, ${[...spellings]}) or holds_words(r.summary, ${[...spellings]})))
        or exists (select 1 from spans s where s.source_id = i.source_id
          and i.span_start < s.span_end and s.span_start < i.span_end))`;
  };
  const { rows } = await sql<HoldingItem>`with spans as (
      select source_id, span_start, span_end from memories where ${hasId(tenant, ids)} and span_end - span_start > 0
      union all select source_id, span_start, span_end from graph_entities where ${hasId(tenant, ids)})
    ${holding('memory')} union all ${holding('entity')} order by id`.execute(db);
  return rows;
};

/** The passes whose report says something of these items or interactions, or in one of these spellings. */
export const reportsHolding = async (
  { db, viewer: { tenant } }: WriteSession,
  spellings: readonly string[],
  ids: readonly string[],
  interactionIds: readonly string[],
): Promise<string[]> => {
  const { rows } = await sql<{
    id: string;
  }>`select m.report_id as id from memories m where ${hasId(tenant, ids, 'm')} and m.report_id is not null
    union select e.report_id from graph_entities e where ${hasId(tenant, ids, 'e')} and e.report_id is not null
    union select w.report_id from waiting_statements w where w.tenant = ${tenant} and holds_words(w.content, ${[...spellings]})
    union select d.report_id from dropped_statements d where d.tenant = ${tenant} and holds_words(d.content, ${[...spellings]})
    union select r.id from extraction_reports r where r.tenant = ${tenant} and r.source_id = any(${[...interactionIds]})
    order by id`.execute(db);
  return rows.map(({ id }) => id);
};

/** A link to another record that a document states. */
export type StatedLink = InsertedRow<'record_names'>;

/** Reads links stated by documents that hold one of these spellings; a trigger removes a link with any of its words. */
export const linksHolding = async (
  { db, viewer: { tenant } }: WriteSession,
  spellings: readonly string[],
): Promise<StatedLink[]> => {
  const { rows } =
    await sql<StatedLink>`select r.* from record_names r join documents d on d.tenant = r.tenant and d.id = r.document_id
    where r.tenant = ${tenant} and r.naming_kind <> 'IS' and holds_words(d.content, ${[...spellings]}) order by r.id`.execute(
      db,
    );
  return rows;
};

/** Documents as they are stored now, by their ids. */
export const contentsOf = async (
  { db, viewer: { tenant } }: WriteSession,
  ids: readonly string[],
): Promise<
  { readonly id: string; readonly project: string; readonly path: string; readonly content: string }[]
> => {
  const { rows } = await sql<{
    id: string;
    project: string;
    path: string;
    content: string;
  }>`select d.id, d.project, d.path, d.content from documents d where ${hasId(tenant, ids, 'd')} order by d.id`.execute(
    db,
  );
  return rows;
};

export const storeLinks = ({ db }: WriteSession, links: readonly StatedLink[]): Promise<void> =>
  bulkInsert(db, 'record_names', links);

/** A person who is erased, with the interactions about them. */
export interface ErasedSubject {
  readonly subjectId: string;
  readonly interactions: readonly { readonly id: string; readonly filler: string }[];
  /** Evidence with words of the person. */
  readonly evidenceIds: readonly string[];
}

/**
 * Erases a person, items that the caller has locked, and these spellings wherever they stand, each replaced by the filler at its place. For
 * an admin's session of the system role. It reads every text of the tenant once, however long that takes.
 */
export const eraseTexts = async (
  { db }: WriteSession,
  {
    subject,
    ids,
    spellings,
    fillers,
    erasedMark,
    now,
  }: {
    /** Null: nobody. */
    readonly subject: ErasedSubject | null;
    readonly ids: readonly string[];
    readonly spellings: readonly string[];
    readonly fillers: readonly string[];
    readonly erasedMark: string;
    readonly now: Date;
  },
): Promise<ErasedPlace[]> => {
  await sql`set local statement_timeout = 0`.execute(db);
  const counts = new Map<string, number>();
  const erase = async (erasing: RawBuilder<{ place: string; count: string }>) => {
    for (const { place, count } of (await erasing.execute(db)).rows)
      counts.set(place, (counts.get(place) ?? 0) + Number(count));
  };
  if (subject !== null)
    await erase(
      sql`select place, rows as count from erase_subject(${subject.subjectId}, ${subject.interactions.map(({ id }) => id)},
        ${subject.interactions.map(({ filler }) => filler)}, ${[...subject.evidenceIds]}, ${erasedMark}, ${now})`,
    );
  await erase(sql`select place, rows as count from erase_items(${[...ids]}, ${erasedMark}, ${now})`);
  if (spellings.length > 0)
    await erase(sql`select place, rows as count from erase_words(${[...spellings]}, ${[...fillers]})`);
  return [...counts].map(([where, count]) => ({ where, count })).sort((a, b) => (a.where < b.where ? -1 : 1));
};

/** The row of history of erased items that says so. */
export const storeTombstones = async (
  { db, viewer: { tenant, user } }: WriteSession,
  items: readonly { readonly id: string; readonly revisionId: string }[],
  erasedMark: string,
  now: Date,
): Promise<void> => {
  await sql`insert into revisions (id, tenant, memory_id, entity_id, revision, status, content, name, reworded, edited_by, edited_at)
    select given.revision_id, ${tenant}, m.id, e.id, coalesce(m.revision, e.revision), 'ERASED', ${erasedMark}, case when e.id is not null then ${erasedMark} end,
      true, ${user}, ${now}
    from unnest(${items.map(({ id }) => id)}::text[], ${items.map(({ revisionId }) => revisionId)}::text[]) given (id, revision_id)
      left join memories m on m.tenant = ${tenant} and m.id = given.id
      left join graph_entities e on e.tenant = ${tenant} and e.id = given.id`.execute(db);
};

/** Keeps what the wordings of an item are known again by. */
export const storeErasedWordings = (
  { db, viewer: { tenant } }: WriteSession,
  wordings: readonly (ErasedWording & { readonly id: string; readonly itemId: string | null })[],
  now: Date,
): Promise<void> =>
  bulkInsert(
    db,
    'erased_wordings',
    wordings.map(({ id, itemId, length, mark, ending, digest }) => ({
      id,
      tenant,
      item_id: itemId,
      length,
      mark,
      ending,
      digest,
      erased_at: now,
    })),
  );

/** Reads the erased wordings of the session's tenant, whatever its viewer sees. */
export const readErasedWordings = async (db: QueryExecutorProvider): Promise<ErasedWording[]> => {
  const { rows } =
    await sql<ErasedWording>`select length, mark, ending, digest from known_erased_wordings()`.execute(db);
  return rows;
};
