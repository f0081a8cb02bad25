import type { UseCaseContext } from '#application/use-case.ts';
import { DomainError } from '#domain/domain-error.ts';
import { isVisible } from '#domain/privacy/visibility.ts';
import type { ItemKind } from '#domain/review/states.ts';
import { saysMore } from '#domain/review/wording.ts';
import type { GraphEntity } from '#entities/graph-entity.ts';
import type { Memory } from '#entities/memory.ts';
import { readPolicyInForce } from '#persistence/labels/label-policy.ts';

export type Item = Memory | GraphEntity;

export const isMemory = (item: Item): item is Memory => 'kind' in item;
export const kindOf = (item: Item): ItemKind => (isMemory(item) ? 'memory' : 'entity');
export const targetOf = (item: Item) => (isMemory(item) ? 'Memory' : 'Entity');

export const kindOfId = (id: string): ItemKind => (id.startsWith('ent_') ? 'entity' : 'memory');

/** Throws `promotion.illegal_transition` for an erased item: no step leads on from it. */
export const assertNotErased = ({ status }: Pick<Item, 'status'>, path: readonly string[]): void => {
  if (status === 'ERASED')
    throw new DomainError(
      'promotion.illegal_transition',
      'The words of the item were erased: nothing more is done to it.',
      path,
    );
};

/** The texts of an item. */
export const textsOf = (item: Item): readonly string[] =>
  [item.content, isMemory(item) ? item.summary : item.name].filter((text) => text != null);

/** Words of the source of an item beside its first wording. */
const sourceWords = ({ spanText, furtherSpans, context }: Item): readonly string[] =>
  [
    spanText,
    ...(furtherSpans ?? []).map(({ text }) => text),
    ...(context ? [...context.headingPath, context.leadIn, context.subject] : []),
  ].filter((text) => text != null);

/** True when texts, the statement first, say more than the source of an item and than those that were vouched for. */
export const saysMoreThan = (
  item: Item,
  firstTexts: readonly string[],
  texts: readonly string[],
  vouched: readonly string[] = firstTexts,
): boolean =>
  saysMore(texts, {
    former: vouched.slice(0, 1),
    further: [...vouched, ...firstTexts, ...sourceWords(item)],
  });

/** True when the actor may see the item, in whichever session it was read: the system role sees everything. */
export const isSeen = async ({ session, viewer }: UseCaseContext, item: Item): Promise<boolean> => {
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
