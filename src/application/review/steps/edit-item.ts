import { classifyAfterCommit } from '#application/classification/steps/classify-by-model.ts';
import { classifyAnew } from '#application/classification/steps/classify-memory.ts';
import {
  findVisibleRepetition,
  keepFingerprint,
  type Wording,
} from '#application/ingestion/steps/fingerprints.ts';
import { suggestAnew } from '#application/labels/steps/label-item.ts';
import type { UseCaseContext, Verdict } from '#application/use-case.ts';
import { decideEdit } from '#domain/review/promotion.ts';
import { settleDrift } from '#persistence/sources/source-checks.ts';
import { changeItem, type Item, type ItemOutcome, isMemory, kindOf } from './change-item.ts';

/** New texts by field; absent: left alone. Their shape is checked already. */
export interface ItemEdit {
  readonly content?: string;
  /** A memory's; null: removed. */
  readonly summary?: string | null;
  /** An entity's. */
  readonly name?: string;
}

const wordingOf = (item: Item, content: string): Wording => ({
  project: item.project,
  type: isMemory(item) ? `memory:${item.kind}` : `entity:${item.entityType}`,
  content,
});

const presentTexts = (item: Item): Record<string, string | null> => ({
  content: item.content,
  ...(isMemory(item) ? { summary: item.summary ?? null } : { name: item.name }),
});

/** An item is reworded; the former wording stays as a revision, and none of its wordings is extracted again. */
export const editItem = (
  useCase: UseCaseContext,
  item: Item,
  expectedRevision: number | null | undefined,
  { content, summary, name }: ItemEdit,
): Promise<Verdict<ItemOutcome>> => {
  const rewords = content !== undefined && content !== item.content;
  const proposed = {
    ...(content === undefined ? {} : { content }),
    ...(summary === undefined ? {} : { summary }),
    ...(name === undefined ? {} : { name }),
  };
  return changeItem(useCase, item, expectedRevision, {
    read: async () => ({
      repeatsVisibleItem:
        rewords &&
        isMemory(item) &&
        (await findVisibleRepetition(useCase, wordingOf(item, content), [item.id])) !== null,
    }),
    decide: (facts, _item, decisionInput, { repeatsVisibleItem }) =>
      decideEdit(facts, { present: presentTexts(item), proposed, repeatsVisibleItem }, decisionInput),
    write: async (edited) => {
      if (summary !== undefined && isMemory(edited)) edited.summary = summary;
      if (name !== undefined && !isMemory(edited)) edited.name = name;
      if (rewords) edited.content = content;
      await suggestAnew(useCase, edited);
      if (isMemory(edited)) classifyAfterCommit(useCase, [edited.id]);
      if (!rewords) return;
      // Rewording a believed item that drifted also settles the drift.
      if (edited.status === 'ACTIVE') settleDrift(useCase.session, edited.id);
      if (isMemory(edited)) await classifyAnew(useCase, edited);
      await keepFingerprint(useCase, wordingOf(edited, content), {
        memoryId: isMemory(edited) ? edited.id : null,
        entityId: isMemory(edited) ? null : edited.id,
        revision: edited.revision + 1,
        visibilityKey: edited.visibilityKey,
        claimed: !edited.handAuthored,
      });
    },
    action: `${kindOf(item)}.edited`,
    refusal: `${kindOf(item)}.edit.refused`,
  });
};
