import { isForFewer } from '#domain/privacy/for-fewer.ts';
import type { SuccessorFacts } from '#domain/review/types.ts';
import type { GraphEntity } from '#entities/graph-entity.ts';
import type { Memory } from '#entities/memory.ts';

/** What the rules of superseding ask of a locked item and of what is to take its place. */
export const successorFacts = <Item extends Memory | GraphEntity>(
  item: Item,
  successor: Item,
): SuccessorFacts => ({
  isTheItemItself: item.id === successor.id,
  status: successor.status,
  isForFewer: isForFewer(successor, item),
});
