import type { DomainEntry } from '#domain/classification/classification.ts';
import { type DomainKeywordsRow, readDomainKeywords } from '#persistence/classification.ts';
import type { MemoryRow } from '#persistence/reading/item-rows.ts';
import { Memory } from '#resolvers/items/memory.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { columns } from '#resolvers/schema/columns.ts';
import type { GraphQLContext } from '#resolvers/schema/context.ts';
import { User, userOrNull } from '#resolvers/schema/named.ts';

const Entry = builder.objectRef<DomainEntry>('DomainKeywordsEntry').implement({
  description: 'A domain, and the words by which it is recognised.',
  fields: (t) => ({
    domain: t.exposeString('domain', { description: 'What a memory with any of the keywords is about.' }),
    keywords: t.stringList({
      description: 'Words or phrases, in the order they were given.',
      resolve: ({ keywords }) => [...keywords],
    }),
    tags: t.stringList({
      description: 'What a memory with any of the keywords is tagged with, sorted.',
      resolve: ({ tags }) => [...tags],
    }),
  }),
});

export const DomainKeywords = builder.objectRef<DomainKeywordsRow>('DomainKeywords').implement({
  description:
    'The words by which the tenant recognises the domains of memories. The domain of a memory is that of the longest keyword in it, of equals the first in the table.',
  fields: (t) => ({
    revision: t.exposeInt('revision', { description: 'Counts its changes; 0: nobody has written it.' }),
    entries: t.field({
      type: [Entry],
      description: 'The entries of the table, in the order that decides between keywords of the same length.',
      resolve: ({ entries }) => [...entries],
    }),
    setBy: t.field({
      type: User,
      nullable: true,
      description: 'The admin; null when nobody has.',
      resolve: ({ setBy }) => userOrNull(setBy),
    }),
    setAt: t.expose('setAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the keyword table was set, in UTC; null when nobody has set it.',
    }),
  }),
});

export const loadDomainKeywords = async ({
  reads: { session },
}: GraphQLContext): Promise<DomainKeywordsRow> => readDomainKeywords(await session.db(), session.viewer);

const tableOf = new WeakMap<object, Promise<DomainKeywordsRow>>();

builder.objectField(Memory, 'domainKeywords', (t) =>
  t.field({
    type: [Entry],
    description:
      "What the tenant's keyword table has for the domain of the memory, as it is now; empty where the memory has no domain, or the table has none of that name.",
    ...columns<MemoryRow>('domain'),
    resolve: async ({ domain }, _args, context) => {
      if (domain === null) return [];
      const reading = tableOf.get(context.reads.session) ?? loadDomainKeywords(context);
      tableOf.set(context.reads.session, reading);
      return (await reading).entries.filter((entry) => entry.domain === domain);
    },
  }),
);

builder.queryField('domainKeywords', (t) =>
  t.field({
    type: DomainKeywords,
    description: "The tenant's keyword table.",
    resolve: (_root, _args, context) => loadDomainKeywords(context),
  }),
);
