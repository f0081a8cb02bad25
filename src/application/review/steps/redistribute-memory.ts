import { settleConfidence } from '#application/evidence/steps/settle-confidence.ts';
import type { UseCaseContext } from '#application/use-case.ts';
import type { AuditChange } from '#domain/audit/audit-actions.ts';
import { visibilityKey } from '#domain/privacy/visibility-key.ts';
import { GraphEntityTable } from '#entities/graph-entity.ts';
import type { Memory } from '#entities/memory.ts';
import { sql } from '#persistence/reading/sql.ts';
import { selectRows } from '#persistence/store/stored-rows.ts';
import { type Item, isMemory, saveChange, targetOf } from './change-item.ts';

/** For whom a memory is. */
export interface Distribution {
  readonly isPersonal: boolean;
  readonly mandatory: boolean;
  /** Sorted. */
  readonly audience: readonly string[];
}

const distributionOf = (item: Item) => ({
  isPersonal: item.isPersonal,
  audience: [...item.audience],
  revision: item.revision,
  ...(isMemory(item) ? { mandatory: item.mandatory, confidence: item.confidence } : {}),
});

/**
 * A wording is claimed within one visibility: where another item claims it already, it stays the other's, and an item that
 * has had it twice claims it once.
 */
const moveFingerprints = async ({ session, viewer }: UseCaseContext, item: Item): Promise<void> => {
  const owner = sql.ref(`f.${isMemory(item) ? 'memory_id' : 'entity_id'}`);
  await sql`update fingerprints f set visibility_key = ${item.visibilityKey},
      claimed = ${isMemory(item) && !item.handAuthored}::boolean and not exists (select 1 from fingerprints o
        where o.tenant = f.tenant and o.project = f.project and o.type = f.type and o.fingerprint = f.fingerprint
        and case when o.memory_id = f.memory_id then o.id < f.id else o.visibility_key = ${item.visibilityKey} and o.claimed end)
    where f.tenant = ${viewer.tenant} and ${owner} = ${item.id}`.execute(session.db);
};

/** Write and record: a locked item is for others than before. */
const redistribute = async (
  useCase: UseCaseContext,
  item: Item,
  { isPersonal, mandatory, audience }: Distribution,
  action: AuditChange,
): Promise<void> => {
  const before = { ...item };
  item.isPersonal = isPersonal;
  item.audience = [...audience];
  if (isMemory(item)) item.mandatory = mandatory;
  const isSeenAsBefore = item.visibilityKey === visibilityKey(item);
  item.visibilityKey = visibilityKey(item);
  saveChange(useCase, before, item);
  if (isMemory(item)) await settleConfidence(useCase, item);
  if (!isSeenAsBefore) await moveFingerprints(useCase, item);
  useCase.record([
    {
      action,
      targetType: targetOf(item),
      targetId: item.id,
      before: distributionOf(before),
      after: distributionOf(item),
    },
  ]);
};

const isFor = (item: Item, { isPersonal, audience }: Distribution): boolean =>
  item.isPersonal === isPersonal && JSON.stringify(item.audience) === JSON.stringify(audience);

/**
 * Write and record: a locked memory is for others than before, and so are the entities that came from it, whatever has
 * become of them: visibility never widens on the way up. A change that changes nothing writes nothing.
 */
export const redistributeMemory = async (
  useCase: UseCaseContext,
  memory: Memory,
  distribution: Distribution,
  action: AuditChange,
): Promise<void> => {
  if (isFor(memory, distribution) && memory.mandatory === distribution.mandatory) return;
  await redistribute(useCase, memory, distribution, action);
  const heirs = await selectRows(
    useCase.session.db,
    GraphEntityTable,
    sql`where tenant = ${useCase.viewer.tenant} and graduated_from_id = ${memory.id} order by id for update`,
  );
  for (const entity of heirs.filter((heir) => !isFor(heir, distribution)))
    await redistribute(useCase, entity, distribution, 'entity.sight_inherited');
};
