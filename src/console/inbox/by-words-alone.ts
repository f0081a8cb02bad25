import type { ItemDetail } from './item-query.ts';

const notes = {
  COMPARED: null,
  LOADING: 'Compared by words alone: vectors are being read. Look again in a minute.',
  TOO_MANY: 'Compared by words alone: there are more vectors than are compared.',
  UNAVAILABLE: 'Compared by words alone: it has no vector now.',
} satisfies Record<NonNullable<ItemDetail['possibleDuplicatesMeaning']>, string | null>;

/** Says what is missing of the comparison by meaning; null: nothing is. */
export const byWordsAlone = ({ possibleDuplicatesMeaning: meaning }: ItemDetail): string | null =>
  meaning && notes[meaning];
