import { isForFewer } from '#domain/privacy/for-fewer.ts';
import type { SuccessorFacts } from '#domain/review/types.ts';
import type { GraphEntity } from '#entities/graph-entity.ts';
import type { Memory } from '#entities/memory.ts';

/** Facts of superseding: the locked item and its successor. */
export const successorFacts = <Item extends Memory | GraphEntity>(
  item: Item,
  successor: Item,
): SuccessorFacts => ({
  isTheItemItself: item.id === successor.id,
  status: successor.status,
  isForFewer: isForFewer(successor, item),
});
