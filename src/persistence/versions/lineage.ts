import DataLoader from 'dataloader';
import type { SignedReceipt } from '#domain/bundle/receipt.ts';
import { readStandingId } from '#domain/input/shown-id.ts';
import type { Viewer } from '#domain/privacy/viewer.ts';
import type { RecordNaming } from '#domain/sources/record-names.ts';
import type { ContradictionRow } from '#persistence/contradictions/contradictions.ts';
import { type DocumentRow, documentAsShown, documentRow } from '#persistence/ingestion/sources.ts';
import { type TraceRow, traceColumns } from '#persistence/pathways/pathways.ts';
import type { NestedList } from '#persistence/reading/nested-list.ts';
import { type RawBuilder, type SqlBool, sql } from '#persistence/reading/sql.ts';
import {
  contradictionsVisibleTo,
  documentsVisibleTo,
  itemsListedTo,
  itemsVisibleTo,
  receiptsVisibleTo,
  withheldTexts,
} from '#persistence/reading/visibility-predicate.ts';
import type { ItemRef } from '#persistence/review/items.ts';
import type { ReadSession } from '#persistence/store/viewer-session.ts';

/** The versions of one document are those of its project and path that the same people may see. */
const sameDocument = (one: string, other: string) =>
  sql.raw(`${one}.tenant = ${other}.tenant and ${one}.project = ${other}.project
    and ${one}.visibility_key = ${other}.visibility_key and ${one}.path = ${other}.path`);

/** When a version came, and each time that it came back: rows `at`. */
export const comings = (version: string) =>
  sql`select ${sql.ref(`${version}.created_at`)} as at union all
    select back.at::timestamptz from jsonb_array_elements_text(coalesce(${sql.ref(`${version}.returned_at`)}, '[]')) back (at)`;

/**
 * The place of a version among those of its document: in the order of their last coming, but the one in force is the newest, since another
 * may wait for an owner of the source. As of an instant `at`, in the order of what had come by then; null where it had not come.
 */
const versionPlace = (version: string, at = sql`null::timestamptz`) =>
  sql`(case when ${at} is null and ${sql.raw(`exists (select 1 from source_paths p where p.tenant = ${version}.tenant and p.project = ${version}.project
    and p.visibility_key = ${version}.visibility_key and p.path = ${version}.path and p.document_id = ${version}.id)`)} then '1' else '0' end
    || (select to_char(max(came.at) at time zone 'UTC', 'YYYYMMDDHH24MISSMS') from (${comings(version)}) came
      where ${at} is null or came.at <= ${at}) || ${sql.ref(`${version}.id`)}) collate "C"`;

/** Every version of a document, the oldest first; the parent is any of them. */
export const versionsOfDocument: NestedList<DocumentRow & { readonly place: string }> = {
  name: 'versions-of-document',
  columns: (session) => sql`${documentRow(session)}, n.place`,
  from: sql`(select d.*, ${versionPlace('d')} as place, self.id as version_of from documents self join documents d on ${sameDocument('d', 'self')})`,
  parent: 'version_of',
  key: 'place',
  keyOf: ({ place }) => place,
  visible: (viewer) => documentsVisibleTo(viewer, 'n'),
  asShown: (row, session) => Object.assign(documentAsShown(row, session), { place: row.place }),
};

/** Words about another record are withheld from a viewer to whom part of the document is withheld; its title is not. */
const isSaid = (names: 'self' | 'other') =>
  sql<SqlBool>`(${sql.ref(`${names}.naming_kind`)} = 'IS' or (${withheldTexts({ document: `${names}.document_id` })}) is null)`;

/** Statuses of an item that a reviewer has accepted. */
const accepted = sql`('ACTIVE', 'GRADUATED', 'SUPERSEDED')`;

/**
 * A document may say that a record is superseded: it comes from who first brought that record's path in, or the viewer
 * sees an item of it that was accepted. Until then its words are those of a stranger, in a text that nobody has reviewed.
 */
const maySupersede = (viewer: Viewer, saying: RawBuilder<unknown>, superseded: RawBuilder<unknown>) => {
  const hasAccepted = (items: 'memories' | 'graph_entities') =>
    sql`exists (select 1 from chunks c join ${sql.table(items)} i on i.tenant = c.tenant and i.source_id = c.id
      where c.tenant = ${viewer.tenant} and c.document_id = ${saying} and i.status in ${accepted} and ${itemsVisibleTo(viewer, 'i')})`;
  return sql<SqlBool>`(exists (select 1 from documents said, documents ended where said.tenant = ${viewer.tenant} and said.id = ${saying}
      and ended.tenant = ${viewer.tenant} and ended.id = ${superseded} and said.contributor = (select first.contributor from documents first
        where ${sameDocument('first', 'ended')} order by first.created_at, first.id limit 1))
    or ${hasAccepted('memories')} or ${hasAccepted('graph_entities')})`;
};

/**
 * The versions in force whose record and that of a document, in force as well, stand so to each other, whichever of
 * the two says it, in the order in which
 * they came.
 */
const documentsNamed = (name: string, mine: RecordNaming, theirs: RecordNaming): NestedList<DocumentRow> => ({
  name,
  columns: documentRow,
  from: (
    viewer,
  ) => sql`(select distinct on (self.document_id, d.id) d.*, self.document_id as named_by from record_names self
    join source_paths own on own.tenant = self.tenant and own.document_id = self.document_id and own.withdrawn_at is null
    join record_names other on other.tenant = self.tenant and other.project = self.project and other.record_key = self.record_key
      and (self.naming_kind, other.naming_kind) in ((${mine}, 'IS'), ('IS', ${theirs})) and other.document_id <> self.document_id
    join source_paths p on p.tenant = other.tenant and p.document_id = other.document_id and p.withdrawn_at is null
    join documents d on d.tenant = other.tenant and d.id = other.document_id
    where ${isSaid('self')} and ${isSaid('other')}
      and ${maySupersede(
        viewer,
        sql`case when self.naming_kind = 'IS' then other.document_id else self.document_id end`,
        mine === 'SUPERSEDES' ? sql`other.document_id` : sql`self.document_id`,
      )})`,
  parent: 'named_by',
  key: 'id',
  keyOf: ({ id }) => id,
  visible: (viewer) => documentsVisibleTo(viewer, 'n'),
  asShown: documentAsShown,
});
export const supersededDocuments = documentsNamed('superseded-documents', 'SUPERSEDES', 'SUPERSEDED_BY');
export const supersedingDocuments = documentsNamed('superseding-documents', 'SUPERSEDED_BY', 'SUPERSEDES');

/** The id of the version before or after a document, now or at the instant of its key; null where it is the first or the last. */
const neighbourIds = (session: ReadSession, which: 'before' | 'after') =>
  new DataLoader<string, string | null>(async (keys) => {
    const [comparison, way] = which === 'before' ? ['<', 'desc'] : ['>', 'asc'];
    const asked = keys.map(readStandingId);
    const at = sql`asked.at`;
    const { rows } = await sql<{
      key: string;
      neighbourId: string;
    }>`select asked.key, near.id as "neighbourId"
      from unnest(${[...keys]}::text[], ${asked.map(({ id }) => id)}::text[], ${asked.map((one) => one.at)}::timestamptz[])
        as asked (key, id, at)
      cross join lateral (select * from documents d where d.tenant = ${session.viewer.tenant} and d.id = asked.id offset 0) self
      cross join lateral (select n.id from documents n where ${sameDocument('n', 'self')}
        and ${versionPlace('n', at)} ${sql.raw(comparison)} ${versionPlace('self', at)} and ${documentsVisibleTo(session.viewer, 'n')}
        order by ${versionPlace('n', at)} ${sql.raw(way)} limit 1) near
      where ${documentsVisibleTo(session.viewer, 'self')}`.execute(await session.byKey());
    const found = new Map(rows.map(({ key, neighbourId }) => [key, neighbourId]));
    return keys.map((key) => found.get(key) ?? null);
  });
export const versionBefore = (session: ReadSession) => neighbourIds(session, 'before');
export const versionAfter = (session: ReadSession) => neighbourIds(session, 'after');

/** The id of the version that had come last at an instant, of any version's document; null where there was none. */
export const versionAt = async (session: ReadSession, id: string, at: Date): Promise<string | null> => {
  const { rows } = await sql<{ id: string }>`select then_.id from documents self cross join lateral (
      select n.id from documents n cross join lateral (select max(came.at) as at from (${comings('n')}) came where came.at <= ${at}) last
      where ${sameDocument('n', 'self')} and ${documentsVisibleTo(session.viewer, 'n')} and last.at is not null
      order by last.at desc, n.id desc limit 1) then_
    where self.id = ${id} and ${documentsVisibleTo(session.viewer, 'self')}`.execute(await session.db());
  return rows[0]?.id ?? null;
};

/** The traces that were given what a parent came from; `of`: rows with `chunk_id` and `parent_id`. */
const tracesGiven = (name: string, of: RawBuilder<unknown>): NestedList<TraceRow> => ({
  name,
  columns: traceColumns,
  lasts: { since: 'created_at' },
  from: sql`(select distinct on (given.parent_id, t.id) t.*, given.parent_id from ${of} given
    join trace_chunks link on link.tenant = given.tenant and link.chunk_id = given.chunk_id
    join pathway_traces t on t.tenant = link.tenant and t.id = link.trace_id)`,
  parent: 'parent_id',
  key: 'id',
  keyOf: ({ id }) => id,
  visible: () => sql<SqlBool>`true`,
});

/** The traces that were given a section, the oldest first. */
export const tracesOfChunk = tracesGiven(
  'traces-of-chunk',
  sql`(select c.tenant, c.id as chunk_id, c.id as parent_id from chunks c)`,
);
export const tracesOfDocument = tracesGiven(
  'traces-of-document',
  sql`(select c.tenant, c.id as chunk_id, c.document_id as parent_id from chunks c)`,
);
export const tracesOfMemory = tracesGiven(
  'traces-of-memory',
  sql`(select m.tenant, m.source_id as chunk_id, m.id as parent_id from memories m)`,
);
export const tracesOfEntity = tracesGiven(
  'traces-of-entity',
  sql`(select e.tenant, coalesce(e.source_id, m.source_id) as chunk_id, e.id as parent_id from graph_entities e
    left join memories m on m.tenant = e.tenant and m.id = e.graduated_from_id)`,
);
export const tracesOfContradiction = tracesGiven(
  'traces-of-contradiction',
  sql`(select c.tenant, m.source_id as chunk_id, c.id as parent_id from contradictions c
    join memories m on m.tenant = c.tenant and m.id in (c.older_id, c.newer_id))`,
);

/** The documents whose sections a trace was given, oldest first. */
export const documentsOfTrace: NestedList<DocumentRow> = {
  name: 'documents-of-trace',
  columns: documentRow,
  from: sql`(select distinct on (link.trace_id, d.id) d.*, link.trace_id from trace_chunks link
    join chunks c on c.tenant = link.tenant and c.id = link.chunk_id
    join documents d on d.tenant = c.tenant and d.id = c.document_id)`,
  parent: 'trace_id',
  key: 'id',
  keyOf: ({ id }) => id,
  visible: (viewer) => documentsVisibleTo(viewer, 'n'),
  asShown: documentAsShown,
};

/** The contradictions of which a trace was given the section of a side, oldest first; those of personal memories are not listed. */
export const contradictionsOfTrace: NestedList<Pick<ContradictionRow, 'id'>> = {
  name: 'contradictions-of-trace',
  columns: sql`n.id`,
  from: sql`(select distinct on (link.trace_id, c.id) c.*, link.trace_id from trace_chunks link
    join memories m on m.tenant = link.tenant and m.source_id = link.chunk_id
    join contradictions c on c.tenant = m.tenant and m.id in (c.older_id, c.newer_id)
    where not exists (select 1 from memories side where side.tenant = c.tenant and side.id in (c.older_id, c.newer_id) and side.is_personal))`,
  parent: 'trace_id',
  lasts: { since: 'detected_at' },
  key: 'id',
  keyOf: ({ id }) => id,
  visible: (viewer) => contradictionsVisibleTo(viewer, 'n'),
};

/** The memories that came from the sections which the traces of a pathway were given, oldest first; personal ones are not listed. */
export const memoriesOfPathway: NestedList<Pick<ItemRef, 'id'>> = {
  name: 'memories-of-pathway',
  columns: sql`n.id`,
  from: sql`(select distinct on (t.pathway_ref, m.id) m.*, t.pathway_ref from pathway_traces t
    join trace_chunks link on link.tenant = t.tenant and link.trace_id = t.id
    join memories m on m.tenant = link.tenant and m.source_id = link.chunk_id)`,
  parent: 'pathway_ref',
  lasts: { since: 'created_at' },
  key: 'id',
  keyOf: ({ id }) => id,
  visible: (viewer) => itemsListedTo(viewer, 'n'),
};

/** The receipts of bundles that delivered a memory, oldest first, as far as the viewer may see them. */
export const deliveriesOfMemory: NestedList<Pick<SignedReceipt, 'id'>> = {
  name: 'deliveries-of-memory',
  columns: sql`n.id`,
  from: sql`(select r.id, r.tenant, r.user_id, r.issued_at, d.memory_id from delivered_items d
    join bundle_receipts r on r.tenant = d.tenant and r.id = d.receipt_id)`,
  parent: 'memory_id',
  lasts: { since: 'issued_at' },
  key: 'id',
  keyOf: ({ id }) => id,
  visible: (viewer) => receiptsVisibleTo(viewer, 'n'),
};
