import DataLoader from 'dataloader';
import { readStandingId } from '#domain/input/shown-id.ts';
import { maskWordings, policyMask, type WithheldText } from '#domain/labels/policy/mask.ts';
import { isForFewer } from '#domain/privacy/for-fewer.ts';
import type { SourceState } from '#domain/sources/source-states.ts';
import type { EntityRow, ItemRow, MemoryRow } from '#persistence/reading/item-rows.ts';
import type { ChildList } from '#persistence/reading/nested-list.ts';
import { type SeenRows, seenAmong } from '#persistence/reading/row-loader.ts';
import { sql } from '#persistence/reading/sql.ts';
import {
  documentsVisibleTo,
  itemsVisibleTo,
  withheldTexts,
} from '#persistence/reading/visibility-predicate.ts';
import type { ReadSession } from '#persistence/store/viewer-session.ts';
import { isOpenDrift, newestCheck } from './source-checks.ts';

export interface SourceCheckRow {
  readonly id: string;
  readonly state: SourceState;
  readonly documentId: string;
  readonly spanStart: number | null;
  readonly spanEnd: number | null;
  readonly spanText: string | null;
  readonly similarity: number | null;
  readonly successorId: string | null;
  readonly checkedAt: Date;
  /** Words of the item's own source, as its viewer sees them; null where unknown. */
  readonly said: string | null;
}

/** Further fields of a row, removed before it is shown. */
interface Masking {
  readonly seesDocument: boolean;
  readonly withheld: readonly WithheldText[] | null;
}
type StoredCheck = SourceCheckRow & Masking;

const columnsFor = ({
  viewer,
}: ReadSession) => sql`n.id, n.state, n.document_id as "documentId", n.span_start as "spanStart",
  n.span_end as "spanEnd", n.span_text as "spanText", n.similarity, n.successor_id as "successorId", n.checked_at as "checkedAt",
  exists (select 1 from documents d where d.tenant = n.tenant and d.id = n.document_id and ${documentsVisibleTo(viewer, 'd')}) as "seesDocument",
  case when n.span_text is not null then ${withheldTexts({ document: 'n.document_id' })} end as withheld`;

/** A viewer who does not see the version does not see the place of the words in it. */
const asShown = (
  row: StoredCheck,
  { redacted, spanText: said }: Pick<ItemRow, 'redacted' | 'spanText'>,
): StoredCheck => {
  if (!row.seesDocument) return { ...row, said, spanStart: null, spanEnd: null, spanText: null };
  if (row.spanText === null) return { ...row, said };
  return { ...row, said, spanText: redacted ? policyMask : maskWordings(row.spanText, row.withheld) };
};

const checks = <Item extends ItemRow>(parent: 'memory_id' | 'entity_id'): ChildList<StoredCheck, Item> => ({
  name: 'source-checks',
  columns: columnsFor,
  from: sql`source_checks`,
  parent,
  lasts: { since: 'checked_at' },
  key: 'id',
  keyOf: ({ id }) => id,
  visible: () => sql`true`,
  asShownWith: asShown,
});

/** The checks of an item's source, oldest first. */
export const checksOfMemory = checks<MemoryRow>('memory_id');
export const checksOfEntity = checks<EntityRow>('entity_id');

interface Rows {
  readonly memories: SeenRows<MemoryRow>;
  readonly entities: SeenRows<EntityRow>;
}

/** The memories or entities among these ids that the viewer sees. */
const seenItems = async ({ memories, entities }: Rows, ids: readonly string[]): Promise<ItemRow[]> => {
  const [ofEntities = [], ofMemories = []] = [true, false].map((isEntity) =>
    ids.filter((id) => id.startsWith('ent_') === isEntity),
  );
  const found = await Promise.all([
    seenAmong<ItemRow>(memories, ofMemories),
    seenAmong<ItemRow>(entities, ofEntities),
  ]);
  return found.flatMap((rows) => [...rows.values()]);
};

/**
 * The newest check of each item, now or by the id of a snapshot then; null where its source was never checked, or where the item is not
 * seen.
 */
export const newestChecks = (session: ReadSession, items: Rows) =>
  new DataLoader<string, SourceCheckRow | null>(async (keys) => {
    const wanted = keys.map((key) => ({ key, ...readStandingId(key) }));
    const seen = new Map(
      (await seenItems(items, [...new Set(wanted.map(({ id }) => id))])).map((item) => [item.id, item]),
    );
    const asked = wanted.filter(({ id }) => seen.has(id));
    if (asked.length === 0) return keys.map(() => null);
    const newest = (owner: 'memory_id' | 'entity_id') =>
      sql`select item.key, ${columnsFor(session)}
        from unnest(${asked.map(({ key }) => key)}::text[], ${asked.map(({ id }) => id)}::text[],
          ${asked.map(({ at }) => at?.toISOString() ?? null)}::timestamptz[]) item (key, id, at)
        cross join lateral ${newestCheck(owner, sql`item.id`, session.viewer.tenant, sql`item.at`)} n`;
    const { rows } = await sql<StoredCheck & { readonly key: string }>`${newest('memory_id')}
      union all ${newest('entity_id')}`.execute(await session.byKey());
    const found = new Map(
      rows.flatMap(({ key, ...row }) => {
        const item = seen.get(readStandingId(key).id);
        return item ? [[key, asShown(row, item)] as const] : [];
      }),
    );
    return keys.map((key) => found.get(key) ?? null);
  });

interface Link {
  readonly itemId: string;
  readonly otherId: string;
}

const othersOf = (ids: readonly string[], links: readonly Link[]): (readonly string[])[] => {
  const found = Map.groupBy(links, ({ itemId }) => itemId);
  return ids.map((id) => (found.get(id) ?? []).map(({ otherId }) => otherId));
};

/** The items that were read in the place of an item's words, newest first, whatever has become of them; for an item that is seen. */
export const proposedSuccessors = (session: ReadSession, items: Rows) =>
  new DataLoader<string, readonly string[]>(async (ids) => {
    const seen = (await seenItems(items, ids)).map(({ id }) => id);
    if (seen.length === 0) return ids.map(() => []);
    const { rows } =
      await sql<Link>`select coalesce(s.memory_id, s.entity_id) as "itemId", s.successor_id as "otherId"
      from source_checks s where s.tenant = ${session.viewer.tenant} and (s.memory_id = any(${seen}) or s.entity_id = any(${seen})) and s.successor_id is not null
      group by 1, 2 order by max(s.id) desc`.execute(await session.byKey());
    return othersOf(ids, rows);
  });

/** Loads the items that promoting a visible candidate would supersede, by id; decided by `decideReplacement`. */
export const replacedByPromotion = (session: ReadSession, rows: Rows) =>
  new DataLoader<string, readonly string[]>(async (ids) => {
    const { viewer } = session;
    const candidates = new Map(
      (await seenItems(rows, ids))
        .filter(({ status }) => status === 'CANDIDATE')
        .map((item) => [item.id, item]),
    );
    if (candidates.size === 0) return ids.map(() => []);
    const replaced = (table: 'memories' | 'graph_entities', owner: 'memory_id' | 'entity_id') =>
      sql`select s.successor_id as "itemId", old.id as "otherId" from source_checks s
          cross join lateral ${newestCheck(owner, sql`s.${sql.ref(owner)}`, viewer.tenant)} last
          join ${sql.table(table)} old on old.tenant = s.tenant and old.id = s.${sql.ref(owner)}
        where s.tenant = ${viewer.tenant} and s.successor_id = any(${[...candidates.keys()]}) and s.id = last.id and ${isOpenDrift(sql.ref(`s.${owner}`), viewer.tenant)}
          and old.status = 'ACTIVE' and ${itemsVisibleTo(viewer, 'old')}
          and not exists (select 1 from graph_entities e where e.tenant = old.tenant and e.graduated_from_id = old.id and e.status = 'CANDIDATE')`;
    const found =
      await sql<Link>`${replaced('memories', 'memory_id')} union ${replaced('graph_entities', 'entity_id')} order by 2`.execute(
        await session.byKey(),
      );
    const others = new Map(
      (await seenItems(rows, [...new Set(found.rows.map(({ otherId }) => otherId))])).map((item) => [
        item.id,
        item,
      ]),
    );
    return othersOf(
      ids,
      found.rows.filter(({ itemId, otherId }) => {
        const [candidate, other] = [candidates.get(itemId), others.get(otherId)];
        return candidate && other && !isForFewer(candidate, other);
      }),
    );
  });
