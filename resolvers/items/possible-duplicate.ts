import type { DuplicateRelation } from '#domain/contradictions/duplicate-relation.ts';
import type { ItemRow } from '#persistence/reading/item-rows.ts';
import { builder } from '#resolvers/schema/builder.ts';
import { Candidate } from '#resolvers/schema/candidate.ts';

const DuplicateRelationEnum = builder.enumType('DuplicateRelation', {
  description:
    'How an item that says nearly the same as another relates to it, by its words and its headings.',
  values: {
    SAME: { description: 'The statements say the same, perhaps in other words.' },
    OTHER_VALUE: {
      description: 'The statements say the same of the same thing, but for a number, a date or a name.',
    },
    NEGATED: { description: 'One statement denies what the other states, or says the opposite.' },
    OTHER_SCOPE: {
      description: 'The statements are about different things or places: headings or words name them.',
    },
  } satisfies Record<DuplicateRelation, object>,
});

export const PossibleDuplicate = builder
  .objectRef<{
    readonly candidate: ItemRow;
    readonly similarity: number;
    readonly relation: DuplicateRelation | null;
  }>('PossibleDuplicate')
  .implement({
    description: 'An item that says nearly the same as another.',
    fields: (t) => ({
      candidate: t.field({
        type: Candidate,
        description: 'The item that says nearly the same.',
        resolve: ({ candidate }) => candidate,
      }),
      similarity: t.exposeFloat('similarity', {
        description:
          'Trigram similarity of their words, from 0 to 1. It does not show a denial or another value; `relation` does.',
      }),
      relation: t.expose('relation', {
        type: DuplicateRelationEnum,
        nullable: true,
        description:
          'How it relates to the other item; null where words and headings do not show it, as where one says more.',
      }),
    }),
  });
