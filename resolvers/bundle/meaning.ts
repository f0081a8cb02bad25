import { mostCompared } from '#persistence/retrieval/known-vectors.ts';
import { builder } from '#resolvers/schema/builder.ts';

export const Meaning = builder.enumType('MeaningUse', {
  description:
    'How the meaning of a task, a search or an item was used to rank memories and entities, or to find possible duplicates.',
  values: {
    COMPARED: { description: 'Everything that has a vector was compared with it.' },
    LOADING: {
      description:
        'The process is reading the vectors of the project, or of the tenant where none is named: words alone count until it has.',
    },
    TOO_MANY: {
      description: `The project, or the tenant where none is named, has more than ${mostCompared.toLocaleString('en')} vectors, or more than 1 GiB of them at a byte a number: words alone count.`,
    },
    UNAVAILABLE: {
      description:
        'The task or the search has no vector: it holds what may not leave, its asker sent too many in a minute, or the server does not answer. Words alone count.',
    },
  },
});
