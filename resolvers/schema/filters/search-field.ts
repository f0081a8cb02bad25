import type { InputFieldBuilder } from '@pothos/core';
import { mostFound } from '#persistence/reading/search.ts';
import type { builder } from '#resolvers/schema/builder.ts';

type Fields = InputFieldBuilder<(typeof builder)['$inferSchemaTypes'], 'InputObject'>;

/** The condition that a list takes which can be searched. */
export const searchField = (t: Fields, where: string) =>
  t.string({
    required: false,
    description: `${where} these words are, as English inflects them: \`tide gauge\` both, \`"tide gauge"\` together, \`tide or gauge\` either, \`-tide\` without. Where the list holds none of them, those with words much like them. At most 1000 characters; what answers it best comes first. A search finds and counts at most ${mostFound} memories and ${mostFound} entities: where more hold the words and are of the project, kind and status of the filter, those that were written last.`,
  });
