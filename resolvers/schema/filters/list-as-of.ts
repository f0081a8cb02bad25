import { DomainError } from '#domain/domain-error.ts';
import { notLaterThan } from '#domain/input/instant.ts';
import { readSearch, type Search } from '#domain/input/search.ts';
import { builder } from '#resolvers/schema/builder.ts';

/** The instant of a list whose items are shown as they stood. */
export const asOfListArg = builder.args((t) => ({
  asOf: t.field({
    type: 'DateTime',
    required: false,
    description:
      'The items as they stood at this instant, under today’s permissions, filtered and ordered by their values of then; `search` finds the words of then. An item is then a snapshot with an id of its own, `<id>@<instant>`, and so is each memory, entity, contradiction, workflow item, trace and pathway that it leads to; its lists hold what stood then, and what came later is left out. What a source leads to is shown as it is now. A later instant than now is taken as now. Absent, and below a snapshot: as the parent is shown.',
  }),
}));

/** Throws `input.invalid` for an order of what a search finds. */
export const refuseOrderOfSearch = (search: Search | null, orderBy: object | null | undefined): void => {
  if (search !== null && orderBy != null)
    throw new DomainError(
      'input.invalid',
      'What a search finds is ordered by how well it answers. Leave out search or orderBy.',
      ['orderBy'],
    );
};

interface Searching {
  readonly search?: string | null | undefined;
  readonly and?: readonly Searching[] | null | undefined;
  readonly or?: readonly Searching[] | null | undefined;
}

/** Throws `input.invalid` for a search in `and` or `or`: what is found is ordered by one search. */
export const refuseSearchWithin = (filter: Searching | null | undefined): void => {
  for (const name of ['and', 'or'] as const)
    for (const one of filter?.[name] ?? []) {
      if (one.search != null)
        throw new DomainError(
          'input.invalid',
          `A filter has one search, beside its ${name}. Move search out of ${name}.`,
          ['filter', name, 'search'],
        );
      refuseSearchWithin(one);
    }
};

/** Reads the search and the instant of a list. Throws `input.invalid` for invalid search words. */
export const searchAndInstant = (
  search: string | null | undefined,
  asOf: Date | null | undefined,
  now: Date,
): { readonly search: Search | null; readonly asOf: Date | null } => ({
  search: search == null ? null : readSearch(search),
  // Under the id of now.
  asOf: asOf == null ? null : notLaterThan(now, asOf),
});
