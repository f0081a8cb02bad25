/** A domain of a tenant, and the words by which a text is assigned to it. */
export type DomainEntry = {
  readonly domain: string;
  readonly keywords: readonly string[];
  /** Tags for a text that contains any of the keywords. */
  readonly tags: readonly string[];
};

/** Domain and tags of a memory. */
export type Classification = {
  /** Null: nobody knows. */
  readonly domain: string | null;
  /** Sorted, without repeats. */
  readonly tags: readonly string[];
};

/** NFKC, lower case, white space folded: how keywords and texts are compared. */
const folded = (text: string): string => text.normalize('NFKC').toLowerCase().replaceAll(/\s+/gu, ' ').trim();

const wordCharacter = /[\p{L}\p{N}\p{M}_]/u;
const isWordAt = (text: string, index: number): boolean => {
  const code = text.codePointAt(index);
  return code !== undefined && wordCharacter.test(String.fromCodePoint(code));
};
/** The code point that ends before an index. */
const isWordBefore = (text: string, index: number): boolean =>
  index > 0 && isWordAt(text, index - (index > 1 && /[\uDC00-\uDFFF]/.test(text.charAt(index - 1)) ? 2 : 1));

/** True when a text contains a keyword as whole words: a border is where a letter, digit or mark does not meet another. */
const holds = (text: string, keyword: string): boolean => {
  const startsInWord = isWordAt(keyword, 0);
  const endsInWord = isWordBefore(keyword, keyword.length);
  for (let at = text.indexOf(keyword); at >= 0; at = text.indexOf(keyword, at + 1)) {
    const end = at + keyword.length;
    const cutsBefore = startsInWord && isWordBefore(text, at);
    const cutsAfter = endsInWord && isWordAt(text, end);
    if (!cutsBefore && !cutsAfter) return true;
  }
  return false;
};

/** A tenant's table, ready to be compared with texts. */
export type Classifier = (text: string) => Classification;

/**
 * Reads a tenant's table once for many texts. The domain is that of the longest keyword that a text holds, of equals the
 * first in the table; the tags are those of every entry that has a keyword in it.
 */
export const createClassifier = (entries: readonly DomainEntry[]): Classifier => {
  const rows = entries
    .flatMap(({ domain, keywords, tags }) =>
      keywords.map((keyword) => ({ keyword: folded(keyword), domain, tags })),
    )
    .filter(({ keyword }) => keyword !== '')
    // The sort is stable: equals stay in the table's order.
    .sort((one, other) => other.keyword.length - one.keyword.length);
  return (text) => {
    const own = rows.length === 0 ? '' : folded(text);
    const stored = rows.filter(({ keyword }) => holds(own, keyword));
    return {
      domain: stored[0]?.domain ?? null,
      tags: [...new Set(stored.flatMap(({ tags }) => tags))].sort(),
    };
  };
};

/** A memory's classification, and whether a machine derived each part of it; what is empty nobody has set. */
export type StoredClassification = Classification & {
  readonly domainDerived: boolean;
  readonly tagsDerived: boolean;
};

/** Keeps what a person set, and replaces the rest by what was derived now. */
export const reclassify = (stored: StoredClassification, derived: Classification): StoredClassification => {
  const keepsDomain = stored.domain !== null && !stored.domainDerived;
  const keepsTags = stored.tags.length > 0 && !stored.tagsDerived;
  return {
    domain: keepsDomain ? stored.domain : derived.domain,
    domainDerived: !keepsDomain && derived.domain !== null,
    tags: keepsTags ? stored.tags : derived.tags,
    tagsDerived: !keepsTags && derived.tags.length > 0,
  };
};

/** A memory that nobody has classified yet. */
export const unclassified: StoredClassification = Object.freeze({
  domain: null,
  tags: [],
  domainDerived: false,
  tagsDerived: false,
});

/** Fills empty fields with a model's answer; what a person set or the table gave stays. */
export const fillIn = (stored: StoredClassification, named: Classification): StoredClassification => ({
  domain: stored.domain ?? named.domain,
  domainDerived: stored.domain === null ? named.domain !== null : stored.domainDerived,
  tags: stored.tags.length > 0 ? stored.tags : named.tags,
  tagsDerived: stored.tags.length > 0 ? stored.tagsDerived : named.tags.length > 0,
});
