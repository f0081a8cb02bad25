import type { ItemOutcome } from '#application/change-item.ts';
import { builder } from '../builder.ts';
import { Candidate, findItem } from '../candidate.ts';
import { handsOn } from '../columns.ts';
import { Entity } from '../entity.ts';
import { Memory } from '../memory.ts';

type Decided = ItemOutcome & { readonly applied: boolean };

const applied = 'False for a dry run.';
const asSeen = 'As the viewer sees it now; null when the decision hid it from them.';

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
