import type { ItemOutcome } from '#application/review/steps/change-item.ts';
import { Entity } from '#resolvers/entity.ts';
import { Memory } from '#resolvers/memory.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { Candidate, findItem } from '#resolvers/schema/candidate.ts';
import { handsOn } from '#resolvers/schema/columns.ts';

type Decided = ItemOutcome & { readonly applied: boolean };

const applied = 'True when the change was made; false for a dry run.';
const asSeen = 'The item as the viewer sees it now; null when the decision hid it from them.';

/** The payload of a mutation that decides about one memory. */
export const memoryPayload = (name: string) =>
  builder.objectRef<Decided>(name).implement({
    description: 'The memory after the mutation.',
    fields: (t) => ({
      memory: t.field({
        type: Memory,
        nullable: true,
        description: asSeen,
        ...handsOn,
        resolve: ({ itemId }, _args, { reads }) => reads.loaders.memories.load(itemId),
      }),
      applied: t.exposeBoolean('applied', { description: applied }),
    }),
  });

/** The payload of a mutation that decides about one entity. */
export const entityPayload = (name: string) =>
  builder.objectRef<Decided>(name).implement({
    description: 'The entity after the mutation.',
    fields: (t) => ({
      entity: t.field({
        type: Entity,
        nullable: true,
        description: asSeen,
        ...handsOn,
        resolve: ({ itemId }, _args, { reads }) => reads.loaders.entities.load(itemId),
      }),
      applied: t.exposeBoolean('applied', { description: applied }),
    }),
  });

/** The payload of a mutation that decides about a memory or an entity. */
export const candidatePayload = (name: string) =>
  builder.objectRef<Decided>(name).implement({
    description: 'The candidate after the mutation.',
    fields: (t) => ({
      candidate: t.field({
        type: Candidate,
        nullable: true,
        description: asSeen,
        ...handsOn,
        resolve: ({ itemId }, _args, context) => findItem(context, itemId),
      }),
      applied: t.exposeBoolean('applied', { description: applied }),
    }),
  });
