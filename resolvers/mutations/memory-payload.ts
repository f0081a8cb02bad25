import { builder } from '../builder.ts';
import type { GraphQLContext } from '../context.ts';
import { Memory } from '../memory.ts';

interface DecidedMemory {
  readonly memoryId: string;
  readonly applied: boolean;
}

/** The memory after a decision; its new state may be hidden from who decided, and then the answer is null. */
const loadMemory = ({ memoryId }: DecidedMemory, _args: object, { reads }: GraphQLContext) =>
  reads.loaders.memories.load(memoryId);

/** The payload of a mutation that decides about one memory. */
export const memoryPayload = (name: string) =>
  builder.objectRef<DecidedMemory>(name).implement({
    description: 'The memory after the mutation.',
    fields: (t) => ({
      memory: t.field({
        type: Memory,
        nullable: true,
        description: 'As the viewer sees it now.',
        resolve: loadMemory,
      }),
      applied: t.exposeBoolean('applied', { description: 'False for a dry run.' }),
    }),
  });
