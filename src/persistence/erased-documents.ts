import type { DocumentStatementFacts } from '#domain/erasure/document-statements.ts';
import type { Span } from '#domain/labels/folded-text.ts';
import type { DocumentVisibilityFacts } from '#domain/privacy/visibility.ts';
import { type ErasedPlace, type HoldingItem, itemFacts } from './erasure.ts';
import { sql } from './reading/sql.ts';
import type { SourceKey } from './sources/source-paths.ts';
import type { WriteSession } from './store/viewer-session.ts';

/** A version of a document that has words. */
export type StoredVersion = SourceKey &
  DocumentVisibilityFacts & { readonly id: string; readonly content: string };

const versionColumns = sql`d.id, d.tenant, d.project, d.visibility_key as "visibilityKey", d.path, d.contributor, d.audience, d.content`;

/** Every version with words of the document that this is a version of, oldest first. For a system session. */
export const versionsWithWords = async (
  { db, viewer: { tenant } }: WriteSession,
  documentId: string,
): Promise<StoredVersion[]> => {
  const { rows } = await sql<StoredVersion>`select ${versionColumns} from documents given
    join documents d on (d.tenant, d.project, d.visibility_key, d.path) = (given.tenant, given.project, given.visibility_key, given.path)
    where given.tenant = ${tenant} and given.id = ${documentId} and d.erased_at is null order by d.id`.execute(
    db,
  );
  return rows;
};

/** Reads some versions with words that another version has followed before the limit, oldest first. For a system session. */
export const supersededVersions = async (
  { db, viewer: { tenant } }: WriteSession,
  limit: Date,
  most: number,
): Promise<StoredVersion[]> => {
  const { rows } = await sql<StoredVersion>`select ${versionColumns} from documents d
    where d.tenant = ${tenant} and d.erased_at is null and d.created_at < ${limit} and exists (select 1 from documents o
      cross join lateral (select o.created_at as at union all select one::timestamptz from jsonb_array_elements_text(o.returned_at) one) came
      where (o.tenant, o.project, o.visibility_key, o.path) = (d.tenant, d.project, d.visibility_key, d.path) and o.id <> d.id
        and came.at < ${limit} and came.at > coalesce((d.returned_at ->> -1)::timestamptz, d.created_at))
    order by d.id limit ${most}`.execute(db);
  return rows;
};

/** A statement that was read from a document, no matter who sees it. */
export type DocumentStatement = HoldingItem &
  DocumentStatementFacts & {
    readonly documentId: string;
    readonly extractionId: string | null;
    /** UTF-16 code units into the content of the document. */
    readonly spans: readonly Span[];
  };

/** The statements that were read from these documents and have words, by id. For a system session. */
export const statementsOf = async (
  { db, viewer: { tenant } }: WriteSession,
  documentIds: readonly string[],
): Promise<DocumentStatement[]> => {
  const ids = [...documentIds];
  const statements = (kind: 'memory' | 'entity') => {
    const [table, owner, from] =
      kind === 'memory'
        ? (['memories', 'memory_id', sql``] as const)
        : (['graph_entities', 'entity_id', sql`or i.graduated_from_id is not null`] as const);
    return sql`select ${itemFacts(kind)}, c.document_id as "documentId", i.extraction_id as "extractionId",
        (case when i.span_start is null then '[]' else jsonb_build_array(jsonb_build_object('start', i.span_start, 'end', i.span_end)) end)
          || coalesce(i.further_spans, '[]') as spans,
        exists (select 1 from revisions r where r.tenant = i.tenant and r.${sql.ref(owner)} = i.id and r.status = 'ACTIVE') ${from} as "wasBelieved",
        exists (select 1 from sightings s left join chunks met on met.tenant = s.tenant and met.id = s.source_id
            left join documents elsewhere on elsewhere.tenant = met.tenant and elsewhere.id = met.document_id
          where s.tenant = i.tenant and s.${sql.ref(owner)} = i.id
            and (met.id is null and s.source_id is not null or elsewhere.erased_at is null and elsewhere.id <> all(${ids}))) as "isSaidElsewhere"
      from chunks c join ${sql.table(table)} i on i.tenant = c.tenant and i.source_id = c.id
      where c.tenant = ${tenant} and c.document_id = any(${ids}) and i.status <> 'ERASED'`;
  };
  const { rows } =
    await sql<DocumentStatement>`${statements('memory')} union all ${statements('entity')} order by id`.execute(
      db,
    );
  return rows;
};

/** A section of a document, by its place in the content. */
export type StoredSection = Span & { readonly id: string; readonly documentId: string };

export const sectionsOf = async (
  { db, viewer: { tenant } }: WriteSession,
  documentIds: readonly string[],
): Promise<StoredSection[]> => {
  const { rows } =
    await sql<StoredSection>`select c.id, c.document_id as "documentId", c.start_offset as start, c.end_offset as "end"
    from chunks c where c.tenant = ${tenant} and c.document_id = any(${[...documentIds]}) order by c.id`.execute(
      db,
    );
  return rows;
};

/** The reports of the passes that read these documents. */
export const reportsOfDocuments = async (
  { db, viewer: { tenant } }: WriteSession,
  documentIds: readonly string[],
): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`select distinct r.report_id as id from source_readings r
    where r.tenant = ${tenant} and r.document_id = any(${[...documentIds]}) order by 1`.execute(db);
  return rows.map(({ id }) => id);
};

/** A version of a document that has another path now. */
export interface RenamedDocument {
  readonly id: string;
  readonly path: string;
  /** True where its folder has another name, too; its record names are gone. */
  readonly isMoved: boolean;
}

/** Gives documents other paths, by their former ones, in all their versions. For an admin's session of the system role. */
export const renameDocuments = async (
  { db }: WriteSession,
  renamed: ReadonlyMap<string, string>,
): Promise<RenamedDocument[]> => {
  const { rows } =
    await sql<RenamedDocument>`select document_id as id, renamed_path as path, is_moved as "isMoved"
    from erase_paths(${[...renamed.keys()]}, ${[...renamed.values()]})`.execute(db);
  return rows;
};

/** The versions of a path that were sent by others than its owners, decided or not; the words of each stand in its row. */
export const changesAt = async (
  { db, viewer: { tenant } }: WriteSession,
  { project, visibilityKey, path }: SourceKey,
): Promise<{ readonly id: string; readonly waits: boolean }[]> => {
  const { rows } = await sql<{
    id: string;
    waits: boolean;
  }>`select s.id, s.verdict is null as waits from source_changes s where s.tenant = ${tenant}
    and s.project = ${project} and s.visibility_key = ${visibilityKey} and s.path = ${path} order by s.id for update`.execute(
    db,
  );
  return rows;
};

/** A text by its id. */
export interface FilledText {
  readonly id: string;
  readonly text: string;
}

/** Erases versions of documents, and what was read from them; items that went with them are tombstones already. */
export const eraseDocuments = async (
  { db }: WriteSession,
  erasure: {
    readonly documents: readonly FilledText[];
    readonly sections: readonly FilledText[];
    readonly itemIds: readonly string[];
    readonly keptExtractions: readonly string[];
    readonly changeIds: readonly string[];
    readonly erasedMark: string;
    readonly now: Date;
  },
): Promise<ErasedPlace[]> => {
  const { documents, sections, itemIds, keptExtractions, changeIds, erasedMark, now } = erasure;
  const { rows } = await sql<ErasedPlace>`select place as where, rows::float8 as count from erase_documents(
      ${documents.map(({ id }) => id)}, ${documents.map(({ text }) => text)}, ${sections.map(({ id }) => id)}, ${sections.map(({ text }) => text)},
      ${[...itemIds]}, ${[...keptExtractions]}, ${[...changeIds]}, ${erasedMark}, ${now})`.execute(db);
  return rows;
};
