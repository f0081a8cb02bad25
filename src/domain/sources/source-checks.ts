import { trigramSimilarity } from '#domain/ingestion/trigrams.ts';
import type { SourceState } from './source-states.ts';

/** A statement as a source has it: what it says, and where. */
interface SourceStatement {
  /** Its type and its normalized wording, hashed: equal ones are the same statement. */
  readonly typeKey: string;
  readonly fingerprint: string;
  readonly words: string;
  readonly headingPath: readonly string[];
}

/** An item, as its source said it first. */
export interface SourcedItem extends SourceStatement {
  readonly id: string;
  /** The source that it came from: project, path and visibility as one string. */
  readonly source: string;
  /** The version that it came from. */
  readonly version: string;
}

/** A statement of a version that is in force. */
export interface StandingStatement extends SourceStatement {
  readonly source: string;
}

/** Change of a source. */
export interface SourceChange {
  readonly source: string;
  /** True when the path was withdrawn, or its record says of itself that it holds no more. */
  readonly isWithdrawn: boolean;
}

export interface SourceCheck<Standing> {
  readonly itemId: string;
  readonly state: SourceState;
  /** The statement that was found in its place; null where there is none. */
  readonly found: Standing | null;
  /** How alike the words are, [0, 1]; null where nothing was found. */
  readonly similarity: number | null;
}

/** Below this, two statements under the same headings have nothing to do with each other. */
const leastSimilarity = 0.2;
/** New statements under the same headings that are compared with one that is gone, by the first characters of each. */
const mostCompared = 50;
const comparedLength = 2_000;

const wordingOf = ({ typeKey, fingerprint }: SourceStatement): string => `${typeKey} ${fingerprint}`;
/** The source, the type, and the nearest heading that is not the statement itself: what stands above that may be renamed. */
const placeOf = ({ source, typeKey, headingPath, words }: StandingStatement): string =>
  JSON.stringify([source, typeKey, headingPath.findLast((heading) => !heading.includes(words)) ?? null]);

const likeness = (a: string, b: string): number =>
  trigramSimilarity(a.slice(0, comparedLength), b.slice(0, comparedLength));

/**
 * Checks items whose sources have changed against what those sources, and others of the same visibility, say now. In the order
 * of the items. Of each version, a new
 * statement is named as the rewording of at most one item: of the one that it is most like.
 */
export const decideSourceChecks = <Standing extends StandingStatement>(
  items: readonly SourcedItem[],
  changes: readonly SourceChange[],
  standing: readonly Standing[],
): SourceCheck<Standing>[] => {
  const withdrawn = new Set(changes.filter(({ isWithdrawn }) => isWithdrawn).map(({ source }) => source));
  const inForce = standing.filter(({ source }) => !withdrawn.has(source));
  const byWording = Map.groupBy(inForce, wordingOf);
  const byPlace = Map.groupBy(inForce, placeOf);
  // A statement that its own version already said is not a rewording of another one in it.
  const saidIn = new Set(items.map((item) => `${item.version} ${wordingOf(item)}`));

  const sameWords = (item: SourcedItem): SourceCheck<Standing> | null => {
    const places = byWording.get(wordingOf(item));
    const [elsewhere] = places ?? [];
    if (!places || !elsewhere) return null;
    const here = places.find((statement) => placeOf(statement) === placeOf(item));
    return here
      ? { itemId: item.id, state: 'UNCHANGED', found: here, similarity: 1 }
      : { itemId: item.id, state: 'MOVED', found: elsewhere, similarity: 1 };
  };

  const checks = new Map<string, SourceCheck<Standing>>();
  const pairs: { item: SourcedItem; statement: Standing; similarity: number }[] = [];
  for (const item of items) {
    const found = sameWords(item);
    if (found) checks.set(item.id, found);
    else
      for (const statement of (byPlace.get(placeOf(item)) ?? [])
        .filter((other) => !saidIn.has(`${item.version} ${wordingOf(other)}`))
        .slice(0, mostCompared))
        pairs.push({ item, statement, similarity: likeness(item.words, statement.words) });
  }
  pairs.sort((a, b) => b.similarity - a.similarity || (a.item.id < b.item.id ? -1 : 1));
  const taken = new Map<Standing, Set<string>>();
  for (const { item, statement, similarity } of pairs) {
    const versions = taken.get(statement) ?? new Set();
    if (similarity < leastSimilarity || checks.has(item.id) || versions.has(item.version)) continue;
    taken.set(statement, versions.add(item.version));
    checks.set(item.id, { itemId: item.id, state: 'REWORDED', found: statement, similarity });
  }
  return items.map(
    (item) =>
      checks.get(item.id) ?? {
        itemId: item.id,
        state: withdrawn.has(item.source) ? 'WITHDRAWN' : 'GONE',
        found: null,
        similarity: null,
      },
  );
};
