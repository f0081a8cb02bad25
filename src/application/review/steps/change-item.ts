import { type CommonInput, notFound, type UseCaseContext, type Verdict } from '#application/use-case.ts';
import type { AuditChange, AuditRefusal } from '#domain/audit/audit-actions.ts';
import { DomainError } from '#domain/domain-error.ts';
import { isVisible } from '#domain/privacy/visibility.ts';
import type { DecisionInput, ItemFacts, Violation } from '#domain/review/promotion.ts';
import type { ItemKind } from '#domain/review/states.ts';
import { violationMessage } from '#domain/review/violation-message.ts';
import { type GraphEntity, GraphEntityTable } from '#entities/graph-entity.ts';
import { type Memory, MemoryTable } from '#entities/memory.ts';
import { readPolicyInForce } from '#persistence/labels/label-policy.ts';
import { sql } from '#persistence/reading/sql.ts';
import { insertionOf } from '#persistence/store/bulk-insert.ts';
import { selectRows, type Table, updateOfRow } from '#persistence/store/stored-rows.ts';

/** What every decision about one memory or entity takes. */
export interface ItemDecisionInput extends CommonInput {
  readonly id: string;
  /** The revision that the caller looked at; an item that has moved on refuses. */
  readonly expectedRevision?: number | null | undefined;
}

/** The memory or entity that a use case decided about. */
export interface ItemOutcome {
  readonly itemId: string;
}

export type Item = Memory | GraphEntity;
type ItemTable = typeof MemoryTable | typeof GraphEntityTable;

export const isMemory = (item: Item): item is Memory => 'kind' in item;
const tableOf = (item: Item): ItemTable => (isMemory(item) ? MemoryTable : GraphEntityTable);
export const kindOf = (item: Item): ItemKind => (isMemory(item) ? 'memory' : 'entity');
export const targetOf = (item: Item) => (isMemory(item) ? 'Memory' : 'Entity');

/**
 * Locks items until the use case ends: memories, those that the entities graduated from among them, before entities, and
 * each table by id. Whoever locks more than one item locks them here first, so that nobody waits in a circle. Ids that
 * the actor does not see are passed over.
 */
export const lockItems = async (
  { session, viewer }: UseCaseContext,
  ids: readonly string[],
): Promise<void> => {
  const wanted = [...ids];
  session.send(sql`select 1 from memories where tenant = ${viewer.tenant} and (id = any(${wanted}) or id in (
      select e.graduated_from_id from graph_entities e where e.tenant = ${viewer.tenant} and e.id = any(${wanted})))
    order by id for update`);
  await sql`select 1 from graph_entities where tenant = ${viewer.tenant} and id = any(${wanted}) order by id for update`.execute(
    session.db,
  );
};

/** May the actor see the item? In whichever session it was read: the system role sees everything. */
const isSeen = async ({ session, viewer }: UseCaseContext, item: Item): Promise<boolean> => {
  const { tenant, status, isPersonal, audience, contributor, quarantined, sensitivityLabels } = item;
  const labelPolicy = sensitivityLabels.length === 0 ? null : await readPolicyInForce(session.db);
  return isVisible(viewer, {
    tenant,
    status,
    isPersonal,
    audience,
    contributor,
    quarantined,
    sensitivityLabels,
    labelPolicy,
  });
};

/** What other rows tell of an item, whoever may see them. */
type History = Pick<ItemFacts, 'frozen' | 'originStatus'>;

const readHistory = async (
  { session, viewer: { tenant } }: UseCaseContext,
  table: ItemTable,
  id: string,
): Promise<History> => {
  const { rows } = await (table === MemoryTable
    ? sql<History>`select true as frozen, null as "originStatus" from graph_entities e
        where e.tenant = ${tenant} and e.graduated_from_id = ${id} and e.status = 'CANDIDATE' limit 1`
    : sql<History>`select false as frozen, m.status as "originStatus"
        from graph_entities e join memories m on m.tenant = e.tenant and m.id = e.graduated_from_id
        where e.tenant = ${tenant} and e.id = ${id}`
  ).execute(session.db);
  return rows[0] ?? { frozen: false, originStatus: null };
};

/** Read with an item and after its lock is taken, for the decision that it was read for; a second one reads anew. */
const histories = new WeakMap<Item, Promise<History>>();

const getForUpdate = async <Of extends Item>(
  useCase: UseCaseContext,
  table: ItemTable,
  id: string,
  path: readonly string[],
): Promise<Of> => {
  const { session, viewer } = useCase;
  const reading = selectRows(
    session.db,
    table as Table<Of>,
    sql`where tenant = ${viewer.tenant} and id = ${id} for update`,
  );
  const history = readHistory(useCase, table, id);
  history.catch(() => undefined);
  const [item] = await reading;
  if (!item || !(await isSeen(useCase, item))) throw notFound(path);
  histories.set(item, history);
  return item;
};

/** Read: the memory, locked until the use case ends. Throws `not_found` for what this viewer may not see. */
export const getMemoryForUpdate = (
  useCase: UseCaseContext,
  id: string,
  path: readonly string[] = ['id'],
): Promise<Memory> => getForUpdate(useCase, MemoryTable, id, path);

/** As `getMemoryForUpdate`, for an entity. A use case that moves the memory it came from calls `lockItems` before. */
export const getEntityForUpdate = (
  useCase: UseCaseContext,
  id: string,
  path: readonly string[] = ['id'],
): Promise<GraphEntity> => getForUpdate(useCase, GraphEntityTable, id, path);

/** Whichever of the two an id is of. */
export const getItemForUpdate = (
  useCase: UseCaseContext,
  id: string,
  path?: readonly string[],
): Promise<Item> =>
  id.startsWith('ent_') ? getEntityForUpdate(useCase, id, path) : getMemoryForUpdate(useCase, id, path);

/** As `getItemForUpdate`, for a decision that also moves the memory that an entity came from. */
export const getCandidateForUpdate = async (useCase: UseCaseContext, id: string): Promise<Item> => {
  if (id.startsWith('ent_')) await lockItems(useCase, [id]);
  return getItemForUpdate(useCase, id);
};

const historyOf = async (useCase: UseCaseContext, item: Item): Promise<History> => {
  const history = await (histories.get(item) ?? readHistory(useCase, tableOf(item), item.id));
  histories.delete(item);
  return { ...history, frozen: history.frozen && item.status === 'ACTIVE' };
};

const factsOf = async (useCase: UseCaseContext, item: Item): Promise<ItemFacts> => ({
  kind: kindOf(item),
  status: item.status,
  revision: item.revision,
  contributor: item.contributor,
  handAuthored: item.handAuthored,
  isPersonal: item.isPersonal,
  ...(await historyOf(useCase, item)),
});

/** What the audit keeps of an item, before and after. */
export const auditedItem = (item: Item) => {
  const { status, revision, content, rejectionReason, retirementReason, deferredUntil } = item;
  const { supersededById, sensitivityLabels } = item;
  return {
    status,
    revision,
    content,
    rejectionReason,
    ...(retirementReason == null ? {} : { retirementReason }),
    deferredUntil,
    supersededById,
    sensitivityLabels,
    ...(isMemory(item)
      ? {
          summary: item.summary,
          suggestedLabels: item.suggestedLabels,
          domain: item.domain ?? null,
          tags: item.tags,
        }
      : { name: item.name }),
  };
};

const refusalError = (violation: Violation): DomainError => {
  const path = violation.code === 'audience.unknown_group' ? 'audience' : 'id';
  return new DomainError(violation.code, violationMessage(violation), [
    violation.code === 'conflict.stale_revision' ? 'expectedRevision' : path,
  ]);
};

/** One row of history for the item as it now is. */
const revisionOf = ({ dependencies, viewer, now }: UseCaseContext, item: Item, reworded: boolean) =>
  insertionOf('revisions', [
    {
      id: dependencies.newId('rev'),
      tenant: viewer.tenant,
      memory_id: isMemory(item) ? item.id : null,
      entity_id: isMemory(item) ? null : item.id,
      revision: item.revision,
      status: item.status,
      content: item.content,
      reworded,
      edited_by: viewer.user,
      edited_at: now,
    },
  ]);

/** Write: the first row of history of an item that is new. */
export const addRevision = (useCase: UseCaseContext, item: Item): void =>
  useCase.session.send(revisionOf(useCase, item, true));

const updateOf = (before: Item, item: Item) => updateOfRow(tableOf(item) as Table<Item>, before, item);

/** Write: a locked item as it now is, where it was otherwise `before`. */
export const saveItem = ({ session }: Pick<UseCaseContext, 'session'>, before: Item, item: Item): void =>
  session.send(updateOf(before, item));

/** As `saveItem`, for a change that counts: it raises the revision, and leaves a row of history. */
export const saveChange = (useCase: UseCaseContext, before: Item, item: Item): void => {
  item.revision += 1;
  item.updatedAt = useCase.now;
  const revision = revisionOf(useCase, item, item.content !== before.content);
  useCase.session.send(sql`with history as (${revision}) ${updateOf(before, item)}`);
};

/** Write and record: the change of an item that is read and decided already. */
export const applyChange = async (
  useCase: UseCaseContext,
  item: Item,
  action: AuditChange,
  write: () => Promise<void> | void,
): Promise<void> => {
  const before = { ...item };
  await write();
  saveChange(useCase, before, item);
  useCase.record([
    {
      action,
      targetType: targetOf(item),
      targetId: item.id,
      before: auditedItem(before),
      after: auditedItem(item),
    },
  ]);
};

interface ItemChange<Of extends Item, Decision, Further> {
  /** Facts beyond the item itself. */
  readonly read?: (item: Of) => Promise<Further>;
  readonly decide: (facts: ItemFacts, item: Of, decisionInput: DecisionInput, further: Further) => Decision;
  /** Changes the item; called only when the decision is `applied`. */
  readonly write: (item: Of, decision: Extract<Decision, { outcome: 'applied' }>) => Promise<void> | void;
  readonly action: AuditChange;
  readonly refusal: AuditRefusal;
}

type AnyDecision =
  | { readonly outcome: 'applied' }
  | { readonly outcome: 'unchanged' }
  | { readonly outcome: 'refused'; readonly violation: Violation };

const refusedVerdict = (item: Item, violation: Violation, action: AuditRefusal) => {
  // Who may not do this at all is turned away as by a missing role: a metric, not an event.
  if (violation.code === 'forbidden') throw refusalError(violation);
  return {
    verdict: 'refused',
    error: refusalError(violation),
    action,
    targetType: targetOf(item),
    targetId: item.id,
  } as const;
};

const decisionInputOf = (
  { dependencies, viewer }: UseCaseContext,
  expectedRevision: number | null | undefined,
): DecisionInput => ({
  actor: viewer,
  expectedRevision: expectedRevision ?? null,
  fourEyes: dependencies.settings.fourEyes,
});

/** Decide, where nothing of the item itself is written: the refusal, or null when the rules allow it. */
export const refusedBy = async (
  useCase: UseCaseContext,
  item: Item,
  expectedRevision: number | null | undefined,
  decide: (facts: ItemFacts, decisionInput: DecisionInput) => AnyDecision,
  action: AuditRefusal,
) => {
  const decision = decide(await factsOf(useCase, item), decisionInputOf(useCase, expectedRevision));
  return decision.outcome === 'refused' ? refusedVerdict(item, decision.violation, action) : null;
};

/** The stanza that every decision about an item shares: it is read and locked already; decide, write, record. */
export const changeItem = async <Of extends Item, Decision extends AnyDecision, Further = undefined>(
  useCase: UseCaseContext,
  item: Of,
  expectedRevision: number | null | undefined,
  { read, decide, write, action, refusal }: ItemChange<Of, Decision, Further>,
): Promise<Verdict<ItemOutcome>> => {
  const further = (await read?.(item)) as Further;
  const decision: AnyDecision = decide(
    await factsOf(useCase, item),
    item,
    decisionInputOf(useCase, expectedRevision),
    further,
  );
  if (decision.outcome === 'refused') return refusedVerdict(item, decision.violation, refusal);
  if (decision.outcome === 'applied')
    await applyChange(useCase, item, action, () =>
      write(item, decision as Extract<Decision, { outcome: 'applied' }>),
    );
  return { verdict: 'done', outcome: { itemId: item.id } };
};
