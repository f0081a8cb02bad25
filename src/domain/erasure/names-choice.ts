import type { NamePlace, PlacedName } from './names-with-words.ts';

/** Choices of what becomes of the names that hold erased words. */
export const namesChoices = ['KEEP', 'REFUSE', 'RENAME'] as const;
export type NamesChoice = (typeof namesChoices)[number];

/** Kinds of names that an erasure can change by itself: others are known outside, or are settings that an admin changes. */
const renamable: readonly NamePlace[] = ['DOCUMENT_PATH'];

export type NamesDecision =
  | { readonly decision: 'go'; readonly renamed: readonly string[] }
  | { readonly decision: 'refuse'; readonly counts: ReadonlyMap<NamePlace, number> };

/** Names that hold erased words are kept or refused; or paths of documents are renamed, and the others refused. */
export const decideNames = (choice: NamesChoice, found: readonly PlacedName[]): NamesDecision => {
  if (choice === 'KEEP') return { decision: 'go', renamed: [] };
  const isRenamed = ({ place }: PlacedName) => choice === 'RENAME' && renamable.includes(place);
  const refused = found.filter((name) => !isRenamed(name));
  if (refused.length === 0) return { decision: 'go', renamed: found.map(({ name }) => name) };
  const byPlace = Map.groupBy(refused, ({ place }) => place);
  return {
    decision: 'refuse',
    counts: new Map([...byPlace].map(([place, names]) => [place, names.length])),
  };
};

/** Ending of a file's name, such as `.md`. */
const ending = /\.\w{1,8}$/;

/**
 * The path with another name for each folder or file at which words begin to stand in it; a file keeps its ending, unless it is one of
 * them. `nameOf` is given the path up to there, and names nothing twice.
 */
export const renamedPath = (
  path: string,
  holdsWords: (name: string) => boolean,
  nameOf: (upTo: string) => string,
): string => {
  const parts = path.split('/');
  const renamed: string[] = [];
  for (const [at, part] of parts.entries()) {
    if (!holdsWords([...renamed, part].join('/'))) {
      renamed.push(part);
      continue;
    }
    const stem = part.replace(ending, '');
    const isEnded = at === parts.length - 1 && holdsWords([...renamed, stem].join('/'));
    renamed.push(`${nameOf(parts.slice(0, at + 1).join('/'))}${isEnded ? part.slice(stem.length) : ''}`);
  }
  return renamed.join('/');
};
