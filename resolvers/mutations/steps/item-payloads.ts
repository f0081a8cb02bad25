import type { ItemOutcome } from '#application/review/steps/change-item.ts';
import { Memory } from '#resolvers/items/memory.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { Candidate, findItem } from '#resolvers/schema/candidate.ts';
import { handsOn } from '#resolvers/schema/columns.ts';
import type { GraphQLContext } from '#resolvers/schema/context.ts';

export type Decided = ItemOutcome & { readonly applied: boolean };

/** The field `applied` of every payload. */
export const applied = { description: 'True when the change was made; false for a dry run.' };

const asSeen = 'The item as the viewer sees it now; null when the decision hid it from them.';

/** The field of a payload that shows the memory. */
export const memoryAfter = {
  type: Memory,
  nullable: true,
  description: asSeen,
  ...handsOn,
  resolve: ({ itemId }: ItemOutcome, _args: object, { reads }: GraphQLContext) =>
    reads.loaders.memories.load(itemId),
} as const;

/** The field of a payload that shows the memory or the entity. */
export const itemAfter = {
  type: Candidate,
  nullable: true,
  description: asSeen,
  ...handsOn,
  resolve: ({ itemId }: ItemOutcome, _args: object, context: GraphQLContext) => findItem(context, itemId),
} as const;

/** The payload of a mutation that decides about one memory. */
export const MemoryPayload = builder.objectRef<Decided>('MemoryPayload').implement({
  description: 'The memory after the mutation.',
  fields: (t) => ({ memory: t.field(memoryAfter), applied: t.exposeBoolean('applied', applied) }),
});

const besides = (description: string, id: 'proposedId' | 'successorId') =>
  ({
    type: Candidate,
    nullable: true,
    description,
    resolve: (outcome: ItemOutcome, _args: object, context: GraphQLContext) => {
      const other = outcome[id];
      return other === undefined ? null : findItem(context, other);
    },
  }) as const;

/** The payload of every mutation that decides about a memory or an entity. */
export const ItemPayload = builder.objectRef<Decided>('ItemPayload').implement({
  description: 'The memory or the entity after the mutation.',
  fields: (t) => ({
    item: t.field(itemAfter),
    proposed: t.field(
      besides(
        'After `editItem`, the candidate with the new words, where they say more than what was vouched for: the item stands as it was until somebody else promotes this one. Null where the edit took effect, after other mutations, and in a dry run.',
        'proposedId',
      ),
    ),
    successor: t.field(
      besides(
        'After `supersede`, the item that took the place of the other; null when the viewer does not see it, and after other mutations.',
        'successorId',
      ),
    ),
    applied: t.exposeBoolean('applied', applied),
  }),
});
