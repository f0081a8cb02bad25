import { type CommonInput, notFound, type UseCaseContext, type Verdict } from '#application/use-case.ts';
import type { AuditChange, AuditRefusal } from '#domain/audit/audit-actions.ts';
import { DomainError } from '#domain/domain-error.ts';
import { hasRole } from '#domain/privacy/viewer.ts';
import type { ItemKind } from '#domain/review/states.ts';
import type { DecisionInput, ItemFacts, Violation } from '#domain/review/types.ts';
import { otherKindMessage, violationMessage } from '#domain/review/violation-message.ts';
import type { GraphEntity } from '#entities/graph-entity.ts';
import type { Memory } from '#entities/memory.ts';
import { insertRevision, updateItem, updateItemWithRevision } from '#persistence/review/item-changes.ts';
import {
  type ItemHistory,
  type LockedBeside,
  lockItem,
  lockItemsInOrder,
  lockItemWith,
  readItemHistory,
} from '#persistence/review/locked-items.ts';
import { auditedItem, decisionReason } from './audited-item.ts';
import {
  assertNotErased,
  type Item,
  isMemory,
  isSeen,
  kindOf,
  kindOfId,
  saysMoreThan,
  targetOf,
  textsOf,
} from './item.ts';

/** Input of every decision about one memory or entity. */
export interface ItemDecisionInput extends CommonInput {
  readonly id: string;
  /** The revision that the caller looked at; an item that has moved on refuses. */
  readonly expectedRevision?: number | null | undefined;
}

/** The memory or entity that a use case decided about. */
export interface ItemOutcome {
  readonly itemId: string;
  /** The candidate that waits for somebody else to promote it in the item's place; absent: none was proposed. */
  readonly proposedId?: string;
  /** The item that took the item's place; absent: none did. */
  readonly successorId?: string;
}

/** Locks items until the use case ends, in the one order that prevents deadlocks: see `lockItemsInOrder`. */
export const lockItems = ({ session }: UseCaseContext, ids: readonly string[]): Promise<void> =>
  lockItemsInOrder(session, ids);

/** The refusal of an id that is of the other kind, where the actor sees what it is of; null for any other id. */
const findOtherKind = async (
  useCase: UseCaseContext,
  kind: ItemKind,
  id: string,
  path: readonly string[],
): Promise<DomainError | null> => {
  const given = kind === 'memory' ? 'entity' : 'memory';
  if (!id.startsWith(given === 'entity' ? 'ent_' : 'mem_')) return null;
  const item = await lockItem<Item>(useCase.session, given, id);
  return item && (await isSeen(useCase, item))
    ? new DomainError('input.invalid', otherKindMessage(useCase.mutation, given), path)
    : null;
};

const getForUpdate = async <Of extends Item>(
  useCase: UseCaseContext,
  kind: ItemKind,
  id: string,
  path: readonly string[],
  reading: Promise<Of | null | undefined> = lockItem<Of>(useCase.session, kind, id),
): Promise<LockedItem<Of>> => {
  const history = readItemHistory(useCase.session, kind, id, useCase.now);
  history.catch(() => undefined);
  const item = await reading;
  if (!item || !(await isSeen(useCase, item)))
    throw (await findOtherKind(useCase, kind, id, path)) ?? notFound(path);
  assertNotErased(item, path);
  return lockedItem(useCase, item, path, history);
};

/** Read: the memory, locked until the use case ends. Throws `not_found` for what this viewer may not see. */
export const getMemoryForUpdate = (
  useCase: UseCaseContext,
  id: string,
  path: readonly string[] = ['id'],
): Promise<LockedItem<Memory>> => getForUpdate(useCase, 'memory', id, path);

/** Like `getMemoryForUpdate`, for an entity. A use case that also moves its memory calls `lockItems` first. */
export const getEntityForUpdate = (
  useCase: UseCaseContext,
  id: string,
  path: readonly string[] = ['id'],
): Promise<LockedItem<GraphEntity>> => getForUpdate(useCase, 'entity', id, path);

/** Like `getMemoryForUpdate`, for an item of the given kind. */
export const getItemOfKind = (
  useCase: UseCaseContext,
  kind: ItemKind,
  id: string,
  path: readonly string[] = ['id'],
): Promise<LockedItem> => getForUpdate<Item>(useCase, kind, id, path);

/** Like `getMemoryForUpdate`, for an item of the kind that its id is of. */
export const getItemForUpdate = (
  useCase: UseCaseContext,
  id: string,
  path?: readonly string[],
): Promise<LockedItem> => getItemOfKind(useCase, kindOfId(id), id, path);

/** An item for a decision that moves others, too: those beside it (`lockItemWith`), all locked. */
export interface ItemWithOthers extends LockedItem {
  readonly others: readonly Item[];
}

/**
 * Read: an item with those beside it. What it replaces is only what the actor sees; what it displaced is all that the session
 * sees, since an undo leaves nothing without what holds in its place. Throws as `getMemoryForUpdate`.
 */
export const getItemWith = async (
  useCase: UseCaseContext,
  id: string,
  beside: LockedBeside,
): Promise<ItemWithOthers> => {
  const kind = kindOfId(id);
  // A memory that an entity came from is locked before it.
  if (kind === 'entity') await lockItems(useCase, [id]);
  const reading = lockItemWith<Item>(useCase.session, kind, id, beside);
  const locked = await getForUpdate(
    useCase,
    kind,
    id,
    ['id'],
    reading.then((rows) => rows.find((row) => row.id === id)),
  );
  const others: Item[] = [];
  for (const other of await reading)
    if (other !== locked.item && (beside === 'displaced' || (await isSeen(useCase, other))))
      others.push(other);
  return { ...locked, others };
};

/** Facts of an item as they are read for a decision. */
export interface ReadFacts extends ItemFacts {
  /** Its first texts, the statement first; of an entity that graduated those of its memory which were vouched for. */
  readonly firstTexts: readonly string[];
}

const factsOf = (item: Item, { frozen, ...history }: ItemHistory): ReadFacts => ({
  kind: kindOf(item),
  status: item.status,
  revision: item.revision,
  contributor: item.contributor,
  handAuthored: item.handAuthored,
  routingStatus: item.routingStatus ?? null,
  isPersonal: item.isPersonal,
  succeeds: item.succeedsIds.length > 0 ? 'standing' : 'none',
  wordingBy: item.wordingBy ?? null,
  owner: item.ownerKind && item.ownerName ? { kind: item.ownerKind, name: item.ownerName } : null,
  saysMoreThanSource: history.rewordedBy.length > 0 && saysMoreThan(item, history.firstTexts, textsOf(item)),
  frozen: frozen && item.status === 'ACTIVE',
  ...history,
});

/** Argument at fault, for violations that concern another argument than the item's id. */
const argumentOf: Readonly<Partial<Record<Violation['code'], string>>> = {
  'audience.unknown_group': 'audience',
  'conflict.stale_revision': 'expectedRevision',
  'evidence.denial': 'userQuote',
  'promotion.reworded': 'expectedRevision',
};

const refusalError = (violation: Violation, path: readonly string[]): DomainError => {
  const argument = argumentOf[violation.code];
  const at = argument === undefined ? path : [argument];
  return new DomainError(violation.code, violationMessage(violation), at);
};

/** One row of history for the item as it now is. */
const revisionOf = (
  { dependencies, viewer, now }: UseCaseContext,
  item: Item,
  reworded: boolean,
  reason: string | null,
) => ({
  id: dependencies.newId('rev'),
  tenant: viewer.tenant,
  memory_id: isMemory(item) ? item.id : null,
  entity_id: isMemory(item) ? null : item.id,
  revision: item.revision,
  status: item.status,
  content: item.content,
  summary: isMemory(item) ? (item.summary ?? null) : null,
  name: isMemory(item) ? null : item.name,
  reworded,
  reason,
  edited_by: viewer.user,
  edited_at: now,
});

/** Write: the first row of history of an item that is new. */
export const addRevision = (useCase: UseCaseContext, item: Item): void =>
  insertRevision(useCase.session, revisionOf(useCase, item, true, null));

const endingOf = ({ now, dependencies: { newId } }: UseCaseContext) => ({ until: now, newId });

/** Write: a locked item as it now is, where it was otherwise `before`. */
export const saveItem = (useCase: UseCaseContext, before: Item, item: Item): void =>
  updateItem(useCase.session, kindOf(item), before, item, endingOf(useCase));

/** Like `saveItem`, for a change that raises the revision and adds a row of history. */
export const saveChange = (useCase: UseCaseContext, before: Item, item: Item): void => {
  item.revision += 1;
  if (hasRole(useCase.viewer, 'reviewer')) item.openedAt ??= useCase.now;
  item.updatedAt = useCase.now;
  if (item.status !== 'CANDIDATE') item.returnReason = null;
  const columnsOf = (one: Item) => [one.content, isMemory(one) ? (one.summary ?? null) : one.name];
  const reworded = columnsOf(item).some((text, place) => text !== columnsOf(before)[place]);
  if (reworded) item.firstRewordedAt ??= useCase.now;
  const reason = before.status === item.status ? null : decisionReason(item);
  const revision = revisionOf(useCase, item, reworded, reason);
  updateItemWithRevision(useCase.session, kindOf(item), before, item, revision, endingOf(useCase));
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
  // An item that returns to the queue waits from now on, however long it waited before.
  if (item.status === 'CANDIDATE' && before.status !== 'CANDIDATE') item.pendingSince = useCase.now;
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
  readonly decide: (facts: ReadFacts, decisionInput: DecisionInput, further: Further) => Decision;
  /** Changes the item; called only when the decision is `applied`. */
  readonly write: (item: Of, decision: Extract<Decision, { outcome: 'applied' }>) => Promise<void> | void;
  /** Writes a candidate that waits for somebody else; called only when the decision is `proposed`. */
  readonly propose?: (item: Of) => Promise<ItemOutcome>;
  readonly action: AuditChange;
  readonly refusal: AuditRefusal;
}

type AnyDecision =
  | { readonly outcome: 'applied' }
  | { readonly outcome: 'unchanged' }
  | { readonly outcome: 'proposed' }
  | { readonly outcome: 'refused'; readonly violation: Violation };

const decisionInputOf = (
  { dependencies, viewer, takeOver }: UseCaseContext,
  expectedRevision: number | null | undefined,
): DecisionInput => ({
  actor: viewer,
  expectedRevision: expectedRevision ?? null,
  takeOver,
  fourEyes: dependencies.settings.fourEyes,
});

/**
 * A locked item, and the decisions about it. `path`: the argument that named it. `history`: where it is being read together with the item;
 * it serves the first decision alone, since a decision may change what the next one reads.
 */
export const lockedItem = <Of extends Item>(
  useCase: UseCaseContext,
  item: Of,
  path: readonly string[] = ['id'],
  history?: Promise<ItemHistory>,
) => {
  let unused = history;
  const readFacts = async (): Promise<ReadFacts> => {
    const present = unused ?? readItemHistory(useCase.session, kindOf(item), item.id, useCase.now);
    unused = undefined;
    return factsOf(item, await present);
  };
  const refusedVerdict = (violation: Violation, action: AuditRefusal) => {
    const error = refusalError(violation, path);
    // A missing right is counted by a metric, not recorded as an event.
    if (violation.code === 'forbidden') throw error;
    return { verdict: 'refused', error, action, targetType: targetOf(item), targetId: item.id } as const;
  };
  return {
    item,
    /** Decide, where nothing of the item itself is written: the refusal, or null when the rules allow it. */
    refusedBy: async (
      expectedRevision: number | null | undefined,
      decide: (facts: ItemFacts, decisionInput: DecisionInput) => AnyDecision,
      action: AuditRefusal,
    ) => {
      const decision = decide(await readFacts(), decisionInputOf(useCase, expectedRevision));
      return decision.outcome === 'refused' ? refusedVerdict(decision.violation, action) : null;
    },
    /** Decide, write and record: shared by all decisions about an item that is read and locked already. */
    change: async <Decision extends AnyDecision, Further = undefined>(
      expectedRevision: number | null | undefined,
      { read, decide, write, propose, action, refusal }: ItemChange<Of, Decision, Further>,
    ): Promise<Verdict<ItemOutcome>> => {
      const further = (await read?.(item)) as Further;
      const decision: AnyDecision = decide(
        await readFacts(),
        decisionInputOf(useCase, expectedRevision),
        further,
      );
      if (decision.outcome === 'refused') return refusedVerdict(decision.violation, refusal);
      if (decision.outcome === 'proposed' && propose)
        return { verdict: 'done', outcome: await propose(item) };
      if (decision.outcome === 'applied')
        await applyChange(useCase, item, action, () =>
          write(item, decision as Extract<Decision, { outcome: 'applied' }>),
        );
      return { verdict: 'done', outcome: { itemId: item.id } };
    },
  };
};

export type LockedItem<Of extends Item = Item> = ReturnType<typeof lockedItem<Of>>;
