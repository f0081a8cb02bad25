import DataLoader from 'dataloader';
import { readSnapshotId } from '#domain/input/shown-id.ts';
import { isVisible } from '#domain/privacy/visibility.ts';
import { formerProperties } from '#entities/former-state.ts';
import { columnOf } from '#entities/governed-columns.ts';
import {
  type EntityRow,
  type ItemRow,
  itemAsShown,
  itemColumns,
  itemsAsSeen,
  type MemoryRow,
} from '#persistence/reading/item-rows.ts';
import type { SearchedPast } from '#persistence/reading/search.ts';
import { type Expression, type RawBuilder, sql } from '#persistence/reading/sql.ts';
import { itemsVisibleTo } from '#persistence/reading/visibility-predicate.ts';
import type { ReadSession } from '#persistence/store/viewer-session.ts';
import { valueThen } from './former-states.ts';

/** Totals of the evidence that a memory had; instants as JSON has them. */
interface EvidenceThen {
  readonly evidenceCount: number;
  readonly verifierCount: number;
  readonly detectionTypes: readonly string[];
  readonly newestEvidenceAt: string | null;
}

/** An item as it is, with the values that it had under names that begin with `then.`. */
type AsItStood<Row extends ItemRow> = Row & { readonly evidenceThen?: EvidenceThen | null };

/** Values that today's visibility goes by, so that those of then are shown but decide nothing. */
const visibilityValues: readonly string[] = ['status', 'audience', 'isPersonal', 'sensitivityLabels'];

const ofKind = {
  memory: {
    table: sql.table('memories'),
    key: sql.ref('r.memory_id'),
    words: ['summary'],
    searched: sql`searched_words(coalesce(i.summary_then || ' ', '') || i.content_then)`,
  },
  entity: {
    table: sql.table('graph_entities'),
    key: sql.ref('r.entity_id'),
    words: ['name'],
    searched: sql`(setweight(searched_words(coalesce(i.name_then, i.name)), 'A') || searched_words(i.content_then))`,
  },
};

/**
 * The rows `m` of items as `i`, with what their last revision at an instant says, and the values that they had until a later one:
 * `status_then`, `domain_then` and so on. The first revision is of the instant of the item itself: what was written later is left
 * out by its own column, which an index has.
 */
export const asTheyStood = (
  itemKind: ItemRow['itemKind'],
  of: Expression<unknown>,
  at: Expression<unknown>,
) => {
  const columns = formerProperties[itemKind].map(columnOf);
  return sql`(select m.*, then_.*, ${sql.raw(
    columns
      .map(
        (column) =>
          `case when until_.id is null then m.${column} else until_.${column} end as ${column}_then`,
      )
      .join(', '),
  )} from ${of} m join lateral (select r.status as status_then, r.content as content_then,
      r.summary as summary_then, r.name as name_then, r.revision as revision_then
    from revisions r where r.tenant = m.tenant and ${ofKind[itemKind].key} = m.id
    and r.edited_at <= ${at} order by r.revision desc limit 1) then_ on true
    left join lateral (select * from former_states f where f.tenant = m.tenant and ${sql.ref(`f.${itemKind}_id`)} = m.id
      and f.until > ${at} order by f.until limit 1) until_ on true where m.created_at <= ${at}) i`;
};

/** The memories or entities as `i`, with what they said at an instant when one is given. */
export const itemsAt = (itemKind: ItemRow['itemKind'], asOf: Date | null): RawBuilder<unknown> => {
  const { table } = ofKind[itemKind];
  return asOf === null ? sql`${table} i` : asTheyStood(itemKind, table, sql.val(asOf));
};

/** A search among items as they stood at an instant; null for none. */
export const searchedPast = (
  { viewer }: ReadSession,
  itemKind: ItemRow['itemKind'],
  asOf: Date | null,
): SearchedPast | null => {
  if (asOf === null) return null;
  const { key, searched } = ofKind[itemKind];
  return {
    standing: (items) => asTheyStood(itemKind, items, sql.val(asOf)),
    reworded: sql`(select ${key} from revisions r where r.tenant = ${viewer.tenant} and r.edited_at > ${asOf} and r.reworded
      and r.revision > 1 and ${key} is not null)`,
    searched,
  };
};

const evidenceColumns = ['evidenceCount', 'verifierCount', 'detectionTypes', 'newestEvidenceAt'];

/** Totals of a memory's evidence until then, where the operation reads it. */
const evidenceThen = (
  itemKind: ItemRow['itemKind'],
  { projection }: ReadSession,
  at: Expression<unknown>,
) => {
  const names = projection?.get('Memory');
  if (itemKind !== 'memory' || (projection && !evidenceColumns.some((name) => names?.has(name))))
    return sql``;
  return sql`, (select jsonb_build_object('evidenceCount', count(*), 'verifierCount', count(distinct e.verifier_key),
      'detectionTypes', coalesce(jsonb_agg(distinct e.detection_type) filter (where e.verifier_key is not null), '[]'),
      'newestEvidenceAt', max(e.created_at) filter (where e.verifier_key is not null))
    from evidence e where e.tenant = i.tenant and e.memory_id = i.id and e.created_at <= ${at}) as "evidenceThen"`;
};

/** The columns of what an item had, beside those of now. */
const columnsThen = (session: ReadSession, itemKind: ItemRow['itemKind'], at: Expression<unknown>) => {
  const names = ['status', 'content', 'revision', ...ofKind[itemKind].words, ...formerProperties[itemKind]];
  const columns = names.map((name) => sql`${valueThen('i', columnOf(name))} as ${sql.raw(`"then.${name}"`)}`);
  return sql`, ${sql.join(columns)}${evidenceThen(itemKind, session, at)}`;
};

const totalsOf = ({ newestEvidenceAt, ...totals }: EvidenceThen) => ({
  ...totals,
  newestEvidenceAt: newestEvidenceAt === null ? null : new Date(newestEvidenceAt),
});

/** A visible item with what it had, in the words that the viewer may read today. */
const asShownThen = <Row extends ItemRow>(
  session: ReadSession,
  { evidenceThen: totals, ...row }: AsItStood<Row>,
  at: Date,
): Row => {
  const now: [string, unknown][] = [];
  const then: [string, unknown][] = [];
  for (const [name, value] of Object.entries(row))
    if (name.startsWith('then.')) then.push([name.slice(5), value]);
    else now.push([name, value]);
  const shown = Object.fromEntries([
    ...now,
    ...then.filter(([name]) => !visibilityValues.includes(name)),
    ...Object.entries(totals ? totalsOf(totals) : {}),
    ['stoodAt', at],
  ]) as unknown as Row;
  return Object.assign(
    itemAsShown(session, shown),
    Object.fromEntries(then.filter(([name]) => visibilityValues.includes(name))),
  );
};

/** Filters snapshots to those that the viewer may see today. An item believed later is shown as the candidate it was. */
const seenAsTheyStood = <Row extends ItemRow>(
  session: ReadSession,
  rows: readonly AsItStood<Row>[],
  at: Date,
): Row[] =>
  rows.filter((row) => isVisible(session.viewer, row)).map((row) => asShownThen<Row>(session, row, at));

interface ReadAt {
  readonly asOf: Date | null;
  readonly columns: Expression<unknown>;
  /** A `with` clause that names what a search found `page`, which is `f` in the columns and conditions; absent: no search. */
  readonly page?: RawBuilder<unknown>;
  readonly where: Expression<unknown>;
}

/** Reads the memories or entities `i` (see `itemsAt`) that the viewer may see, each with the words that the viewer may read. */
export const readItemsAt = async <Row extends ItemRow>(
  session: ReadSession,
  itemKind: Row['itemKind'],
  { asOf, columns, page, where }: ReadAt,
): Promise<Row[]> => {
  const then = asOf === null ? sql`` : columnsThen(session, itemKind, sql.val(asOf));
  const items = itemsAt(itemKind, asOf);
  const from = page ? sql`page f join ${items} on i.id = f.id` : items;
  const { rows } = await sql<
    AsItStood<Row>
  >`${page ?? sql``} select ${columns}${then} from ${from} where ${where}`.execute(
    await (page ? session.byValue() : session.db()),
  );
  return asOf === null ? itemsAsSeen<Row>(session, rows) : seenAsTheyStood<Row>(session, rows, asOf);
};

/** Items as they stood, by the ids of snapshots; null for what is missing, hidden today, or did not stand yet. */
const snapshots = <Row extends ItemRow>(session: ReadSession, itemKind: Row['itemKind']) =>
  new DataLoader<string, Row | null>(async (texts) => {
    const wanted = texts.map(readSnapshotId);
    const named = wanted.filter((snapshot) => snapshot !== null);
    if (named.length === 0) return texts.map(() => null);
    const asked = sql`(select m.*, w.place, w.at from unnest(${named.map(({ id }) => id)}::text[],
        ${named.map(({ at }) => at.toISOString())}::timestamptz[]) with ordinality w (id, at, place)
      join ${ofKind[itemKind].table} m on m.id = w.id and m.tenant = ${session.viewer.tenant})`;
    const { rows } = await sql<
      AsItStood<Row> & { readonly place: number }
    >`select ${itemColumns('i', session, itemKind)}${columnsThen(session, itemKind, sql.ref('i.at'))}, i.place
      from ${asTheyStood(itemKind, asked, sql.ref('m.at'))}
      where ${itemsVisibleTo(session.viewer, 'i')}`.execute(await session.byKey());
    const byPlace = Map.groupBy(rows, ({ place }) => Number(place) - 1);
    const found = new Map(
      named.flatMap(({ at }, place) =>
        seenAsTheyStood<Row>(session, byPlace.get(place) ?? [], at).map((row) => [place, row] as const),
      ),
    );
    let place = 0;
    return wanted.map((snapshot) => (snapshot === null ? null : (found.get(place++) ?? null)));
  });

export const memorySnapshots = (session: ReadSession) => snapshots<MemoryRow>(session, 'memory');
export const entitySnapshots = (session: ReadSession) => snapshots<EntityRow>(session, 'entity');
