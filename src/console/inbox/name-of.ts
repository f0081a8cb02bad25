import type { ResultOf } from '../api/graphql.ts';
import { storedLine } from '../parts/stored-text.tsx';
import type { SubjectQuery } from './operations.ts';

/** Words by which a person knows the subject again; empty where it has none. */
export const nameOf = (node: NonNullable<ResultOf<typeof SubjectQuery>['node']>): string => {
  const words =
    'content' in node ? node.content : 'path' in node ? node.path : 'why' in node ? node.why : null;
  return words === null ? '' : ` ${quoted(words)}`;
};

/** The beginning of a statement, in quotes. */
export const quoted = (words: string): string => {
  const line = storedLine(words);
  return `“${line.length > 60 ? `${line.slice(0, 59)}…` : line}”`;
};
