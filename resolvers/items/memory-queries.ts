import {
  countMemories,
  type MemoryListQuery,
  memoryCursor,
  pageOfMemories,
} from '#persistence/review/items.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { itself, pageArgs, primed, readConnection } from '#resolvers/schema/connection.ts';
import { refusingBadInput } from '#resolvers/schema/errors.ts';
import { idOf } from '#resolvers/schema/filters/id-arguments.ts';
import { asOfListArg, refuseSearchWithin, searchAndInstant } from '#resolvers/schema/filters/list-as-of.ts';
import { MemoryFilter, MemoryOrder } from '#resolvers/schema/filters/memory-filter.ts';
import { itemAsOf } from '#resolvers/schema/snapshots.ts';
import { Memory, MemoryConnection } from './memory.ts';

builder.queryFields((t) => ({
  memory: t.field({
    type: Memory,
    nullable: true,
    description: 'One memory; null when it is missing or hidden.',
    args: {
      id: t.arg.id({ ...idOf('Memory'), required: true, description: 'The id of the memory (`mem_…`).' }),
      asOf: t.arg({
        type: 'DateTime',
        required: false,
        description:
          'The memory as it stood at this instant, under today’s permissions, with the belief, evidence, votes, labels and events of then; null when it was not there yet. A later instant than now is taken as now. Absent: now.',
      }),
    },
    resolve: (_root, { id, asOf }, { reads: { loaders }, now }) =>
      itemAsOf({ items: loaders.memories, snapshots: loaders.memorySnapshots }, id, asOf, now()),
  }),
  memories: t.field({
    type: MemoryConnection,
    nullable: true,
    description: 'The memories that the viewer may see.',
    args: {
      filter: t.arg({
        type: MemoryFilter,
        required: false,
        description: 'Which memories are listed; absent: all of them.',
      }),
      orderBy: t.arg({
        type: MemoryOrder,
        required: false,
        description: 'The order of the list; absent: the best match of `search` first, else the newest.',
      }),
      ...asOfListArg,
      excludePersonal: t.arg.boolean({
        required: false,
        description:
          'Personal memories are left out; an admin alone may ask for them with false. Your own are in `myContributions`.',
      }),
      ...pageArgs,
    },
    resolve: (_root, { filter, orderBy, excludePersonal, ...given }, { now, reads: { session, loaders } }) =>
      refusingBadInput(() => {
        refuseSearchWithin(filter);
        const { search, asOf } = searchAndInstant(filter?.search, given.asOf, now());
        const query: MemoryListQuery = {
          filter: { ...filter, search },
          orderBy: orderBy ?? { field: search === null ? 'CREATED_AT' : 'RANK', direction: 'DESC' },
          asOf,
          excludePersonal: excludePersonal ?? null,
        };
        return readConnection(given, {
          // Snapshots are not rows of the present state.
          page: async (page) => {
            const found = await pageOfMemories(session, query, page);
            return asOf === null ? primed(loaders.memories, found) : found;
          },
          count: () => countMemories(session, query),
          cursor: (row) => memoryCursor(query, row),
          node: itself,
        });
      }),
  }),
}));
