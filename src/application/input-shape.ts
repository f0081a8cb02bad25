import { DomainError } from '#domain/domain-error.ts';
import { assertStorableText } from '#domain/input/text.ts';
import { hasUnseen } from '#domain/input/unseen.ts';
import { maxNameLength, maxNamesInList } from './text-limits.ts';

/** A name of something: 1 to 200 characters. */
export const assertName = (value: string, name: string, path: readonly string[]): void =>
  assertStorableText(value, { name, path, min: 1, max: maxNameLength });

/** Throws `input.invalid` for a name that may look the same as another. */
const assertSeen = (value: string, name: string, path: readonly string[]): void => {
  if (hasUnseen(value))
    throw new DomainError(
      'input.invalid',
      `${name} has characters that nobody sees. Name it without them.`,
      path,
    );
};

/** A name that looks like no other, 1 to 200 characters. */
export const assertSeenName = (value: string, name: string, path: readonly string[]): void => {
  assertName(value, name, path);
  assertSeen(value, name, path);
};

/** The name of a project that something is written to, which no other project's looks like. */
export const assertProject = (project: string): void => assertSeenName(project, 'The project', ['project']);

/** At most 50 names; refused, not cut. */
export const assertNames = (values: readonly string[], name: string, path: readonly string[]): void => {
  if (values.length > maxNamesInList)
    throw new DomainError(
      'input.invalid',
      `${name} are ${values.length}; at most ${maxNamesInList} are accepted.`,
      path,
    );
  const each = `Each of ${name.charAt(0).toLowerCase()}${name.slice(1)}`;
  for (const [index, value] of values.entries()) assertName(value, each, [...path, String(index)]);
};

/** At most 50 names, none of which looks like another; `noun` is what one is, as `tag`. */
export const assertSeenNames = (values: readonly string[], noun: string, path: readonly string[]): void => {
  assertNames(values, `The ${noun}s`, path);
  for (const [index, value] of values.entries()) assertSeen(value, `The ${noun}`, [...path, String(index)]);
};

/** A set as it is stored: without repeats, sorted by UTF-16 code units. */
export const sortedSet = (values: readonly string[] | null | undefined): string[] =>
  [...new Set(values ?? [])].sort();

/** The name that stands for everybody where an audience is named; no group has it. */
export const everybody = 'all';

/** An audience as it is stored: groups, sorted; empty for everybody, whom `all` names. */
export const audienceSet = (groups: readonly string[] | null | undefined): string[] =>
  groups?.includes(everybody) ? [] : sortedSet(groups);
