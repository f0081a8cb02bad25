import { isClause, isImperative, lacksSubject } from './clause.ts';

/**
 * `What the tool reads`, `Why it was not noticed`: a clause that is only a part of a sentence; one that a full stop
 * ends is a whole one.
 */
const freeRelative = /^(?:what|which|who|whose|why|how|where|whether)\b.*[^.!?]$/iu;
/** `To help readers understand the change.`: what for, and not what. */
const infinitive = /^(?:in order )?to \p{L}+ [^,:;]*$/iu;
/** `A token which names a value`: nothing is said of the token. */
const relative = /^(.{1,80}?) (?:that|which|who|whose) (.+)$/iu;

const isRelativeOnly = (text: string): boolean => {
  const [, head = '', rest = ''] = relative.exec(text) ?? [];
  return (
    head !== '' &&
    !head.includes(',') &&
    !isClause(`${head}.`) &&
    !isImperative(text) &&
    // Its own verb, and no second one behind it.
    !isClause(`It ${rest.replace(/^(?:\p{L}+ly |also |not )*\S+/u, '')}`)
  );
};

/** True for a part of a sentence that holds a verb. */
export const isPartOfSentence = (text: string): boolean =>
  freeRelative.test(text) || infinitive.test(text) || isRelativeOnly(text);

const described = /^[\p{L}\p{N}`<>@*_./()-]+(?: [\p{L}\p{N}`<>@_./()-]+){0,4}(?:\*\*)? ?(?:: |[–—-] )(?=\S)/u;

/** `x: Contains the code of x`, `make lint – run the linter`: a name and what it is, which the sentence above them puts together. */
export const isDescription = (text: string): boolean => {
  const length = described.exec(text)?.[0].length ?? 0;
  if (length === 0) return false;
  const rest = text.slice(length);
  const isDashed = /[–—-] $/u.test(text.slice(0, length));
  return (
    lacksSubject(rest) ||
    !isClause(rest) ||
    isPartOfSentence(rest) ||
    (isDashed && /^\p{Ll}/u.test(rest) && isImperative(rest))
  );
};
