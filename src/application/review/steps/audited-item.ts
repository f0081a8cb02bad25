import type { Item } from './item.ts';

/** Audited fields of an item, before and after. */
export const auditedItem = (item: Item) => {
  const { status, revision, content, rejectionReason, rejectionKind, retirementReason, deferredUntil } = item;
  const { supersededById, sensitivityLabels, ownerKind, ownerName } = item;
  return {
    status,
    revision,
    content,
    rejectionReason,
    ...(rejectionKind == null ? {} : { rejectionKind }),
    ...(retirementReason == null ? {} : { retirementReason }),
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
export const decisionReason = ({ status, rejectionReason, retirementReason }: Item): string | null => {
  if (status === 'INVALID') return rejectionReason ?? null;
  return status === 'RETIRED' ? (retirementReason ?? null) : null;
};
