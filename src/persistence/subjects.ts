import { foldedName } from '#domain/privacy/folded-name.ts';
import type { Viewer } from '#domain/privacy/viewer.ts';
import {
  type Direction,
  encodeCursor,
  type KeysetOrder,
  keyset,
  type Page,
  type PageArguments,
  pageOf,
} from './reading/keyset.ts';
import { sql } from './reading/sql.ts';
import {
  commentsVisibleTo,
  documentsVisibleTo,
  interactionsVisibleTo,
  itemsVisibleTo,
  receiptsVisibleTo,
} from './reading/visibility-predicate.ts';
import type { ReadSession, WriteSession } from './store/viewer-session.ts';

/** Interactions about a person, and personal ones of their own; not those whose text was erased. */
const interactionsAbout = (tenant: string, subjectId: string) =>
  sql`select a.id from interactions a where a.tenant = ${tenant} and (a.subject_id = ${subjectId} or (a.is_personal and a.contributor = ${subjectId}))
    and translate(a.content, e'█\n', '') <> ''`;

const memoriesAbout = (tenant: string, subjectId: string) =>
  sql`select a.id from memories a where a.tenant = ${tenant} and a.status <> 'ERASED' and (a.subject_id = ${subjectId}
    or (a.is_personal and a.contributor = ${subjectId}) or a.source_id in (${interactionsAbout(tenant, subjectId)}))`;

/** With the entities that memories about the person became. */
const entitiesAbout = (tenant: string, subjectId: string) =>
  sql`select a.id from graph_entities a where a.tenant = ${tenant} and a.status <> 'ERASED' and ((a.is_personal and a.contributor = ${subjectId})
    or a.source_id in (${interactionsAbout(tenant, subjectId)}) or a.graduated_from_id in (${memoriesAbout(tenant, subjectId)}))`;

/** Evidence with words of the person. */
const evidenceBy = (tenant: string, subjectId: string) =>
  sql`select a.id from evidence a where a.tenant = ${tenant} and a.source_user = ${subjectId} and num_nonnulls(a.user_quote, a.source_ref) > 0`;

/** Memories and entities about the person that the viewer sees. */
const itemsAbout = (viewer: Viewer, subjectId: string) =>
  sql`select i.id from memories i where i.id in (${memoriesAbout(viewer.tenant, subjectId)}) and ${itemsVisibleTo(viewer, 'i')}
    union all select i.id from graph_entities i where i.id in (${entitiesAbout(viewer.tenant, subjectId)}) and ${itemsVisibleTo(viewer, 'i')}`;

/** The same evidence, of memories that the viewer sees, as a join `i`. */
const evidenceSeen = (viewer: Viewer, subjectId: string) =>
  sql`from evidence i join memories m on m.tenant = i.tenant and m.id = i.memory_id
    where i.id in (${evidenceBy(viewer.tenant, subjectId)}) and ${itemsVisibleTo(viewer, 'm')}`;

const tracesNaming = (tenant: string, subjectId: string) =>
  sql`select a.trace_id from trace_subjects a where a.tenant = ${tenant} and a.subject_id = ${subjectId}`;

export interface AboutSubject {
  readonly itemIds: readonly string[];
  readonly interactions: readonly { readonly id: string; readonly content: string }[];
  /** Evidence with words of the person. */
  readonly evidenceIds: readonly string[];
  /** True when traces have the person's name as a subject. */
  readonly isNamed: boolean;
}

/** Finds everything about a person that the session's viewer, an admin, sees: the scope of an erasure. */
export const aboutSubject = async (
  { db, viewer }: WriteSession,
  subjectId: string,
): Promise<AboutSubject> => {
  const { tenant } = viewer;
  const { rows: interactions } = await sql<
    AboutSubject['interactions'][number]
  >`select i.id, i.content from interactions i where i.id in (${interactionsAbout(tenant, subjectId)})
      and ${interactionsVisibleTo(viewer, 'i')} order by i.id`.execute(db);
  const { rows: items } = await sql<{ id: string }>`select i.id from (${itemsAbout(viewer, subjectId)}) i
    order by i.id`.execute(db);
  const { rows: evidence } = await sql<{ id: string }>`select i.id ${evidenceSeen(viewer, subjectId)}
    order by i.id`.execute(db);
  const { rows: named } = await sql`${tracesNaming(tenant, subjectId)} limit 1`.execute(db);
  return {
    itemIds: items.map(({ id }) => id),
    interactions,
    evidenceIds: evidence.map(({ id }) => id),
    isNamed: named.length > 0,
  };
};

/** How something has to do with a person. */
export const subjectRelations = ['ABOUT', 'CONTRIBUTED', 'SAID', 'NAMED', 'RECEIVED', 'DID'] as const;
type SubjectRelation = (typeof subjectRelations)[number];

export interface SubjectEntry {
  readonly id: string;
  readonly relations: readonly SubjectRelation[];
}

/** All that has to do with a person and that the viewer, an admin, sees: ids, once for each relation. */
const entriesOf = ({ viewer }: Pick<ReadSession, 'viewer'>, subjectId: string) => {
  const { tenant } = viewer;
  const related = (relation: SubjectRelation, rest: unknown) =>
    sql`select ${sql.lit(relation)} as relation, i.id ${rest}`;
  const contributed = (table: string, visibleTo: typeof itemsVisibleTo) =>
    related(
      'CONTRIBUTED',
      sql`from ${sql.table(table)} i where i.contributor = ${subjectId} and ${visibleTo(viewer, 'i')}`,
    );
  return sql`(${sql.join(
    [
      related('ABOUT', sql`from (${itemsAbout(viewer, subjectId)}) i`),
      related(
        'ABOUT',
        sql`from interactions i where i.id in (${interactionsAbout(tenant, subjectId)}) and ${interactionsVisibleTo(viewer, 'i')}`,
      ),
      contributed('memories', itemsVisibleTo),
      contributed('graph_entities', itemsVisibleTo),
      contributed('interactions', interactionsVisibleTo),
      contributed('documents', documentsVisibleTo),
      related(
        'CONTRIBUTED',
        sql`from comments i where i.written_by = ${subjectId} and ${commentsVisibleTo(viewer, 'i')}`,
      ),
      related(
        'NAMED',
        sql`from comments i where i.addressee_key = ${foldedName(subjectId)} and ${commentsVisibleTo(viewer, 'i')}`,
      ),
      related('SAID', evidenceSeen(viewer, subjectId)),
      related(
        'NAMED',
        sql`from pathway_traces i where i.tenant = ${tenant} and i.id in (${tracesNaming(tenant, subjectId)})`,
      ),
      related(
        'NAMED',
        sql`from bundle_receipts i where i.subject_id = ${subjectId} and ${receiptsVisibleTo(viewer, 'i')}`,
      ),
      related(
        'RECEIVED',
        sql`from bundle_receipts i where i.user_id = ${subjectId} and ${receiptsVisibleTo(viewer, 'i')}`,
      ),
      related('DID', sql`from audit_events i where i.tenant = ${tenant} and i.actor = ${subjectId}`),
    ],
    sql` union all `,
  )})`;
};

const order: KeysetOrder = {
  name: 'subject-report',
  direction: 'ASC',
  columns: [{ of: sql.ref('n.id'), shape: 'string' }],
};
export const subjectCursor = ({ id }: SubjectEntry): string => encodeCursor(order.name, [id]);

/** A page of what has to do with a person, by id, which is by type. */
export const pageOfSubject = async (
  session: Pick<ReadSession, 'viewer' | 'db'>,
  subjectId: string,
  page: PageArguments,
  direction: Direction = order.direction,
): Promise<Page<SubjectEntry>> => {
  const { between, tail } = keyset({ ...order, direction }, page);
  const { rows } = await sql<SubjectEntry>`select n.id, array_agg(n.relation order by n.relation) as relations
      from ${entriesOf(session, subjectId)} n where true${between} group by n.id ${tail}`.execute(
    await session.db(),
  );
  return pageOf(rows, page);
};

export interface SubjectCount {
  readonly relation: SubjectRelation;
  readonly count: number;
}

/** How many records there are, and how many of each relation, in one statement. */
export const countSubject = async (
  session: Pick<ReadSession, 'viewer' | 'db'>,
  subjectId: string,
): Promise<{ readonly records: number; readonly counts: SubjectCount[] }> => {
  const { rows } = await sql<{
    relation: SubjectRelation | null;
    count: string;
  }>`select n.relation, count(distinct n.id) as count from ${entriesOf(session, subjectId)} n
    group by grouping sets ((), (n.relation)) order by n.relation nulls last`.execute(await session.db());
  return {
    records: Number(rows.at(-1)?.count ?? 0),
    counts: rows.flatMap(({ relation, count }) =>
      relation === null ? [] : [{ relation, count: Number(count) }],
    ),
  };
};
