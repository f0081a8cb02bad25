import type { ItemStatus } from '#domain/review/states.ts';
import type { Item } from './item.ts';

/** Audited fields of an item, before and after. */
export const auditedItem = (item: Item) => {
  const { status, revision, content, rejectionReason, rejectionKind, deferredUntil } = item;
  const { retirementReason, returnReason, holdsFrom, holdsUntil } = item;
  const { supersededById, sensitivityLabels, ownerKind, ownerName } = item;
  return {
    status,
    revision,
    content,
    rejectionReason,
    ...(rejectionKind == null ? {} : { rejectionKind }),
    ...(retirementReason == null ? {} : { retirementReason }),
    ...(returnReason == null ? {} : { returnReason }),
    ...(holdsFrom == null ? {} : { holdsFrom }),
    ...(holdsUntil == null ? {} : { holdsUntil }),
    deferredUntil,
    supersededById,
    sensitivityLabels,
    suggestedLabels: item.suggestedLabels,
    ...(ownerKind == null ? {} : { owner: { kind: ownerKind, name: ownerName } }),
    ...('kind' in item
      ? {
          summary: item.summary,
          domain: item.domain ?? null,
          tags: item.tags,
        }
      : { name: item.name }),
  };
};

/** The reason of the decision that gave an item its status; null for decisions that take none. */
export const decisionReason = (item: Item): string | null => {
  const { status, rejectionReason, retirementReason, returnReason } = item;
  const reasons: Partial<Record<ItemStatus, string | null | undefined>> = {
    INVALID: rejectionReason,
    RETIRED: retirementReason,
    CANDIDATE: returnReason,
  };
  return reasons[status] ?? null;
};
