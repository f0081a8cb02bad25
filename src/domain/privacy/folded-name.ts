/** Characters of a name that nobody sees. */
const unseen = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** A name as duties are separated by it: NFKC, lower case, without characters that nobody sees, with single spaces. */
export const foldedName = (name: string): string =>
  name
    .normalize('NFKC')
    .replaceAll(unseen, '')
    .toLowerCase()
    .normalize('NFKC')
    .replaceAll(/\s+/gu, ' ')
    .trim();

/** True for a name that cannot look like another of the same letters: no letter is unseen, or a variant of another. */
export const isPlainName = (name: string): boolean => name.normalize('NFKC').replaceAll(unseen, '') === name;

/** True for a tenant's name that no other folds to but for its letter case: no variants of letters, nothing unseen, single spaces. */
export const isPlainTenant = (name: string): boolean => foldedName(name) === name.toLowerCase();

/** True for a tenant's name in the one spelling of its letters: of names that fold to the same, one alone is a tenant. */
export const isTenantName = (name: string): boolean => foldedName(name) === name;

/** True when two names are of one person. */
export const isSamePerson = (one: string, other: string): boolean => foldedName(one) === foldedName(other);
