import type { ItemOutcome } from '#application/review/steps/change-item.ts';
import { Entity } from '#resolvers/entity.ts';
import { Memory } from '#resolvers/memory.ts';
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

/** Like `memoryAfter`, for a decision about a memory or an entity. */
export const memoryIfOne = {
  ...memoryAfter,
  description:
    'The memory as the viewer sees it now; null for an entity, and when the decision hid the memory from them.',
};

/** The field of a payload that shows the entity. */
const entityAfter = {
  type: Entity,
  nullable: true,
  description: asSeen,
  ...handsOn,
  resolve: ({ itemId }: ItemOutcome, _args: object, { reads }: GraphQLContext) =>
    reads.loaders.entities.load(itemId),
} as const;

/** The field of a payload that shows the memory or the entity. */
export const candidateAfter = {
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

/** The payload of a mutation that decides about one entity. */
export const EntityPayload = builder.objectRef<Decided>('EntityPayload').implement({
  description: 'The entity after the mutation.',
  fields: (t) => ({ entity: t.field(entityAfter), applied: t.exposeBoolean('applied', applied) }),
});

/** The payload of a mutation that decides about a memory or an entity. */
export const CandidatePayload = builder.objectRef<Decided>('CandidatePayload').implement({
  description: 'The candidate after the mutation.',
  fields: (t) => ({ candidate: t.field(candidateAfter), applied: t.exposeBoolean('applied', applied) }),
});

/** The field of a payload that shows the candidate which an edit proposed. */
const proposed = {
  type: Candidate,
  nullable: true,
  description:
    'The candidate with the new words, where they say more than what was vouched for: the item stands as it was until somebody else promotes this one. Null where the edit took effect, and in a dry run.',
  resolve: ({ proposedId }: ItemOutcome, _args: object, context: GraphQLContext) =>
    proposedId === undefined ? null : findItem(context, proposedId),
} as const;

const afterEdit = 'The item after the edit, and the candidate that it proposed instead.';

/** The payload of a mutation that rewords a memory. */
export const EditedMemoryPayload = builder.objectRef<Decided>('EditedMemoryPayload').implement({
  description: afterEdit,
  fields: (t) => ({
    memory: t.field(memoryAfter),
    proposed: t.field(proposed),
    applied: t.exposeBoolean('applied', applied),
  }),
});

/** The payload of a mutation that rewords an entity. */
export const EditedEntityPayload = builder.objectRef<Decided>('EditedEntityPayload').implement({
  description: afterEdit,
  fields: (t) => ({
    entity: t.field(entityAfter),
    proposed: t.field(proposed),
    applied: t.exposeBoolean('applied', applied),
  }),
});

/** The payload of a mutation that rewords a memory or an entity. */
export const EditedCandidatePayload = builder.objectRef<Decided>('EditedCandidatePayload').implement({
  description: afterEdit,
  fields: (t) => ({
    candidate: t.field(candidateAfter),
    proposed: t.field(proposed),
    applied: t.exposeBoolean('applied', applied),
  }),
});
