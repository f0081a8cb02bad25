import { isSamePerson } from '#domain/privacy/folded-name.ts';
import type { DecisionInput, ItemFacts } from './types.ts';

/** True when the actor gave the item words that say more than its source, and four eyes are asked for. */
export const isInOwnWords = (
  { rewordedBy, saysMoreThanSource }: Pick<ItemFacts, 'rewordedBy' | 'saysMoreThanSource'>,
  { actor, fourEyes }: DecisionInput,
): boolean =>
  fourEyes !== 'off' && saysMoreThanSource && rewordedBy.some((name) => isSamePerson(name, actor.user));
