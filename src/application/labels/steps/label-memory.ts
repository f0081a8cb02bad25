import {
  applyChange,
  getMemoryForUpdate,
  type ItemOutcome,
  refusedBy,
} from '#application/review/steps/change-item.ts';
import type { CommonInput, UseCaseContext, Verdict } from '#application/use-case.ts';
import { DomainError } from '#domain/domain-error.ts';
import { decideLabelReview, type LabelVerdict, type MemoryLabels } from '#domain/labels/label-review.ts';
import { suggestLabels } from '#domain/labels/suggest-labels.ts';
import { decideLabelling } from '#domain/review/promotion.ts';
import { LabelDecisionTable } from '#entities/label-decision.ts';
import type { Memory } from '#entities/memory.ts';
import { findDismissedLabels } from '#persistence/labels/labels.ts';
import { lockEntitiesOfMemory } from '#persistence/review/locked-items.ts';
import { insertionOfRow } from '#persistence/store/stored-rows.ts';

/** What a mutation takes that decides about labels of one memory. */
export interface MemoryLabelsInput extends CommonInput {
  readonly memoryId: string;
  readonly labels: readonly string[];
  readonly expectedRevision?: number | null | undefined;
}

/** The memory that was decided about, and the labels that the decision named, sorted. */
export interface LabelReviewOutcome extends ItemOutcome {
  readonly labels: readonly string[];
}

export const labelsOf = ({ suggestedLabels, sensitivityLabels }: Memory): MemoryLabels => ({
  suggested: suggestedLabels,
  authoritative: sensitivityLabels,
});

/** Sets the suggestions of a memory by its texts as they now are; the caller writes the change. */
export const suggestAnew = async (useCase: UseCaseContext, memory: Memory): Promise<void> => {
  memory.suggestedLabels = useCase.dependencies.settings.autoLabeling
    ? suggestLabels([memory.content, memory.summary ?? ''], {
        authoritative: memory.sensitivityLabels,
        dismissed: await findDismissedLabels(useCase.session, memory),
      })
    : [];
};

/** Write: the memory's labels, and those of the entities that came from it, which are never less guarded than it is. */
export const writeLabels = async (
  useCase: UseCaseContext,
  memory: Memory,
  action: 'memory.labels_promoted' | 'memory.labels_dismissed' | 'memory.labels_set',
  { suggested, authoritative }: MemoryLabels,
): Promise<void> => {
  await applyChange(useCase, memory, action, () => {
    memory.suggestedLabels = [...suggested];
    memory.sensitivityLabels = [...authoritative];
  });
  if (action === 'memory.labels_dismissed') return;
  for (const entity of await lockEntitiesOfMemory(useCase.session, memory.id))
    await applyChange(useCase, entity, 'entity.labels_inherited', () => {
      entity.sensitivityLabels = [...authoritative];
    });
};

const actions = {
  PROMOTED: { done: 'memory.labels_promoted', refused: 'memory.label_promotion.refused' },
  DISMISSED: { done: 'memory.labels_dismissed', refused: 'memory.label_dismissal.refused' },
} as const;

/** A reviewer's answer to suggestions: read, decide, write, record. */
export const reviewLabels = async (
  useCase: UseCaseContext,
  verdict: LabelVerdict,
  { memoryId, labels: named, expectedRevision }: MemoryLabelsInput,
): Promise<Verdict<LabelReviewOutcome>> => {
  const { session, dependencies, viewer, now } = useCase;
  const memory = await getMemoryForUpdate(useCase, memoryId, ['memoryId']);
  const { done, refused: refusal } = actions[verdict];
  const refused = await refusedBy(useCase, memory, expectedRevision, decideLabelling, refusal);
  if (refused) return refused;
  const decision = decideLabelReview(labelsOf(memory), verdict, named);
  if (decision.outcome === 'refused')
    return {
      verdict: 'refused',
      error: new DomainError(decision.code, decision.message, ['labels']),
      action: refusal,
      targetType: 'Memory',
      targetId: memoryId,
    };
  const { labels, after } = decision;
  session.send(
    insertionOfRow(LabelDecisionTable, {
      id: dependencies.newId('lbd'),
      tenant: viewer.tenant,
      memoryId,
      verdict,
      labels: [...labels],
      revision: memory.revision,
      decidedBy: viewer.user,
      decidedAt: now,
    }),
  );
  await writeLabels(useCase, memory, done, after);
  return { verdict: 'done', outcome: { itemId: memoryId, labels } };
};
