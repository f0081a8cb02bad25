import { searchByMeaning } from '#application/retrieval/search-by-meaning.ts';
import { readQuery } from '#domain/input/search.ts';
import { type Excerpt, excerptOf } from '#domain/retrieval/excerpt.ts';
import type { MeaningUse } from '#domain/retrieval/meaning.ts';
import { mostFound } from '#persistence/reading/search.ts';
import {
  countOfSearch,
  type FoundRef,
  foundCursor,
  pageOfHits,
  pageOfSearch,
  type SearchedKind,
  searchedKinds,
} from '#persistence/search.ts';
import { Meaning } from '#resolvers/bundle/meaning.ts';
import { Entity } from '#resolvers/items/entity.ts';
import { Memory } from '#resolvers/items/memory.ts';
import { PathwayTrace } from '#resolvers/pathways/pathway-trace.ts';
import { oneName } from '#resolvers/schema/filters/known-names.ts';
import { Chunk } from '#resolvers/sources/chunk.ts';
import { Document } from '#resolvers/sources/document.ts';
import { Interaction } from '#resolvers/sources/interaction.ts';
import { builder } from './schema/builder.ts';
import { handsOn, readsWhole } from './schema/columns.ts';
import { itself, pageArgs, present, readConnection } from './schema/connection.ts';
import type { GraphQLContext } from './schema/context.ts';
import { createBadUserInput, refusingBadInput } from './schema/errors.ts';

const kindDescriptions: Readonly<Record<SearchedKind, string>> = {
  memory: 'Memories, as `memories` lists them: by their content and summary.',
  entity: 'Entities, as `entities` lists them: by their name and content.',
  document:
    'Documents in force at their path: by each of their sections, and by path and title. One from which the label policy withholds something is found by its path alone.',
  interaction:
    'Interactions that are not personal: by their text. One from which the label policy withholds something is not found.',
  trace: 'Heads of pathway traces: by file, class of task and signal. They have no project.',
};

const SearchKind = builder.enumType('SearchKind', {
  description: 'A kind of thing that `search` looks for.',
  values: Object.fromEntries(
    searchedKinds.map((kind) => [
      kind === 'trace' ? 'PATHWAY_TRACE' : kind.toUpperCase(),
      { value: kind, description: kindDescriptions[kind] },
    ]),
  ) as Record<string, { value: SearchedKind; description: string }>,
});

const typenames: Readonly<Record<SearchedKind, string>> = {
  memory: 'Memory',
  entity: 'Entity',
  document: 'Document',
  interaction: 'Interaction',
  trace: 'PathwayTrace',
};

/** A page of what was found says how meaning was used. */
interface WithMeaning {
  readonly meaning: MeaningUse | null;
}

interface Hit extends FoundRef {
  /** The words that it was found by, as they were sent. */
  readonly query: string;
}

const loadFound = async ({ itemKind, id }: FoundRef, { reads: { loaders } }: GraphQLContext) => {
  switch (itemKind) {
    case 'memory':
      return present(await loaders.memories.load(id));
    case 'entity':
      return present(await loaders.entities.load(id));
    case 'document':
      return present(await loaders.documents.load(id));
    case 'interaction':
      return present(await loaders.interactions.load(id));
    case 'trace':
      return present(await loaders.traces.load(id));
  }
};

const Found = builder.unionType('SearchedThing', {
  description: 'A thing that a search finds.',
  types: [Memory, Entity, Document, Interaction, PathwayTrace],
  resolveType: ({ id }) => typenames[kindOfId(id)],
});

const kinds: Readonly<Record<string, SearchedKind>> = {
  mem_: 'memory',
  ent_: 'entity',
  doc_: 'document',
  int_: 'interaction',
  trc_: 'trace',
};
const kindOfId = (id: string): SearchedKind => kinds[id.slice(0, 4)] ?? 'memory';

/** The texts that a hit may have been found by, those first that are shown first. */
const textsOf = async (hit: Hit, { reads: { loaders } }: GraphQLContext): Promise<readonly string[]> => {
  const { itemKind, id, section } = hit;
  switch (itemKind) {
    case 'memory': {
      const { content, summary } = present(await loaders.memories.load(id));
      return summary === null ? [content] : [content, summary];
    }
    case 'entity': {
      const { content, name } = present(await loaders.entities.load(id));
      return [content, name];
    }
    case 'document': {
      const found = section === null ? null : await loaders.chunks.load(section);
      const { path, title } = present(await loaders.documents.load(id));
      return [...(found === null ? [] : [found.text]), ...(title === null ? [] : [title]), path];
    }
    case 'interaction':
      return [present(await loaders.interactions.load(id)).content];
    case 'trace': {
      const { filePath, taskClass, signalClass } = present(await loaders.traces.load(id));
      return [[filePath, taskClass, ...(signalClass === null ? [] : [signalClass])].join(' · ')];
    }
  }
};

const ExcerptSpan = builder.objectRef<Excerpt['spans'][number]>('ExcerptSpan').implement({
  description: 'A part of the text of an excerpt, in UTF-16 code units.',
  fields: (t) => ({
    start: t.exposeInt('start', { description: 'Where it begins, from 0.' }),
    end: t.exposeInt('end', { description: 'Where the part ends; the unit there is not of it.' }),
  }),
});

const SearchExcerpt = builder.objectRef<Excerpt>('SearchExcerpt').implement({
  description: 'The piece of a text in which most of the words stand that were looked for.',
  fields: (t) => ({
    text: t.exposeString('text', {
      description:
        'Some 240 UTF-16 code units of the text as the viewer may read it, with `…` where it is cut.',
    }),
    spans: t.field({
      type: [ExcerptSpan],
      description:
        'The words that were looked for, ascending; words much like them where it holds none. No two overlap.',
      resolve: ({ spans }) => [...spans],
    }),
  }),
});

const SearchHit = builder.objectRef<Hit>('SearchHit').implement({
  description: 'One thing that a search found, with the place where.',
  fields: (t) => ({
    kind: t.field({
      type: SearchKind,
      description: 'The kind of the thing.',
      ...handsOn,
      resolve: ({ itemKind }) => itemKind,
    }),
    item: t.field({
      type: Found,
      description: 'The thing itself; of a document the version in force.',
      ...handsOn,
      resolve: (hit, _args, context) => loadFound(hit, context),
    }),
    section: t.field({
      type: Chunk,
      nullable: true,
      description:
        'The section of a document that answers best; null where its path or title does, and for all other kinds.',
      ...handsOn,
      resolve: ({ section }, _args, { reads }) =>
        section === null ? null : reads.loaders.chunks.load(section),
    }),
    rank: t.exposeFloat('rank', {
      description:
        'How well it answers, 0 or more: BM25 of its words, as rare as they are among what this search finds, and `meaning`. Where nothing holds the words, the likeness of its words to them, from 0 to 1, in place of BM25.',
    }),
    meaning: t.exposeFloat('meaning', {
      nullable: true,
      description:
        'How far the meaning of a memory or entity stands out as near to that of the query, 0 or more, as a part of `rank`. Null where words alone count, where it has no vector, and for all other kinds.',
    }),
    excerpt: t.field({
      type: SearchExcerpt,
      description: 'The words that were looked for, in the text around them.',
      ...readsWhole('Memory', 'Entity', 'Document', 'Chunk', 'Interaction', 'PathwayTrace'),
      resolve: async (hit, _args, context) => excerptOf(await textsOf(hit, context), hit.query),
    }),
  }),
});

const SearchConnection = builder.connectionObject<typeof SearchHit, WithMeaning>(
  {
    name: 'SearchConnection',
    type: SearchHit,
    description: 'A page of what a search found.',
    fields: (t) => ({
      meaning: t.field({
        type: Meaning,
        nullable: true,
        description:
          'How the meaning of the query was used. Null where no embedding server is configured, where neither memories nor entities are looked for, and for a query with a phrase or with words to leave out, which is answered by its words.',
        resolve: ({ meaning }) => meaning,
      }),
    }),
  },
  { name: 'SearchEdge', description: 'A thing that a search found, in its place.' },
);

builder.queryField('search', (t) =>
  t.field({
    type: SearchConnection,
    nullable: true,
    description: `Everything that the viewer sees and that answers some words, what answers best first, equals by id: memories, entities, documents, interactions and pathway traces in one list. Where an embedding server is configured, memories and entities that mean the same in other words, too. Where none of them holds the words, memories and entities with words much like them, which begin or end as they do: a part from the middle of a longer word finds nothing. At most ${mostFound} things of a kind are found and counted, of more those that were written last.`,
    args: {
      query: t.arg.string({
        required: true,
        description:
          'The words, as English inflects them: `tide gauge` both, `"tide gauge"` together, `tide or gauge` either, `-tide` without. 1 to 1000 characters, with a word in them that says what is looked for.',
      }),
      kinds: t.arg({
        type: [SearchKind],
        required: false,
        description: 'What is looked for; absent: things of all kinds.',
      }),
      project: t.arg.string(
        oneName('project', 'Only things of the project with this name; absent: of all projects.'),
      ),
      ...pageArgs,
    },
    resolve: (_root, { query, kinds: asked, project, ...given }, { reads: { session }, dependencies }) =>
      refusingBadInput(async () => {
        if (asked?.length === 0)
          throw createBadUserInput(
            'kinds is empty. Name a kind to look for, or leave kinds out to look for all.',
            ['kinds'],
          );
        const request = {
          search: readQuery(query, ['query']),
          kinds: asked ?? searchedKinds,
          project: project ?? null,
        };
        const { hits, count, meaning } = await searchByMeaning(dependencies, session, request, query);
        const connection = await readConnection(given, {
          page: async (page) => {
            const { rows, hasMore, number } =
              hits === null ? await pageOfSearch(session, request, page) : pageOfHits(hits, page);
            return {
              rows: rows.map((row): Hit => ({ ...row, query })),
              hasMore,
              ...(number && { number }),
            };
          },
          count: async () => count ?? countOfSearch(session, request),
          cursor: foundCursor,
          node: itself,
        });
        return { ...connection, meaning };
      }),
  }),
);
