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
import type { ItemOutcome, LockedItem, ReadFacts } from './change-item.ts';
import { type Item, isMemory, kindOf, saysMoreThan, textsOf } from './item.ts';
import { proposeSuccessor } from './propose-successor.ts';

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

/** A copy of an item in other words. */
const inOtherWords = (item: Item, { content = item.content, summary, name }: ItemEdit): Item =>
  isMemory(item)
    ? { ...item, content, summary: summary === undefined ? item.summary : summary }
    : { ...item, content, name: name ?? item.name };

/** True when the edit says more than the source, and more than what others vouched for. */
const editSaysMore = (item: Item, { firstTexts, wordingBy, status }: ReadFacts, edit: ItemEdit): boolean => {
  const isVouchedFor = status === 'ACTIVE' && wordingBy === null;
  return saysMoreThan(
    item,
    firstTexts,
    textsOf(inOtherWords(item, edit)),
    isVouchedFor ? textsOf(item) : undefined,
  );
};

/**
 * Rewords an item; the former wording stays as a revision, and none of its wordings is extracted again. Words that say more than a
 * believed item become a candidate, which another reviewer promotes.
 */
export const rewordItem = (
  useCase: UseCaseContext,
  { item, change }: LockedItem,
  expectedRevision: number | null | undefined,
  edit: ItemEdit,
): Promise<Verdict<ItemOutcome>> => {
  const { content, summary, name } = edit;
  const rewords = content !== undefined && content !== item.content;
  const proposed = {
    ...(content === undefined ? {} : { content }),
    ...(summary === undefined ? {} : { summary }),
    ...(name === undefined ? {} : { name }),
  };
  return change(expectedRevision, {
    read: async () => ({
      repeatsVisibleItem:
        rewords &&
        isMemory(item) &&
        (await findVisibleRepetition(useCase, wordingOf(item, content), [item.id])) !== null,
    }),
    decide: (facts, decisionInput, { repeatsVisibleItem }) =>
      decideEdit(
        facts,
        {
          present: presentTexts(item),
          proposed,
          repeatsVisibleItem,
          saysMore: facts.status === 'ACTIVE' && editSaysMore(item, facts, edit),
        },
        decisionInput,
      ),
    propose: async () => ({
      itemId: item.id,
      proposedId: await proposeSuccessor(useCase, inOtherWords(item, edit)),
    }),
    write: async (edited) => {
      if (summary !== undefined && isMemory(edited)) edited.summary = summary;
      if (name !== undefined && !isMemory(edited)) edited.name = name;
      if (rewords) edited.content = content;
      // Words that another reviewer was to confirm are gone.
      if (edited.status === 'ACTIVE') edited.wordingBy = null;
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
