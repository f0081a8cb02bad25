import { ExtractionConnection } from '#resolvers/extraction/extraction.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { CandidateConnection } from '#resolvers/schema/candidate.ts';
import { nestedArgs } from '#resolvers/schema/connection.ts';
import { itemListArgs } from '#resolvers/schema/filters/item-filter.ts';
import { Source } from '#resolvers/schema/source.ts';

/** Lists of a source of any kind; each kind resolves its own. */
builder.interfaceFields(Source, (t) => ({
  extractions: t.field({
    type: ExtractionConnection,
    description:
      'The extractions that were read from the source, oldest first, as far as the viewer may see them; personal ones are not listed.',
    args: nestedArgs,
  }),
  candidates: t.field({
    type: CandidateConnection,
    description:
      'What was read from it, by any pass and in whatever status today, as far as the viewer may see it.',
    args: itemListArgs,
  }),
}));
