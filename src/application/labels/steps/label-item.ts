import {
  applyChange,
  getItemForUpdate,
  type ItemOutcome,
  type LockedItem,
} from '#application/review/steps/change-item.ts';
import { type Item, isMemory, kindOf, targetOf } from '#application/review/steps/item.ts';
import type { CommonInput, UseCaseContext, Verdict } from '#application/use-case.ts';
import { DomainError } from '#domain/domain-error.ts';
import { decideLabelReview, type ItemLabels, type LabelVerdict } from '#domain/labels/label-review.ts';
import { suggestLabels } from '#domain/labels/suggest-labels.ts';
import { decideLabelling } from '#domain/review/promotion.ts';
import { LabelDecisionTable } from '#entities/label-decision.ts';
import { findDismissedLabels } from '#persistence/labels/labels.ts';
import { lockEntitiesOfMemory } from '#persistence/review/locked-items.ts';
import { insertionOfRow } from '#persistence/store/stored-rows.ts';

/** Input of a decision about labels of one memory, or of one entity of the short path. */
export interface ItemLabelsInput extends CommonInput {
  readonly id: string;
  readonly labels: readonly string[];
  readonly expectedRevision?: number | null | undefined;
}

/** The item that was decided about, and the labels that the decision named, sorted. */
export interface LabelReviewOutcome extends ItemOutcome {
  readonly labels: readonly string[];
}

export const labelsOf = ({ suggestedLabels, sensitivityLabels }: Item): ItemLabels => ({
  suggested: suggestedLabels,
  authoritative: sensitivityLabels,
});

const cameFromMemory = (item: Item): boolean => !isMemory(item) && item.graduatedFromId != null;

/**
 * Sets the suggestions of an item by its texts as they now are; the caller writes the change. An entity that came from
 * a memory has the memory's labels, and none are suggested.
 */
export const suggestAnew = async (useCase: UseCaseContext, item: Item): Promise<void> => {
  item.suggestedLabels =
    useCase.dependencies.settings.autoLabeling && !cameFromMemory(item)
      ? suggestLabels([item.content, isMemory(item) ? (item.summary ?? '') : item.name], {
          authoritative: item.sensitivityLabels,
          dismissed: await findDismissedLabels(useCase.session, kindOf(item), item),
        })
      : [];
};

/** Read: the item whose labels are decided about, locked. Refuses an entity whose labels are those of its memory. */
export const getLabelledItem = async (useCase: UseCaseContext, id: string): Promise<LockedItem> => {
  const locked = await getItemForUpdate(useCase, id);
  if (cameFromMemory(locked.item))
    throw new DomainError(
      'input.invalid',
      'This entity came from a memory, whose labels it has. Send the id of that memory.',
      ['id'],
    );
  return locked;
};

/** Write: the item's labels, and those of the entities that came from a memory, which are never less guarded than it is. */
export const writeLabels = async (
  useCase: UseCaseContext,
  item: Item,
  change: 'labels_promoted' | 'labels_dismissed' | 'labels_set',
  { suggested, authoritative }: ItemLabels,
): Promise<void> => {
  await applyChange(useCase, item, `${kindOf(item)}.${change}`, () => {
    item.suggestedLabels = [...suggested];
    item.sensitivityLabels = [...authoritative];
  });
  if (change === 'labels_dismissed' || !isMemory(item)) return;
  for (const entity of await lockEntitiesOfMemory(useCase.session, item.id))
    await applyChange(useCase, entity, 'entity.labels_inherited', () => {
      entity.sensitivityLabels = [...authoritative];
    });
};

const actions = {
  PROMOTED: { done: 'labels_promoted', refused: 'label_promotion.refused' },
  DISMISSED: { done: 'labels_dismissed', refused: 'label_dismissal.refused' },
} as const;

/** A reviewer's answer to suggestions: read, decide, write, record. */
export const reviewLabels = async (
  useCase: UseCaseContext,
  verdict: LabelVerdict,
  { id, labels: named, expectedRevision }: ItemLabelsInput,
): Promise<Verdict<LabelReviewOutcome>> => {
  const { session, dependencies, viewer, now } = useCase;
  const { item, refusedBy } = await getLabelledItem(useCase, id);
  const done = actions[verdict].done;
  const refusal = `${kindOf(item)}.${actions[verdict].refused}` as const;
  const refused = await refusedBy(expectedRevision, decideLabelling, refusal);
  if (refused) return refused;
  const decision = decideLabelReview(labelsOf(item), verdict, named);
  if (decision.outcome === 'refused')
    return {
      verdict: 'refused',
      error: new DomainError(decision.code, decision.message, ['labels']),
      action: refusal,
      targetType: targetOf(item),
      targetId: id,
    };
  const { labels, after } = decision;
  session.send(
    insertionOfRow(LabelDecisionTable, {
      id: dependencies.newId('lbd'),
      tenant: viewer.tenant,
      memoryId: isMemory(item) ? item.id : null,
      entityId: isMemory(item) ? null : item.id,
      verdict,
      labels: [...labels],
      revision: item.revision,
      decidedBy: viewer.user,
      decidedAt: now,
    }),
  );
  await writeLabels(useCase, item, done, after);
  return { verdict: 'done', outcome: { itemId: id, labels } };
};
