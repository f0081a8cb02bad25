import type { ErasedPlace as ErasedPlaceRow } from '#persistence/erasure.ts';
import { builder } from '#resolvers/schema/builder.ts';

const ErasedPlace = builder.objectRef<ErasedPlaceRow>('ErasedPlace').implement({
  description: 'A kind of record in which an erasure removed words.',
  fields: (t) => ({
    where: t.exposeString('where', {
      description: 'The kind of record, by the name of its table, such as `documents` or `revisions`.',
    }),
    count: t.exposeInt('count', {
      description: 'How many changes the erasure made to records of this kind.',
    }),
  }),
});

/** The field `reason` of an erasure's input. */
export const erasureReason = {
  required: true,
  description:
    'Why the words are removed; 1 to 2,000 characters. It is kept in the audit log, so it must not repeat them.',
} as const;

/** The field `places` of an erasure's payload. */
export const erasedPlaces: { readonly type: [typeof ErasedPlace]; readonly description: string } = {
  type: [ErasedPlace],
  description: 'Where words were removed, by the kind of record.',
};
