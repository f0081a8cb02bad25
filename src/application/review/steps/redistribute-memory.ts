import { settleConfidence } from '#application/evidence/steps/settle-confidence.ts';
import type { UseCaseContext } from '#application/use-case.ts';
import type { AuditChange } from '#domain/audit/audit-actions.ts';
import { visibilityKey } from '#domain/privacy/visibility-key.ts';
import type { Memory } from '#entities/memory.ts';
import { moveFingerprints } from '#persistence/review/fingerprints.ts';
import { lockEntitiesOfMemory } from '#persistence/review/locked-items.ts';
import { saveChange } from './change-item.ts';
import { type Item, isMemory, kindOf, targetOf } from './item.ts';

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
  if (!isSeenAsBefore) await moveFingerprints(useCase.session, kindOf(item), item);
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
  const entities = await lockEntitiesOfMemory(useCase.session, memory.id);
  for (const entity of entities.filter((heir) => !isFor(heir, distribution)))
    await redistribute(useCase, entity, distribution, 'entity.sight_inherited');
};
