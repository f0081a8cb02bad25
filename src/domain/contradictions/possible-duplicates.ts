import { likenessTo } from '#domain/ingestion/trigrams.ts';
import { mostRelevant } from '#domain/retrieval/relevance.ts';
import { type DuplicateRelation, isPossibleDuplicate, relateStatements } from './duplicate-relation.ts';
import type { StatementScope } from './scope.ts';

/** Memories that share words and are compared, those with the best words first. */
const mostCompared = 50;
const comparedLength = 1_000;
const mostListed = 5;

interface Text extends StatementScope {
  readonly id: string;
  readonly content: string;
}

export interface PossibleDuplicate {
  readonly id: string;
  /** Trigram similarity, from 0 to 1. */
  readonly similarity: number;
  /** How it relates by its words and its headings; null where those do not show it. */
  readonly relation: DuplicateRelation | null;
}

const wordsOf = ({ content }: Text): string => content.slice(0, comparedLength);

/** Lists up to five possible duplicates of a text, most alike first, among those that share words with it and those near in meaning. */
export const possibleDuplicates = (
  own: Text,
  sharing: readonly Text[],
  meant: readonly Text[],
): readonly PossibleDuplicate[] => {
  const searched = sharing.map((text) => ({ ...text, words: wordsOf(text), source: null, place: 0 }));
  const byWords = mostRelevant(searched, wordsOf(own), mostCompared);
  const known = new Set(byWords.map(({ id }) => id));
  const meantIds = new Set(meant.map(({ id }) => id));
  const likenessOf = likenessTo(wordsOf(own));
  return [...byWords, ...meant.filter(({ id }) => !known.has(id))]
    .map((text) => ({
      id: text.id,
      similarity: likenessOf(wordsOf(text)),
      relation: relateStatements(own, text),
    }))
    .filter((one) => isPossibleDuplicate({ ...one, isMeant: meantIds.has(one.id) }))
    .sort((a, b) => b.similarity - a.similarity || (a.id < b.id ? -1 : 1))
    .slice(0, mostListed);
};
